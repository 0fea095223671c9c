//! The compiler's standard JSON input, in its own file or within a build-info. Each source is checked against its hash.

use std::borrow::Cow;
use std::collections::BTreeMap;

use alloy_primitives::{B256, hex};
use ledger::Text;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use verification::{
    Compilation, Contracts, FileKind, HashCheck, Input, Lack, Lacking, Needs, SourceFile, Stamp,
};

use super::imports::Texts;
use super::{imports, members, names};
use crate::message::FileFault;

/// What is read of an input.
#[derive(Deserialize)]
struct Shape<'a> {
    #[serde(borrow)]
    language: Cow<'a, str>,
    #[serde(borrow)]
    sources: BTreeMap<Cow<'a, str>, &'a RawValue>,
}

/// A source, in an input or in metadata.
#[derive(Deserialize)]
pub(super) struct Source<'a> {
    #[serde(borrow)]
    pub(super) keccak256: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) content: Option<Cow<'a, str>>,
}

/// The settings by which imports are found.
#[derive(Deserialize, Default)]
struct Settings {
    #[serde(default)]
    remappings: Vec<Value>,
}

/// The members of an input that the Solidity compiler knows. It refuses every other, and build tools add some.
const KNOWN: [&str; 4] = ["language", "sources", "settings", "auxiliaryInput"];

/// Reads an input.
///
/// # Errors
/// If it is not shaped as one.
pub(super) fn parse_input(input: &RawValue) -> Result<Compilation, FileFault> {
    let malformed = |_| FileFault::Malformed("standard JSON input");
    let shape: Shape<'_> = serde_json::from_str(input.get()).map_err(malformed)?;
    let members: BTreeMap<Cow<'_, str>, &RawValue> = serde_json::from_str(input.get()).map_err(malformed)?;
    let mut contracts = Contracts::default();
    let (mut texts, mut files, mut lacking) = (BTreeMap::new(), Vec::new(), Vec::new());
    for (path, source) in &shape.sources {
        let source: Source<'_> = serde_json::from_str(source.get()).map_err(malformed)?;
        match checked(path, &source) {
            Ok(file) => files.push(file),
            Err(why) => lacking.push(Lacking { path: Text::from(path.as_ref()), why }),
        }
        if let Some(content) = source.content {
            names::find(&shape.language, path, &content, &mut contracts);
            texts.insert(path.as_ref(), content);
        }
    }
    let settings = members.get("settings").and_then(|settings| serde_json::from_str(settings.get()).ok());
    let is_vyper = shape.language == "Vyper";
    let sent = members.iter().filter(|(name, _)| is_vyper || KNOWN.contains(&name.as_ref()));
    Ok(Compilation {
        kind: FileKind::StandardJson,
        language: Text::from(shape.language.as_ref()),
        compiler_version: None,
        contracts,
        sources: shape.sources.keys().map(|path| Text::from(path.as_ref())).collect(),
        files: files.into(),
        lacking,
        needs: needs(&shape.language, &texts, settings.unwrap_or_default()),
        input: Some(Input::new(
            sent.map(|(name, value)| (name.as_ref(), *value)),
            shape.sources.iter().map(|(path, source)| (path.as_ref(), *source)),
        )),
        metadata: None,
        stamp: Stamp::default(),
    })
}

/// Checks the text of a source, if it is there.
fn checked(path: &str, source: &Source<'_>) -> Result<SourceFile, Lack> {
    match source.content.as_deref() {
        None => Err(Lack::AddressOnly),
        Some("") => Err(Lack::Empty),
        Some(content) => check_hash(path, content, parse_hash(source.keccak256), None),
    }
}

/// The sources that each contract needs, from the imports.
fn needs(language: &str, texts: &BTreeMap<&str, Cow<'_, str>>, settings: Settings) -> Needs {
    let texts: Texts<'_> = texts.iter().map(|(path, text)| (*path, text.as_ref())).collect();
    let remappings = settings.remappings.into_iter().filter_map(|remapping| match remapping {
        Value::String(remapping) => Some(remapping),
        _ => None,
    });
    let imports = imports::follow(language, &texts, &remappings.collect::<Vec<_>>());
    Needs { imports, ..Needs::default() }
}

/// Reads a `keccak256` member. Whatever is not 32 bytes in hex is no hash.
pub(super) fn parse_hash(member: Option<&RawValue>) -> Option<B256> {
    let written = members::text(member)?;
    hex::decode_to_array::<_, 32>(written.as_ref()).ok().map(B256::from)
}

/// Holds the text of the source with this path against its hash, if there is one.
///
/// # Errors
/// If it is another text.
pub(super) fn check_hash(
    path: &str,
    text: &str,
    hash: Option<B256>,
    read_from: Option<Text>,
) -> Result<SourceFile, Lack> {
    let checked = if hash.is_some() { HashCheck::Matches } else { HashCheck::Absent };
    let file = SourceFile::new(Text::from(path), text, checked, read_from);
    if hash.is_some_and(|hash| hash != file.keccak256) { Err(Lack::Altered) } else { Ok(file) }
}
