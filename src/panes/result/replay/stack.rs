//! The stack at the current step, with the step that pushed each item.

use decode::Opcode;
use ledger::amount::grouped;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::shown::{Shown, word};
use crate::widgets::line::{cut_middle, put, put_right, width};
use crate::widgets::{Role, Split};

/// The minimum width to show where an item was pushed; with less, the value is cut too short.
const MIN_PUSHED_COLUMNS: u16 = 40;

/// Draws the stack, top first, with marks on the items that the instruction pops.
pub(super) fn view(shown: &Shown<'_>, area: Rect, buf: &mut Buffer) {
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
        let by = if row.width >= MIN_PUSHED_COLUMNS { by } else { String::new() };
        put_right(buf, row.left_of(1), 0, &by, theme.style(Role::Dim));
        let room = row.width.saturating_sub(column + width(&by) + 2);
        put(buf, row, column, 0, &cut_middle(&word(item.value), room, theme.glyphs.cut), theme.style(role));
    }
}

/// The step that pushed an item, in short.
fn by_whom(shown: &Shown<'_>, step: u64) -> String {
    let opcode = shown.execution().steps.get(step).map(|step| Opcode(step.opcode));
    let name = opcode.and_then(Opcode::name).unwrap_or_default();
    format!("{name} {}", grouped(&step))
}
