//! The code around the current step, as source lines with the breakpoints and as instructions.

use alloy_primitives::hex;
use decode::Opcode;
use decode::source::SourceText;
use evm::{ExecutedCall, Step};
use ledger::Text;
use ledger::amount::grouped;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use replay::Line;

use super::shown::Shown;
use crate::panes::Context;
use crate::panes::kit::nouns::source_file::SourceFile;
use crate::widgets::line::{cut, put};
use crate::widgets::{Band, Role, Split};

/// The source file of the step.
#[derive(Debug, Default)]
pub(super) struct Source {
    file: Option<SourceFile>,
    /// The columns scrolled out of sight on the left.
    pub(super) left: usize,
}

impl Source {
    /// Takes the file of the step, and its syntax colours once computed.
    pub(super) fn rebuild(&mut self, shown: &Shown<'_>, ctx: &Context<'_>) {
        let place = shown.replayed.lines.line(shown.at);
        let text = place.and_then(|line| {
            let (_, call) = shown.call()?;
            Some((line.file.clone(), shown.replayed.sources.of(call)?.text(&line.file)?))
        });
        match text {
            Some((name, text)) => {
                if self.file.as_ref().is_none_or(|file| file.name != name) {
                    self.file = Some(SourceFile::new(name, text));
                }
            }
            None => self.file = None,
        }
        if let Some(file) = &mut self.file
            && let Some(question) = file.uncoloured(None)
            && let Some(colours) = ctx.get(&question).value()
        {
            file.colours = Some(colours.clone());
        }
    }

    /// The question for the file's syntax colours; `None` once they are known.
    pub(super) fn uncoloured(&self) -> Option<SourceText> {
        self.file.as_ref()?.uncoloured(None)
    }

    /// Draws the file, or why there is no source.
    pub(super) fn view(&self, shown: &Shown<'_>, area: Rect, buf: &mut Buffer) {
        let theme = shown.ctx.theme;
        let (Some(file), Some(line)) = (&self.file, shown.replayed.lines.line(shown.at)) else {
            if let Some((_, call)) = shown.call() {
                let words = format!("{}: see the opcodes", shown.no_line(call.code_of));
                put(buf, area, (1, 0), &words, theme.style(Role::Dim));
            }
            return;
        };
        let here = line.number.saturating_sub(1);
        let height = usize::from(area.height);
        let first = here.saturating_sub(height / 2).min(file.line_count().saturating_sub(height));
        for (row, at) in area.rows().zip(first..file.line_count()) {
            let is_break = shown.breakpoints.contains(&Line { file: file.name.clone(), number: at + 1 });
            if is_break {
                put(buf, row, (0, 0), theme.glyphs.news, theme.style(Role::Failure));
            }
            file.view_line(at, self.left, Band::new(theme, row.right_of(1), at == here, buf), buf);
        }
    }

    pub(super) fn name(&self) -> Option<&Text> {
        self.file.as_ref().map(|file| &file.name)
    }
}

/// Draws the instructions. Only the rows in view are decoded.
pub(super) fn view_opcodes(shown: &Shown<'_>, area: Rect, buf: &mut Buffer) {
    let theme = shown.ctx.theme;
    let execution = shown.execution();
    let first = shown.at.saturating_sub(u64::from(area.height / 2));
    for (row, at) in area.rows().zip(first..) {
        let Some(step) = execution.steps.get(at) else { break };
        let is_here = at == shown.at;
        let over = theme.mark_row(row, is_here, buf);
        let style = |role: Role| theme.style(role).patch(over);
        let number = format!("{:>9}  {:>5}  ", grouped(&at), format!("{:x}", step.pc));
        let mut column = put(buf, row, (1, 0), &number, style(Role::Dim));
        let indent = "\u{b7}".repeat(usize::from(step.depth).min(12));
        column = put(buf, row, (column, 0), &indent, style(Role::Rule));
        let opcode = Opcode(step.opcode);
        let name = opcode.name().map_or_else(|| format!("INVALID {:#04x}", step.opcode), str::to_owned);
        column = put(buf, row, (column, 0), &name, style(if is_here { Role::Heading } else { Role::Plain }));
        let call = execution.call_at(at).and_then(|call| execution.calls.get(call));
        let pushed = call.and_then(|call| pushed(shown, call, step));
        if let Some(value) = pushed {
            let text = format!(" {}", hex::encode_prefixed(value));
            let text = cut(&text, row.width.saturating_sub(column), theme.glyphs.cut);
            put(buf, row, (column, 0), &text, style(Role::Link));
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
