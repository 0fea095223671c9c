//! The checks of a request's path and query.

use axum::http::StatusCode;
use ledger::EvmAddress;
use ledger::address::AddressFault;

use super::answer::Refusal;
use super::chains::{self, Chain};

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
