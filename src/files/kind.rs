//! Recognises the kind of a file by the keys of its JSON object.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use ledger::EvmAddress;
use serde::Deserialize;
use serde_json::error::Category;
use serde_json::value::RawValue;
use verification::{Compilation, FileKind};

use super::members::Members;
use super::project::SOURCES;
use super::reader::Reader;
use super::{artifact, build_info, explorer, members, metadata, standard};
use crate::message::{FileFault, OtherFile};

/// Reads a file of any known kind, with what it leads to.
///
/// # Errors
/// Says what is wrong with the file.
pub(super) fn parse_file(path: &Path, reader: &mut Reader) -> Result<Compilation, FileFault> {
    if path.is_dir() {
        return Err(directory_kind(path));
    }
    let text = reader.text(path)?;
    of_text(&text, path, reader)
}

/// What a directory is, if it is a project's.
fn directory_kind(path: &Path) -> FileFault {
    let entries = std::fs::read_dir(path).into_iter().flatten().filter_map(Result::ok);
    let names: Vec<_> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    if names.iter().any(|name| name == "foundry.toml") {
        FileFault::Other(OtherFile::FoundryProject)
    } else if names.iter().any(|name| name.starts_with("hardhat.config.")) {
        FileFault::Other(OtherFile::HardhatProject)
    } else {
        FileFault::Directory
    }
}

/// Parses the text of the file at `path`.
///
/// # Errors
/// Says what is wrong with it.
pub(super) fn of_text(text: &str, path: &Path, reader: &mut Reader) -> Result<Compilation, FileFault> {
    let source = path.extension().is_some_and(|end| SOURCES.iter().any(|source| end == *source));
    let fault = |error| if source { FileFault::Other(OtherFile::Source) } else { not_json(&error) };
    let text = explorer::unbraced(text);
    let whole: &RawValue = serde_json::from_str(text).map_err(fault)?;
    let members = members::members(whole.get()).map_err(|fault| list_kind(whole).unwrap_or(fault))?;
    if members.is_answer() {
        explorer::parse_answer(text)
    } else if members.abi.is_some() || members.bytecode.is_some() {
        artifact::parse_artifact(&members, path, reader)
    } else if members.input.is_some() {
        build_info::parse_build_info(&members, path, reader)
    } else if members.compiler.is_some() && members.sources.is_some() {
        metadata::parse_metadata(whole, FileKind::Metadata, path, reader)
    } else if members.language.is_some() && members.sources.is_some() {
        standard::parse_input(whole)
    } else if members.build_info.is_some() {
        artifact::parse_debug(path, reader)
    } else if let Some(input) = output_of(&members, path, reader) {
        let text = reader.text(&input)?;
        let inner = members::members(&text)?;
        inner.input.ok_or(FileFault::OutputOnly)?;
        build_info::parse_build_info(&inner, &input, reader)
    } else {
        Err(other_kind(&members, whole))
    }
}

/// The build-info whose output a file is.
fn output_of(members: &Members<'_>, path: &Path, reader: &Reader) -> Option<PathBuf> {
    members.output.and_then(|_| build_info::input_beside(path, reader))
}

/// What a file is from which nothing can be verified.
fn other_kind(members: &Members<'_>, whole: &RawValue) -> FileFault {
    let entries = || serde_json::from_str::<BTreeMap<Cow<'_, str>, Cow<'_, str>>>(whole.get());
    let addresses = |entries: BTreeMap<_, Cow<'_, str>>| {
        !entries.is_empty() && entries.values().all(|address| EvmAddress::parse(address).is_ok())
    };
    if members.source_ids.is_some() {
        FileFault::Other(OtherFile::ShortBuildInfo)
    } else if members.transactions.is_some() && members.receipts.is_some() {
        FileFault::Other(OtherFile::Broadcast)
    } else if members.files.is_some() && members.format.is_some() {
        FileFault::Other(OtherFile::Cache)
    } else if members.contracts.is_some() || members.output.is_some() {
        FileFault::OutputOnly
    } else if entries().is_ok_and(addresses) {
        FileFault::Other(OtherFile::Addresses)
    } else {
        FileFault::UnknownKind
    }
}

/// The kind of a list, if build tools write such lists.
fn list_kind(whole: &RawValue) -> Option<FileFault> {
    #[derive(Deserialize)]
    struct Entry<'a> {
        #[serde(borrow, rename = "type")]
        kind: Cow<'a, str>,
    }
    let entries: Vec<Entry<'_>> = serde_json::from_str(whole.get()).ok()?;
    let is_abi = |entry: &Entry<'_>| {
        matches!(&*entry.kind, "function" | "event" | "error" | "constructor" | "fallback" | "receive")
    };
    (!entries.is_empty() && entries.iter().all(is_abi)).then_some(FileFault::Other(OtherFile::Abi))
}

/// Where the JSON is invalid. The parser's message is not used: it may repeat the content.
pub(super) fn not_json(error: &serde_json::Error) -> FileFault {
    let (line, column) = (error.line(), error.column());
    FileFault::NotJson { line, column, cut_short: error.classify() == Category::Eof }
}
