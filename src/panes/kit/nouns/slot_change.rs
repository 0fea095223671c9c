//! A change of a storage slot in short: where the slot lies, and what it held and holds.

use decode::storage::{Explanation, Slot, word};
use ledger::result::StateChange;
use ledger::{ContractRef, Field};

use crate::panes::Context;
use crate::panes::kit::nouns::{entities, slots};
use crate::widgets::Role;
use crate::widgets::table::Cell;

/// What a change did to a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotChange {
    Read,
    /// It was written, but with what it held.
    Unchanged,
    Changed,
}

impl SlotChange {
    pub fn new(change: &StateChange) -> Self {
        match (&change.value_read, &change.value_written) {
            (Field::Known(read), Field::Known(written))
                if read == written || word(read).is_some_and(|read| word(written) == Some(read)) =>
            {
                Self::Unchanged
            }
            (_, Field::Null | Field::Absent) => Self::Read,
            _ => Self::Changed,
        }
    }
}

/// The slot's location, or the text as sent if it is not a slot.
pub fn name(ctx: &Context<'_>, change: &StateChange, slot: &Slot, explanation: &Explanation) -> String {
    match (&change.slot, slot.slot) {
        (_, Some(_)) => slots::name(ctx, slot, explanation),
        (Field::Odd(text), None) => text.escaped(),
        _ => ctx.theme.glyphs.none.to_owned(),
    }
}

/// The slot's location, behind its contract if that is not `own`.
pub fn qualified_name(
    ctx: &Context<'_>,
    own: Option<ContractRef>,
    change: &StateChange,
    slot: &Slot,
    explanation: &Explanation,
) -> String {
    let name = name(ctx, change, slot, explanation);
    match slot.contract.filter(|contract| Some(*contract) != own) {
        Some(other) => format!("{}.{name}", entities::name_or_ref(ctx, other)),
        None => name,
    }
}

/// What the slot held and holds, in short: before, after and the difference; of packed values what changed.
pub fn pieces(ctx: &Context<'_>, change: &StateChange, slot: &Slot, explanation: &Explanation) -> Vec<Cell> {
    let glyphs = &ctx.theme.glyphs;
    let kind = SlotChange::new(change);
    let parts = slots::parts(slot, explanation);
    let packed = parts.len() > 1;
    let mut pieces = Vec::new();
    for part in &parts {
        let changed = kind == SlotChange::Changed && part.before != part.after;
        if packed && kind == SlotChange::Changed && !changed && !part.label.is_empty() {
            continue;
        }
        if !pieces.is_empty() {
            pieces.push((format!(" {} ", glyphs.dot), Role::Dim));
        }
        if !part.label.is_empty() {
            pieces.push((format!("{} ", part.label), Role::Dim));
        }
        if changed && let Some(bytes) = slots::changed_bytes(ctx, part) {
            pieces.push((bytes, Role::Plain));
            continue;
        }
        let text = |held: &Option<_>| held.as_ref().map(|held| slots::held(ctx, held));
        match (text(&part.before), text(&part.after)) {
            (Some(before), Some(after)) if changed => {
                pieces.push((before, Role::Plain));
                pieces.push((format!(" {} ", glyphs.arrow), Role::Dim));
                pieces.push((after, Role::Plain));
                if let Some(difference) = slots::difference(part) {
                    pieces.push((format!("  {difference}"), Role::Heading));
                }
            }
            (None, Some(after)) => {
                pieces.push((format!("{} {} ", glyphs.none, glyphs.arrow), Role::Dim));
                pieces.push((after, Role::Plain));
            }
            (before, _) => pieces.push((before.unwrap_or_else(|| glyphs.none.to_owned()), Role::Plain)),
        }
    }
    match kind {
        SlotChange::Read => pieces.push((format!("  {} read, unchanged", glyphs.none), Role::Dim)),
        SlotChange::Unchanged => pieces.push(("  = unchanged".to_owned(), Role::Dim)),
        SlotChange::Changed => {}
    }
    pieces
}
