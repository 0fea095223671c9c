//! Draws the tab: progress of the search, the slots, and the selected one with its proof.

use ledger::Field;
use ledger::amount::grouped;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::StateTab;
use super::rows::Row;
use crate::panes::Context;
use crate::panes::kit::nouns::values;
use crate::widgets::line::{clear, cut, cut_middle, put, rule, width};
use crate::widgets::{Link, Role, Split, Value, scroll_bar, split::REST};

/// The height of the detail with its rule; on a low screen an open detail replaces the list.
const DETAIL_ROWS: std::ops::RangeInclusive<u16> = 6..=14;
/// The minimum height of the list when the detail is shown below it.
const MIN_LIST_ROWS: u16 = 5;
/// The minimum width of a slot's location, and its maximum share of the width.
const MIN_NAME_COLUMNS: u16 = 12;

/// The parts of the tab, top to bottom.
#[derive(Clone, Copy, Debug)]
pub(super) struct Areas {
    pub(super) words: Rect,
    pub(super) list: Rect,
    pub(super) rule: Rect,
    pub(super) detail: Rect,
}

/// Divides the body; the list takes at most one line per row.
pub(super) fn areas(body: Rect, rows: usize) -> Areas {
    let room = body.height.saturating_sub(1);
    let rows = u16::try_from(rows).unwrap_or(u16::MAX);
    let list = if room < MIN_LIST_ROWS + DETAIL_ROWS.start() {
        room
    } else {
        let half = (room / 2).clamp(*DETAIL_ROWS.start(), *DETAIL_ROWS.end());
        (room - half).min(rows.max(MIN_LIST_ROWS))
    };
    let [words, list, rule, detail] = body.stack([1, list, 1, REST]);
    Areas { words, list, rule, detail }
}

impl StateTab {
    pub(in crate::panes::result) fn view(
        &self,
        ctx: &Context<'_>,
        body: Rect,
        buf: &mut Buffer,
    ) -> Option<Position> {
        let theme = ctx.theme;
        if self.case.slots.is_empty() {
            let none = match self.result.as_ref().map(|result| &result.state_changes) {
                Some(Field::Known(_)) | None => Value::none("No storage slot was read or written."),
                Some(other) => values::field(ctx, other, |_| Value::default()),
            };
            put(buf, body, 1, 0, &format!("state changes  {}", none.line()), theme.style(Role::Dim));
            return None;
        }
        let areas = areas(body, self.rows.len());
        let words = cut(&self.status(ctx), body.width.saturating_sub(2), ctx.theme.glyphs.cut).into_owned();
        put(buf, areas.words, 1, 0, &words, theme.style(Role::Dim));
        self.list(ctx, areas.list, buf);
        rule(buf, areas.rule, 0, ctx.theme.glyphs.rule, theme.style(Role::Rule));
        let detail = self.detail_area(areas);
        if detail == areas.list {
            clear(buf, areas.list, theme.base());
        }
        if self.in_detail {
            self.detail.view(ctx.theme, detail, buf);
        } else {
            self.detail.view_aside(ctx.theme, detail, buf);
        }
        let line = self.line.as_ref()?;
        Some(line.prompt.view(ctx, body.rows().next_back()?, buf))
    }

    /// The area of the detail, which replaces the list if there is no room for both.
    fn detail_area(&self, areas: Areas) -> Rect {
        if areas.rule.is_empty() && self.in_detail { areas.list } else { areas.detail }
    }

    /// The links of the detail while it has the focus.
    pub(in crate::panes::result) fn links(&self, body: Rect) -> Vec<Link> {
        if !self.in_detail || self.line.is_some() {
            return Vec::new();
        }
        self.detail.links(self.detail_area(areas(body, self.rows.len())))
    }

    /// The progress of the search, and what the list omits.
    fn status(&self, ctx: &Context<'_>) -> String {
        let all = self.case.slots.len();
        let mut words = match self.explained() {
            Some(explained) => {
                let resolved = explained.slots.iter().filter(|it| it.is_resolved()).count();
                let steps = grouped(&explained.steps);
                let end = match (resolved == all, explained.steps) {
                    (_, 0) => String::new(),
                    (true, _) => format!(", proved by hashing ({steps} tried)"),
                    (false, _) => {
                        format!(", {steps} hashes tried; the rest has keys that are not in this call")
                    }
                };
                format!("{resolved} of {all} resolved{end}")
            }
            None => format!(
                "{all} slots  {}",
                ctx.get(&self.case).status(ctx).words.replace("loading", "searching")
            ),
        };
        if !self.sought.is_empty() {
            words =
                format!("{words} {} with \"{}\"", ctx.theme.glyphs.dot, ledger::text::visible(&self.sought));
        }
        if self.writes_only {
            words = format!("{words} {} writes only", ctx.theme.glyphs.dot);
        }
        words
    }

    fn list(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
        let theme = ctx.theme;
        let longest = self.rows.iter().filter_map(|row| match row {
            Row::Slot { name, .. } => Some(width(name)),
            Row::Contract(_) => None,
        });
        let share = (area.width / 2).saturating_sub(2).max(MIN_NAME_COLUMNS);
        let names = longest.max().unwrap_or_default().clamp(MIN_NAME_COLUMNS, share);
        if self.rows.is_empty() {
            put(buf, area, 1, 0, "No matching slots.", theme.style(Role::Dim));
        }
        let rows = scroll_bar::beside(area, self.rows.len());
        for (line, at) in rows.rows().zip(self.scroll.window(self.rows.len(), area.height)) {
            let Some(row) = self.rows.get(at) else { continue };
            match row {
                Row::Contract(words) => {
                    let words = cut(words, area.width.saturating_sub(2), ctx.theme.glyphs.cut);
                    put(buf, line, 1, 0, &words, theme.style(Role::Heading));
                }
                Row::Slot { name, proved, pieces, .. } => {
                    let selected = at == self.scroll.selected && !self.in_detail;
                    let over = theme.over(selected);
                    if selected {
                        buf.set_style(line, over);
                    }
                    if at == self.scroll.selected {
                        let style = theme.style(Role::Marker).patch(over);
                        put(buf, line, 0, 0, ctx.theme.glyphs.marker, style);
                    }
                    let role = if *proved { Role::Plain } else { Role::Dim };
                    let name = cut_middle(name, names, ctx.theme.glyphs.cut);
                    put(buf, line, 3, 0, &name, theme.style(role).patch(over));
                    let mut column = 3 + names + 2;
                    for (text, role) in pieces {
                        let text = cut(text, line.width.saturating_sub(column), ctx.theme.glyphs.cut);
                        column = put(buf, line, column, 0, &text, theme.style(*role).patch(over));
                    }
                }
            }
        }
        self.scroll.view_bar(theme, area, self.rows.len(), buf);
    }
}
