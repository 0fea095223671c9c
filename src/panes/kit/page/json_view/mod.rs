//! JSON as received, for every pane that shows it: with folds, a path filter and search. Each token has its colour, and
//! the path of the selected line is below.

mod verbs;

use std::sync::Arc;

use decode::json_path;
use ledger::RawJson;
use ledger::amount::{counted, grouped};
use ledger::raw::JsonToken;
use ledger::text::visible;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::document::Document;
use crate::message::event::Key;
use crate::message::work::command_shown;
use crate::message::{Action, Click, Input};
use crate::panes::Context;
use crate::panes::kit::Wants;
use crate::widgets::line::{clear, cut, cut_middle, put, width};
use crate::widgets::scroll::SIDEWAYS_STEP_COLUMNS;
use crate::widgets::{Find, Role, Scroll, Split};

/// The document, and the position in it.
#[derive(Debug)]
pub struct JsonView {
    /// The document's name when it is copied.
    name: &'static str,
    document: Document,
    /// The selected row, and those in view.
    scroll: Scroll,
    /// The line on the selected row.
    line: usize,
    /// Characters scrolled past on the left.
    column: usize,
    find: Find,
    /// The path that the document is narrowed to, while typed or applied.
    path: Find,
    /// Why the typed text is not a valid path.
    fault: Option<String>,
    /// The command to pipe it to, as shown.
    pipe: Option<String>,
}

/// Maximum horizontal scroll, characters: each frame walks the characters before it. All of the line can be
/// copied.
pub const MAX_COLUMN: usize = 64 << 10;

impl JsonView {
    /// Creates a view without a document; `name` is used for copies.
    pub fn new(name: &'static str) -> Self {
        Self {
            name,
            document: Document::default(),
            scroll: Scroll::default(),
            line: 0,
            column: 0,
            find: Find::default(),
            path: Find::labelled("path"),
            fault: None,
            pipe: None,
        }
    }

    /// Replaces a changed document; it can be piped to this command, if not empty.
    pub fn set(&mut self, raw: &RawJson, pipe: &[String]) {
        self.document.set(raw);
        self.pipe = (!pipe.is_empty()).then(|| command_shown(pipe));
    }

