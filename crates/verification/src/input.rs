//! A compiler's standard JSON input in parts, and the files that one contract needs of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use alloy_primitives::B256;
use ledger::Text;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::{Compilation, ContractIdentifier, HashCheck, Lack, Lacking, SourceFile, Upload};

/// The setting that selects the compiler's outputs, by path. It may name files that are not sent.
const SELECTION: &str = "outputSelection";

/// The parts of an input. Their texts go into a request's body and nowhere else.
#[derive(Clone, PartialEq, Eq)]
pub struct Input {
    /// Up to the first source.
    before: Arc<str>,
    /// Each source's path, and its member.
    sources: Arc<[(Text, Arc<str>)]>,
    /// From the end of the last source to the output selection, or to the end.
    after: Arc<str>,
    /// Each path of which something is put out, and its member.
    outputs: Arc<[(Text, Arc<str>)]>,
    end: Arc<str>,
}

impl Input {
    /// Takes an input apart: its members but the sources, in their order, and the sources, each its path and its value.
    pub fn new<'a>(
        members: impl IntoIterator<Item = (&'a str, &'a RawValue)>,
        sources: impl IntoIterator<Item = (&'a str, &'a RawValue)>,
    ) -> Self {
        let (mut rest, mut settings) = (String::new(), None);
        for (name, value) in members {
            match (name, value.get()) {
                ("sources", _) => {}
                ("settings", value) => settings = Some(value),
                (name, value) => rest.push_str(&(member(name, value) + ",")),
            }
        }
        let sources =
            sources.into_iter().map(|(path, source)| (Text::from(path), member(path, source.get())));
        let (after, outputs, end) = tail(settings);
        Self {
            before: format!("{{{rest}\"sources\":{{").into(),
            sources: sources.map(|(path, member)| (path, member.into())).collect(),
            after: after.into(),
            outputs: outputs.into(),
            end: end.into(),
        }
    }

    /// The input with the sources that `is_kept` selects.
    pub fn with(&self, is_kept: impl Fn(&Text) -> bool) -> Upload {
        let kept = |list: &[(Text, Arc<str>)], also: &str| {
            let kept = list.iter().filter(|(path, _)| path.is(also) || is_kept(path));
            kept.map(|(_, member)| Arc::clone(member)).collect::<Vec<_>>()
        };
        let sources = kept(&self.sources, "\0");
        let count = sources.len();
        let comma: Arc<str> = ",".into();
        let mut parts = vec![Arc::clone(&self.before)];
        let mut list = |members: Vec<Arc<str>>, behind: &Arc<str>| {
            for (at, member) in members.into_iter().enumerate() {
                parts.extend((at > 0).then(|| Arc::clone(&comma)));
                parts.push(member);
            }
            parts.push(Arc::clone(behind));
        };
        list(sources, &self.after);
        list(kept(&self.outputs, "*"), &self.end);
        Upload::of_parts(parts, count)
    }
}

/// `"name":value`.
fn member(name: &str, value: &str) -> String {
    format!("{}:{value}", Value::from(name))
}

/// The text after the sources: up to the paths of the output selection, these paths, and the text after them.
fn tail(settings: Option<&str>) -> (String, Vec<(Text, Arc<str>)>, String) {
    let Some(settings) = settings else { return ("}}".to_owned(), Vec::new(), String::new()) };
    let read = serde_json::from_str::<Map<String, Value>>(settings).ok();
    let by_path = read.and_then(|mut settings| match settings.shift_remove(SELECTION) {
        Some(Value::Object(outputs)) if outputs.keys().any(|path| path != "*") => Some((settings, outputs)),
        _ => None,
    });
    let Some((settings, outputs)) = by_path else {
        return (format!("}},\"settings\":{settings}}}"), Vec::new(), String::new());
    };
    let settings: String =
        settings.iter().map(|(name, value)| member(name, &value.to_string()) + ",").collect();
    let outputs = outputs
        .iter()
        .map(|(path, value)| (Text::from(path.as_str()), Arc::from(member(path, &value.to_string()))));
    (format!("}},\"settings\":{{{settings}\"{SELECTION}\":{{"), outputs.collect(), "}}}".to_owned())
}

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Input({} sources)", self.sources.len())
    }
}

/// The needs of a file's contracts, from the file.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Needs {
    /// By contract, each source that its metadata names, with the hash that the compiler saw, if it is given.
    pub named: BTreeMap<ContractIdentifier, Vec<(Text, Option<B256>)>>,
    /// By source, where its imports lead. `None` if one cannot be followed; nothing is left out then.
    pub imports: BTreeMap<Text, Option<Vec<Text>>>,
    /// Whether all sources are wanted, needed or not.
    pub everything: bool,
}

/// The sources that are sent for a contract, and the others.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Selection {
    /// The files to send.
    pub files: Vec<SourceFile>,
    /// Needed files that cannot be sent. Nothing is sent while there are any.
    pub lacking: Vec<Lacking>,
    /// The files that it does not need.
    pub left_out: Vec<SourceFile>,
    /// The source with an import that could not be followed, for which all are sent.
    pub unfollowed: Option<Text>,
}

impl Selection {
    /// Whether the source with this path is sent.
    pub fn has(&self, path: &Text) -> bool {
        self.files.binary_search_by(|file| file.path.cmp(path)).is_ok()
    }
}

