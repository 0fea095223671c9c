//! The body of a submission: its media type, its JSON, and the requirements of its members.

use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use ledger::HexBytes;
use serde_json::{Map, Value};

use super::answer::Refusal;

/// Reads a submission's body; an empty one counts as `{}`.
/// Errors: `invalid_json` if the content type is JSON and the body is not. The schema refuses other content types
/// later.
pub(super) fn parse_body(headers: &HeaderMap, bytes: &[u8]) -> Result<Value, Refusal> {
    if media_type(headers) != Some("application/json") || bytes.is_empty() {
        return Ok(Value::Object(Map::new()));
    }
    let quoted = || String::from_utf8_lossy(bytes).chars().take(40).collect::<String>();
    match serde_json::from_slice(bytes) {
        Ok(value @ (Value::Object(_) | Value::Array(_))) => Ok(value),
        Ok(_) => Err(Refusal::not_json(format!("Only an object is taken, not {}", quoted()))),
        Err(fault) => Err(Refusal::not_json(format!("Not valid JSON: {fault}"))),
    }
}

/// Checks that the content type is JSON.
/// Errors: `invalid_parameter` names the given content type.
pub(super) fn announced(headers: &HeaderMap) -> Result<(), Refusal> {
    match media_type(headers) {
        Some("application/json") => Ok(()),
        other => {
            Err(Refusal::parameter(format!("unsupported media type {}", other.unwrap_or("not specified"))))
        }
    }
}

/// The error in the required members of a body, each an `object` or a `string`, if any; missing members come first.
pub(super) fn members_fault(body: &Value, members: &[(&str, &str)]) -> Option<String> {
    if let Some((name, _)) = members.iter().find(|(name, _)| body.get(name).is_none()) {
        return Some(format!("request/body must have required property '{name}'"));
    }
    members.iter().find_map(|(name, kind)| {
        let value = body.get(name)?;
        let fine = if *kind == "object" { value.is_object() } else { value.is_string() };
        (!fine).then(|| format!("request/body/{name} must be {kind}"))
    })
}

/// The error in the hash of the creation, if any.
pub(super) fn hash_fault(body: &Value) -> Option<String> {
    let given = body.get("creationTransactionHash")?;
    let Some(text) = given.as_str() else {
        return Some("request/body/creationTransactionHash must be string".into());
    };
    bounded_hash(text)
        .is_none()
        .then(|| "request/body/creationTransactionHash must match pattern \"(\\b0x[a-f0-9]{64}\\b)\"".into())
}

/// The first hash in the text, in lower case and not part of a longer word: the pattern is not anchored.
pub(super) fn bounded_hash(text: &str) -> Option<[u8; 32]> {
    let mut words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.find_map(|word| {
        let digits = word.strip_prefix("0x").filter(|digits| digits.len() == 64)?;
        let lower = digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        HexBytes::parse(digits).filter(|_| lower)?.bytes().try_into().ok()
    })
}

fn media_type(headers: &HeaderMap) -> Option<&str> {
    let given = headers.get(CONTENT_TYPE)?.to_str().ok()?;
    given.split(';').next().map(str::trim).filter(|kind| !kind.is_empty())
}
