//! The shapes of files that hold compiled contracts, as their tools write them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use ledger::Text;
use serde::Deserialize;
use serde_json::value::RawValue;
use verification::{ContractIdentifier, MetadataTarget};

use crate::files::members::text;
use crate::files::output::{Code, Contracts, Output};

/// What is read of any file.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Shape<'a> {
    #[serde(borrow)]
    bytecode: Option<&'a RawValue>,
    #[serde(borrow)]
    deployed_bytecode: Option<&'a RawValue>,
    #[serde(borrow)]
    abi: Option<&'a RawValue>,
    #[serde(borrow)]
    contract_name: Option<&'a RawValue>,
    #[serde(borrow)]
    source_name: Option<&'a RawValue>,
    #[serde(borrow)]
    input_source_name: Option<&'a RawValue>,
    #[serde(borrow)]
    build_info_id: Option<&'a RawValue>,
    #[serde(borrow)]
    metadata: Option<&'a RawValue>,
    #[serde(borrow)]
    raw_metadata: Option<&'a RawValue>,
    #[serde(borrow)]
    solc_long_version: Option<&'a RawValue>,
    #[serde(borrow)]
    solc_version: Option<&'a RawValue>,
    #[serde(borrow)]
    compiler: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) input: Option<&'a RawValue>,
    #[serde(borrow)]
    output: Option<&'a RawValue>,
    #[serde(borrow)]
    contracts: Option<&'a RawValue>,
    #[serde(borrow)]
    language: Option<&'a RawValue>,
    #[serde(borrow)]
    sources: Option<&'a RawValue>,
}

/// A contract and its code; empty code is that of an interface or of an abstract contract.
pub(super) struct Coded {
    pub(super) contract: ContractIdentifier,
    pub(super) compiler: Option<Text>,
    pub(super) code: String,
    pub(super) creation_bytes: Option<usize>,
    /// Its interface, as written.
    pub(super) abi: Option<Arc<str>>,
}

impl Shape<'_> {
    /// The contract of an artifact; `None` if the file is not an artifact, or names no source.
    pub(super) fn artifact(&self) -> Option<Coded> {
        let code = code_of(self.deployed_bytecode?)?;
        let told = target(self.raw_metadata).or_else(|| target(self.metadata));
        // The compiler may know the source by another path than the project does.
        let source = text(self.input_source_name).or_else(|| text(self.source_name));
        let contract = match source.zip(text(self.contract_name)) {
            Some((path, name)) => ContractIdentifier::new(&path, &name),
            None => told.as_ref().and_then(MetadataTarget::contract),
        }?;
        let compiler = told.as_ref().and_then(MetadataTarget::compiler).map(Text::from);
        let creation_bytes = self.bytecode.and_then(code_of).as_deref().and_then(bytes);
        Some(Coded { contract, compiler, code, creation_bytes, abi: listed(self.abi) })
    }

    /// The id of the build-info that an artifact names.
    pub(super) fn build(&self) -> Option<String> {
        text(self.build_info_id).map(Cow::into_owned)
    }

    /// The compiler version of the whole file, including its build if the tool wrote it.
    pub(super) fn compiler(&self) -> Option<Text> {
        let version = text(self.solc_long_version).or_else(|| text(self.solc_version));
        // Vyper writes `vyper-0.4.3`.
        let vyper = || text(self.compiler)?.strip_prefix("vyper-").map(Text::from);
        version.map(|version| Text::from(&*version)).or_else(vyper)
    }

    /// Whether this has an artifact's code.
    pub(super) fn is_artifact(&self) -> bool {
        self.deployed_bytecode.is_some()
    }

    /// The contracts of a compiler's output, alone or in a build-info; `None` if this has none.
    pub(super) fn compiled(&self) -> Option<Vec<Coded>> {
        let contracts = match (self.contracts, self.output) {
            (Some(contracts), _) => serde_json::from_str::<Contracts<'_>>(contracts.get()).ok()?,
            (None, Some(output)) => serde_json::from_str::<Output<'_>>(output.get()).ok()?.contracts?,
            (None, None) => return None,
        };
        let version = self.compiler();
        let mut all = Vec::new();
        for (path, named) in &contracts {
            for (name, contract) in named {
                let told = target(contract.metadata);
                let told = told.as_ref().and_then(MetadataTarget::compiler).map(Text::from);
                let abi = listed(contract.abi);
                let evm = contract.evm.as_ref();
                let code = evm.and_then(|evm| text(evm.deployed_bytecode.as_ref()?.object));
                let creation = evm.and_then(|evm| text(evm.bytecode.as_ref()?.object));
                all.extend(ContractIdentifier::new(path, name).zip(code).map(|(contract, code)| Coded {
                    contract,
                    compiler: told.or_else(|| version.clone()),
                    code: code.into_owned(),
                    creation_bytes: creation.as_deref().and_then(bytes),
                    abi,
                }));
            }
        }
        Some(all)
    }

    /// The sources of a compiler's input; `None` if the file is not one.
    pub(super) fn sources(&self) -> Option<Vec<String>> {
        self.language?;
        let sources: BTreeMap<String, &RawValue> = serde_json::from_str(self.sources?.get()).ok()?;
        Some(sources.into_keys().collect())
    }
}

fn target(metadata: Option<&RawValue>) -> Option<MetadataTarget> {
    MetadataTarget::parse(metadata?.get())
}

/// An interface, which is a list.
fn listed(member: Option<&RawValue>) -> Option<Arc<str>> {
    member.map(RawValue::get).filter(|abi| abi.starts_with('[')).map(Arc::from)
}

/// How many bytes code in hex has, with names in place of addresses.
fn bytes(code: &str) -> Option<usize> {
    let digits = code.strip_prefix("0x").unwrap_or(code).len();
    (digits > 0 && digits.is_multiple_of(2)).then_some(digits / 2)
}

/// Code as text, or within an object.
fn code_of(member: &RawValue) -> Option<String> {
    let whole = member.get();
    let object = whole.starts_with('{').then(|| serde_json::from_str::<Code<'_>>(whole));
    let code = match object {
        Some(code) => text(code.ok()?.object),
        None => text(Some(member)),
    };
    code.map(Cow::into_owned)
}
