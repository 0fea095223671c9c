//! The slots that two results read and wrote.

use std::collections::BTreeMap;

use alloy_primitives::U256;
use decode::storage::{self, Explanation, Slot};
use ledger::result::StateChange;
use ledger::{ContractRef, Field, HexBytes};

use super::rows::Rows;
use super::side::Decoded;
use crate::panes::Context;
use crate::panes::kit::nouns::{execution, slot_change, slots};
use crate::widgets::Value;

/// A contract and a slot number.
type Key = (String, U256);

/// A slot change with its explanation, `None` if the slot was not found.
#[derive(Clone, Copy)]
struct Found<'a> {
    change: &'a StateChange,
    slot: &'a Slot,
    explanation: Option<&'a Explanation>,
}

pub(super) fn rows(rows: &mut Rows<'_>, both: [Decoded<'_>; 2]) {
    let ctx = rows.ctx;
    rows.section("State changes");
    let own = both.map(|side| execution::called(side.result));
    let own = if let [Some(one), Some(other)] = own { Some(one).filter(|one| *one == other) } else { None };
    let [one, other] = both.map(found);
    let mut all: Vec<&Key> = one.keys().chain(other.keys()).collect();
    all.sort_unstable();
    all.dedup();
    for key in all {
        let value =
            |found: Option<&Found<'_>>| found.map_or_else(|| rows.lacking(), |found| found.value(ctx));
        let (mine, theirs) = (one.get(key), other.get(key));
        let is_equal = mine.zip(theirs).is_some_and(|(mine, theirs)| {
            word(&mine.change.value_read) == word(&theirs.change.value_read)
                && word(&mine.change.value_written) == word(&theirs.change.value_written)
        });
        let values = [value(mine), value(theirs)];
        // The keys of a mapping may be found in only one of the calls.
        let best = [mine, theirs].into_iter().flatten().min_by_key(|found| found.rank());
        rows.add(best.map(|found| found.name(own, ctx)).unwrap_or_default(), is_equal, values);
    }
}

fn found(side: Decoded<'_>) -> BTreeMap<Key, Found<'_>> {
    let changes = side.result.state_changes.known().into_iter().flatten();
    let each = changes.zip(side.slots).enumerate().map(|(at, (change, slot))| {
        let of = slot.contract.map(|of| of.to_string()).unwrap_or_default();
        let found = Found { change, slot, explanation: side.explained.get(at) };
        ((of, number(change.slot.known())), found)
    });
    each.collect()
}

impl Found<'_> {
    /// Orders by how well the slot's location is known: 0 is best.
    fn rank(&self) -> u8 {
        match self.explanation {
            Some(explanation) if explanation.is_resolved() => 0,
            Some(explanation) if explanation.path.is_some() => 1,
            _ => 2,
        }
    }

    fn name(&self, own: Option<ContractRef>, ctx: &Context<'_>) -> String {
        let nothing = Explanation::default();
        let explanation = self.explanation.unwrap_or(&nothing);
        slot_change::qualified_name(ctx, own, self.change, self.slot, explanation)
    }

    /// The values before and after. Copying yields the written word, or the word read if the slot was not written.
    fn value(&self, ctx: &Context<'_>) -> Value {
        let nothing = Explanation::default();
        let explanation = self.explanation.unwrap_or(&nothing);
        let pieces = slot_change::pieces(ctx, self.change, self.slot, explanation);
        let copied = self.slot.written.or(self.slot.read).map(slots::word_hex);
        Value { pieces, ..Value::default() }.copied(copied.unwrap_or_default())
    }
}

/// A word as a number: servers may omit its leading zeros.
fn number(bytes: Option<&HexBytes>) -> U256 {
    bytes.and_then(storage::word).unwrap_or_default()
}

/// A field normalised for comparison: known words compare as numbers.
fn word(field: &Field<HexBytes>) -> Field<U256> {
    match field {
        Field::Known(bytes) => Field::Known(number(Some(bytes))),
        Field::Null => Field::Null,
        Field::Absent => Field::Absent,
        Field::Odd(text) => Field::Odd(text.clone()),
    }
}
