//! The columns of the list of events, and the selected event whole.

use crate::decode::reading::Reading;
use crate::ledger::{ContractLog, ContractRef, HexBytes};
use crate::message::Copied;
use crate::panes::Context;
use crate::panes::kit::{decoded, values};
use crate::widgets::Role;
use crate::widgets::line::cut_middle;
use crate::widgets::table::{Cell, Column};

/// The table's columns; the higher the rank, the earlier a narrow screen gives it up.
pub(super) fn columns(ctx: &Context<'_>) -> Vec<Column> {
    let time = values::time_column(ctx, "consensus time");
    vec![
        time,
        Column::number("index", 5).rank(2),
        Column::text("event", 20).grows(1),
        Column::text("named by", 8).rank(3),
        Column::text("transaction hash", 18).rank(4),
    ]
}

/// The cells of an event, with what it says if that is known by now.
pub(super) fn cells(row: &ContractLog, reading: Option<&Reading>, ctx: &Context<'_>) -> Vec<Cell> {
    let time = row.timestamp.value().map_or_else(|| "no time".to_owned(), |at| ctx.look.time(at, ctx.now));
    let index = row.log.index.value().map(|index| index.to_string()).unwrap_or_default();
    let by = reading.and_then(Reading::best).map(|best| best.provenance.word()).unwrap_or_default();
    let hash = row.transaction_hash.known().map(HexBytes::to_hex).unwrap_or_default();
    vec![
        (time, Role::Plain),
        (index, Role::Dim),
        event(row, reading, ctx),
        (by.to_owned(), Role::Dim),
        (cut_middle(&hash, 18, ctx.look.glyphs.cut).into_owned(), Role::Dim),
    ]
}

/// The event with its arguments, or its first topic.
fn event(row: &ContractLog, reading: Option<&Reading>, ctx: &Context<'_>) -> Cell {
    let id = row.log.contract_id.value().map(ContractRef::Id);
    let emitter = id.or_else(|| row.log.address.value().map(ContractRef::Address));
    match reading {
        Some(reading) => match reading.best() {
            Some(best) => (
                decoded::line(ctx, emitter, best),
                if best.is_exact() { Role::Plain } else { Role::Attention },
            ),
            None => (reading.words(), Role::Dim),
        },
        None => (first_topic(row).unwrap_or_else(|| "anonymous".to_owned()), Role::Dim),
    }
}

fn first_topic(row: &ContractLog) -> Option<String> {
    row.log.topics.known()?.first()?.known().map(HexBytes::to_hex)
}

/// The event whole, and what is in doubt about it.
pub(super) fn whole(row: &ContractLog, reading: Option<&Reading>, ctx: &Context<'_>) -> Vec<Vec<Cell>> {
    let doubt = reading.and_then(Reading::best).and_then(|best| best.fault);
    let doubt = doubt.map(|fault| (format!("  {fault}"), Role::Attention));
    vec![[event(row, reading, ctx)].into_iter().chain(doubt).collect()]
}

/// The values of an event, for the copy menu.
pub(super) fn copies(row: &ContractLog, reading: Option<&Reading>) -> Vec<Copied> {
    let one = |what: &str, text: String| Copied { what: what.to_owned(), text };
    let mut copies = Vec::new();
    copies.extend(reading.and_then(Reading::best).map(|best| one("event", best.words())));
    copies.extend(row.timestamp.value().map(|at| one("consensus time", at.to_string())));
    copies.extend(row.transaction_hash.known().map(|hash| one("transaction hash", hash.to_hex())));
    for (place, topic) in row.log.topics.known().into_iter().flatten().enumerate() {
        copies.extend(topic.known().map(|topic| one(&format!("topic {place}"), topic.to_hex())));
    }
    copies.extend(row.log.data.known().map(|data| one("data", data.to_hex())));
    copies
}
