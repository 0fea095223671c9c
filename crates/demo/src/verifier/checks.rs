//! The checks of a request: its path, its query, and the body of a submission.

use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use ledger::address::AddressFault;
use ledger::{EvmAddress, HexBytes};
use serde_json::{Map, Value};

use super::chains::Chain;
use super::{Refusal, chains};

/// Checks that no query parameter but these is given, and gives those that are.
/// Errors: `invalid_parameter` names the first unknown one.
pub(super) fn query(given: Option<&str>, known: &[&str]) -> Result<Vec<(String, String)>, Refusal> {
    let pairs: Vec<(String, String)> =
        form_urlencoded::parse(given.unwrap_or_default().as_bytes()).into_owned().collect();
    match pairs.iter().find(|(name, _)| !known.contains(&name.as_str())) {
        Some((name, _)) => Err(Refusal::parameter(format!("Unknown query parameter '{name}'"))),
        None => Ok(pairs),
    }
}

/// The error in a chain in a path, if any.
pub(super) fn chain_fault(chain: &str) -> Option<String> {
    if chain.len() > 20 {
        return Some("request/params/chainId must NOT have more than 20 characters".into());
    }
    let digits = !chain.is_empty() && chain.bytes().all(|byte| byte.is_ascii_digit());
    (!digits).then(|| "request/params/chainId must match pattern \"^\\d+$\"".into())
}

/// The error in the form of an address in a path, if any.
pub(super) fn address_fault(address: &str) -> Option<String> {
    let length = address.chars().count();
    if length != 42 {
        let kind = if length < 42 { "fewer" } else { "more" };
        return Some(format!("request/params/address must NOT have {kind} than 42 characters"));
    }
    let digits = address.strip_prefix("0x");
    let right = digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
    (!right).then(|| "request/params/address must match pattern \"(\\b0x[a-fA-F0-9]{40}\\b)\"".into())
}

/// Refuses when anything is wrong, naming all of it.
/// Errors: `invalid_parameter` with the faults, joined.
pub(super) fn none_of(faults: impl IntoIterator<Item = Option<String>>) -> Result<(), Refusal> {
    let faults: Vec<String> = faults.into_iter().flatten().collect();
    if faults.is_empty() { Ok(()) } else { Err(Refusal::parameter(faults.join(", "))) }
}

/// The chain with this number.
/// Errors: `unsupported_chain`.
pub(super) fn known_chain(chain: &str) -> Result<&'static Chain, Refusal> {
    chains::find(chain).ok_or_else(|| {
        Refusal::new(StatusCode::BAD_REQUEST, "unsupported_chain", format!("Chain {chain} not found"))
    })
}

/// The address, of which mixed case must spell the checksum.
/// Errors: `invalid_parameter`.
pub(super) fn summed_address(address: &str) -> Result<EvmAddress, Refusal> {
    EvmAddress::parse(address)
        .map_err(|_: AddressFault| Refusal::parameter(format!("Invalid address: {address}")))
}

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
