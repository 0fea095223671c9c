//! Where the gas went, as bars: each call without what it calls, and below them each line of the sources.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::shown::Shown;
use super::stepping::call_step;
use crate::ledger::amount::grouped;
use crate::replay::{LineGas, own_gas};
use crate::widgets::line::{cut, put, put_right};
use crate::widgets::{Role, Scroll, Split};

/// The columns of a bar.
const BAR_COLUMNS: u64 = 20;

/// The bars.
#[derive(Debug, Default)]
pub(super) struct Gas {
    pub(super) scroll: Scroll,
    rows: Vec<Row>,
}

/// A bar.
#[derive(Clone, Debug)]
struct Row {
    gas: u64,
    words: String,
    /// Where it can be gone to.
    step: Option<u64>,
    is_heading: bool,
}

impl Gas {
    /// Makes the bars of what is known.
    pub(super) fn rebuild(&mut self, shown: &Shown<'_>, lines: Option<&Arc<[LineGas]>>) {
        let heading = |words: &str| Row { gas: 0, words: words.to_owned(), step: None, is_heading: true };
        let execution = shown.execution();
        let mut calls: Vec<Row> = own_gas(execution)
            .into_iter()
            .zip(&execution.calls)
            .enumerate()
            .map(|(at, (gas, call))| {
                let words = format!("call {at}  {}", shown.call_words(at, call));
                Row { gas, words, step: Some(call_step(call)), is_heading: false }
            })
            .collect();
        calls.sort_by_key(|row| std::cmp::Reverse(row.gas));
        self.rows = vec![heading("By call, without what it calls")];
        self.rows.append(&mut calls);
        self.rows.push(heading("By line"));
        match lines {
            Some(lines) => self.rows.extend(lines.iter().map(|line| {
                let words = match &line.line {
                    Some(it) => format!("{}:{}", it.file.escaped(), it.number),
                    None => format!("{}  no line: generated, or not verified", shown.name(line.contract)),
                };
                let step = line.line.as_ref().and_then(|line| shown.replayed.lines.first(line));
                Row { gas: line.gas, words, step, is_heading: false }
            })),
            None => self.rows.push(heading("being counted …")),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The step that the selected bar leads to.
    pub(super) fn step(&self) -> Option<u64> {
        self.rows.get(self.scroll.selected)?.step
    }

    /// Draws the bars in view.
    pub(super) fn view(&self, shown: &Shown<'_>, area: Rect, buf: &mut Buffer) {
        let theme = shown.ctx.theme;
        let most = self.rows.iter().map(|row| row.gas).max().unwrap_or_default().max(1);
        for (line, at) in area.rows().zip(self.scroll.window(self.rows.len(), area.height)) {
            let Some(row) = self.rows.get(at) else { break };
            let over = theme.mark_row(line, at == self.scroll.selected, buf);
            let style = |role: Role| theme.style(role).patch(over);
            if row.is_heading {
                put(buf, line, 1, 0, &row.words, style(Role::Heading));
                continue;
            }
            put_right(
                buf,
                Rect { width: line.width.min(13), ..line },
                0,
                &grouped(&row.gas),
                style(Role::Plain),
            );
            let bars = row.gas.saturating_mul(BAR_COLUMNS).div_ceil(most);
            let bar = theme.glyphs.thumb.repeat(usize::try_from(bars.min(BAR_COLUMNS)).unwrap_or_default());
            put(buf, line, 15, 0, &bar, style(Role::Attention));
            let column = 15 + u16::try_from(BAR_COLUMNS).unwrap_or_default() + 2;
            let words = cut(&row.words, line.width.saturating_sub(column), theme.glyphs.cut);
            put(buf, line.left_of(0), column, 0, &words, style(Role::Plain));
        }
        self.scroll.view_bar(theme, area, self.rows.len(), buf);
    }
}
