//! Draws JSON: each token in its colour, what is folded on one line, and the path of the selected line below.

use ledger::amount::{counted, grouped};
use ledger::raw::JsonToken;
use ledger::text::visible;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::JsonView;
use crate::panes::Context;
use crate::widgets::line::{clear, cut, cut_middle, put, width};
use crate::widgets::{Role, Split};

impl JsonView {
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
            put(buf, last, 1, 0, &words, theme.style(Role::Failure));
        } else if !self.is_empty() {
            let path = self.document.lines().shown_path(self.line);
            put(buf, last, 1, 0, &cut_middle(&path, columns, theme.glyphs.cut), theme.style(Role::Dim));
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
            column = put(buf, row, column, 0, &text, theme.style(role).patch(over));
        }
        put(buf, row, column, 0, sign, theme.style(Role::Dim).patch(over));
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
