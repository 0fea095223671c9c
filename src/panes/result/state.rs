//! The storage slots that were read or written, by contract, before and after.

use super::shown::Shown;
use super::words;
use crate::ledger::amount::grouped;
use crate::ledger::result::StateChange;
use crate::ledger::{EntityId, EvmAddress, Field, HexBytes};
use crate::panes::{Context, values};
use crate::widgets::{Sheet, Value};

pub(super) fn sheet(shown: &Shown<'_>) -> Sheet {
    let ctx = shown.ctx;
    let changes = match &shown.result.state_changes {
        Field::Known(changes) if changes.is_empty() => {
            return Sheet::default().words(Value::none("No storage slot was read or written."));
        }
        Field::Known(changes) => changes,
        other => {
            return Sheet::default().fact("state changes", values::field(ctx, other, |_| Value::default()));
        }
    };
    let mut sheet = Sheet::default();
    for (owner, slots) in by_contract(changes) {
        let (id, address) = &owner;
        sheet = sheet
            .heading(tally(&slots))
            .fact("contract", values::field(ctx, id, values::contract))
            .fact("address", values::field(ctx, address, values::contract_address));
        for change in slots {
            sheet = slot(sheet, ctx, change);
        }
    }
    sheet
}

/// Whose storage it is, as the server names it.
type Owner = (Field<EntityId>, Field<EvmAddress>);

/// The slots of each contract, contracts and slots in the order received.
fn by_contract(changes: &[StateChange]) -> Vec<(Owner, Vec<&StateChange>)> {
    let mut groups: Vec<(Owner, Vec<&StateChange>)> = Vec::new();
    for change in changes {
        let owner = (change.contract_id.clone(), change.address.clone());
        match groups.iter_mut().find(|(known, _)| *known == owner) {
            Some((_, slots)) => slots.push(change),
            None => groups.push((owner, vec![change])),
        }
    }
    groups
}

/// How many slots were changed, written without a change, and only read.
fn tally(slots: &[&StateChange]) -> String {
    let count = |kind| slots.iter().filter(|change| Kind::of(change) == kind).count();
    let all = if slots.len() == 1 { "1 slot".to_owned() } else { format!("{} slots", grouped(&slots.len())) };
    let parts = [(Kind::Changed, "changed"), (Kind::Unchanged, "unchanged"), (Kind::Read, "only read")];
    let parts = parts.map(|(kind, words)| (count(kind), words));
    let parts: Vec<String> = parts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, words)| format!("{count} {words}"))
        .collect();
    format!("{all}: {}", parts.join(", "))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Read,
    Unchanged,
    Changed,
}

impl Kind {
    fn of(change: &StateChange) -> Self {
        match (&change.value_read, &change.value_written) {
            (Field::Known(read), Field::Known(written)) if words::padded(read) == words::padded(written) => {
                Self::Unchanged
            }
            (_, Field::Null | Field::Absent) => Self::Read,
            _ => Self::Changed,
        }
    }
}

fn slot(sheet: Sheet, ctx: &Context<'_>, change: &StateChange) -> Sheet {
    let glyphs = &ctx.look.glyphs;
    let written = match Kind::of(change) {
        Kind::Read => Value::none(format!("{} only read", glyphs.none)),
        Kind::Unchanged => {
            let copied = change.value_written.known().map(HexBytes::to_hex).unwrap_or_default();
            Value::none("= unchanged").copied(copied)
        }
        Kind::Changed => values::field(ctx, &change.value_written, |word| {
            let more = change.value_read.known().and_then(|read| words::difference(read, word));
            words::value_and(ctx, &words::padded(word), more.as_deref())
        }),
    };
    sheet
        .fact("slot", values::field(ctx, &change.slot, |slot| words::value(ctx, &words::padded(slot))))
        .inner(
            1,
            "read",
            values::field(ctx, &change.value_read, |word| words::value(ctx, &words::padded(word))),
        )
        .inner(1, "written", written)
}
