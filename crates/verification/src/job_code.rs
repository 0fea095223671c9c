//! Explains the error of a completed job by its `customCode`, and the next step.
//!
//! The codes are an open set: an unknown one is explained like any failure, and shown unchanged.

use super::{Advice, Mode, Step};

pub(super) const NO_CODE: &str = "There is no code at that address on that chain.";
pub(super) const CHECK_ADDRESS: &str =
    "Check the chain, and which form of the address the chain knows: the long-zero one or the EVM address.";
pub(super) const TRY_SIMILARITY: &str = "Try similarity, which needs nothing from the explorer.";
const LATER: &str = "Submit it again later.";

/// Explains the error of a completed job. `with_hash`: whether a creation transaction hash was given.
pub(crate) fn advice(code: Option<&str>, mode: Option<Mode>, with_hash: bool) -> Advice {
    let code = code.unwrap_or_default();
    let (text, next, step) = about_sources(code, mode).unwrap_or(match code {
        "no_similar_match_found" => (
            "No verified contract is alike: of those whose code begins the same, none matched.",
            "Verify it from your own sources, as standard JSON; without them, try import.",
            Step::Try(Mode::StandardJson),
        ),
        "already_verified" => (
            "It is verified already, and this submission did not match any better.",
            "Nothing is left to do, unless better sources turn up.",
            Step::Verified,
        ),
        "internal_error" => (
            "The verifier failed, was stopped in the middle of the job, or another job for the contract was faster.",
            "Submit it again.",
            Step::Again,
        ),
        "no_match" => (
            "The recompiled code differs from the deployed code.",
            "Compare both codes: other compiler settings, or sources that are not those deployed.",
            Step::Difference,
        ),
        "bytecode_length_mismatch" => (
            "The recompiled code is not as long as the deployed code.",
            "Compare both codes: another compiler version, other settings or other sources.",
            Step::Difference,
        ),
        "contract_not_deployed" | "onchain_bytecode_is_zero" => (NO_CODE, CHECK_ADDRESS, Step::Edit),
        "cannot_fetch_bytecode" => {
            ("The verifier could not read the contract's code from the chain.", LATER, Step::Again)
        }
        "onchain_runtime_bytecode_not_available" | "onchain_creation_bytecode_not_available" => {
            ("The verifier could not read all of the contract's code from the chain.", LATER, Step::Again)
        }
        "creation_bytecode_match_error" if with_hash => (
            "Comparing the creation code failed, with the hash that was given.",
            "Check the creation transaction hash, or submit it without one.",
            Step::Edit,
        ),
        "creation_bytecode_match_error" => (
            "Comparing the creation code failed.",
            "Submit it again, with the creation transaction hash if you know it.",
            Step::Again,
        ),
        "etherscan_missing_contract_in_json" => (
            "The explorer's sources do not say which file holds the contract.",
            TRY_SIMILARITY,
            Step::Try(Mode::Similarity),
        ),
        "etherscan_vyper_version_mapping_failed" | "etherscan_missing_vyper_settings" => (
            "The explorer does not tell the Vyper compiler or its settings in a way that can be used.",
            TRY_SIMILARITY,
            Step::Try(Mode::Similarity),
        ),
        "malformed_etherscan_response" => (
            "What the explorer has of this contract cannot be used.",
            TRY_SIMILARITY,
            Step::Try(Mode::Similarity),
        ),
        _ => (
            "The verifier ended the job with an error.",
            "Read its words below; a report holds them.",
            Step::Report,
        ),
    });
    Advice::new(text, next, step)
}

/// The error in the sources or their compilation; `None` for codes about something else.
fn about_sources(code: &str, mode: Option<Mode>) -> Option<(&'static str, &'static str, Step)> {
    // Sources that came from an explorer cannot be corrected here; one's own can.
    let (correct, step) = match mode {
        Some(Mode::Import) => (TRY_SIMILARITY, Step::Try(Mode::Similarity)),
        _ => ("Correct the input: it may be another file, or another contract in it.", Step::Edit),
    };
    let (text, next) = match code {
        "compiler_error" => (
            "The sources do not compile, or the compiler version cannot be had.",
            "Read the compiler's words below.",
        ),
        "contract_not_found_in_compiler_output" => {
            ("The sources compile, but the named contract is not among them.", correct)
        }
        "compiled_bytecode_is_zero" => {
            ("The named contract has no code of its own: it is abstract, or an interface.", correct)
        }
        "missing_source" | "missing_or_invalid_source" => (
            "Sources that the metadata names are missing, or are not the ones it names.",
            "See the names below; the sources must be as they were when it was compiled.",
        ),
        "extra_file_input_bug" => (
            "Files beyond those needed were compiled along, which changes the code with some compilers.",
            "Verify it with all sources of the original compilation.",
        ),
        "invalid_language" | "unsupported_language" => {
            ("The verifier does not know the sources' language.", correct)
        }
        "invalid_compiler_version" | "unsupported_compiler_version" => {
            ("The verifier cannot use the sources' compiler version.", correct)
        }
        "invalid_compilation_target" | "metadata_not_set" => {
            ("The sources do not tell which contract to compile.", correct)
        }
        "no_compiler_output"
        | "creation_bytecode_cbor_auxdata_not_set"
        | "runtime_bytecode_cbor_auxdata_not_set"
        | "cannot_generate_cbor_auxdata_positions" => {
            ("The compiler's output lacks what the comparison needs.", correct)
        }
        _ => return None,
    };
    Some((text, next, step))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The codes of failed jobs that servers are known to send.
    const IN_JOBS: &str = include_str!("../../../tests/fixtures/job-codes.txt");

    #[test]
    fn every_known_code_is_explained() {
        for mode in [None, Some(Mode::Similarity), Some(Mode::Import)] {
            let unknown = advice(Some("a_code_of_tomorrow"), mode, false);
            for code in IN_JOBS.lines() {
                assert_ne!(advice(Some(code), mode, false), unknown, "{code}");
            }
            assert_eq!(advice(None, mode, false), unknown);
        }
    }

    #[test]
    fn sources_of_an_explorer_are_not_to_be_corrected_here() {
        for code in ["compiler_error", "compiled_bytecode_is_zero", "missing_source"] {
            assert_eq!(
                advice(Some(code), Some(Mode::Import), false).step,
                Step::Try(Mode::Similarity),
                "{code}"
            );
        }
        assert_eq!(advice(Some("compiler_error"), None, false).step, Step::Edit);
    }
}
