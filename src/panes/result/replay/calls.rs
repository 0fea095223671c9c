//! The calls as a tree: the call of the current step is marked, and a selected one can be opened.

use evm::{End, ExecutedCall};
use ledger::amount::grouped;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::shown::Shown;
use crate::widgets::line::{cut, put, put_right, width};
use crate::widgets::{Role, Scroll, Split};

/// The deepest level that is indented.
const MAX_INDENT: usize = 12;

pub(super) fn view(shown: &Shown<'_>, scroll: &Scroll, has_focus: bool, area: Rect, buf: &mut Buffer) {
    let calls = &shown.execution().calls;
    let current = shown.call().map(|(at, _)| at);
    for (row, at) in area.rows().zip(scroll.window(calls.len(), area.height)) {
        let Some(call) = calls.get(at) else { break };
        let theme = shown.ctx.theme;
        let over = theme.mark_row(row, has_focus && at == scroll.selected, buf);
        let style = |role: Role| theme.style(role).patch(over);
        let gas = grouped(&call.gas_used);
        let room = if area.width >= 60 { row.left_of(width(&gas) + 6) } else { row };
        if room.width < row.width {
            put_right(buf, row.left_of(1), 0, &format!("{gas} gas"), style(Role::Dim));
        }
        let (sign, role) = outcome(call, shown);
        let here = if current == Some(at) { theme.glyphs.arrow } else { " " };
        let mut column = put(buf, room, 1, 0, here, style(Role::Marker));
        column = put(buf, room, column, 0, &"  ".repeat(call.depth.min(MAX_INDENT)), style(Role::Plain));
        column = put(buf, room, column, 0, &format!("{sign} "), style(role));
        let kind = call.operation.name().to_lowercase();
        let name = if current == Some(at) { Role::Heading } else { Role::Plain };
        let answered = if call.is_answered { "  from the record" } else { "" };
        let pieces = [
            (shown.call_words(at, call), name),
            (format!("  {kind}"), Role::Dim),
            (answered.to_owned(), Role::Attention),
        ];
        for (text, role) in pieces {
            let text = cut(&text, room.width.saturating_sub(column), theme.glyphs.cut);
            column = put(buf, room, column, 0, &text, style(role));
        }
    }
    scroll.view_bar(shown.ctx.theme, area, calls.len(), buf);
}

fn outcome(call: &ExecutedCall, shown: &Shown<'_>) -> (&'static str, Role) {
    let glyphs = &shown.ctx.theme.glyphs;
    match &call.end {
        Some(end) if end.is_success() => (glyphs.success, Role::Success),
        Some(End::Returned(_)) | None => (glyphs.unknown, Role::Dim),
        Some(End::Reverted(_) | End::Halted(_)) => (glyphs.failure, Role::Failure),
    }
}