impl Compilation {
    /// The sources to send for a contract; all of them while the contract is undetermined.
    pub fn selection(&self, contract: Option<&ContractIdentifier>) -> Selection {
        let whole = || Selection {
            files: self.files.to_vec(),
            lacking: self.lacking.clone(),
            ..Selection::default()
        };
        let Some(contract) = contract.filter(|_| !self.needs.everything) else { return whole() };
        if let Some(named) = self.needs.named.get(contract) {
            return self.named(named);
        }
        match self.reached(contract) {
            Some(Ok(reached)) => self.narrowed(|path| reached.contains(path)),
            Some(Err(unfollowed)) => Selection { unfollowed: Some(unfollowed), ..whole() },
            None => whole(),
        }
    }

    /// The sources that metadata names, held against its hashes.
    fn named(&self, named: &[(Text, Option<B256>)]) -> Selection {
        let hash = |path: &Text| named.iter().find(|(name, _)| name == path).map(|(_, hash)| *hash);
        let mut selection = self.narrowed(|path| hash(path).is_some());
        selection.files.retain_mut(|file| match hash(&file.path).flatten() {
            Some(hash) if hash != file.keccak256 => {
                selection.lacking.push(Lacking { path: file.path.clone(), why: Lack::Altered });
                false
            }
            hash => {
                file.hash = if hash.is_some() { HashCheck::Matches } else { file.hash };
                true
            }
        });
        let missing = named.iter().filter(|(path, _)| !self.sources.contains(path));
        let missing = missing.map(|(path, _)| Lacking { path: path.clone(), why: Lack::Missing });
        selection.lacking.extend(missing);
        selection
    }

    /// The sources that a contract's own leads to by imports: all of them, or the one whose imports lead nowhere.
    /// `None` if imports are unknown.
    fn reached(&self, contract: &ContractIdentifier) -> Option<Result<BTreeSet<&Text>, Text>> {
        let mut reached = BTreeSet::new();
        let own = self.sources.iter().find(|path| path.is(contract.path()))?;
        let mut next = vec![own];
        while let Some(path) = next.pop() {
            if !reached.insert(path) {
                continue;
            }
            match self.needs.imports.get(path) {
                // A file that cannot be sent has no imports to follow, and is listed as lacking.
                None if self.lacking.iter().any(|lacking| lacking.path == *path) => {}
                None => return None,
                Some(None) => return Some(Err(path.clone())),
                Some(Some(imports)) => next.extend(imports),
            }
        }
        Some(Ok(reached))
    }

    fn narrowed(&self, is_needed: impl Fn(&Text) -> bool) -> Selection {
        let (files, left_out) = self.files.iter().cloned().partition(|file| is_needed(&file.path));
        let lacking = self.lacking.iter().filter(|lacking| is_needed(&lacking.path)).cloned().collect();
        Selection { files, lacking, left_out, unfollowed: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apart(input: &Value) -> Input {
        let raw = |value: &Value| serde_json::from_str::<Box<RawValue>>(&value.to_string()).unwrap();
        let members: Vec<_> =
            input.as_object().unwrap().iter().map(|(name, value)| (name, raw(value))).collect();
        let sources = input["sources"].as_object().unwrap();
        let sources: Vec<_> = sources.iter().map(|(path, value)| (path, raw(value))).collect();
        Input::new(
            members.iter().map(|(name, value)| (name.as_str(), &**value)),
            sources.iter().map(|(path, value)| (path.as_str(), &**value)),
        )
    }

    fn sent(input: &Input, kept: &[&str]) -> Value {
        let upload = input.with(|path| kept.iter().any(|kept| path.is(kept)));
        assert_eq!((upload.sources(), upload.bytes()), (kept.len(), upload.reveal().len()));
        serde_json::from_str(&upload.reveal()).unwrap()
    }

    #[test]
    fn what_is_put_together_is_what_was_taken_apart() {
        for input in [
            serde_json::json!({ "language": "Solidity", "sources": { "a \"b\".sol": { "content": "x" } } }),
            serde_json::json!({
                "language": "Vyper", "sources": { "a": { "content": "x" }, "b": { "content": "y" } },
                "interfaces": {}, "settings": { "optimize": "gas", "outputSelection": { "*": ["*"] } },
            }),
            serde_json::json!({
                "language": "Solidity", "sources": { "a": { "content": "x" } },
                "settings": { "viaIR": true, "outputSelection": { "a": { "*": ["abi"] } }, "remappings": [] },
            }),
        ] {
            let all: Vec<&str> = input["sources"].as_object().unwrap().keys().map(String::as_str).collect();
            assert_eq!(sent(&apart(&input), &all), input);
        }
    }

    #[test]
    fn what_is_left_out_is_not_named_either() {
        let input = apart(&serde_json::json!({
            "language": "Solidity",
            "sources": { "a": { "content": "x" }, "secret": { "content": "y" } },
            "settings": { "outputSelection": { "*": {}, "a": { "*": [] }, "secret": { "*": [] } } },
        }));
        assert_eq!(
            sent(&input, &["a"]),
            serde_json::json!({
                "language": "Solidity",
                "sources": { "a": { "content": "x" } },
                "settings": { "outputSelection": { "*": {}, "a": { "*": [] } } },
            })
        );
    }
}
