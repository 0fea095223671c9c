//! Explains a refused submission by the verifier's `customCode`, and the next step.
//!
//! The codes are an open set: an unknown one is explained by its status alone, and shown unchanged.

use ledger::Text;

use super::job_code::{CHECK_ADDRESS, NO_CODE, TRY_SIMILARITY};
use super::{Advice, Mode, Refusal, Step};

const VERIFIED: &str = "The contract is verified already, and the verifier's lookup of it says so, too.";
const WAIT: &str = "Have it sent again after a while.";
const CHECK_SERVER: &str =
    "Check the verifier's address of this network; a report says what was asked of whom.";

/// Explains a refused submission. Servers share a status between causes, so the code takes precedence.
pub(crate) fn advice(refusal: &Refusal, words: Option<&Text>, mode: Option<Mode>) -> Advice {
    let code = refusal.code.as_ref().map(Text::escaped);
    let import = mode == Some(Mode::Import);
    let (text, next, step) = match (code.as_deref(), refusal.status) {
        (Some("invalid_parameter"), _) => (
            "The verifier refused a value.",
            "Read its words, correct the field and send it again.",
            Step::Edit,
        ),
        (Some("invalid_json"), _) if import => (
            "The verifier could not read what it got, which in this mode is most likely the explorer's answer.",
            "Try similarity, which needs nothing from the explorer, or send it again later.",
            Step::Try(Mode::Similarity),
        ),
        (Some("invalid_json"), _) => ("The verifier could not read the request.", CHECK_SERVER, Step::Report),
        (Some("unsupported_chain"), _) => unsupported_chain(words, import),
        (Some("not_etherscan_verified"), _) => (
            "The explorer has no verified sources of this contract.",
            TRY_SIMILARITY,
            Step::Try(Mode::Similarity),
        ),
        (Some("cannot_fetch_bytecode" | "contract_not_deployed"), _) => (NO_CODE, CHECK_ADDRESS, Step::Edit),
        (Some("already_verified"), _) => (VERIFIED, "Nothing is left to do.", Step::Verified),
        (Some("duplicate_verification_request"), _) => (
            "It may be someone else's or your own; after a crash, verifiers have been seen to hold such a lock for ever.",
            "Have it sent again after a while; if you know the other job's id, follow that one.",
            Step::Retry,
        ),
        (Some("etherscan_limit"), _) => (
            "The explorer's limit for the key that was used is reached: yours, or the verifier's own if you gave none.",
            "Have it sent again after a while, or use a key of your own; similarity needs none.",
            Step::Retry,
        ),
        (Some("etherscan_request_failed"), _) => explorer_failed(words),
        (Some("malformed_etherscan_response"), _) => (
            "What the explorer has of this contract cannot be used.",
            TRY_SIMILARITY,
            Step::Try(Mode::Similarity),
        ),
        (Some("failed_to_get_bytecode"), _) => (
            "The verifier could not reach the chain to read the contract's code.",
            "Have it sent again after a while; if the chain is retired there, it cannot be verified.",
            Step::Retry,
        ),
        (Some("internal_error"), _) if import => (
            "The verifier failed; in this mode it also does so for chains that it has retired.",
            "Try similarity, or send it again later.",
            Step::Try(Mode::Similarity),
        ),
        (Some("internal_error"), _) => ("The verifier failed.", WAIT, Step::Retry),
        (Some("route_not_found"), _) | (None, 404 | 405) => {
            ("The server is probably not a verifier with API v2.", CHECK_SERVER, Step::Report)
        }
        (Some("too_many_requests"), _) | (_, 429) => {
            ("The verifier asks for fewer requests.", WAIT, Step::Retry)
        }
        (None, 409) => (
            "Something refused it without a word of the verifier's own: a proxy, or another server.",
            CHECK_SERVER,
            Step::Report,
        ),
        (_, 401 | 403) => ("The server wants credentials.", CHECK_SERVER, Step::Report),
        (_, 500..) => ("The verifier failed.", WAIT, Step::Retry),
        _ => ("The verifier refused the submission.", "Read its words below.", Step::Edit),
    };
    Advice::new(text, next, step)
}

/// Advice once automatic retries are used up.
pub(super) fn after_all_retries(refusal: &Refusal, mode: Option<Mode>) -> Advice {
    let code = refusal.code.as_ref().map(Text::escaped);
    match code.as_deref() {
        Some("duplicate_verification_request") => Advice::new(
            "It was refused every time: the lock seems to be stuck, as it is after a crash of the verifier.",
            "Report it to whoever runs the verifier, or send it again another day.",
            Step::Report,
        ),
        Some("etherscan_limit") if mode == Some(Mode::Import) => Advice::new(
            "It was refused every time: the explorer's limit may be that of a day.",
            "Use a key of your own, send it again another day, or try similarity, which needs no key.",
            Step::Try(Mode::Similarity),
        ),
        _ => Advice::new(
            "Every attempt failed, for longer than such troubles should last.",
            "Report it to whoever runs the verifier, or send it again another day.",
            Step::Report,
        ),
    }
}

