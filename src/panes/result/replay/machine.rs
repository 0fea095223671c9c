//! What there is at the step: the stack with who pushed each item, and the storage that was touched.

use alloy_primitives::{Address, U256};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::shown::{Shown, word};
use crate::decode::Opcode;
use crate::ledger::amount::grouped;
use crate::widgets::line::{cut, cut_middle, put, put_right, width};
use crate::widgets::{Role, Scroll, Split};

/// Draws the stack, its top first. What the instruction is about to take is marked.
pub(super) fn stack(shown: &Shown<'_>, area: Rect, buf: &mut Buffer) {
    let theme = shown.ctx.theme;
    let Some(state) = shown.state else {
        put(buf, area, 1, 0, "the state at this step is being worked out", theme.style(Role::Dim));
        return;
    };
    if state.stack.is_empty() {
        put(buf, area, 1, 0, "empty", theme.style(Role::Dim));
    }
    for (nth, (row, item)) in area.rows().zip(state.stack.iter().rev()).enumerate() {
        let role = if nth < state.takes { Role::Attention } else { Role::Plain };
        let column = put(buf, row, 1, 0, &format!("{nth:>4}  "), theme.style(Role::Dim));
        let by = by_whom(shown, item.pushed_at);
        let by = if row.width >= 44 { by } else { String::new() };
        put_right(buf, row.left_of(1), 0, &by, theme.style(Role::Dim));
        let room = row.width.saturating_sub(column + width(&by) + 2);
        put(buf, row, column, 0, &cut_middle(&word(item.value), room, theme.glyphs.cut), theme.style(role));
    }
}

/// The step that pushed an item, in a few words.
fn by_whom(shown: &Shown<'_>, step: u64) -> String {
    let opcode = shown.execution().steps.get(step).map(|step| Opcode(step.opcode));
    let name = opcode.and_then(Opcode::name).unwrap_or_default();
    format!("{name} {}", grouped(&step))
}

/// The slots that were touched up to the step, those of the call first.
pub(super) fn slots(shown: &Shown<'_>) -> Vec<(Address, U256, (U256, U256))> {
    let Some(state) = shown.state else { return Vec::new() };
    let here = shown.call().map(|(_, call)| call.target);
    let all = state.slots.iter().map(|((address, slot), values)| (*address, *slot, *values));
    let mut all: Vec<_> = all.collect();
    all.sort_by_key(|(address, slot, _)| (Some(*address) != here, *address, *slot));
    all
}

/// Draws the storage.
pub(super) fn storage(shown: &Shown<'_>, scroll: &Scroll, has_focus: bool, area: Rect, buf: &mut Buffer) {
    let theme = shown.ctx.theme;
    let slots = slots(shown);
    if slots.is_empty() {
        put(buf, area, 1, 0, "no slot was touched so far", theme.style(Role::Dim));
        return;
    }
    for (row, at) in area.rows().zip(scroll.window(slots.len(), area.height)) {
        let Some((address, slot, (before, now))) = slots.get(at) else { break };
        let over = theme.mark_row(row, has_focus && at == scroll.selected, buf);
        let style = |role: Role| theme.style(role).patch(over);
        let third = row.width.saturating_sub(4) / 3;
        let name = cut(&shown.name(*address), third.min(16), theme.glyphs.cut).into_owned();
        let mut column = put(buf, row, 1, 0, &format!("{name} "), style(Role::Dim));
        let slot = cut_middle(&word(*slot), third, theme.glyphs.cut).into_owned();
        column = put(buf, row, column, 0, &format!("{slot}  "), style(Role::Link));
        let room = row.width.saturating_sub(column);
        let (text, role) = if before == now {
            (word(*now), Role::Plain)
        } else {
            (format!("{} {} {}", word(*before), theme.glyphs.arrow, word(*now)), Role::Attention)
        };
        put(buf, row, column, 0, &cut_middle(&text, room, theme.glyphs.cut), style(role));
    }
    scroll.view_bar(theme, area, slots.len(), buf);
}
