//! What two results read and wrote, slot by slot.

use std::collections::BTreeMap;

use alloy_primitives::{U256, hex};

use super::rows::Rows;
use crate::ledger::amount::grouped;
use crate::ledger::result::StateChange;
use crate::ledger::{ContractRef, ContractResult, Field, HexBytes};
use crate::panes::Context;
use crate::panes::kit::values;
use crate::widgets::line::cut_middle;
use crate::widgets::{Role, Value};

/// A contract, and a slot of it.
type Slot = (String, U256);

/// Columns of a slot in a label.
const SLOT_COLUMNS: u16 = 12;

pub(super) fn rows(rows: &mut Rows<'_>, both: [&ContractResult; 2]) {
    let ctx = rows.ctx;
    rows.section("State changes");
    let [one, other] = both.map(slots);
    let mut all: Vec<&Slot> = one.keys().chain(other.keys()).collect();
    all.sort_unstable();
    all.dedup();
    for slot in all {
        let value =
            |change: Option<&&StateChange>| change.map_or_else(|| rows.lacking(), |it| change_of(it, ctx));
        let (mine, theirs) = (one.get(slot), other.get(slot));
        let is_equal = mine.zip(theirs).is_some_and(|(mine, theirs)| {
            word(&mine.value_read) == word(&theirs.value_read)
                && word(&mine.value_written) == word(&theirs.value_written)
        });
        let values = [value(mine), value(theirs)];
        rows.add(label(slot, ctx), is_equal, values);
    }
}

fn slots(result: &ContractResult) -> BTreeMap<Slot, &StateChange> {
    let changes = result.state_changes.known().into_iter().flatten();
    let slot = |change: &'_ StateChange| {
        let id = change.contract_id.value().map(ContractRef::Id);
        let of = id.or_else(|| change.address.value().map(ContractRef::Address));
        (of.map(|of| of.to_string()).unwrap_or_default(), number(change.slot.known()))
    };
    changes.map(|change| (slot(change), change)).collect()
}

/// A word as a number: servers may leave out the zeros before it.
fn number(bytes: Option<&HexBytes>) -> U256 {
    bytes.and_then(|bytes| U256::try_from_be_slice(bytes.bytes())).unwrap_or_default()
}

/// What tells two words apart: their numbers, else whether there is one.
fn word(field: &Field<HexBytes>) -> Field<U256> {
    match field {
        Field::Known(bytes) => Field::Known(number(Some(bytes))),
        Field::Null => Field::Null,
        Field::Absent => Field::Absent,
        Field::Odd(text) => Field::Odd(text.clone()),
    }
}

fn label((of, slot): &Slot, ctx: &Context<'_>) -> String {
    let slot = shown(*slot);
    format!("{of} {}", cut_middle(&slot, SLOT_COLUMNS, ctx.theme.glyphs.cut))
}

fn change_of(change: &StateChange, ctx: &Context<'_>) -> Value {
    let value = |field: &Field<HexBytes>| values::field(ctx, &word(field), |word| Value::plain(shown(*word)));
    let read = value(&change.value_read).line();
    match &change.value_written {
        Field::Null | Field::Absent => Value::plain(read).note("read"),
        written => {
            let written = value(written);
            let before = (format!("{read} {} ", ctx.theme.glyphs.arrow), Role::Dim);
            let copied = written.copied.clone();
            Value { pieces: [before].into_iter().chain(written.pieces).collect(), ..Value::default() }
                .copied(copied)
        }
    }
}

/// A number that is none of an amount's size is one of bytes.
fn shown(word: U256) -> String {
    match u128::try_from(word) {
        Ok(number) => grouped(&number),
        Err(_) => hex::encode_prefixed(word.to_be_bytes::<32>()),
    }
}
