//! Pages about the program itself.

use crate::message::Action;
use crate::message::place::description::Description;
use crate::message::place::{Place, PlaceKind, Row};

pub(in crate::message::place) const PROGRAM: [Row; 1] = [Row {
    kind: PlaceKind::Requests,
    name: "request log",
    forms: &["requests"],
    shows: "the requests of this run, what came of each, and who wanted it",
    action: Some(Action::Requests),
    example: "requests",
    parse: |_| Ok(Place::Requests),
    describe: |place| {
        let Place::Requests = place else { return None };
        Some(Description::new("requests", "request log"))
    },
    ..Row::DEFAULT
}];
