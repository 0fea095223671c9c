//! The verifier's `customCode`s in words: what each means for the user, and what to do next.
//!
//! They are an open set: a code that is not known here is explained by its status alone, and shown as it is.

use super::{Advice, Mode, Offer, Refusal};
use crate::ledger::Text;

const EDIT: Option<Offer> = Some(Offer::Edit);
const SIMILARITY: Option<Offer> = Some(Offer::Similarity);
const IMPORT: Option<Offer> = Some(Offer::Import);

const CHECK_ADDRESS: &str =
    "Check the chain, and which form of the address the chain knows: the long-zero one or the EVM address.";
const TRY_SIMILARITY: &str = "Try similarity, which needs nothing from the explorer.";
const NO_CODE: &str = "There is no code at that address on that chain.";
const LATER: &str = "Send it again later.";

/// What a refused submission means. Servers share a status between causes, so the code decides before it.
pub fn of_refusal(refusal: &Refusal, words: Option<&Text>, mode: Option<Mode>) -> Advice {
    let code = refusal.code.as_ref().map(Text::shown);
    let import = mode == Some(Mode::Import);
    let (says, next, offer) = match (code.as_deref(), refusal.status) {
        (Some("invalid_parameter"), _) => {
            ("The verifier refused a value.", "Read its words, correct the field and send it again.", EDIT)
        }
        (Some("invalid_json"), _) if import => (
            "The verifier could not read what it got, which in this mode is most likely the explorer's answer.",
            "Send it again later, or try similarity.",
            SIMILARITY,
        ),
        (Some("invalid_json"), _) => {
            ("The verifier could not read the request.", "Check that its address is that of API v2.", EDIT)
        }
        (Some("unsupported_chain"), _) => unsupported_chain(words, import),
        (Some("not_etherscan_verified"), _) => {
            ("The explorer has no verified sources of this contract.", TRY_SIMILARITY, SIMILARITY)
        }
        (Some("cannot_fetch_bytecode" | "contract_not_deployed"), _) => (NO_CODE, CHECK_ADDRESS, EDIT),
        (Some("already_verified"), _) | (_, 409) => {
            ("Both sides of the code are verified exactly already.", "Nothing is left to do.", None)
        }
        (Some("duplicate_verification_request"), _) => (
            "Another job for this contract is unfinished at the verifier, perhaps someone else's, perhaps one that hangs.",
            "Wait and send it again; if you know the other job's id, follow that one.",
            EDIT,
        ),
        (Some("etherscan_limit"), _) => (
            "The explorer's limit for the key that was used is reached: yours, or the verifier's own if you gave none.",
            "Wait, or use a key of your own; similarity needs none.",
            SIMILARITY,
        ),
        (Some("etherscan_request_failed"), _) => explorer_failed(words),
        (Some("malformed_etherscan_response"), _) => {
            ("What the explorer has of this contract cannot be used.", TRY_SIMILARITY, SIMILARITY)
        }
        (Some("failed_to_get_bytecode"), _) => (
            "The verifier could not reach the chain to read the contract's code.",
            "Send it again later; if the chain is retired there, it cannot be verified.",
            EDIT,
        ),
        (Some("internal_error"), _) if import => (
            "The verifier failed; in this mode it also does so for chains that it has retired.",
            "Send it again later, or try similarity.",
            SIMILARITY,
        ),
        (Some("internal_error"), _) => ("The verifier failed.", LATER, EDIT),
        (Some("route_not_found"), _) | (None, 404 | 405) => (
            "The server is probably not a verifier with API v2.",
            "Check the verifier's address of this network.",
            None,
        ),
        (Some("too_many_requests"), _) | (_, 429) => {
            ("The verifier asks for fewer requests.", "Wait, then send it again.", EDIT)
        }
        (_, 401 | 403) => {
            ("The server wants credentials.", "Check the verifier's address of this network.", None)
        }
        (_, 500..) => ("The verifier failed.", LATER, EDIT),
        _ => ("The verifier refused the submission.", "Read its words below.", EDIT),
    };
    Advice::new(says, next, offer)
}

