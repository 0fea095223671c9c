//! Compiler metadata: finds the sources that it names, checks their hashes, and builds the input.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

use ledger::Text;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};
use verification::{
    Compilation, CompilerVersion, ContractIdentifier, Contracts, FileKind, Input, Lack, Lacking, Needs,
    SourceFile, Stamp, Upload,
};

use super::project::Project;
use super::reader::Reader;
use super::standard;
use super::standard::Source;
use crate::message::FileFault;

/// What is read of metadata.
#[derive(Deserialize)]
struct Shape<'a> {
    #[serde(borrow)]
    compiler: Compiler<'a>,
    #[serde(borrow)]
    language: Cow<'a, str>,
    settings: Map<String, Value>,
    #[serde(borrow)]
    sources: BTreeMap<Cow<'a, str>, Source<'a>>,
}

#[derive(Deserialize)]
struct Compiler<'a> {
    #[serde(borrow)]
    version: Option<Cow<'a, str>>,
}

#[derive(Serialize)]
struct Content<'a> {
    content: &'a str,
}

/// Parses the metadata in the file at `path`.
///
/// # Errors
/// If it is not shaped as the compiler writes it.
pub(super) fn parse_metadata(
    metadata: &RawValue,
    kind: FileKind,
    path: &Path,
    reader: &mut Reader,
) -> Result<Compilation, FileFault> {
    let shape: Shape<'_> =
        serde_json::from_str(metadata.get()).map_err(|_| FileFault::Malformed("metadata"))?;
    let project = Project::around(path, reader)?;
    let mut texts: BTreeMap<&str, Cow<'_, str>> = BTreeMap::new();
    let (mut files, mut lacking) = (Vec::new(), Vec::new());
    for (path, source) in &shape.sources {
        match text_of(path, source, &project, reader) {
            Ok((text, file)) => {
                texts.insert(path, text);
                files.push(file);
            }
            Err(why) => lacking.push(Lacking { path: Text::from(path.as_ref()), why }),
        }
    }
    let count = shape.sources.len();
    let whole = lacking.is_empty();
    let upload = |json: Result<Box<RawValue>, _>| json.ok().map(|json| Upload::new(json, count));
    let sources = if whole { upload(to_raw_value(&texts)) } else { None };
    let version = shape.compiler.version.as_deref();
    Ok(Compilation {
        kind,
        language: Text::from(shape.language.as_ref()),
        compiler_version: version.and_then(CompilerVersion::parse),
        contracts: Contracts { deployable: target(&shape.settings), ..Contracts::default() },
        sources: shape.sources.keys().map(|path| Text::from(path.as_ref())).collect(),
        files: files.into(),
        needs: Needs::default(),
        input: input(&shape, &texts).ok(),
        metadata: sources.map(|sources| (Upload::new(metadata.to_owned(), 0), sources)),
        lacking,
        stamp: Stamp::default(),
    })
}

/// The text of a source: what the metadata holds of it, else what lies in the project. Without a hash nothing is read
/// from disk: the metadata may come from anyone, and could name any file.
fn text_of<'a>(
    path: &str,
    source: &'a Source<'_>,
    project: &Project,
    reader: &mut Reader,
) -> Result<(Cow<'a, str>, SourceFile), Lack> {
    let hash = standard::parse_hash(source.keccak256);
    let (text, read_from) = if let Some(content) = source.content.as_deref() {
        (Cow::Borrowed(content), None)
    } else {
        let found = project.source(path, hash.ok_or(Lack::Unproved)?, reader)?;
        (Cow::Owned(found.text), Some(found.file))
    };
    let file = standard::check_hash(path, &text, hash, read_from)?;
    if text.is_empty() { Err(Lack::Empty) } else { Ok((text, file)) }
}

/// The contract that was compiled.
fn target(settings: &Map<String, Value>) -> Vec<ContractIdentifier> {
    let targets = settings.get("compilationTarget").and_then(Value::as_object);
    let named = targets.into_iter().flatten();
    named.filter_map(|(path, name)| ContractIdentifier::new(path, name.as_str()?)).collect()
}

/// The standard JSON input that metadata and its sources make.
fn input(shape: &Shape<'_>, texts: &BTreeMap<&str, Cow<'_, str>>) -> serde_json::Result<Input> {
    let mut settings = shape.settings.clone();
    settings.shift_remove("compilationTarget");
    if let Some(Value::Object(libraries)) = settings.get("libraries") {
        let nested = nested(libraries);
        settings.insert("libraries".to_owned(), Value::Object(nested));
    }
    let (language, settings) = (to_raw_value(&shape.language)?, to_raw_value(&settings)?);
    let contents = texts.iter().map(|(path, content)| Ok((*path, to_raw_value(&Content { content })?)));
    let contents: Vec<_> = contents.collect::<serde_json::Result<_>>()?;
    Ok(Input::new(
        [("language", &*language), ("settings", &*settings)],
        contents.iter().map(|(path, content)| (*path, &**content)),
    ))
}

/// Libraries as an input wants them: metadata has `path:Name` where an input has the names within the path.
fn nested(libraries: &Map<String, Value>) -> Map<String, Value> {
    let mut nested = Map::new();
    for (library, address) in libraries {
        let (path, name) = library.rsplit_once(':').unwrap_or(("", library));
        let names = nested.entry(path).or_insert_with(|| Value::Object(Map::new()));
        if let Value::Object(names) = names {
            names.insert(name.to_owned(), address.clone());
        }
    }
    nested
}
