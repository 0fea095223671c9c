//! A build-info: the compiler's input and output in one file.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::kind::{Members, text};
use super::standard;
use crate::message::FileFault;
use crate::verification::{Compilation, CompilerVersion, ContractIdentifier, Contracts, FileKind};

/// What is read of the compiler's output: which contracts there are, and whether they have code.
#[derive(Deserialize)]
struct Output<'a> {
    #[serde(borrow)]
    contracts: BTreeMap<Cow<'a, str>, BTreeMap<Cow<'a, str>, Contract<'a>>>,
}

#[derive(Deserialize)]
struct Contract<'a> {
    #[serde(borrow)]
    evm: Option<Evm<'a>>,
}

#[derive(Deserialize)]
struct Evm<'a> {
    #[serde(borrow)]
    bytecode: Option<Code<'a>>,
}

#[derive(Deserialize)]
struct Code<'a> {
    #[serde(borrow)]
    object: Option<&'a RawValue>,
}

/// Reads a build-info.
///
/// # Errors
/// If its input is not shaped as one.
pub(super) fn parse_build_info(members: &Members<'_>) -> Result<Compilation, FileFault> {
    let input = members.input.ok_or(FileFault::UnknownKind)?;
    let mut found = standard::parse_input(input)?;
    found.kind = FileKind::BuildInfo;
    let version = text(members.solc_long_version).or_else(|| text(members.solc_version));
    found.compiler_version = version.and_then(|version| CompilerVersion::parse(&version));
    // An output that is missing or of another shape leaves what the sources tell.
    let output = members.output.and_then(|output| serde_json::from_str::<Output<'_>>(output.get()).ok());
    if let Some(output) = output.filter(|output| !output.contracts.is_empty()) {
        found.contracts = listed(&output);
    }
    Ok(found)
}

fn listed(output: &Output<'_>) -> Contracts {
    let mut contracts = Contracts { complete: true, ..Contracts::default() };
    for (path, named) in &output.contracts {
        for (name, contract) in named {
            let Some(identifier) = ContractIdentifier::new(path, name) else { continue };
            let code = contract.evm.as_ref().and_then(|evm| evm.bytecode.as_ref()?.object);
            // Without the code in the output there is no telling.
            let codeless = code.is_some_and(|code| matches!(code.get(), "\"\"" | "\"0x\""));
            let list = if codeless { &mut contracts.codeless } else { &mut contracts.deployable };
            list.push(identifier);
        }
    }
    contracts
}
