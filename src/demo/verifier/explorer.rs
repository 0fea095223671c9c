//! The built-in explorer, from which the import mode takes sources.

use axum::http::StatusCode;

use super::answer::Refusal;
use super::cast::Listing;
use super::job::Work;

/// The key that opens what is listed as locked.
pub(super) const KEY: &str = "demo-key";

/// Asks for the sources of a contract, and says what there is to do with them.
///
/// # Errors
/// As the server passes on what the explorer answered: 404, 429, 502 or, for a page, 400.
pub(super) fn ask(listing: Listing, key: Option<&str>) -> Result<Work, Refusal> {
    let failed =
        |message: &str| Err(Refusal::new(StatusCode::BAD_GATEWAY, "etherscan_request_failed", message));
    match listing {
        Listing::Nothing => Err(Refusal::new(
            StatusCode::NOT_FOUND,
            "not_etherscan_verified",
            "The explorer has no verified source of this contract.",
        )),
        Listing::Locked(name) if key == Some(KEY) => Ok(Work::Compile(name)),
        Listing::Locked(_) => failed("The explorer refused the request. Result message: Invalid API Key"),
        Listing::RateLimited => Err(Refusal::new(
            StatusCode::TOO_MANY_REQUESTS,
            "etherscan_limit",
            "The explorer's rate limit is reached, try later.",
        )),
        Listing::Failing => failed("The explorer answered with HTTP 500."),
        Listing::Lost => failed("The explorer could not be reached: the connection was closed."),
        Listing::Page => {
            Err(Refusal::not_json("Unexpected token '<', \"<html>busy</html>\" is not valid JSON"))
        }
        Listing::Malformed => Err(Refusal::new(
            StatusCode::BAD_REQUEST,
            "malformed_etherscan_response",
            "The explorer's answer lacks what it should hold.",
        )),
        Listing::Source(name) => Ok(Work::Compile(name)),
        Listing::NoFileName => Ok(Work::NoFileName),
        Listing::Vyper => Ok(Work::Vyper),
        Listing::Broken => Ok(Work::Broken),
        Listing::Hostile => Ok(Work::Hostile),
    }
}
