//! The built-in explorer, from which the import mode takes sources.

use axum::http::StatusCode;
use serde_json::json;

use super::compiler::{Compiled, complaint};
use super::failure::Failure;
use super::job::Work;
use super::onchain::Onchain;
use super::scenario::Listing;
use super::{Refusal, verdict};
use crate::artifacts;

/// The key for locked listings.
const KEY: &str = "demo-key";

/// Asks for the sources of a contract, and returns the work to do with them.
/// Errors: As the server passes on what the explorer answered: 404, 429, 502 or, for a page, 400.
pub(super) fn ask(listing: Listing, key: Option<&str>, onchain: Onchain) -> Result<Work, Refusal> {
    let failed = match listing {
        Listing::Nothing => {
            let message = "The explorer has no verified source of this contract.";
            return Err(Refusal::new(StatusCode::NOT_FOUND, "not_etherscan_verified", message));
        }
        Listing::Page => {
            return Err(Refusal::not_json("Unexpected token '<', \"<html>busy</html>\" is not valid JSON"));
        }
        Listing::Refuses(refused) => return Err(refused.into()),
        Listing::Locked(_) if key != Some(KEY) => {
            let message = "The explorer refused the request. Result message: Invalid API Key";
            return Err(Refusal::new(StatusCode::BAD_GATEWAY, "etherscan_request_failed", message));
        }
        Listing::Source(name) | Listing::Locked(name) => match artifacts::named(name) {
            Some(build) => return Ok(Work::Compare(onchain, Compiled::from_build(build), None)),
            None => Failure::new("no_compiler_output", "The compiler gave nothing."),
        },
        Listing::NoFileName => {
            let artifact = verdict::identify(&onchain.runtime);
            let name = artifact.map_or("Unknown", |artifact| artifact.contract.as_str());
            let message = format!("The contract \"{name}\" is not in the sources that the explorer gave.");
            Failure::new("etherscan_missing_contract_in_json", message)
                .with("errorData", json!({ "contractName": name }))
        }
        Listing::Vyper => Failure::new(
            "etherscan_vyper_version_mapping_failed",
            "The explorer's Vyper version \"vyper:0.3.10\" is not a version of that compiler.",
        )
        .with("errorData", json!({ "compilerVersion": "vyper:0.3.10" })),
        Listing::Broken => complaint::slip("identifier").into_failure(&onchain),
        Listing::Hostile => {
            let found = "'\u{1b}[2J\u{1b}]0;verified\u{7}\u{202e}hctam tcaxe\u{202c}\u{0}'";
            complaint::slip(found).into_failure(&onchain)
        }
    };
    Ok(Work::Fail(failed))
}
