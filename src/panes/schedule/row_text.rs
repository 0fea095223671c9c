//! Row texts that the lists of schedules share: inner transaction, signatures and ids.

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

/// A schedule with its state at a given time, which the record does not contain.
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

/// The state now, with its sign.
pub fn state(row: &Schedule, ctx: &Context<'_>) -> Cell {
    let (state, ran) = (row.lifecycle(ctx.now), ctx.seen.ran(row));
    let (sign, role) = lifecycle::sign(state, ran, &ctx.theme.glyphs);
    (format!("{sign} {}", lifecycle::label(state, ran)), role)
}

/// An id, or the sign for an absent one.
pub fn id(field: &Field<EntityId>, ctx: &Context<'_>) -> String {
    field.known().map_or_else(|| ctx.theme.glyphs.none.to_owned(), EntityId::to_string)
}

/// The inner transaction: its type, and the contract if it is a call.
pub fn inner(row: &Schedule, ctx: &Context<'_>) -> Cell {
    let Some(bytes) = row.transaction_body.known() else {
        return (ctx.theme.glyphs.none.to_owned(), Role::Dim);
    };
    let body = ScheduledBody::decode(HexBytes::bytes(bytes));
    match body.detail {
        Some(Detail::Call { contract: Some(contract), .. }) => (format!("call of {contract}"), Role::Plain),
        _ if body.broken_at.is_some() => ("cannot be read".to_owned(), Role::Attention),
        _ if body.field.is_none() => (body.name, Role::Dim),
        // The number of an unknown type is its only distinction and must not be cut.
        _ => (body.name.trim_start_matches("transaction of ").to_owned(), Role::Plain),
    }
}

/// The type of the inner transaction, in full.
pub fn transaction(row: &Schedule) -> Option<String> {
    Some(ScheduledBody::decode(HexBytes::bytes(row.transaction_body.known()?)).name)
}

/// The called contract, and the call data.
pub fn call(row: &Schedule) -> Option<(ContractRef, HexBytes)> {
    match ScheduledBody::decode(row.transaction_body.known()?.bytes()).detail {
        Some(Detail::Call { contract: Some(contract), parameters, .. }) => Some((contract, parameters)),
        _ => None,
    }
}

/// The number of signatures.
pub fn signatures(row: &Schedule) -> Option<i128> {
    row.signatures.known().map(|all| i128::try_from(all.len()).unwrap_or(i128::MAX))
}

pub fn memo(row: &Schedule) -> Option<String> {
    row.memo.known().map(|memo| String::from_utf8_lossy(memo.raw()).into_owned())
}

/// The number of signatures as text.
pub fn signed(row: &Schedule) -> String {
    row.signatures.known().map(|all| grouped(&all.len())).unwrap_or_default()
}

/// The link of a cell: a creator to the schedules of that account, a payer to the account.
pub fn leads(column: &str, row: &Schedule) -> Option<Place> {
    if column == "payer" {
        return row.payer_account_id.value().map(|payer| Place::Account(payer.into()));
    }
    let creator = row.creator_account_id.value().filter(|_| column == "creator")?;
    let account = Some(EntityFilter { op: Op::Eq, id: creator });
    Some(Place::Schedules(SchedulesQuery { account, ..SchedulesQuery::newest_first() }))
}
