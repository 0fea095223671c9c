//! The table of scenarios, by name without the service.

use std::time::Duration;

use super::{Faulty, Ruled, Seen};
use crate::faults::canned::{Canned, Saying, Where};
use crate::faults::changed::{Change, Link, Record};
use crate::faults::delivery::Delivery;
use crate::faults::rule::{Asked, Fault, Rule};

const fn answer(status: u16, saying: Saying) -> Fault {
    Fault::Answer(Canned::new(status, saying))
}

const TOO_MANY: Canned = Canned::new(429, Saying::Page);

/// By name without the service.
pub(super) const ANY_REQUEST: Faulty = &[
    ("refused", "Nobody listens at its port.", Fault::Refuse(None)),
    (
        "refused-10s",
        "Nobody listens at its port for ten seconds; then all is well.",
        Fault::Refuse(Some(Duration::from_secs(10))),
    ),
    ("401", "401, as of a server that wants credentials.", answer(401, Saying::Page)),
    ("403", "403 with a page, as of a firewall.", answer(403, Saying::Page)),
    ("429", "429 with a page, as of a load balancer, without a word on how long.", Fault::Answer(TOO_MANY)),
    ("429-seconds", "429 with `Retry-After: 3`.", Fault::Answer(TOO_MANY.retry_after(3))),
    (
        "429-date",
        "429 with `Retry-After` as a date three seconds ahead.",
        Fault::Answer(TOO_MANY.retry_at(3)),
    ),
    ("429-hour", "429 that asks to wait for an hour.", Fault::Answer(TOO_MANY.retry_after(3600))),
    ("500", "500 in the server's own shape.", answer(500, Saying::Reason)),
    ("502", "502 with the page of a gateway.", answer(502, Saying::Page)),
    ("503", "503 in the server's own shape.", answer(503, Saying::Reason)),
    ("truncated", "The right JSON, cut in half.", Fault::Change(Change::Cut)),
    ("truncated-gzip", "The right JSON, compressed and cut in half.", Fault::Change(Change::CutGzip)),
    ("not-gzip", "The right JSON, called compressed, which it is not.", Fault::Change(Change::NoGzip)),
    ("wrong-type", "The right JSON, called `text/html`.", Fault::Change(Change::Page)),
    ("not-json", "200 with a page, as of a network that wants a login first.", answer(200, Saying::Login)),
    ("other-json", "200 with JSON of another shape.", answer(200, Saying::Other)),
    ("deep-json", "200 with JSON that is nested a hundred thousand levels deep.", answer(200, Saying::Deep)),
    ("empty-body", "200 with nothing in it.", answer(200, Saying::Nothing)),
    (
        "stall",
        "Nothing for thirty seconds; then the right answer.",
        Fault::Stall(Some(Duration::from_secs(30))),
    ),
    ("silent", "Nothing at all.", Fault::Stall(None)),
    ("slow", "The right answer in drips: a hundredth of it in a second.", Fault::Deliver(Delivery::Drip)),
    ("too-large", "40 MB of blanks before the right answer.", Fault::Deliver(Delivery::Large)),
    ("gzip-bomb", "The same 40 MB, compressed to 40 kB.", Fault::Deliver(Delivery::Bomb)),
    ("redirect-host", "302 to a host that does not exist.", answer(302, Saying::Redirect(Where::Elsewhere))),
    ("redirect-loop", "302 to the same address again.", answer(302, Saying::Redirect(Where::Here))),
    (
        "reset",
        "The connection is reset before the answer; what was asked is done.",
        Fault::Deliver(Delivery::Reset),
    ),
    ("reset-midway", "The connection is reset in the middle of the answer.", Fault::Deliver(Delivery::Half)),
];

const fn all(fault: Fault) -> Rule {
    Rule::on(Asked::Mirror, fault)
}

const fn link(link: Link) -> Rule {
    all(Fault::Change(Change::Link(link)))
}

const INVALID: Saying =
    Saying::Messages(&["Invalid parameter: limit", "Unknown query parameter: \u{1b}[31mfoo"]);
const NOT_FOUND: Saying = Saying::Messages(&["Not found"]);

