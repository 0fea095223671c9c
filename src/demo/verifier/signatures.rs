//! The signatures of an interface with their hashes.

use alloy_primitives::keccak256;
use serde_json::{Value, json};

use super::verdict::hex;

/// `{function, event, error}`, each a list of signatures with the whole hash and its first four bytes.
pub(super) fn of(abi: &Value) -> Value {
    let list = |kind: &str| -> Vec<Value> {
        let entries = abi.as_array().into_iter().flatten().filter(|entry| member(entry, "type") == kind);
        entries.map(|entry| hashed(&signature(entry))).collect()
    };
    json!({ "function": list("function"), "event": list("event"), "error": list("error") })
}

fn hashed(signature: &str) -> Value {
    let hash = keccak256(signature);
    json!({
        "signature": signature,
        "signatureHash4": hex(hash.get(..4).unwrap_or_default()),
        "signatureHash32": hex(hash.as_slice()),
    })
}

fn signature(entry: &Value) -> String {
    format!("{}{}", member(entry, "name"), tuple(entry.get("inputs")))
}

fn tuple(parts: Option<&Value>) -> String {
    let types: Vec<String> = parts.and_then(Value::as_array).into_iter().flatten().map(canonical).collect();
    format!("({})", types.join(","))
}

/// A type as it is hashed: a struct is written as the tuple of its members.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::artifacts;

    #[test]
    fn structs_are_written_as_tuples_and_known_selectors_come_out() {
        let abi = |name: &str| -> Value {
            serde_json::from_str(artifacts::named(name).unwrap().abi.get()).unwrap()
        };
        let token = of(&abi("Token")).to_string();
        assert!(token.contains("\"transfer(address,uint256)\",\"signatureHash4\":\"0xa9059cbb\""), "{token}");
        let yard = of(&abi("StorageYard")).to_string();
        assert!(yard.contains("store(string,(uint128,uint64,uint8,bool,string),bytes32)"), "{yard}");
    }
}
