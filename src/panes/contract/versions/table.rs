//! The rows of the versions: start, duration and changed fields.

use std::sync::Arc;

use ledger::amount::counted;
use ledger::query::{ContractQuery, Op, TimestampFilter};
use ledger::timestamp::span;
use ledger::{Contract, ContractRef, Field, Timestamp};

use super::changes;
use super::walk::{End, Walk, start};
use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::list::{Column, ColumnOf, Columns, MemoryRows, Value};
use crate::widgets::Role;
use crate::widgets::table::Cell;

/// One version as a row; its changed fields are computed once.
#[derive(Clone, Debug)]
pub struct Row {
    pub(super) version: Arc<Contract>,
    changed: Changed,
}

#[derive(Clone, Debug)]
enum Changed {
    /// Fields that differ from the version before.
    Fields(Vec<String>),
    First,
    /// The version before is unknown.
    Unknown,
}

/// Updates the rows to a walk's versions, newest first.
pub(super) fn update(rows: &mut Vec<Row>, walk: &Walk) {
    let same = rows.iter().zip(walk.versions()).take_while(|(row, it)| Arc::ptr_eq(&row.version, it));
    // The version before the last of them may be known since.
    rows.truncate(same.count().saturating_sub(1));
    let versions = walk.versions().get(rows.len()..).unwrap_or_default();
    let older = versions.iter().skip(1).map(Some).chain([None]);
    let row = |(version, older): (&Arc<Contract>, Option<&Arc<Contract>>)| Row {
        version: Arc::clone(version),
        changed: match older {
            Some(older) => Changed::Fields(changes::labels(older, version)),
            None if walk.reaches_first() => Changed::First,
            None => Changed::Unknown,
        },
    };
    rows.extend(versions.iter().zip(older).map(row));
}

#[derive(Clone, Copy)]
pub struct VersionRows<'a> {
    pub(super) contract: ContractRef,
    pub(super) rows: &'a [Row],
}

impl MemoryRows for VersionRows<'_> {
    type Name = Timestamp;
    type Columns = Versions;

    const FIRST_COPY: Option<&'static str> = Some("valid from");

    fn columns(&self) -> &Versions {
        &Versions
    }

    fn len(&self) -> usize {
        self.rows.len()
    }

    fn name(&self, at: usize) -> Option<Timestamp> {
        start(&self.rows.get(at)?.version)
    }

    fn row(&self, at: usize) -> Option<&Row> {
        self.rows.get(at)
    }

    /// The contract as of this version.
    fn opened(&self, at: usize) -> Option<Place> {
        let valid = self.rows.get(at)?.version.timestamp.known()?;
        if valid.to == Field::Null {
            return Some(Place::contract(self.contract));
        }
        let timestamp = vec![TimestampFilter { op: Op::Eq, at: valid.from.value()? }];
        Some(Place::Contract(ContractQuery { contract: self.contract, timestamp }))
    }

    fn json(&self, at: usize) -> Option<String> {
        Some(self.rows.get(at)?.version.raw.raw().to_owned())
    }
}

/// The versions of a contract.
pub struct Versions;

impl Columns for Versions {
    type Row<'a> = &'a Row;

    const LIST: &'static str = "versions";

    const ALL: &'static [ColumnOf<Self>] = &[
        Column::time("valid from").shows(
            |row, ctx| {
                let from = start(&row.version).map(|at| ctx.theme.time(at, ctx.now));
                (from.unwrap_or_else(|| "not reported".to_owned()), Role::Plain)
            },
            |row| Value::time(start(&row.version)),
        ),
        Column::text("valid to", 14).titled("for").rank(1).shows(
            |row, ctx| row.lasted(ctx),
            |row| Value::time(row.version.timestamp.known().and_then(|valid| valid.to.value())),
        ),
        Column::text("what changed", 20)
            .grows(1)
            .shows(|row, _| row.changed(), |row| Value::Text(row.changed().0)),
    ];
}

impl Row {
    fn lasted(&self, ctx: &Context<'_>) -> Cell {
        let to = self.version.timestamp.known().map(|valid| valid.to.clone()).unwrap_or_default();
        match (start(&self.version), to) {
            (Some(from), Field::Known(to)) => (span(to.since(from)), Role::Plain),
            (Some(from), Field::Null) => (format!("{} (current)", span(ctx.now.since(from))), Role::Success),
            _ => ("not reported".to_owned(), Role::Dim),
        }
    }

    fn changed(&self) -> Cell {
        match &self.changed {
            Changed::Fields(labels) if labels.is_empty() => {
                ("nothing that the record shows".to_owned(), Role::Dim)
            }
            Changed::Fields(labels) => (labels.join(", "), Role::Plain),
            Changed::First => ("the first version".to_owned(), Role::Dim),
            Changed::Unknown => ("the version before is not loaded".to_owned(), Role::Dim),
        }
    }
}

/// The state of the walk in words.
pub(super) fn status(walk: &Walk, asking: bool) -> String {
    let count = walk.versions().len();
    let versions = counted(count, "version");
    let end = match walk.end() {
        _ if asking => "looking for older ones",
        Some(End::Creation) => "back to the contract's creation",
        Some(End::NoneBefore) => "the server knows none before",
        Some(End::Repeats) => "the server's next answer was no older version: it is not asked again",
        Some(End::NoStart) => "the oldest does not say when it began, so none before can be asked for",
        Some(End::Bound) => "there may be older ones",
        None => "stopped: there may be older ones",
    };
    format!("{versions}, {end}")
}
