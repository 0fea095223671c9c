//! The gas usage as bars: each call without its inner calls, then each source line.

use std::sync::Arc;

use ledger::amount::grouped;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use replay::{GasUse, LineGas};

use super::shown::Shown;
use super::steps::call_step;
use crate::widgets::line::{cut, put, put_right};
use crate::widgets::{Role, Scroll, Split};

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
                    put(buf, line, 1, 0, words, theme.style(Role::Heading).patch(over));
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
            put(buf, line, NUMBER_COLUMNS + 2, 0, &bar, style(Role::Attention));
            let column = NUMBER_COLUMNS + 2 + BAR_COLUMNS + 2;
            let words = cut(&words, line.width.saturating_sub(column), theme.glyphs.cut);
            put(buf, line.left_of(0), column, 0, &words, style(Role::Plain));
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
