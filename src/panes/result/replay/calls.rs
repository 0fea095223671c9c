//! The calls of a replay: as a tree, the data of the current one, and the gas of each.

use std::sync::Arc;

use decode::reading::CallReading;
use evm::{End, ExecutedCall};
use ledger::HexBytes;
use ledger::amount::grouped;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use replay::{GasUse, LineGas};

use super::shown::Shown;
use super::steps::call_step;
use crate::message::Place;
use crate::panes::kit::nouns::{decoded, values};
use crate::widgets::line::{cut, put, put_right, width};
use crate::widgets::{Role, Scroll, Sheet, Split, Value};

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
        let mut column = put(buf, room, (1, 0), here, style(Role::Marker));
        column = put(buf, room, (column, 0), &"  ".repeat(call.depth.min(MAX_INDENT)), style(Role::Plain));
        column = put(buf, room, (column, 0), &format!("{sign} "), style(role));
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
            column = put(buf, room, (column, 0), &text, style(role));
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

pub(super) fn sheet(shown: &Shown<'_>) -> Sheet {
    let ctx = shown.ctx;
    let Some((at, call)) = shown.call() else { return Sheet::default() };
    let party = |address| {
        let contract = shown.contract(address);
        Value::plain(shown.name(address)).copied(contract.to_string()).link(Place::contract(contract))
    };
    let reading = shown.reading(at);
    let end = match &call.end {
        Some(End::Returned(_)) => Value::styled(Role::Success, "returned"),
        Some(End::Reverted(_)) => Value::styled(Role::Failure, "reverted"),
        Some(End::Halted(halt)) => Value::styled(Role::Failure, halt.to_string()),
        None => Value::none("not known"),
    };
    let thrown = shown.reading(shown.replayed.thrower(at)).filter(|of| of.error.is_some());
    let end = match thrown.or(reading).and_then(CallReading::failure) {
        Some(words) => end.note(words),
        None => end,
    };
    let sheet = Sheet::default()
        .heading(format!("Call {at}"))
        .fact("call", Value::plain(call.operation.name().to_lowercase()))
        .fact("code of", party(call.code_of))
        .fact("storage of", party(call.target))
        .fact("value", Value::plain(call.value.to_string()).note("base units"))
        .fact("gas given", Value::plain(grouped(&call.gas)))
        .fact("gas used", Value::plain(grouped(&call.gas_used)))
        .fact("outcome", end);
    let own = Some(shown.contract(call.code_of));
    let input =
        (reading.map(|reading| &reading.input), values::bytes(ctx, &HexBytes::from(call.input.to_vec())));
    let sheet = decoded::call(sheet, ctx, own, input, reading.and_then(|reading| reading.output.as_ref()));
    let output = call.end.as_ref().map(End::data).unwrap_or_default();
    let sheet = sheet.fact("output", values::bytes(ctx, &HexBytes::from(output.to_vec())));
    match shown.state {
        Some(state) => {
            sheet.heading("At this step").fact("gas left", Value::plain(grouped(&state.gas))).fact(
                "return data",
                values::bytes(ctx, &HexBytes::from(state.return_data.to_vec()))
                    .note("of the last call that it made"),
            )
        }
        None => sheet,
    }
}

/// The width of a number and of a bar.
const NUMBER_COLUMNS: u16 = 13;
const BAR_COLUMNS: u16 = 20;

#[derive(Debug, Default)]
pub(super) struct Gas {
    pub(super) scroll: Scroll,
    pub(super) found: Option<Arc<GasUse>>,
}

#[derive(Clone, Copy, Debug)]
enum Row<'a> {
    Heading(&'static str),
    /// The index of a call, and its gas.
    Call(usize, u64),
    Line(&'a LineGas),
}

impl Gas {
    /// The number of rows: the bars of calls and of lines, each group below a heading.
    pub(super) fn len(&self) -> usize {
        self.found.as_ref().map_or(1, |found| 2 + found.calls.len() + found.lines.len())
    }

    fn row(&self, at: usize) -> Option<Row<'_>> {
        let Some(found) = &self.found else { return Some(Row::Heading("being counted …")) };
        let lines_at = found.calls.len() + 1;
        Some(match at.checked_sub(lines_at) {
            None if at == 0 => Row::Heading("By call, without what it calls"),
            None => {
                let (call, gas) = found.calls.get(at - 1)?;
                Row::Call(*call, *gas)
            }
            Some(0) => Row::Heading("By line"),
            Some(line) => Row::Line(found.lines.get(line - 1)?),
        })
    }

    /// The step that the selected bar links to.
    pub(super) fn step(&self, shown: &Shown<'_>) -> Option<u64> {
        match self.row(self.scroll.selected)? {
            Row::Heading(_) => None,
            Row::Call(call, _) => shown.execution().calls.get(call).map(call_step),
            Row::Line(line) => shown.replayed.lines.first(line.line.as_ref()?),
        }
    }

    /// Draws the bars in view.
    pub(super) fn view(&self, shown: &Shown<'_>, area: Rect, buf: &mut Buffer) {
        let theme = shown.ctx.theme;
        let most = self.found.as_ref().map_or(1, |found| found.most().max(1));
        for (line, at) in area.rows().zip(self.scroll.window(self.len(), area.height)) {
            let over = theme.mark_row(line, at == self.scroll.selected, buf);
            let (gas, words) = match self.row(at) {
                Some(Row::Heading(words)) => {
                    put(buf, line, (1, 0), words, theme.style(Role::Heading).patch(over));
                    continue;
                }
                Some(Row::Call(call, gas)) => (gas, call_words(shown, call)),
                Some(Row::Line(line)) => (line.gas, line_words(shown, line)),
                None => break,
            };
            let style = |role: Role| theme.style(role).patch(over);
            let number = Rect { width: line.width.min(NUMBER_COLUMNS), ..line };
            put_right(buf, number, 0, &grouped(&gas), style(Role::Plain));
            let bars = gas.saturating_mul(u64::from(BAR_COLUMNS)).div_ceil(most).min(u64::from(BAR_COLUMNS));
            let bar = theme.glyphs.thumb.repeat(usize::try_from(bars).unwrap_or_default());
            put(buf, line, (NUMBER_COLUMNS + 2, 0), &bar, style(Role::Attention));
            let column = NUMBER_COLUMNS + 2 + BAR_COLUMNS + 2;
            let words = cut(&words, line.width.saturating_sub(column), theme.glyphs.cut);
            put(buf, line.left_of(0), (column, 0), &words, style(Role::Plain));
        }
        self.scroll.view_bar(theme, area, self.len(), buf);
    }
}

fn call_words(shown: &Shown<'_>, at: usize) -> String {
    let words = shown.execution().calls.get(at).map(|call| shown.call_words(at, call));
    format!("call {at}  {}", words.unwrap_or_default())
}

fn line_words(shown: &Shown<'_>, line: &LineGas) -> String {
    match &line.line {
        Some(line) => line.to_string(),
        None => format!("{}  {}", shown.name(line.contract), shown.no_line(line.contract)),
    }
}
