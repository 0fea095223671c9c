//! Scenarios for any request to either service.

use std::time::Duration;

use super::Faulty;
use crate::faults::canned::{Canned, Saying, Where};
use crate::faults::changed::Change;
use crate::faults::delivery::Delivery;
use crate::faults::rule::Fault;

const fn answer(status: u16, saying: Saying) -> Fault {
    Fault::Answer(Canned::new(status, saying))
}

const TOO_MANY: Canned = Canned::new(429, Saying::Page);

/// By name without the service.
pub(super) const FAULTS: Faulty = &[
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