/// The chain is unknown to the verifier, or known but not for import. Only the words tell which.
fn unsupported_chain(words: Option<&Text>, import: bool) -> (&'static str, &'static str, Option<Offer>) {
    let unknown = words.is_some_and(|words| words.shown().ends_with("not found"));
    match (unknown, import) {
        (true, _) | (false, false) => (
            "The verifier does not know this chain.",
            "Check the chain id, or choose a network whose verifier knows it.",
            EDIT,
        ),
        (false, true) => (
            "The verifier does not import from an explorer for this chain; its other modes may serve it.",
            TRY_SIMILARITY,
            SIMILARITY,
        ),
    }
}

/// The explorer refused the verifier or failed. Of every refusal the words say that the key is invalid.
fn explorer_failed(words: Option<&Text>) -> (&'static str, &'static str, Option<Offer>) {
    if words.is_some_and(|words| words.shown().contains("API Key")) {
        (
            "The explorer refused the verifier. Its words blame the key whatever the cause was, so they may be wrong.",
            "Check that your key covers this chain, send it again later, or try similarity.",
            SIMILARITY,
        )
    } else {
        (
            "The explorer did not answer the verifier as it should.",
            "Send it again later, or try similarity.",
            SIMILARITY,
        )
    }
}

/// What the error of a completed job means.
pub fn of_job(code: Option<&str>) -> Advice {
    let (says, next, offer) = match code.unwrap_or_default() {
        "no_similar_match_found" => (
            "No verified contract is alike: of those whose code begins the same, none matched.",
            "Try import, or give the creation transaction hash.",
            IMPORT,
        ),
        "already_verified" => (
            "It is verified already, and this submission did not match any better.",
            "Nothing is left to do, unless better sources turn up.",
            None,
        ),
        "internal_error" => (
            "The verifier failed, was stopped in the middle of the job, or another job for the contract was faster.",
            "Send it again.",
            EDIT,
        ),
        "no_match" => (
            "The recompiled code has the right length but differs from the deployed code.",
            "Compare both codes: other compiler settings, or sources that are not those deployed.",
            SIMILARITY,
        ),
        "bytecode_length_mismatch" => (
            "The recompiled code is not as long as the deployed code.",
            "Compare both codes: another compiler version, other settings or other sources.",
            SIMILARITY,
        ),
        "compiler_error" => (
            "The sources do not compile, or the compiler version cannot be had.",
            "Read the compiler's words below.",
            SIMILARITY,
        ),
        "contract_not_found_in_compiler_output" => (
            "The sources compile, but the named contract is not among them.",
            "Check the contract's name and path in the sources.",
            SIMILARITY,
        ),
        "compiled_bytecode_is_zero" => (
            "The named contract has no code of its own: it is abstract, or an interface.",
            "Name the contract that was deployed.",
            SIMILARITY,
        ),
        "contract_not_deployed" | "onchain_bytecode_is_zero" => (NO_CODE, CHECK_ADDRESS, EDIT),
        "cannot_fetch_bytecode" => {
            ("The verifier could not read the contract's code from the chain.", LATER, EDIT)
        }
        "onchain_runtime_bytecode_not_available" | "onchain_creation_bytecode_not_available" => {
            ("The verifier could not read all of the contract's code from the chain.", LATER, EDIT)
        }
        "creation_bytecode_match_error" => (
            "Comparing the creation code failed.",
            "Send it again, with the creation transaction hash if you know it.",
            SIMILARITY,
        ),
        "missing_source" | "missing_or_invalid_source" => (
            "Sources that the metadata names are missing, or are not the ones it names.",
            "See the names below; the sources must be as they were when it was compiled.",
            SIMILARITY,
        ),
        "extra_file_input_bug" => (
            "Files beyond those needed were compiled along, which changes the code with some compilers.",
            "Verify it with all sources of the original compilation.",
            SIMILARITY,
        ),
        "etherscan_missing_contract_in_json" => {
            ("The explorer's sources do not say which file holds the contract.", TRY_SIMILARITY, SIMILARITY)
        }
        "etherscan_vyper_version_mapping_failed" | "etherscan_missing_vyper_settings" => (
            "The explorer does not tell the Vyper compiler or its settings in a way that can be used.",
            TRY_SIMILARITY,
            SIMILARITY,
        ),
        "malformed_etherscan_response" => {
            ("What the explorer has of this contract cannot be used.", TRY_SIMILARITY, SIMILARITY)
        }
        "invalid_language" | "unsupported_language" => {
            ("The verifier does not know the sources' language.", TRY_SIMILARITY, SIMILARITY)
        }
        "invalid_compiler_version" | "unsupported_compiler_version" => {
            ("The verifier cannot use the sources' compiler version.", TRY_SIMILARITY, SIMILARITY)
        }
        "invalid_compilation_target" | "metadata_not_set" => {
            ("The sources do not tell which contract to compile.", TRY_SIMILARITY, SIMILARITY)
        }
        "no_compiler_output"
        | "creation_bytecode_cbor_auxdata_not_set"
        | "runtime_bytecode_cbor_auxdata_not_set"
        | "cannot_generate_cbor_auxdata_positions" => {
            ("The compiler's output lacks what the comparison needs.", TRY_SIMILARITY, SIMILARITY)
        }
        _ => ("The verifier ended the job with an error.", "Read its words below.", EDIT),
    };
    Advice::new(says, next, offer)
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

    const IN_JOBS: [&str; 31] = [
        "no_similar_match_found",
        "already_verified",
        "internal_error",
        "no_match",
        "bytecode_length_mismatch",
        "compiler_error",
        "contract_not_found_in_compiler_output",
        "compiled_bytecode_is_zero",
        "contract_not_deployed",
        "cannot_fetch_bytecode",
        "missing_source",
        "invalid_language",
        "etherscan_missing_contract_in_json",
        "etherscan_vyper_version_mapping_failed",
        "etherscan_missing_vyper_settings",
        "malformed_etherscan_response",
        "missing_or_invalid_source",
        "invalid_compilation_target",
        "extra_file_input_bug",
        "no_compiler_output",
        "metadata_not_set",
        "creation_bytecode_cbor_auxdata_not_set",
        "runtime_bytecode_cbor_auxdata_not_set",
        "invalid_compiler_version",
        "unsupported_compiler_version",
        "cannot_generate_cbor_auxdata_positions",
        "onchain_runtime_bytecode_not_available",
        "onchain_creation_bytecode_not_available",
        "onchain_bytecode_is_zero",
        "creation_bytecode_match_error",
        "unsupported_language",
    ];

    fn refused(status: u16, code: &str, words: &str, mode: Mode) -> Advice {
        let code = (!code.is_empty()).then(|| Text::from(code));
        of_refusal(&Refusal { status, code }, Some(&words.into()), Some(mode))
    }

    #[test]
    fn every_known_code_is_explained() {
        let unknown = of_job(Some("a_code_of_tomorrow"));
        for code in IN_JOBS {
            assert_ne!(of_job(Some(code)), unknown, "{code}");
        }
        assert_eq!(of_job(None), unknown);
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
        assert_eq!(chain(unknown, Mode::Import).offer, Some(Offer::Edit));
        assert_eq!(chain(no_import, Mode::Import).offer, Some(Offer::Similarity));
    }

    #[test]
    fn the_claim_about_the_key_is_not_repeated_as_a_fact() {
        let claim = "Error in Etherscan API response. Result message: Invalid API Key";
        let advice = refused(502, "etherscan_request_failed", claim, Mode::Import);
        assert!(!advice.says.to_lowercase().contains("invalid"));
        assert!(advice.says.contains("may be wrong"));
        let lost =
            refused(502, "etherscan_request_failed", "Etherscan API returned HTTP 500 error.", Mode::Import);
        assert!(!lost.says.contains("key"));
    }

    #[test]
    fn a_404_without_a_code_is_not_about_the_contract() {
        let advice = refused(404, "", "Cannot POST /v2/verify", Mode::Similarity);
        assert!(advice.says.contains("API v2"));
        assert_eq!(advice.offer, None);
    }
}
