//! What lists of schedules say of a row: its inner transaction, its signatures, its ids.

use std::ops::Deref;

use decode::ScheduledBody;
use decode::schedule_body::Detail;
use ledger::amount::grouped;
use ledger::query::{EntityFilter, Op, SchedulesQuery};
use ledger::{ContractRef, EntityId, Field, HexBytes, Schedule, Seen, Timestamp};

use super::lifecycle;
use crate::message::Place;
use crate::panes::Context;
use crate::widgets::Role;
use crate::widgets::table::Cell;

/// A schedule, and its state at a moment: the record has times alone.
#[derive(Clone, Copy)]
pub struct Standing<'a> {
    row: &'a Schedule,
    pub state: &'static str,
}

impl<'a> Standing<'a> {
    pub fn new(row: &'a Schedule, now: Timestamp, seen: &Seen) -> Self {
        Self { row, state: lifecycle::label(row.lifecycle(now), seen.ran(row)) }
    }
}

impl Deref for Standing<'_> {
    type Target = Schedule;

    fn deref(&self) -> &Schedule {
        self.row
    }
}

/// An id, or the sign for none.
pub fn id(field: &Field<EntityId>, ctx: &Context<'_>) -> String {
    field.known().map_or_else(|| ctx.theme.glyphs.none.to_owned(), EntityId::to_string)
}

/// What it will do or did: the kind of transaction, and the contract if it calls one.
pub fn inner(row: &Schedule, ctx: &Context<'_>) -> Cell {
    let Some(bytes) = row.transaction_body.known() else {
        return (ctx.theme.glyphs.none.to_owned(), Role::Dim);
    };
    let body = ScheduledBody::decode(HexBytes::bytes(bytes));
    match body.detail {
        Some(Detail::Call { contract: Some(contract), .. }) => (format!("call of {contract}"), Role::Plain),
        _ if body.broken_at.is_some() => ("cannot be read".to_owned(), Role::Attention),
        _ if body.field.is_none() => (body.name, Role::Dim),
        // Of a kind that is not known, the number is what distinguishes it, and must not be cut.
        _ => (body.name.trim_start_matches("transaction of ").to_owned(), Role::Plain),
    }
}

/// The kind of transaction that it will do or did, in full.
pub fn transaction(row: &Schedule) -> Option<String> {
    Some(ScheduledBody::decode(HexBytes::bytes(row.transaction_body.known()?)).name)
}

/// The contract that a schedule calls, and the call data.
pub fn call(row: &Schedule) -> Option<(ContractRef, HexBytes)> {
    match ScheduledBody::decode(row.transaction_body.known()?.bytes()).detail {
        Some(Detail::Call { contract: Some(contract), parameters, .. }) => Some((contract, parameters)),
        _ => None,
    }
}

/// How many signatures there are.
pub fn signatures(row: &Schedule) -> Option<i128> {
    row.signatures.known().map(|all| i128::try_from(all.len()).unwrap_or(i128::MAX))
}

/// The memo as it was sent.
pub fn memo(row: &Schedule) -> Option<String> {
    row.memo.known().map(|memo| String::from_utf8_lossy(memo.raw()).into_owned())
}

/// How many have signed.
pub fn signed(row: &Schedule) -> String {
    row.signatures.known().map(|all| grouped(&all.len())).unwrap_or_default()
}

/// Where a cell of a column leads: its creator to what else that account made, its payer to the account.
pub fn leads(column: &str, row: &Schedule) -> Option<Place> {
    if column == "payer" {
        return row.payer_account_id.value().map(|payer| Place::Account(payer.into()));
    }
    let creator = row.creator_account_id.value().filter(|_| column == "creator")?;
    let account = Some(EntityFilter { op: Op::Eq, id: creator });
    Some(Place::Schedules(SchedulesQuery { account, ..SchedulesQuery::newest_first() }))
}
