//! The rows of the table of places, by subject. The rows of pages about the program itself are here.

mod analysis;
mod contract;
mod entity;
mod transaction;
mod verification;

use super::text::Description;
use super::{Place, PlaceKind, Row};
use crate::message::Action;

pub(super) use analysis::ANALYSIS;
pub(super) use contract::CONTRACT;
pub(super) use entity::{ACCOUNT, SCHEDULE};
pub(super) use transaction::{REPLAY, TRANSACTION};
pub(super) use verification::VERIFICATION;

pub(super) const HOME: Row = Row {
    kind: PlaceKind::Home,
    name: "home",
    forms: &["home"],
    also: &[""],
    shows: "recent places and jobs",
    action: Some(Action::Home),
    example: "home",
    parse: |_| Ok(Place::Home),
    describe: |place| (*place == Place::Home).then(|| Description::new("home", "home")),
    ..Row::DEFAULT
};

pub(super) const LABELS: Row = Row {
    kind: PlaceKind::Labels,
    name: "labels",
    forms: &["labels"],
    shows: "labels and bookmarks, with their notes",
    action: Some(Action::Labels),
    example: "labels",
    parse: |_| Ok(Place::Labels),
    describe: |place| (*place == Place::Labels).then(|| Description::new("labels", "labels and bookmarks")),
    ..Row::DEFAULT
};

pub(in crate::message::place) const PROGRAM: &[Row] = &[Row {
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
