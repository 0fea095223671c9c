//! The dispatch table: every selector in the code, its name and the offset of its entry.

use alloy_primitives::hex;
use decode::code::CodeReading;
use decode::dispatch::{Function, MAX_CODE_BYTES};
use ledger::amount::grouped;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::message::{Action, Click, Copied};
use crate::panes::Context;
use crate::panes::kit::list::{Column, ColumnOf, Columns, Value, links};
use crate::widgets::line::{cut, put};
use crate::widgets::table::Lines;
use crate::widgets::{Link, Role, Scroll, Split, Target};

/// Selection and scroll position in the table.
#[derive(Clone, Debug, Default)]
pub(super) struct Functions {
    scroll: Scroll,
}

impl Functions {
    /// Moves the selection. `None` if the action moves nothing.
    pub(super) fn act(&mut self, action: Action, reading: &CodeReading, height: u16) -> Option<()> {
        self.scroll.act(action, reading.dispatch.functions.len(), rows(height))
    }

    /// The selected function.
    pub(super) fn selected<'a>(&self, reading: &'a CodeReading) -> Option<&'a Function> {
        reading.dispatch.functions.get(self.scroll.selected)
    }

    /// The columns of the selected function.
    pub(super) fn copies(&self, reading: &CodeReading) -> Vec<Copied> {
        let row = self.selected(reading).map(|function| Row { function, reading });
        row.map(|row| Self::copied(&row)).unwrap_or_default()
    }

    /// Selects the row that was pressed. `true` if it was selected before.
    pub(super) fn press(&mut self, click: Click, reading: &CodeReading, area: Rect) -> bool {
        let [_, rows] = area.stack([1, rows(area.height)]);
        self.scroll.click(click, rows, reading.dispatch.functions.len()) == Some(true)
    }

    /// Selects the next function whose selector or name contains the text. `false` without a match.
    pub(super) fn find(
        &mut self,
        text: &str,
        (back, skip): (bool, bool),
        reading: &CodeReading,
        height: u16,
    ) -> bool {
        let wanted = text.trim().to_lowercase();
        let digits = wanted.strip_prefix("0x").unwrap_or(&wanted);
        let functions = &reading.dispatch.functions;
        let count = functions.len();
        let is_hit = |at: &usize| {
            functions.get(*at).is_some_and(|function| {
                hex::encode(function.selector).starts_with(digits)
                    || name(function, reading).0.to_lowercase().contains(&wanted)
            })
        };
        let steps = usize::from(skip)..count + usize::from(skip);
        let at = |step: usize| {
            let step = if back { count - step % count } else { step };
            (self.scroll.selected + step) % count
        };
        let hit = steps.map(at).find(is_hit);
        if let Some(hit) = hit {
            self.scroll.select(hit, count, rows(height));
        }
        hit.is_some()
    }

    /// The table's area and its visible lines.
    fn lines(&self, reading: &CodeReading, area: Rect) -> (Rect, Lines) {
        let [list] = area.stack([area.height.saturating_sub(2).max(1)]);
        (list, Lines::rows(&self.scroll, reading.dispatch.functions.len(), list))
    }

    /// Links from the visible functions to their code.
    pub(super) fn links(&self, reading: &CodeReading, ctx: &Context<'_>, area: Rect) -> Vec<Link> {
        let (list, lines) = self.lines(reading, area);
        let known = |at: usize| reading.dispatch.functions.get(at).is_some_and(|it| it.offset.is_some());
        let opened = |at| known(at).then(|| Target::row(at == lines.selected));
        links(self, (&lines, list), ctx, |at| row(at, reading), opened)
    }

    /// Draws the table, and below it the inferred arguments of the selected function.
    pub(super) fn view(&self, reading: &CodeReading, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
        let (list, lines) = self.lines(reading, area);
        Columns::view(self, (&lines, list), ctx, buf, |at| row(at, reading));
        let Some(function) = self.selected(reading) else { return };
        let reported = match &function.arguments {
            Some(types) => format!("Inferred arguments: ({types})."),
            None => "Its arguments cannot be inferred from its code.".to_owned(),
        };
        let fallback = if function.fallback { " It is reached through the fallback function." } else { "" };
        let words = format!("{reported}{fallback}");
        let row = area.height.saturating_sub(1);
        let cut_sign = ctx.theme.glyphs.cut;
        put(
            buf,
            area,
            (1, row),
            &cut(&words, area.width.saturating_sub(2), cut_sign),
            ctx.theme.style(Role::Dim),
        );
    }
}

/// Why there is no function.
pub(super) fn empty_state(reading: &CodeReading) -> String {
    if reading.runtime.bytes().is_empty() {
        "There is no runtime code to look for functions in.".to_owned()
    } else if reading.runtime.bytes().len() > MAX_CODE_BYTES {
        format!("The code has more than {} bytes: functions are not looked for.", grouped(&MAX_CODE_BYTES))
    } else {
        "No dispatch table was found: the code answers all calls alike, or dispatches in an unusual way."
            .to_owned()
    }
}

/// A function's signature and its source; without a name, its inferred arguments.
pub(super) fn name(function: &Function, reading: &CodeReading) -> (String, &'static str) {
    if let Some(named) = reading.names.selector(function.selector) {
        return (named.signature.escaped(), named.whence);
    }
    match &function.arguments {
        Some(types) => (format!("?({types})"), "guess"),
        None => ("?".to_owned(), ""),
    }
}

/// A function, and the analysis that names it.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    function: &'a Function,
    reading: &'a CodeReading,
}

fn row(at: usize, reading: &CodeReading) -> Option<Row<'_>> {
    Some(Row { function: reading.dispatch.functions.get(at)?, reading })
}

impl Columns for Functions {
    type Row<'a> = Row<'a>;

    const LIST: &'static str = "functions";

    const ALL: &'static [ColumnOf<Self>] = &[
        Column::text("code offset", 8).titled("code at").shows(
            |it, _| match it.function.offset {
                Some(offset) => (format!("{offset:06x}"), Role::Link),
                None => ("unknown".to_owned(), Role::Dim),
            },
            |it| Value::number(it.function.offset),
        ),
        Column::text("selector", 10).of(|it| Value::Text(hex::encode_prefixed(it.function.selector))),
        Column::text("function", 20).grows(3).shows(
            |it, _| {
                let (name, source) = name(it.function, it.reading);
                (name, if source == "guess" || source.is_empty() { Role::Dim } else { Role::Plain })
            },
            |it| Value::Text(name(it.function, it.reading).0),
        ),
        Column::text("name from", 9)
            .dim(|it| Value::text(Some(name(it.function, it.reading).1).filter(|from| !from.is_empty()))),
        Column::text("state mutability", 10)
            .titled("state")
            .rank(1)
            .dim(|it| Value::text(it.function.mutability)),
    ];
}

/// The rows of the table: a title above, a line about the selected one below.
fn rows(height: u16) -> u16 {
    height.saturating_sub(3).max(1)
}
