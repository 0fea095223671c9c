//! The signatures of an interface with their hashes.

use alloy_primitives::keccak256;
use serde_json::{Value, json};

use super::onchain::hex;

/// `{function, event, error}`, each a list of signatures with the whole hash and its first four bytes.
pub(super) fn signatures_of(abi: &Value) -> Value {
    let hashed = |kind: &str| -> Vec<Value> {
        let entry = |signature: String| {
            json!({
                "signature": signature,
                "signatureHash4": hash(&signature, 4),
                "signatureHash32": hash(&signature, 32),
            })
        };
        list(abi, kind).map(entry).collect()
    };
    json!({ "function": hashed("function"), "event": hashed("event"), "error": hashed("error") })
}

pub(super) fn list(abi: &Value, kind: &str) -> impl Iterator<Item = String> {
    let entries = abi.as_array().into_iter().flatten().filter(move |entry| member(entry, "type") == kind);
    entries.map(signature)
}

pub(super) fn hash(signature: &str, bytes: usize) -> String {
    hex(keccak256(signature).get(..bytes).unwrap_or_default())
}

fn signature(entry: &Value) -> String {
    format!("{}{}", member(entry, "name"), tuple(entry.get("inputs")))
}

fn tuple(parts: Option<&Value>) -> String {
    let types: Vec<String> = parts.and_then(Value::as_array).into_iter().flatten().map(canonical).collect();
    format!("({})", types.join(","))
}

/// The hashed form of a type: a struct is written as the tuple of its members.
fn canonical(part: &Value) -> String {
    let kind = member(part, "type");
    match kind.strip_prefix("tuple") {
        Some(arrays) => format!("{}{arrays}", tuple(part.get("components"))),
        None => kind.to_owned(),
    }
}

fn member<'a>(entry: &'a Value, name: &str) -> &'a str {
    entry.get(name).and_then(Value::as_str).unwrap_or_default()
}
