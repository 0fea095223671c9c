//! What an explorer or a verifier answers about a verified contract: the compiler's input within.
//!
//! ```text
//! { "status", "result": [ { "SourceCode", "CompilerVersion", … } ] }  Etherscan, and Blockscout in its words
//! { "source_code", "additional_sources", "compiler_settings", … }     Blockscout
//! { "stdJsonInput", "compilation": { "compilerVersion", … } }         Sourcify
//! ```

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value, json};
use verification::{Compilation, CompilerVersion, Contracts, FileKind};

use super::build_info::completed;
use super::standard;
use crate::message::{FileFault, OtherFile};

/// An answer, or one of the results in it.
#[derive(Deserialize, Default)]
struct Answer<'a> {
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    #[serde(borrow, rename = "stdJsonInput")]
    input: Option<&'a RawValue>,
    compilation: Option<SourcifyCompilation>,
    #[serde(rename = "SourceCode")]
    etherscan: Option<String>,
    #[serde(rename = "CompilerVersion")]
    etherscan_version: Option<String>,
    #[serde(rename = "ContractName")]
    etherscan_name: Option<String>,
    #[serde(rename = "ContractFileName")]
    etherscan_path: Option<String>,
    #[serde(rename = "OptimizationUsed")]
    optimized: Option<Value>,
    #[serde(rename = "Runs")]
    runs: Option<Value>,
    #[serde(rename = "EVMVersion")]
    evm: Option<String>,
    #[serde(rename = "Library")]
    libraries: Option<String>,
    source_code: Option<String>,
    compiler_version: Option<String>,
    name: Option<String>,
    file_path: Option<String>,
    language: Option<String>,
    #[serde(default)]
    additional_sources: Vec<BlockscoutSource>,
    compiler_settings: Option<Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SourcifyCompilation {
    compiler_version: Option<String>,
    fully_qualified_name: Option<String>,
}

#[derive(Deserialize)]
struct BlockscoutSource {
    file_path: String,
    source_code: String,
}

/// The contents of an explorer's answer.
struct Found {
    input: Box<RawValue>,
    version: Option<String>,
    /// The contract's name, and its source's path.
    name: Option<String>,
    path: Option<String>,
}

/// Strips the outer of two pairs of braces, as explorers write an input; other text stays unchanged.
pub(super) fn unbraced(text: &str) -> &str {
    let trimmed = text.trim();
    let inner = trimmed.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    inner.filter(|inner| inner.starts_with('{') && inner.ends_with('}')).unwrap_or(text)
}

/// Reads an answer.
///
/// # Errors
/// If the contract is not verified there, or its input is not shaped as one.
pub(super) fn parse_answer(text: &str) -> Result<Compilation, FileFault> {
    let lost = FileFault::Other(OtherFile::NoSourceCode);
    let whole: Answer<'_> = serde_json::from_str(text).map_err(|_| lost.clone())?;
    // The first of a list; the words of a refusal are no answer.
    let result = whole.result.map(|result| result.get().trim_start_matches('[').trim_start());
    let result = result.and_then(|result| serde_json::Deserializer::from_str(result).into_iter().next());
    let answer = result.and_then(Result::ok).unwrap_or(whole);
    answer.found().ok_or(lost)?.compilation()
}

