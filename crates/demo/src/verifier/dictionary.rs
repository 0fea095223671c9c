//! `GET /signature-database/v1/lookup`: signatures by their hashes, and the signatures of an interface.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use alloy_primitives::hex::encode_prefixed as hex;
use alloy_primitives::keccak256;
use axum::extract::RawQuery;
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::{Map, Value, json};

use super::json_answer;
use crate::artifacts;

/// Functions that share their first four bytes with another, well-known one: `transfer(address,uint256)` and
/// `burn(uint256)`.
const STRANGERS: [&str; 2] = ["many_msg_babbage(bytes1)", "collate_propagate_storage(bytes16)"];
/// The most hashes of a kind that are looked up at once.
const MAX_HASHES: usize = 200;

/// Signatures by hash, those of functions by its first four bytes.
#[derive(Debug, Default)]
struct Dictionary {
    functions: BTreeMap<String, Vec<String>>,
    events: BTreeMap<String, Vec<String>>,
}

static ALL: LazyLock<Dictionary> = LazyLock::new(load);

/// Answers `{ok, result: {function, event}}`: for each hash the signatures, or null. Errors are found as functions are.
pub(super) async fn lookup(RawQuery(query): RawQuery) -> Response {
    let pairs: Vec<(String, String)> =
        form_urlencoded::parse(query.unwrap_or_default().as_bytes()).into_owned().collect();
    let wanted = |name: &str| -> Vec<String> {
        let lists = pairs.iter().filter(|(key, _)| key == name);
        lists
            .flat_map(|(_, list)| list.split(','))
            .filter(|hash| !hash.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let (functions, events) = (wanted("function"), wanted("event"));
    let fault = fault(&functions, 8).or_else(|| fault(&events, 64));
    if let Some(fault) = fault {
        return json_answer(StatusCode::BAD_REQUEST, &json!({ "ok": false, "error": fault }));
    }
    let result = json!({
        "function": found(&functions, &ALL.functions),
        "event": found(&events, &ALL.events),
    });
    json_answer(StatusCode::OK, &json!({ "ok": true, "result": result }))
}

fn fault(hashes: &[String], digits: usize) -> Option<String> {
    if hashes.len() > MAX_HASHES {
        return Some(format!("at most {MAX_HASHES} hashes of a kind"));
    }
    let good = |hash: &&String| {
        let bare = hash.strip_prefix("0x");
        bare.is_some_and(|bare| bare.len() == digits && bare.bytes().all(|byte| byte.is_ascii_hexdigit()))
    };
    hashes.iter().find(|hash| !good(hash)).map(|hash| format!("'{hash}' is not a valid hash"))
}

fn found(hashes: &[String], known: &BTreeMap<String, Vec<String>>) -> Value {
    let entries = hashes.iter().map(|hash| {
        let names = known.get(&hash.to_ascii_lowercase());
        let list = |names: &Vec<String>| -> Value {
            names.iter().map(|name| json!({ "name": name, "filtered": false })).collect()
        };
        (hash.clone(), names.map_or(Value::Null, list))
    });
    Value::Object(entries.collect::<Map<String, Value>>())
}

fn load() -> Dictionary {
    let mut all = Dictionary::default();
    for artifact in artifacts::all() {
        let abi: Value = serde_json::from_str(artifact.abi.get()).unwrap_or_default();
        for name in ["function", "error"].into_iter().flat_map(|kind| list(&abi, kind)) {
            note(&mut all.functions, 4, name);
        }
        for name in list(&abi, "event") {
            note(&mut all.events, 32, name);
        }
    }
    for name in STRANGERS {
        note(&mut all.functions, 4, name.to_owned());
    }
    all
}

fn note(into: &mut BTreeMap<String, Vec<String>>, bytes: usize, name: String) {
    let names = into.entry(hash(&name, bytes)).or_default();
    if !names.contains(&name) {
        names.push(name);
    }
}

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
