//! The memory and the stack at the current step. The bytes and items that the instruction uses are marked.

use decode::Opcode;
use ledger::amount::grouped;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::shown::{Shown, word};
use crate::widgets::line::{cut_middle, put, put_right, width};
use crate::widgets::{Role, Scroll, Split};

/// The width of the offset, with the marker before it and the gap after it.
const OFFSET_COLUMNS: u16 = 8;

/// The bytes per row: each takes three columns in hex and one as text.
fn row_bytes(columns: u16) -> usize {
    match columns.saturating_sub(OFFSET_COLUMNS + 2) / 4 {
        16.. => 16,
        8.. => 8,
        _ => 4,
    }
}

/// The number of rows.
pub(super) fn len(shown: &Shown<'_>, area: Rect) -> usize {
    shown.state.map_or(0, |state| state.memory.len().div_ceil(row_bytes(area.width)))
}

/// The row of the range that the instruction uses.
pub(super) fn row_in_use(shown: &Shown<'_>, area: Rect) -> Option<usize> {
    let used = shown.state?.memory_use();
    let range = used.writes.or(used.reads)?;
    Some(range.start / row_bytes(area.width))
}

pub(super) fn view(shown: &Shown<'_>, scroll: &Scroll, has_focus: bool, area: Rect, buf: &mut Buffer) {
    let theme = shown.ctx.theme;
    let Some(state) = shown.state else { return };
    if state.memory.is_empty() {
        put(buf, area, (1, 0), "empty", theme.style(Role::Dim));
        return;
    }
    let (used, bytes) = (state.memory_use(), row_bytes(area.width));
    let is_in = |range: &Option<std::ops::Range<usize>>, at: usize| {
        range.as_ref().is_some_and(|range| range.contains(&at))
    };
    for (row, line) in area.rows().zip(scroll.window(len(shown, area), area.height)) {
        let over = theme.mark_row(row, has_focus && line == scroll.selected, buf);
        let from = line * bytes;
        let chunk = state.memory.get(from..state.memory.len().min(from + bytes)).unwrap_or_default();
        let mut column =
            put(buf, row, (1, 0), &format!("{from:06x}"), theme.style(Role::Dim).patch(over)) + 1;
        let mut text = column + u16::try_from(bytes * 3).unwrap_or_default() + 1;
        for (at, byte) in (from..).zip(chunk) {
            let role = match (is_in(&used.writes, at), is_in(&used.reads, at), *byte) {
                (true, ..) => Role::Attention,
                (_, true, _) => Role::Link,
                (_, _, 0) => Role::Dim,
                _ => Role::Plain,
            };
            let style = theme.style(role).patch(over);
            column = put(buf, row, (column, 0), &format!("{byte:02x} "), style);
            let sign = if byte.is_ascii_graphic() || *byte == b' ' { char::from(*byte) } else { '.' };
            text = put(buf, row, (text, 0), &sign.to_string(), style);
        }
    }
    scroll.view_bar(theme, area, len(shown, area), buf);
}

/// The size in words.
pub(super) fn words(shown: &Shown<'_>) -> String {
    match shown.state {
        Some(state) if state.memory_bytes > state.memory.len() => {
            format!("first {} of {} bytes", grouped(&state.memory.len()), grouped(&state.memory_bytes))
        }
        Some(state) => format!("{} bytes", grouped(&state.memory_bytes)),
        None => String::new(),
    }
}

/// The minimum width to show where an item was pushed; with less, the value is cut too short.
const MIN_PUSHED_COLUMNS: u16 = 40;

/// Draws the stack, top first, with marks on the items that the instruction pops.
pub(super) fn view_stack(shown: &Shown<'_>, area: Rect, buf: &mut Buffer) {
    let theme = shown.ctx.theme;
    let Some(state) = shown.state else {
        put(buf, area, (1, 0), "the state at this step is being worked out", theme.style(Role::Dim));
        return;
    };
    if state.stack.is_empty() {
        put(buf, area, (1, 0), "empty", theme.style(Role::Dim));
    }
    for (nth, (row, item)) in area.rows().zip(state.stack.iter().rev()).enumerate() {
        let role = if nth < state.takes { Role::Attention } else { Role::Plain };
        let column = put(buf, row, (1, 0), &format!("{nth:>4}  "), theme.style(Role::Dim));
        let by = by_whom(shown, item.pushed_at);
        let by = if row.width >= MIN_PUSHED_COLUMNS { by } else { String::new() };
        put_right(buf, row.left_of(1), 0, &by, theme.style(Role::Dim));
        let room = row.width.saturating_sub(column + width(&by) + 2);
        put(buf, row, (column, 0), &cut_middle(&word(item.value), room, theme.glyphs.cut), theme.style(role));
    }
}

/// The step that pushed an item, in short.
fn by_whom(shown: &Shown<'_>, step: u64) -> String {
    let opcode = shown.execution().steps.get(step).map(|step| Opcode(step.opcode));
    let name = opcode.and_then(Opcode::name).unwrap_or_default();
    format!("{name} {}", grouped(&step))
}
