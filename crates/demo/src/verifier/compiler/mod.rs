//! The embedded compiler: it knows the sources of the embedded contracts and what the real compiler made of them.
//!
//! It reads what is submitted as a compiler does. Sources whose tokens are those of a build compile to that build's
//! code: to the byte, metadata and all, if every text, path and setting agrees; with another metadata hash if a
//! comment, a path or a setting without influence on code differs; otherwise changed. Sources that it
//! does not know do not compile, and the complaint names the first token that departs from what it knows.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use alloy_primitives::B256;
use candidate::Candidate;
use complaint::Complaint;
use ledger::EvmAddress;
use serde_json::Value;
use settings::Settings;

use super::failure::Failure;
use crate::artifacts;
use crate::artifacts::Artifact;

pub(super) mod candidate;
pub(super) mod complaint;
mod release;
mod settings;
mod source;

/// The largest source parsed, in bytes: far more than any that ships.
const MAX_SOURCE_BYTES: usize = 256 * 1024;

#[derive(Debug)]
pub(super) struct Compilation {
    compiler: &'static str,
    /// Its version with the commit, without a leading `v`.
    version: String,
    sources: BTreeMap<String, String>,
    /// As in standard JSON or as in metadata; null if missing.
    settings: Value,
    /// The path and the name of the contract that is wanted.
    target: (String, String),
}

impl Compilation {
    /// The sources to compile, if the language is known here.
    /// Errors: `invalid_language`; a known language without a compiler is found out later.
    pub(super) fn new(
        language: &str,
        version: &str,
        sources: BTreeMap<String, String>,
        settings: Value,
        target: (String, String),
    ) -> Result<Self, Failure> {
        let compiler = match language {
            "Solidity" => "solc",
            "Vyper" => "vyper",
            _ => return Err(Failure::new("invalid_language", "Unknown error.")),
        };
        Ok(Self { compiler, version: version.to_owned(), sources, settings, target })
    }
}

#[derive(Clone, Debug)]
pub(super) struct Compiled {
    /// The build of which it is, or to which it is nearest.
    pub(super) artifact: &'static Artifact,
    /// The code that creates the contract, without constructor arguments.
    pub(super) creation: Vec<u8>,
    /// The code as compiled: immutables are zero.
    pub(super) runtime: Vec<u8>,
    /// The libraries for which the compiler left placeholders. In the codes they are linked as the server does it.
    open: Vec<EvmAddress>,
}

impl Compiled {
    pub(super) fn from_build(artifact: &'static Artifact) -> Self {
        Self {
            artifact,
            creation: artifact.creation.clone(),
            runtime: artifact.runtime.clone(),
            open: Vec::new(),
        }
    }

    /// The part of a code that the server stores: the compiler's digits before the first placeholder.
    pub(super) fn kept<'a>(&self, code: &'a [u8]) -> &'a [u8] {
        let first =
            self.open.iter().filter_map(|library| candidate::library_places(code, *library).next()).min();
        first.and_then(|at| code.get(..at)).unwrap_or(code)
    }
}

/// Compiles the sources.
/// Errors: The reason for missing code of the target.
pub(super) fn compile(given: &Compilation) -> Result<Compiled, Complaint> {
    let release = release::find(given.compiler, &given.version)
        .ok_or_else(|| Complaint::release(given.compiler, &given.version))?;
    let settings = Settings::parse(&given.settings, release).ok_or_else(Complaint::evm_version)?;
    let faults: Vec<Value> =
        given.sources.iter().filter_map(|(path, text)| fault(path, text, &given.sources)).collect();
    if !faults.is_empty() {
        return Err(Complaint::Errors(faults));
    }
    let (path, name) = &given.target;
    let text = given.sources.get(path).ok_or(Complaint::NoSuchContract)?;
    if !source::has_code(&source::tokens(text), name).ok_or(Complaint::NoSuchContract)? {
        return Err(Complaint::NoCode);
    }
    let parts = reached(path, &given.sources);
    let codes: BTreeSet<B256> = parts.values().map(|text| source::code_hash(text)).collect();
    let code = source::code_hash(text);
    // Of equally near ones, the first.
    let nearest = known()
        .iter()
        .filter(|(hash, build)| *hash == code && build.contract == *name)
        .filter_map(|(_, build)| Candidate::from_build(build, release))
        .filter(|candidate| candidate.needs.is_subset(&codes))
        .min_by_key(|candidate| candidate.distance(given, &settings, &parts));
    Ok(nearest.ok_or(Complaint::NoSuchContract)?.compiled(given, &settings, release, &parts))
}

/// The error in one source, if any: a missing import, or unparsable text.
fn fault(path: &str, text: &str, all: &BTreeMap<String, String>) -> Option<Value> {
    if text.len() > MAX_SOURCE_BYTES {
        return Some(complaint::unknown_source(path, text, 0..0));
    }
    let tokens = source::tokens(text);
    for (from, to, file) in source::imports(&tokens, path) {
        if !all.contains_key(&file) {
            let end = to.at + to.text.len() + 1;
            return Some(complaint::missing_import(path, text, from.at..end, &file));
        }
    }
    let code = source::code_hash(text);
    if known().iter().any(|(hash, _)| *hash == code) {
        return None;
    }
    let shared = |build: &&Artifact| {
        let source = build.source();
        let theirs = source::tokens(&source);
        tokens.iter().zip(&theirs).take_while(|(one, other)| one.text == other.text).count()
    };
    let shared = artifacts::all().map(|build| shared(&build)).max().unwrap_or(0);
    let place =
        tokens.get(shared).map_or(text.len()..text.len(), |token| token.at..token.at + token.text.len());
    Some(complaint::unknown_source(path, text, place))
}

/// The sources that are reached from this one by imports, itself among them.
fn reached<'a>(path: &'a str, all: &'a BTreeMap<String, String>) -> BTreeMap<&'a str, &'a str> {
    let mut found = BTreeMap::new();
    let mut ahead = vec![path.to_owned()];
    while let Some(next) = ahead.pop() {
        if let Some((path, text)) = all.get_key_value(&next)
            && found.insert(path.as_str(), text.as_str()).is_none()
        {
            ahead.extend(source::imports(&source::tokens(text), path).into_iter().map(|(.., file)| file));
        }
    }
    found
}

fn known() -> &'static [(B256, &'static Artifact)] {
    static KNOWN: LazyLock<Vec<(B256, &'static Artifact)>> =
        LazyLock::new(|| artifacts::all().map(|build| (source::code_hash(&build.source()), build)).collect());
    &KNOWN
}
