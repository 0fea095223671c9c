//! A contract's artifact, as build tools write one per contract.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::value::RawValue;
use verification::{Compilation, ContractIdentifier, Contracts, FileKind};

use super::members::{self, Members, text};
use super::project::Project;
use super::reader::Reader;
use super::{build_info, metadata, standard};
use crate::message::{FileFault, OtherFile};

/// The debug file of an artifact, which names its build-info.
#[derive(Deserialize)]
struct Debug<'a> {
    #[serde(borrow, rename = "buildInfo")]
    build_info: Cow<'a, str>,
}

/// Behind the name of an artifact in the name of that file.
const DEBUG: &str = ".dbg.json";

/// Reads an artifact: by the metadata in it, else by the build-info that it belongs to.
///
/// # Errors
/// If it has neither, or they cannot be read.
pub(super) fn parse_artifact(
    members: &Members<'_>,
    path: &Path,
    reader: &mut Reader,
) -> Result<Compilation, FileFault> {
    if let Some(document) = embedded(members)? {
        return metadata::parse_metadata(&document, FileKind::ArtifactWithMetadata, path, reader);
    }
    let build = build_info(members, path, reader)?;
    let mut found = of_build(&build, reader)?;
    let source = text(members.input_source_name).or_else(|| text(members.source_name));
    let named = source.zip(text(members.contract_name));
    let own = named.and_then(|(source, name)| ContractIdentifier::new(&source, &name));
    if let Some(own) = own.filter(|own| found.contracts.deployable.contains(own)) {
        found.contracts = Contracts { deployable: vec![own], ..found.contracts };
    }
    Ok(found)
}

/// Reads an artifact's debug file: with the artifact, which names the contract, or else by the build-info alone.
///
/// # Errors
/// If the build-info does not exist or cannot be read.
pub(super) fn parse_debug(path: &Path, reader: &mut Reader) -> Result<Compilation, FileFault> {
    let project = Project::around(path, reader)?;
    let name = path.file_name().and_then(|name| name.to_str()?.strip_suffix(DEBUG));
    let artifact = name.and_then(|name| project.inside(&path.with_file_name(format!("{name}.json"))));
    if let Some(artifact) = artifact {
        let written = reader.text(&artifact)?;
        let members = members::members(&written)?;
        if members.abi.is_some() {
            return parse_artifact(&members, &artifact, reader);
        }
    }
    let build = named_by(path, &project, reader).ok_or(FileFault::Other(OtherFile::LostBuildInfo))?;
    of_build(&build, reader)
}

/// The build-info that an artifact leads to. No artifact leads to another, lest it lead to itself.
fn of_build(path: &Path, reader: &mut Reader) -> Result<Compilation, FileFault> {
    let build = reader.text(path)?;
    let inner = members::members(&build)?;
    let found = match serde_json::from_str(&build) {
        _ if inner.input.is_some() => build_info::parse_build_info(&inner, path, reader)?,
        Ok(input) if inner.language.is_some() => standard::parse_input(input)?,
        _ => return Err(FileFault::BareArtifact),
    };
    Ok(Compilation { kind: FileKind::ArtifactOfBuild, ..found })
}

/// The metadata in an artifact, best as the compiler wrote it: as a text, else as an object.
fn embedded(members: &Members<'_>) -> Result<Option<Box<RawValue>>, FileFault> {
    let written = text(members.raw_metadata).or_else(|| text(members.metadata));
    if let Some(written) = written.filter(|written| !written.is_empty()) {
        let document = serde_json::from_str(&written).map_err(|_| FileFault::Malformed("metadata"))?;
        return Ok(Some(document));
    }
    let object = members.metadata.filter(|object| object.get().starts_with('{') && object.get().len() > 2);
    Ok(object.map(ToOwned::to_owned))
}

/// The path of the build-info, or of the input alone: from the artifact's debug file, or from the id in the artifact.
fn build_info(members: &Members<'_>, path: &Path, reader: &mut Reader) -> Result<PathBuf, FileFault> {
    let project = Project::around(path, reader)?;
    let named = text(members.build_info_id).map(|id| ("build-info", id));
    if let Some((folder, id)) = named.or(text(members.solc_input_hash).map(|id| ("solcInputs", id))) {
        let below = Path::new(folder).join(format!("{id}.json"));
        return path
            .ancestors()
            .skip(1)
            .find_map(|folder| project.inside(&folder.join(&below)))
            .ok_or(FileFault::BareArtifact);
    }
    let beside = project.inside(&path.with_extension("dbg.json")).ok_or(FileFault::BareArtifact)?;
    named_by(&beside, &project, reader).ok_or(FileFault::BareArtifact)
}

/// The build-info that an artifact's debug file names.
fn named_by(beside: &Path, project: &Project, reader: &mut Reader) -> Option<PathBuf> {
    let written = reader.text(beside).ok()?;
    let debug: Debug<'_> = serde_json::from_str(&written).ok()?;
    project.inside(&beside.parent().unwrap_or(Path::new(".")).join(debug.build_info.as_ref()))
}
