//! The executed instructions, with the next one in the middle.

use alloy_primitives::hex;
use decode::Opcode;
use evm::{ExecutedCall, Step};
use ledger::amount::grouped;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::shown::Shown;
use crate::widgets::Role;
use crate::widgets::line::{cut, put};

/// Draws the instructions. Only the rows in view are decoded.
pub(super) fn view(shown: &Shown<'_>, area: Rect, buf: &mut Buffer) {
    let theme = shown.ctx.theme;
    let execution = shown.execution();
    let first = shown.at.saturating_sub(u64::from(area.height / 2));
    for (row, at) in area.rows().zip(first..) {
        let Some(step) = execution.steps.get(at) else { break };
        let is_here = at == shown.at;
        let over = theme.mark_row(row, is_here, buf);
        let style = |role: Role| theme.style(role).patch(over);
        let number = format!("{:>9}  {:>5}  ", grouped(&at), format!("{:x}", step.pc));
        let mut column = put(buf, row, 1, 0, &number, style(Role::Dim));
        let indent = "\u{b7}".repeat(usize::from(step.depth).min(12));
        column = put(buf, row, column, 0, &indent, style(Role::Rule));
        let opcode = Opcode(step.opcode);
        let name = opcode.name().map_or_else(|| format!("INVALID {:#04x}", step.opcode), str::to_owned);
        column = put(buf, row, column, 0, &name, style(if is_here { Role::Heading } else { Role::Plain }));
        let call = execution.call_at(at).and_then(|call| execution.calls.get(call));
        let pushed = call.and_then(|call| pushed(shown, call, step));
        if let Some(value) = pushed {
            let text = format!(" {}", hex::encode_prefixed(value));
            let text = cut(&text, row.width.saturating_sub(column), theme.glyphs.cut);
            put(buf, row, column, 0, &text, style(Role::Link));
        }
    }
}

/// The immediate of a push, from the code; shown in hex as well, because it may be a jump target.
fn pushed<'a>(shown: &Shown<'a>, call: &'a ExecutedCall, step: Step) -> Option<&'a [u8]> {
    let code =
        if call.operation.is_creation() { &call.input } else { shown.replay.inputs.code(call.code_of)? };
    let from = usize::try_from(step.pc).ok()? + 1;
    let len = Opcode(step.opcode).immediates();
    code.get(from..code.len().min(from + len)).filter(|pushed| !pushed.is_empty())
}
