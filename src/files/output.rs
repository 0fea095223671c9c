//! The parts of the compiler's output that are used: contracts, their code, and their metadata.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::RawValue;

#[derive(Deserialize)]
pub(super) struct Output<'a> {
    #[serde(borrow)]
    pub(super) contracts: Option<Contracts<'a>>,
}

/// The contracts by the paths of their sources and their names.
pub(super) type Contracts<'a> = BTreeMap<Cow<'a, str>, BTreeMap<Cow<'a, str>, Contract<'a>>>;

#[derive(Deserialize)]
pub(super) struct Contract<'a> {
    #[serde(borrow)]
    pub(super) evm: Option<Evm<'a>>,
    #[serde(borrow)]
    pub(super) abi: Option<&'a RawValue>,
    /// As text, or as an object.
    #[serde(borrow)]
    pub(super) metadata: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Evm<'a> {
    #[serde(borrow)]
    pub(super) bytecode: Option<Code<'a>>,
    #[serde(borrow)]
    pub(super) deployed_bytecode: Option<Code<'a>>,
}

#[derive(Deserialize)]
pub(super) struct Code<'a> {
    /// Hex digits as text, with names where addresses of libraries are to come.
    #[serde(borrow)]
    pub(super) object: Option<&'a RawValue>,
}