impl Answer<'_> {
    /// What it holds; nothing if the contract is not verified.
    fn found(self) -> Option<Found> {
        if let Some(input) = self.input {
            let compilation = self.compilation;
            let version = compilation.as_ref().and_then(|it| it.compiler_version.clone());
            let full = compilation.and_then(|it| it.fully_qualified_name);
            let (path, name) = full.as_deref().and_then(|full| full.rsplit_once(':')).unzip();
            let [path, name] = [path, name].map(|part| part.map(str::to_owned));
            return Some(Found { input: input.to_owned(), version, name, path });
        }
        match (&self.etherscan, &self.source_code) {
            (Some(text), _) if !text.is_empty() => self.of_etherscan(text),
            (None, Some(text)) => self.of_blockscout(text),
            _ => None,
        }
    }

    fn of_etherscan(&self, text: &str) -> Option<Found> {
        let version = self.etherscan_version.clone();
        let is_vyper = version.as_deref().is_some_and(|version| version.starts_with("vyper"));
        let name = self.etherscan_name.as_deref().map(str::trim).unwrap_or_default();
        let path = self.etherscan_path.clone().filter(|path| !path.is_empty());
        let ending = if is_vyper { "vy" } else { "sol" };
        let own = format!("{name}.{ending}");
        let input = if unbraced(text).len() < text.len() {
            RawValue::from_string(unbraced(text).to_owned()).ok()?
        } else {
            let files = serde_json::from_str::<Map<String, Value>>(text);
            let sources = files.map_or_else(|_| json!({ &own: { "content": text } }), Value::Object);
            self.input_of(is_vyper, &own, &sources)?
        };
        Some(Found { input, version, name: Some(name.to_owned()), path })
    }

    /// The standard JSON input from the sources and the separate settings.
    fn input_of(&self, is_vyper: bool, path: &str, sources: &Value) -> Option<Box<RawValue>> {
        let number = |value: &Option<Value>| match value {
            Some(Value::String(text)) => text.trim().parse::<u64>().ok(),
            Some(value) => value.as_u64(),
            None => None,
        };
        let mut settings = Map::new();
        let mut optimizer = Map::new();
        optimizer.insert("enabled".to_owned(), json!(number(&self.optimized) == Some(1)));
        optimizer.extend(number(&self.runs).map(|runs| ("runs".to_owned(), json!(runs))));
        if !is_vyper {
            settings.insert("optimizer".to_owned(), Value::Object(optimizer));
        }
        let evm = self.evm.as_deref().filter(|evm| !evm.is_empty() && !evm.eq_ignore_ascii_case("default"));
        settings.extend(evm.map(|evm| ("evmVersion".to_owned(), json!(evm))));
        let named = self.libraries.as_deref().unwrap_or_default().split(';');
        let named = named.filter_map(|library| library.split_once(':'));
        let libraries: Map<String, Value> =
            named.map(|(name, address)| (name.to_owned(), json!(prefixed(address)))).collect();
        if !libraries.is_empty() {
            settings.insert("libraries".to_owned(), json!({ path: libraries }));
        }
        let language = if is_vyper { "Vyper" } else { "Solidity" };
        let input = json!({ "language": language, "sources": sources, "settings": settings });
        to_raw_value(&input).ok()
    }

    fn of_blockscout(&self, text: &str) -> Option<Found> {
        let is_vyper = self.language.as_deref().is_some_and(|it| it.eq_ignore_ascii_case("vyper"));
        let name = self.name.clone();
        let own = format!("{}.{}", name.as_deref().unwrap_or_default(), if is_vyper { "vy" } else { "sol" });
        let path = self.file_path.clone().filter(|path| !path.is_empty()).unwrap_or(own);
        let more = self.additional_sources.iter().map(|it| (&it.file_path, &it.source_code));
        let sources: Map<String, Value> = [(&path, &text.to_owned())]
            .into_iter()
            .chain(more)
            .map(|(path, text)| (path.clone(), json!({ "content": text })))
            .collect();
        let mut settings = self.compiler_settings.clone().filter(Value::is_object).unwrap_or(json!({}));
        if let Value::Object(settings) = &mut settings {
            settings.shift_remove("compilationTarget");
        }
        let language = if is_vyper { "Vyper" } else { "Solidity" };
        let input = json!({ "language": language, "sources": sources, "settings": settings });
        let input = to_raw_value(&input).ok()?;
        Some(Found { input, version: self.compiler_version.clone(), name, path: Some(path) })
    }
}

/// An address with `0x` in front, which Etherscan leaves out.
fn prefixed(address: &str) -> Cow<'_, str> {
    if address.starts_with("0x") { address.into() } else { format!("0x{address}").into() }
}

impl Found {
    fn compilation(self) -> Result<Compilation, FileFault> {
        let mut found = standard::parse_input(&self.input)?;
        found.kind = FileKind::Explorer;
        let version = self.version.as_deref().map(|version| version.trim_start_matches("vyper:"));
        let version = version.and_then(|version| CompilerVersion::parse(version.trim_start_matches('v')));
        found.compiler_version = version.map(|version| completed(version, &found.language));
        let is_own = |path: &str, name: &str| {
            self.name.as_deref() == Some(name) && self.path.as_deref().is_none_or(|own| own == path)
        };
        let own: Vec<_> =
            found.contracts.deployable.iter().filter(|it| is_own(it.path(), it.name())).cloned().collect();
        if !own.is_empty() {
            found.contracts = Contracts { deployable: own, ..found.contracts };
        }
        Ok(found)
    }
}