    /// Adds the document's pending analyses.
    pub fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        self.document.wants(ctx, wants);
    }

    /// Receives the results.
    pub fn rebuild_view(&mut self, ctx: &Context<'_>, area: Rect) {
        if self.document.rebuild_view(ctx) {
            self.hit(area, false, false);
        }
        self.follow_line(area);
    }

    /// How many lines are known.
    pub fn is_empty(&self) -> bool {
        self.document.lines().is_empty()
    }

    /// Whether a prompt is open.
    pub fn is_typing(&self) -> bool {
        self.find.is_typing() || self.path.is_typing()
    }

    /// Passes an input to the open prompt or the mouse. `None` if neither takes it.
    pub fn handle_input(&mut self, input: &Input, area: Rect) -> Option<()> {
        if let Input::Mouse(click) = input {
            self.click(*click, area);
            return Some(());
        }
        if self.path.is_typing() {
            return self.type_path(input, area);
        }
        if self.find.handle_input(input)? {
            self.document.search_for(self.find.text());
            self.hit(area, false, false);
        }
        Some(())
    }

    fn click(&mut self, click: Click, area: Rect) {
        let was_selected = self.scroll.click(click, self.body(area), self.document.rows());
        self.line = self.document.line_on(self.scroll.selected);
        if was_selected == Some(true) && self.foldable().is_none() {
            self.turn_fold(self.line, area);
        }
    }

    fn type_path(&mut self, input: &Input, area: Rect) -> Option<()> {
        let key = if let Input::Key(key) = input { Some(key.key()) } else { None };
        let wanted = self.path.text().trim().to_owned();
        self.fault = None;
        match key {
            Some(Key::Esc) => match self.document.path() {
                Some(before) => self.path.show(before),
                None => _ = self.path.clear(),
            },
            Some(Key::Enter) if matches!(wanted.as_str(), "" | "." | "$") => {
                self.path.clear();
                self.narrow(None, area);
            }
            Some(Key::Enter) => match json_path::check(&wanted) {
                Ok(()) => {
                    self.path.show(&wanted);
                    self.narrow(Some(wanted), area);
                }
                Err(words) => self.fault = Some(words),
            },
            _ => _ = self.path.handle_input(input)?,
        }
        Some(())
    }

    /// Narrows to a path, or shows everything, and keeps the selected line.
    fn narrow(&mut self, path: Option<String>, area: Rect) {
        if path.as_deref() == self.document.path() {
            return;
        }
        let before = self.document.path().is_some().then(|| self.document.lines().value(self.line).start);
        self.find.clear();
        self.document.narrow(path.map(Arc::from));
        let line_at = |at| self.document.lines().line_at(at);
        self.line = before.filter(|_| self.document.path().is_none()).map_or(0, line_at);
        self.column = 0;
        self.follow_line(area);
    }

    /// Closes the search, else the path filter. `false` if neither was open.
    pub fn close(&mut self, area: Rect) -> bool {
        if self.find.clear() {
            self.document.forget_hits();
            return true;
        }
        let is_narrowed = self.path.is_shown() || self.document.path().is_some();
        if is_narrowed {
            self.path.clear();
            self.narrow(None, area);
        }
        is_narrowed
    }

    /// Whether [`Self::close`] would close anything.
    fn holds_close(&self) -> bool {
        self.find.is_shown() || self.path.is_shown() || self.document.path().is_some()
    }

    /// Scrolls to the side.
    pub fn pan(&mut self, action: Action) {
        let longest = self.document.lines().longest();
        let most = longest.saturating_sub(SIDEWAYS_STEP_COLUMNS).min(MAX_COLUMN);
        self.column = match action {
            Action::Left => self.column.saturating_sub(SIDEWAYS_STEP_COLUMNS),
            _ => self.column.saturating_add(SIDEWAYS_STEP_COLUMNS).min(most),
        };
    }

    /// Folds what a line opens or closes, or unfolds it, and selects it.
    fn turn_fold(&mut self, at: usize, area: Rect) {
        self.line = self.document.lines().opening(at);
        self.document.turn_fold(self.line);
        self.follow_line(area);
    }

    /// Selects the row on which the line is.
    fn follow_line(&mut self, area: Rect) {
        let row = self.document.row_of(self.line);
        self.scroll.select(row, self.document.rows(), self.body(area).height);
        if !self.is_empty() {
            self.line = self.line.min(self.document.lines().len() - 1);
        }
    }

    /// Selects the next match, or stays on one unless `on`; wraps around.
    fn hit(&mut self, area: Rect, on: bool, back: bool) {
        let (at, hits) = (self.line, self.document.hits());
        let found = if back {
            let before = hits.partition_point(|hit| *hit < at);
            before.checked_sub(1).and_then(|last| hits.get(last)).or(hits.last())
        } else {
            let before = hits.partition_point(|hit| if on { *hit <= at } else { *hit < at });
            hits.get(before).or(hits.first())
        };
        if let Some(found) = found.copied() {
            self.line = found;
            self.document.reveal(found);
            self.follow_line(area);
        }
    }

    /// The area of the lines: above the path and the prompts.
    fn body(&self, area: Rect) -> Rect {
        self.find.above(self.path.above(area.above(1)))
    }

    /// The position, or the pending request.
    pub fn status(&self, ctx: &Context<'_>) -> String {
        let lines = self.document.lines();
        match self.document.waits(ctx) {
            Some(words) => words,
            None => format!("line {} of {}", grouped(&(self.line + 1)), grouped(&lines.len())),
        }
    }

    pub fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let theme = ctx.theme;
        let area = area.intersection(buf.area);
        let body = self.body(area);
        let rows = self.document.rows();
        for (line, row) in body.rows().zip(self.scroll.window(rows, body.height)) {
            let over = theme.mark_row(line, row == self.scroll.selected, buf);
            self.view_line(ctx, self.document.line_on(row), (line, over), buf);
        }
        self.scroll.view_bar(theme, body, rows, buf);
        let [_, last] = area.with_footer(1);
        clear(buf, last, theme.base());
        let refused = self.document.narrowed().and_then(Result::err);
        let columns = last.width.saturating_sub(2);
        if let Some(words) = self.fault.as_deref().or(refused) {
            let words = cut(&visible(words), columns, theme.glyphs.cut).into_owned();
            put(buf, last, (1, 0), &words, theme.style(Role::Failure));
        } else if !self.is_empty() {
            let path = self.document.lines().shown_path(self.line);
            put(buf, last, (1, 0), &cut_middle(&path, columns, theme.glyphs.cut), theme.style(Role::Dim));
        }
        let above = area.above(1);
        let (words, role) = self.narrowed();
        let path = self.path.view(theme, above, (&words, role), buf);
        let (words, role) = self.found(ctx);
        self.find.view(theme, self.path.above(above), (&words, role), buf).or(path)
    }

    fn view_line(&self, ctx: &Context<'_>, at: usize, (row, over): (Rect, Style), buf: &mut Buffer) {
        let theme = ctx.theme;
        let lines = self.document.lines();
        let is_hit = self.document.hits().binary_search(&at).is_ok();
        let end = self.column.saturating_add(usize::from(row.width));
        let mut parts: Vec<(String, Role)> =
            lines.tokens(at, self.column..end).into_iter().map(|(text, token)| (text, role(token))).collect();
        if self.document.is_folded(at)
            && let (Some(closing), Some((count, is_object))) = (lines.closing(at), lines.count(at))
        {
            parts.push((theme.glyphs.cut.to_owned(), Role::Dim));
            parts.push((lines.part(closing, 0..end).trim_start().to_owned(), Role::Dim));
            let items = counted(count, if is_object { "field" } else { "item" });
            parts.push((format!("  {items}"), Role::Dim));
        }
        let columns = row.width.saturating_sub(2);
        let all: usize = parts.iter().map(|(text, _)| usize::from(width(text))).sum();
        let sign = if all > usize::from(columns) { theme.glyphs.cut } else { "" };
        let end = (columns + 1).saturating_sub(width(sign));
        let mut column = 1;
        for (text, role) in parts {
            let role = if is_hit { Role::Match } else { role };
            let text = cut(&text, end.saturating_sub(column), "");
            column = put(buf, row, (column, 0), &text, theme.style(role).patch(over));
        }
        put(buf, row, (column, 0), sign, theme.style(Role::Dim).patch(over));
    }

    /// The state of the path that is typed or set.
    fn narrowed(&self) -> (String, Role) {
        match (self.path.is_typing(), self.document.path(), self.document.narrowed()) {
            (true, ..) if self.fault.is_some() => ("no path".to_owned(), Role::Failure),
            (true, ..) => ("such as .logs[].topics[0]".to_owned(), Role::Dim),
            (_, None, _) => (String::new(), Role::Dim),
            (_, _, None) => ("filtering".to_owned(), Role::Dim),
            (_, _, Some(Ok(0))) => ("leads to nothing here".to_owned(), Role::Attention),
            (_, _, Some(Ok(count))) => (counted(count, "value"), Role::Dim),
            (_, _, Some(Err(_))) => ("not filtered".to_owned(), Role::Failure),
        }
    }

    /// The state of the search.
    fn found(&self, ctx: &Context<'_>) -> (String, Role) {
        if self.find.text().is_empty() {
            return (String::new(), Role::Dim);
        }
        let hits = self.document.hits();
        let count = grouped(&hits.len());
        match hits.binary_search(&self.line) {
            _ if self.document.is_searched(ctx) => ("searching".to_owned(), Role::Dim),
            _ if hits.is_empty() => ("not found".to_owned(), Role::Attention),
            Ok(at) => (format!("hit {} of {count}", grouped(&(at + 1))), Role::Dim),
            Err(_) => (counted(hits.len(), "hit"), Role::Dim),
        }
    }
}

fn role(token: JsonToken) -> Role {
    match token {
        JsonToken::Key => Role::Link,
        JsonToken::Quoted => Role::Success,
        JsonToken::Number => Role::Attention,
        JsonToken::Word => Role::Plain,
        JsonToken::Null | JsonToken::Mark => Role::Dim,
    }
}
