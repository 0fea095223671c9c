//! Scenarios for submissions and their jobs.

use std::time::Duration;

use super::Ruled;
use crate::faults::canned::{Canned, Saying};
use crate::faults::changed::Change;
use crate::faults::job::Record;
use crate::faults::rule::{Asked, Fault, Rule};

const fn submission(fault: Fault) -> Rule {
    Rule::on(Asked::Submission, fault)
}

const fn refusal(status: u16, code: &'static str, message: &'static str) -> Rule {
    submission(Fault::Answer(Canned::new(status, Saying::Code(code, message))))
}

const fn accepted(change: Change) -> Rule {
    submission(Fault::Change(change))
}

const fn job(record: Record) -> Rule {
    Rule::on(Asked::Job, Fault::Change(Change::Job(record)))
}

const GONE: Fault = Fault::Answer(Canned::new(
    404,
    Saying::Code("job_not_found", "No verification job found for the given id"),
));

/// By name without the service.
pub(super) const FAULTS: Ruled = &[
    ("200", "A submission is accepted with 200.", accepted(Change::Status(200))),
    ("201", "A submission is accepted with 201.", accepted(Change::Status(201))),
    ("no-id", "A submission is accepted, but its id is not told.", accepted(Change::Id(None))),
    (
        "odd-id",
        "A submission is accepted with an id that is none.",
        accepted(Change::Id(Some("../../chains?x=1"))),
    ),
    (
        "409",
        "A submission is refused: the contract is verified already.",
        refusal(409, "already_verified", "The contract is already verified with an exact match"),
    ),
    (
        "409-foreign",
        "A submission meets a 409 that is not the server's own.",
        submission(Fault::Answer(Canned::new(409, Saying::Page))),
    ),
    (
        "429-duplicate",
        "A submission is refused: another job of the contract runs.",
        refusal(
            429,
            "duplicate_verification_request",
            "The contract is already being verified, please wait for the verification to complete",
        ),
    ),
    (
        "429-limit",
        "A submission is refused: the explorer's limit is reached.",
        refusal(429, "etherscan_limit", "The explorer's rate limit is reached, try again later"),
    ),
    (
        "400-parameter",
        "A submission is refused for a parameter.",
        refusal(
            400,
            "invalid_parameter",
            "request/params/address must match pattern \"^(0x)?[0-9a-fA-F]{40}$\"",
        ),
    ),
    (
        "400-json",
        "A submission is refused for its body.",
        refusal(400, "invalid_json", "Unexpected token '<' is not valid JSON"),
    ),
    (
        "400-chain",
        "A submission is refused for its chain.",
        refusal(400, "unsupported_chain", "Chain 298 not found"),
    ),
    (
        "404-unverified",
        "A submission is refused: the explorer has no source.",
        refusal(404, "not_etherscan_verified", "The contract is not verified on the explorer"),
    ),
    (
        "late",
        "A submission is accepted, but answered two minutes later.",
        submission(Fault::Late(Duration::from_mins(2))),
    ),
    ("dropped", "A submission is accepted, but the connection is reset.", submission(Fault::Drop)),
    ("pending", "Jobs never complete.", job(Record::Pending)),
    (
        "gone",
        "Jobs are gone from the second check on: 404 `job_not_found`.",
        Rule::on(Asked::Job, GONE).after(1),
    ),
    ("unknown-keys", "Records of jobs have members that nobody knows.", job(Record::Unknown)),
    ("no-contract", "Records of jobs have null for the contract.", job(Record::NoContract)),
    ("status", "Records of jobs have a status in words instead of the flag.", job(Record::Status)),
    ("3mb", "Records of complete jobs are 3 MB of codes that differ.", job(Record::Large)),
    (
        "restart",
        "Behind the first submission the server restarts: nobody listens for twenty seconds.",
        submission(Fault::Restart(Duration::from_secs(20))).times(1),
    ),
];
