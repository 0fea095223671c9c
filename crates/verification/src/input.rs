//! A compiler's standard JSON input in parts, to send a contract with only the sources that it needs.

use std::fmt;
use std::sync::Arc;

use ledger::Text;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::Upload;

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
