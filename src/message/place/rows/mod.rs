//! The rows of the table of places, by subject.

mod account;
mod analysis;
mod contract;
mod program;
mod replay;
mod schedule;
mod transaction;
mod verification;

pub(super) use account::ACCOUNT;
pub(super) use analysis::ANALYSIS;
pub(super) use contract::CONTRACT;
pub(super) use program::PROGRAM;
pub(super) use replay::REPLAY;
pub(super) use schedule::SCHEDULE;
pub(super) use transaction::TRANSACTION;
pub(super) use verification::VERIFICATION;

use super::description::Description;
use super::{Place, PlaceKind, Row};
use crate::message::Action;

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
