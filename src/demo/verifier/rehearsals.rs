//! Contracts on which to rehearse: each is a counter whose verification ends in one way only, however it is tried.
//!
//! Here are the ends that no honest submission to the embedded network leads to.

use axum::http::StatusCode;

use super::answer::Refusal;
use super::cast::{Habit, Listing, Role};

/// How a job ends.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Ending {
    /// The `customCode`.
    pub(super) code: &'static str,
    /// The `message`.
    pub(super) message: &'static str,
}

/// How a submission is refused.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// With a code.
    Code(StatusCode, &'static str, &'static str),
    /// With a page, as what stands before a server does.
    Page(StatusCode, &'static str),
}

impl Refused {
    /// As an answer.
    pub(super) fn refusal(&self) -> Refusal {
        match *self {
            Self::Code(status, code, message) => Refusal::new(status, code, message),
            Self::Page(status, words) => Refusal::page(status, words),
        }
    }
}

/// The message of a code that has none of its own.
const UNKNOWN: &str = "Unknown error.";

const fn ending(entity: u64, code: &'static str, message: &'static str) -> (u64, Ending) {
    (entity, Ending { code, message })
}

/// The ends of jobs.
pub(super) const ENDINGS: &[(u64, Ending)] = &[
    ending(5101, "etherscan_missing_vyper_settings", "The explorer gave no settings for the Vyper compiler."),
    ending(5102, "missing_or_invalid_source", "A source is missing, or its hash is another."),
    ending(5103, "invalid_compilation_target", "The metadata's compilation target names no contract."),
    ending(
        5104,
        "extra_file_input_bug",
        "The metadata agrees but the code does not: more files were given to the compiler than the contract needs.",
    ),
    ending(5105, "no_compiler_output", "The compiler gave nothing."),
    ending(5106, "metadata_not_set", "The compiler gave no metadata."),
    ending(5107, "creation_bytecode_cbor_auxdata_not_set", UNKNOWN),
    ending(5108, "runtime_bytecode_cbor_auxdata_not_set", UNKNOWN),
    ending(5109, "invalid_compiler_version", "The compiler's version cannot be read."),
    ending(5110, "unsupported_compiler_version", "The compiler's version is too old to be verified."),
    ending(
        5111,
        "cannot_generate_cbor_auxdata_positions",
        "The places of the metadata in the code were not found.",
    ),
    ending(5112, "onchain_runtime_bytecode_not_available", "The chain's runtime code is not available."),
    ending(5113, "onchain_creation_bytecode_not_available", "The chain's creation code is not available."),
    ending(5114, "onchain_bytecode_is_zero", "The chain's code is empty."),
    ending(5115, "creation_bytecode_match_error", "The creation codes could not be compared."),
    ending(5116, "unsupported_language", UNKNOWN),
    ending(5117, "contract_not_found_in_compiler_output", "The compiler's output has no such contract."),
    ending(
        5118,
        "compiled_bytecode_is_zero",
        "The contract compiles to no code: it is abstract or an interface.",
    ),
    ending(5119, "missing_source", "The metadata names sources that were not sent as they were: Counter.sol"),
    ending(5120, "invalid_language", UNKNOWN),
    ending(5121, "cannot_fetch_bytecode", "The chain's nodes did not give the code."),
    ending(5122, "contract_not_deployed", "There is no contract at this address."),
    ending(5123, "proof_of_origin_required", UNKNOWN),
];

/// The refusals.
pub(super) const REFUSALS: &[(u64, Refused)] = &[
    (
        5131,
        Refused::Code(
            StatusCode::NOT_FOUND,
            "route_not_found",
            "This server keeps no jobs: it has no database.",
        ),
    ),
    (
        5132,
        Refused::Code(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal_error",
            "The server met an unexpected error.",
        ),
    ),
    (5133, Refused::Page(StatusCode::TOO_MANY_REQUESTS, "Too many requests")),
    (
        5134,
        Refused::Code(
            StatusCode::TOO_MANY_REQUESTS,
            "too_many_requests",
            "There were too many requests in too little time.",
        ),
    ),
    (5135, Refused::Page(StatusCode::FORBIDDEN, "Forbidden")),
    (5136, Refused::Page(StatusCode::BAD_GATEWAY, "The gateway cannot reach the server")),
    (5137, Refused::Page(StatusCode::PAYLOAD_TOO_LARGE, "The body is larger than the gateway lets through")),
    (
        5138,
        Refused::Code(
            StatusCode::UNPROCESSABLE_ENTITY,
            "licence_not_open",
            "Only open sources are taken here.",
        ),
    ),
];

/// The part of a contract to rehearse on. The explorer knows its sources, so that every mode gets as far.
pub(super) fn role(entity: u64) -> Option<Role> {
    let ends = ENDINGS.iter().find(|(place, _)| *place == entity).map(|(_, end)| Habit::Ends(end));
    let habit = ends.or_else(|| {
        REFUSALS.iter().find(|(place, _)| *place == entity).map(|(_, refused)| Habit::Refuses(refused))
    })?;
    Some(Role::of(entity).listed(Listing::Source("Counter")).takes(habit))
}
