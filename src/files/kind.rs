//! Recognises the kind of a file by the keys of its JSON object.

use std::borrow::Cow;
use std::path::Path;

use serde::Deserialize;
use serde_json::error::Category;
use serde_json::value::RawValue;

use super::reader::Reader;
use super::{artifact, build, metadata, standard};
use crate::message::FileFault;
use crate::verification::{Compilation, FileKind};

/// The keys that distinguish kinds, as in the file.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Members<'a> {
    #[serde(borrow)]
    pub(super) language: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) sources: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) compiler: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) input: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) output: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) solc_version: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) solc_long_version: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) metadata: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) raw_metadata: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) abi: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) bytecode: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) contract_name: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) source_name: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) build_info_id: Option<&'a RawValue>,
    #[serde(borrow)]
    contracts: Option<&'a RawValue>,
}

/// Reads a file of any known kind, with what it leads to.
///
/// # Errors
/// Says what is wrong with the file.
pub(super) fn parse_file(path: &Path, reader: &mut Reader) -> Result<Compilation, FileFault> {
    let text = reader.text(path)?;
    of_text(&text, path, reader)
}

/// Parses the text of the file at `path`.
///
/// # Errors
/// Says what is wrong with it.
pub(super) fn of_text(text: &str, path: &Path, reader: &mut Reader) -> Result<Compilation, FileFault> {
    let whole: &RawValue = serde_json::from_str(text).map_err(|error| not_json(&error))?;
    let members = members(whole.get())?;
    if members.abi.is_some() || members.bytecode.is_some() {
        artifact::parse_artifact(&members, path, reader)
    } else if members.input.is_some() {
        build::parse_build_info(&members)
    } else if members.compiler.is_some() && members.sources.is_some() {
        metadata::parse_metadata(whole, FileKind::Metadata, path, reader)
    } else if members.language.is_some() && members.sources.is_some() {
        standard::parse_input(whole)
    } else if members.contracts.is_some() || members.output.is_some() {
        Err(FileFault::OutputOnly)
    } else {
        Err(FileFault::UnknownKind)
    }
}

/// The members of the object that a JSON text is.
///
/// # Errors
/// If it is no object.
pub(super) fn members(text: &str) -> Result<Members<'_>, FileFault> {
    serde_json::from_str(text).map_err(|_| FileFault::UnknownKind)
}

/// Where the JSON is invalid. The parser's message is not used: it may repeat the content.
fn not_json(error: &serde_json::Error) -> FileFault {
    let (line, column) = (error.line(), error.column());
    FileFault::NotJson { line, column, cut_short: error.classify() == Category::Eof }
}

/// The text that a member holds, if it holds one.
pub(super) fn text(member: Option<&RawValue>) -> Option<Cow<'_, str>> {
    serde_json::from_str::<Held<'_>>(member?.get()).ok().map(|held| held.0)
}

#[derive(Deserialize)]
struct Held<'a>(#[serde(borrow)] Cow<'a, str>);
