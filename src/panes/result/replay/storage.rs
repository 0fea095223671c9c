//! The storage that was touched up to the step: each slot by its name where that is found, what it held and holds.

use std::sync::Arc;

use alloy_primitives::{Address, U256};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::shown::{Shown, word};
use crate::decode::storage::{Case, Slot};
use crate::panes::Context;
use crate::panes::kit::slots;
use crate::replay::{Replay, Replayed};
use crate::widgets::line::{cut, cut_middle, put};
use crate::widgets::{Role, Scroll};

/// The slots of a whole replay, whose names are searched for.
#[derive(Debug)]
pub(super) struct Slots {
    /// By contract and slot, in order.
    keys: Vec<(Address, U256)>,
    pub(super) case: Arc<Case>,
}

impl Slots {
    /// The slots that a replay touches.
    pub(super) fn new(replayed: &Replayed, replay: &Replay, ctx: &Context<'_>) -> Self {
        let slots = replay.execution.slots.iter().map(|((address, slot), (before, after))| Slot {
            contract: Some(replay.contract(*address, ctx.network.home)),
            slot: Some(*slot),
            read: Some(*before),
            written: (before != after).then_some(*after),
        });
        let case = Case { slots: slots.collect(), ..Case::of_result(&replayed.gathered.result) };
        Self { keys: replay.execution.slots.keys().copied().collect(), case: Arc::new(case) }
    }

    /// The name of a slot; its digits while none is known.
    fn name(&self, shown: &Shown<'_>, key: (Address, U256)) -> String {
        let found = self.keys.binary_search(&key).ok();
        let explained = shown.ctx.get(&self.case).value();
        let named = found.and_then(|at| {
            let (slot, explanation) = (self.case.slots.get(at)?, explained?.slots.get(at)?);
            explanation.path.as_ref()?;
            Some(slots::name(shown.ctx, slot, explanation))
        });
        named.unwrap_or_else(|| word(key.1))
    }
}

/// A slot, what it held before the transaction, and what it holds.
type Row = (Address, U256, (U256, U256));

/// The slots that were touched up to the step, those of the call first.
fn rows(shown: &Shown<'_>) -> Vec<Row> {
    let Some(state) = shown.state else { return Vec::new() };
    let here = shown.call().map(|(_, call)| call.target);
    let all = state.slots.iter().map(|((address, slot), values)| (*address, *slot, *values));
    let mut all: Vec<_> = all.collect();
    all.sort_by_key(|(address, slot, _)| (Some(*address) != here, *address, *slot));
    all
}

/// The next step after the one that is shown, around the end, that writes the slot at this place of the list.
pub(super) fn next_write(shown: &Shown<'_>, at: usize) -> Option<u64> {
    let (address, slot, _) = rows(shown).into_iter().nth(at)?;
    let stores = shown.execution().stores.iter();
    let writes = || stores.clone().filter(|store| (store.address, store.slot) == (address, slot));
    let next = writes().find(|store| store.step > shown.at).or_else(|| writes().next());
    next.map(|store| store.step)
}

/// Draws the storage.
pub(super) fn view(
    shown: &Shown<'_>,
    names: Option<&Slots>,
    (scroll, has_focus): (&Scroll, bool),
    area: Rect,
    buf: &mut Buffer,
) {
    let theme = shown.ctx.theme;
    let rows = rows(shown);
    if rows.is_empty() {
        put(buf, area, 1, 0, "no slot was touched so far", theme.style(Role::Dim));
        return;
    }
    for (row, at) in area.rows().zip(scroll.window(rows.len(), area.height)) {
        let Some((address, slot, (before, now))) = rows.get(at) else { break };
        let over = theme.mark_row(row, has_focus && at == scroll.selected, buf);
        let style = |role: Role| theme.style(role).patch(over);
        let half = row.width.saturating_sub(4) / 2;
        let owner = cut(&shown.name(*address), half.min(16), theme.glyphs.cut).into_owned();
        let mut column = put(buf, row, 1, 0, &format!("{owner} "), style(Role::Dim));
        let name = names.map_or_else(|| word(*slot), |names| names.name(shown, (*address, *slot)));
        let name = cut_middle(&name, half, theme.glyphs.cut).into_owned();
        column = put(buf, row, column, 0, &format!("{name}  "), style(Role::Link));
        let room = row.width.saturating_sub(column);
        let (text, role) = if before == now {
            (word(*now), Role::Plain)
        } else {
            (format!("{} {} {}", word(*before), theme.glyphs.arrow, word(*now)), Role::Attention)
        };
        put(buf, row, column, 0, &cut_middle(&text, room, theme.glyphs.cut), style(role));
    }
    scroll.view_bar(theme, area, rows.len(), buf);
}
