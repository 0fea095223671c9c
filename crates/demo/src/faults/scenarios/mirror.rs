//! Scenarios for requests to the mirror node only.

use super::Ruled;
use crate::faults::canned::{Canned, Saying};
use crate::faults::changed::Change;
use crate::faults::links::Link;
use crate::faults::rule::{Asked, Fault, Rule};

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
pub(super) const FAULTS: Ruled = &[
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
