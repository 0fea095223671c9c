//! The members of the JSON object in a file, and the parts of the compiler's output that are used.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::message::FileFault;

/// The JSON members that distinguish the kinds of files, unparsed.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", bound(deserialize = "'de: 'a"))]
pub(super) struct Members<'a> {
    pub(super) language: Option<&'a RawValue>,
    pub(super) sources: Option<&'a RawValue>,
    pub(super) compiler: Option<&'a RawValue>,
    pub(super) input: Option<&'a RawValue>,
    pub(super) output: Option<&'a RawValue>,
    pub(super) solc_version: Option<&'a RawValue>,
    pub(super) solc_long_version: Option<&'a RawValue>,
    pub(super) metadata: Option<&'a RawValue>,
    pub(super) raw_metadata: Option<&'a RawValue>,
    pub(super) abi: Option<&'a RawValue>,
    pub(super) bytecode: Option<&'a RawValue>,
    pub(super) contract_name: Option<&'a RawValue>,
    pub(super) source_name: Option<&'a RawValue>,
    pub(super) input_source_name: Option<&'a RawValue>,
    pub(super) build_info_id: Option<&'a RawValue>,
    pub(super) solc_input_hash: Option<&'a RawValue>,
    pub(super) build_info: Option<&'a RawValue>,
    pub(super) contracts: Option<&'a RawValue>,
    #[serde(rename = "source_id_to_path")]
    pub(super) source_ids: Option<&'a RawValue>,
    pub(super) transactions: Option<&'a RawValue>,
    pub(super) receipts: Option<&'a RawValue>,
    pub(super) files: Option<&'a RawValue>,
    #[serde(rename = "_format")]
    pub(super) format: Option<&'a RawValue>,
    pub(super) status: Option<&'a RawValue>,
    pub(super) result: Option<&'a RawValue>,
    #[serde(rename = "SourceCode")]
    pub(super) etherscan: Option<&'a RawValue>,
    #[serde(rename = "source_code")]
    pub(super) blockscout: Option<&'a RawValue>,
    #[serde(rename = "stdJsonInput")]
    pub(super) sourcify: Option<&'a RawValue>,
}

impl Members<'_> {
    /// Whether this is the answer of an explorer or of a verifier.
    pub(super) fn is_answer(&self) -> bool {
        let result = self.result.filter(|_| self.status.is_some());
        [result, self.etherscan, self.blockscout, self.sourcify].iter().any(Option::is_some)
    }
}

/// The members of the object that a JSON text is.
///
/// # Errors
/// If it is no object.
pub(super) fn members(text: &str) -> Result<Members<'_>, FileFault> {
    serde_json::from_str(text).map_err(|_| FileFault::UnknownKind)
}

/// The text that a member holds, if it holds one.
pub(super) fn text(member: Option<&RawValue>) -> Option<Cow<'_, str>> {
    serde_json::from_str::<Held<'_>>(member?.get()).ok().map(|held| held.0)
}

#[derive(Deserialize)]
struct Held<'a>(#[serde(borrow)] Cow<'a, str>);

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
