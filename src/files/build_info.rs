//! A build-info: the compiler's input, and its output in the same file or in another one of the same directory.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use alloy_primitives::B256;
use ledger::Text;
use serde::Deserialize;
use serde_json::value::RawValue;
use verification::{Compilation, CompilerVersion, ContractIdentifier, Contracts, FileKind, Release};

use super::members::{self, Contract, Members, Output, text};
use super::project::Project;
use super::reader::Reader;
use super::standard;
use super::standard::Source;
use crate::message::FileFault;

/// What is read of a contract's metadata: by which compiler it was made, and of which sources.
#[derive(Deserialize)]
struct Metadata<'a> {
    #[serde(borrow)]
    compiler: Option<Compiler<'a>>,
    #[serde(borrow)]
    sources: Option<BTreeMap<Cow<'a, str>, Source<'a>>>,
}

#[derive(Deserialize)]
struct Compiler<'a> {
    #[serde(borrow)]
    version: Option<Cow<'a, str>>,
}

/// The suffix of a build-info's name that its separate output file has.
const OUTPUT: &str = ".output.json";

/// Reads the build-info at `path`, with its output from a separate file in the same directory if one exists.
///
/// # Errors
/// If its input does not have the expected shape.
pub(super) fn parse_build_info(
    members: &Members<'_>,
    path: &Path,
    reader: &mut Reader,
) -> Result<Compilation, FileFault> {
    let input = members.input.ok_or(FileFault::UnknownKind)?;
    let mut found = standard::parse_input(input)?;
    found.kind = FileKind::BuildInfo;
    let version = text(members.solc_long_version).or_else(|| text(members.solc_version));
    found.compiler_version = version.and_then(|version| CompilerVersion::parse(&version));
    // An output that is missing or of another shape leaves what the sources tell.
    if let Some(output) = members.output {
        take_output(&mut found, output.get());
    } else if let Some(beside) = output_beside(path, reader).and_then(|path| reader.text(&path).ok()) {
        let output = members::members(&beside).ok().and_then(|members| members.output);
        take_output(&mut found, output.map_or("", RawValue::get));
    }
    found.compiler_version = found.compiler_version.map(|version| completed(version, &found.language));
    Ok(found)
}

/// The file with the output of the build-info at `path`.
fn output_beside(path: &Path, reader: &Reader) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?.strip_suffix(".json")?;
    Project::around(path, reader).ok()?.inside(&path.with_file_name(format!("{name}{OUTPUT}")))
}

/// The build-info whose output the file at `path` is, by its name.
pub(super) fn input_beside(path: &Path, reader: &Reader) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?.strip_suffix(OUTPUT)?;
    Project::around(path, reader).ok()?.inside(&path.with_file_name(format!("{name}.json")))
}

/// Takes from the compiler's output which contracts there are, which sources they need, and which build made them.
fn take_output(found: &mut Compilation, output: &str) {
    let Ok(output) = serde_json::from_str::<Output<'_>>(output) else { return };
    let Some(all) = output.contracts.filter(|all| !all.is_empty()) else { return };
    let mut contracts = Contracts { complete: true, ..Contracts::default() };
    for (path, named) in &all {
        for (name, contract) in named {
            let Some(identifier) = ContractIdentifier::new(path, name) else { continue };
            take_metadata(found, &identifier, contract);
            let code = contract.evm.as_ref().and_then(|evm| evm.bytecode.as_ref()?.object);
            // Without the code in the output there is no telling.
            let codeless = code.is_some_and(|code| matches!(code.get(), "\"\"" | "\"0x\""));
            let list = if codeless { &mut contracts.codeless } else { &mut contracts.deployable };
            list.push(identifier);
        }
    }
    found.contracts = contracts;
}

fn take_metadata(found: &mut Compilation, contract: &ContractIdentifier, told: &Contract<'_>) {
    let written = text(told.metadata);
    let object = written.as_deref().or(told.metadata.map(RawValue::get)).unwrap_or_default();
    let Ok(metadata) = serde_json::from_str::<Metadata<'_>>(object) else { return };
    let version = metadata.compiler.and_then(|compiler| CompilerVersion::parse(&compiler.version?));
    if let Some(version) = version
        && found.compiler_version.as_ref().is_none_or(|told| version.refines(told))
    {
        found.compiler_version = Some(version);
    }
    let named: Vec<(Text, Option<B256>)> = metadata
        .sources
        .into_iter()
        .flatten()
        .map(|(path, source)| (Text::from(path.as_ref()), standard::parse_hash(source.keccak256)))
        .collect();
    // Metadata that does not name the contract's own source is no list of what it needs.
    if named.iter().any(|(path, _)| path.is(contract.path())) {
        found.needs.named.insert(contract.clone(), named);
    }
}

/// The version with its build, from the list of releases.
pub(super) fn completed(version: CompilerVersion, language: &Text) -> CompilerVersion {
    match Release::find(&String::from_utf8_lossy(language.raw()), &version) {
        Release::Known(whole) => whole,
        Release::Unlisted | Release::OtherBuild(_) => version,
    }
}