/// The chain is unknown to the verifier, or known but not for import. Only the message shows which.
fn unsupported_chain(words: Option<&Text>, import: bool) -> (&'static str, &'static str, Step) {
    let unknown = words.is_some_and(|words| words.escaped().ends_with("not found"));
    match (unknown, import) {
        (true, _) | (false, false) => (
            "The verifier does not know this chain.",
            "Check the chain id, or choose a network whose verifier knows it.",
            Step::Edit,
        ),
        (false, true) => (
            "The verifier does not import from an explorer for this chain; its other modes may serve it.",
            TRY_SIMILARITY,
            Step::Try(Mode::Similarity),
        ),
    }
}

/// The explorer refused the verifier or failed. Of every refusal the words say that the key is invalid.
fn explorer_failed(words: Option<&Text>) -> (&'static str, &'static str, Step) {
    if words.is_some_and(|words| words.escaped().contains("API Key")) {
        (
            "The explorer refused the verifier. Its words blame the key whatever the cause was, so they may be wrong.",
            "Check that your key covers this chain, send it again later, or try similarity.",
            Step::Try(Mode::Similarity),
        )
    } else {
        (
            "The explorer did not answer the verifier as it should.",
            "Send it again later, or try similarity.",
            Step::Try(Mode::Similarity),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REFUSALS: [(u16, &str); 17] = [
        (400, "invalid_parameter"),
        (400, "invalid_json"),
        (400, "unsupported_chain"),
        (404, "not_etherscan_verified"),
        (404, "cannot_fetch_bytecode"),
        (404, "contract_not_deployed"),
        (409, "already_verified"),
        (429, "duplicate_verification_request"),
        (429, "etherscan_limit"),
        (429, "too_many_requests"),
        (502, "etherscan_request_failed"),
        (502, "failed_to_get_bytecode"),
        (400, "malformed_etherscan_response"),
        (500, "internal_error"),
        (404, "route_not_found"),
        (404, ""),
        (403, ""),
    ];

    fn refused(status: u16, code: &str, words: &str, mode: Mode) -> Advice {
        let code = (!code.is_empty()).then(|| Text::from(code));
        advice(&Refusal { status, code, until: None }, Some(&words.into()), Some(mode))
    }

    #[test]
    fn every_known_code_is_explained() {
        for mode in Mode::ALL {
            let unknown = refused(418, "a_code_of_tomorrow", "", mode);
            for (status, code) in REFUSALS {
                assert_ne!(refused(status, code, "", mode), unknown, "{status} {code}");
            }
        }
    }

    #[test]
    fn the_code_decides_before_the_status() {
        let as_documented = refused(429, "etherscan_limit", "", Mode::Import);
        assert_eq!(refused(503, "etherscan_limit", "", Mode::Import), as_documented);
        assert_ne!(refused(429, "", "", Mode::Import), as_documented);
        assert_ne!(
            refused(404, "not_etherscan_verified", "", Mode::Import),
            refused(404, "", "", Mode::Import)
        );
    }

    #[test]
    fn an_unsupported_chain_has_two_meanings() {
        let unknown = "Chain 9429413 not found";
        let no_import = "Requested chain 31337 is not supported for importing from Etherscan.";
        let chain = |words, mode| refused(400, "unsupported_chain", words, mode);
        assert_eq!(chain(unknown, Mode::Import), chain(unknown, Mode::Similarity));
        assert_eq!(chain(unknown, Mode::Import).step, Step::Edit);
        assert_eq!(chain(no_import, Mode::Import).step, Step::Try(Mode::Similarity));
    }

    #[test]
    fn the_claim_about_the_key_is_not_repeated_as_a_fact() {
        let claim = "Error in Etherscan API response. Result message: Invalid API Key";
        let advice = refused(502, "etherscan_request_failed", claim, Mode::Import);
        assert!(!advice.text.to_lowercase().contains("invalid"));
        assert!(advice.text.contains("may be wrong"));
        let lost =
            refused(502, "etherscan_request_failed", "Etherscan API returned HTTP 500 error.", Mode::Import);
        assert!(!lost.text.contains("key"));
    }

    #[test]
    fn a_404_without_a_code_is_not_about_the_contract() {
        let advice = refused(404, "", "Cannot POST /v2/verify", Mode::Similarity);
        assert!(advice.text.contains("API v2"));
        assert_eq!(advice.step, Step::Report);
    }
}