/// By name without the service.
pub(super) const MIRROR_FAULTS: Ruled = &[
    (
        "400",
        "400 with two messages, one of them with a control character.",
        all(Fault::Answer(Canned::new(400, INVALID))),
    ),
    ("next-host", "Links to next pages lead to another host.", link(Link::Elsewhere)),
    ("next-absolute", "Links to next pages are whole URLs of the same host.", link(Link::Absolute)),
    ("next-repeated", "The second page of a list by time leads to itself.", link(Link::Repeated)),
    ("next-backward", "The second page of a list by time leads back.", link(Link::Backward)),
    ("next-odd", "Links to next pages are numbers.", link(Link::Odd)),
    (
        "empty-page",
        "Between two pages of a list by time is an empty one that leads to the next.",
        link(Link::Empty),
    ),
    (
        "206",
        "The first two details of results are 206: incomplete yet.",
        Rule::on(Asked::Detail, Fault::Change(Change::Status(206))).times(2),
    ),
    (
        "404-fresh",
        "The first two details of results are not found yet.",
        Rule::on(Asked::Detail, Fault::Answer(Canned::new(404, NOT_FOUND))).times(2),
    ),
    (
        "no-opcodes",
        "No result is executed again: 404, as of servers where that is off.",
        Rule::on(Asked::Opcodes, Fault::Answer(Canned::new(404, NOT_FOUND))),
    ),
    ("numeric-strings", "All numbers are in quotes.", all(Fault::Change(Change::QuotedNumbers))),
];

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
pub(super) const VERIFIER_FAULTS: Ruled = &[
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

pub(super) const MIRROR_PLACES: Seen = &[
    ("by-id", "A contract by its id.", "0.0.5001"),
    ("by-alias", "The same by its EVM address.", "0xb0551e9ecceb06cf6ea2879174aaf4da84633e85"),
    ("by-long-zero", "A contract by its long-zero address.", "0x000000000000000000000000000000000000138a"),
    ("unknown", "A contract that does not exist.", "0.0.4999"),
    ("deleted", "A deleted contract.", "0.0.5003"),
    ("system", "A contract of the system.", "0.0.359"),
    ("large-number", "An id beyond 32 bits.", "0.0.9999999999"),
    ("threshold-key", "A key that needs some of several.", "0.0.5008"),
    ("deep-key", "A key twenty levels deep.", "0.0.5043"),
    ("null-key", "No admin key.", "0.0.5004"),
    ("empty-key", "An empty list of keys.", "0.0.5044"),
    ("null-code", "No bytecode, and nulls.", "0.0.5023"),
    ("24kb-code", "24 KB of code.", "0.0.5005"),
    ("versions", "Three versions over time.", "contract/0.0.5001/versions"),
    ("missing-members", "Members are missing, others unknown.", "0.0.5042"),
    ("escapes", "A memo with escape sequences.", "0.0.5012"),
    ("large-memo", "A memo of 10 KB.", "0.0.5019"),
    ("empty-list", "A list without rows.", "contract/0.0.5011/results"),
    ("all-fields", "A list whose rows have all fields.", "contract/0.0.5031/results"),
    ("mixed-rows", "A list of which some rows have all fields.", "contract/0.0.5032/results"),
    ("last-page", "A list that ends with a full page.", "contract/0.0.5034/results"),
    ("many-pages", "A list of 100,000 rows.", "contract/0.0.5001/results"),
    ("null-created", "Created contracts of which some are unknown.", "contract/0.0.5036/results"),
    ("reverts", "Each form of an error's data.", "contract/0.0.5022/results"),
    ("every-field", "A result that has everything.", "result/0.0.5001/1795216207.123456789"),
    ("children", "Calls that a transaction made in turn.", "0.0.1012-1795216550-000000001"),
    ("scheduled", "A transaction with its schedule.", "0.0.1006-1787551997-000005555"),
    ("batch", "A batch, one of whose transactions failed.", "0.0.1003-1795216531-802469083"),
    ("duplicate", "A transaction that was sent twice.", "0.0.1011-1795216538-925925872"),
    ("memo-bytes", "A memo of bytes that are no text.", "0.0.1003-1795216495-087259360"),
    ("schedules", "Schedules in every state of their lives.", "schedules"),
    ("odd-schedule", "A schedule with unknown members.", "schedule/0.0.7013"),
    ("no-list", "A payload that is no list.", "schedules?account.id=0.0.1099"),
];

pub(super) const VERIFIER_PLACES: Seen = &[
    ("202", "A submission that ends with an exact match.", "verify/298/0.0.5001"),
    ("match", "A job that ends with a match.", "verify/298/0.0.5007"),
    ("runtime-only", "A job that matches the runtime code alone.", "verify/298/0.0.5011"),
    ("no-match", "A job that finds nothing similar.", "verify/298/0.0.5015"),
    ("differs", "A job whose code differs.", "verify/298/0.0.5020?mode=import"),
    ("compiler-error", "A job whose source does not compile.", "verify/298/0.0.5015?mode=import"),
    ("internal-error", "A job that ends with a fault of the server.", "verify/298/0.0.5033"),
    ("error-code", "A job that ends with a code that nobody knows yet.", "verify/298/0.0.5123"),
    ("stuck", "A job of one contract that never completes.", "verify/298/0.0.5028"),
    ("flaky", "A job whose first two checks meet a gateway out of order.", "verify/298/0.0.5035"),
    ("forwarded", "A success that is forwarded to three explorers.", "verify/298/0.0.5013"),
];
