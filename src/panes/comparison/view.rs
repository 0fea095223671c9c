//! Draws the comparison: two columns, or one below the other on a narrow screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::ComparisonPane;
use super::rows::{Line, Row};
use crate::message::Click;
use crate::panes::Context;
use crate::widgets::line::{cut, cut_middle, put, rule, width, wrap};
use crate::widgets::split::REST;
use crate::widgets::{Link, Role, Split, Value};

/// The minimum width of the two-column layout.
pub(super) const MIN_WIDE_COLUMNS: u16 = 100;
/// The minimum height to show the selected row in full below the list.
const MIN_HIGH_ROWS: u16 = 14;
/// The maximum width of a label: on a narrow screen, and in the two-column layout.
const MAX_LABEL_COLUMNS: [u16; 2] = [24, 34];
/// The most lines of a value that is shown in full.
const WHOLE_LINES: usize = 2;

/// The parts of the pane, top to bottom.
pub(super) struct Areas {
    /// The counts of differences and equal fields.
    pub(super) summary: Rect,
    /// The names of both sides.
    pub(super) titles: Rect,
    pub(super) list: Rect,
    /// The selected row in full, below a rule.
    pub(super) whole: Rect,
}

impl Areas {
    pub(super) fn new(body: Rect) -> Self {
        let titles = if is_wide(body) { 1 } else { 2 };
        let whole = if body.height < MIN_HIGH_ROWS { 0 } else { 5 };
        let [summary, titles, rest] = body.stack([1, titles, REST]);
        let [list, whole] = rest.with_footer(whole);
        Self { summary, titles, list, whole }
    }
}

pub(super) fn is_wide(body: Rect) -> bool {
    body.width >= MIN_WIDE_COLUMNS
}

/// The positions of the label and both values of a line.
struct Columns {
    label: u16,
    /// The first column of each value.
    starts: [u16; 2],
    /// The width of each value.
    widths: [u16; 2],
}

impl Columns {
    fn new(rows: &[Row], body: Rect) -> Self {
        let [narrow, wide] = MAX_LABEL_COLUMNS;
        let most = if is_wide(body) { wide } else { narrow };
        let label = rows.iter().map(|row| width(&row.label)).max().unwrap_or(0).min(most);
        let first = label + 4;
        let room = body.width.saturating_sub(first + 1);
        if is_wide(body) {
            let half = room.saturating_sub(2) / 2;
            return Self {
                label,
                starts: [first, first + half + 2],
                widths: [half, room.saturating_sub(half + 2)],
            };
        }
        Self { label, starts: [first; 2], widths: [room; 2] }
    }
}

/// A text on a line, and its value.
struct Placed<'a> {
    column: u16,
    room: u16,
    value: &'a Value,
    side: usize,
}

impl ComparisonPane {
    /// The side whose column was clicked; the first one if they share a column.
    pub(super) fn side_at(&self, click: Click, body: Rect) -> usize {
        let [_, second] = Columns::new(&self.rows, body).starts;
        usize::from(is_wide(body) && click.column >= body.x.saturating_add(second))
    }

    /// The values of a line with their positions.
    fn placed(&self, line: &Line, columns: &Columns, wide: bool) -> Vec<Placed<'_>> {
        let placed = |row: &'_ Row, side: usize| -> Option<(u16, u16)> {
            let room = if row.is_equal { columns.widths.iter().sum() } else { *columns.widths.get(side)? };
            Some((*columns.starts.get(side)?, room))
        };
        let value = |at: usize, side: usize| {
            let row = self.rows.get(at)?;
            let ((column, room), value) = (placed(row, side)?, row.values.get(side)?);
            Some(Placed { column, room, value, side })
        };
        let is_equal = |at: usize| self.rows.get(at).is_some_and(|row| row.is_equal);
        match line {
            // Equal values are drawn once, across both columns.
            Line::Row(at) if wide && !is_equal(*at) => {
                [value(*at, 0), value(*at, 1)].into_iter().flatten().collect()
            }
            Line::Row(at) => value(*at, 0).into_iter().collect(),
            Line::Other(at) => value(*at, 1).into_iter().collect(),
            Line::Section(_) | Line::Equal => Vec::new(),
        }
    }

    /// The lines in view, each with its row on the screen.
    fn in_view(&self, list: Rect) -> impl Iterator<Item = (Rect, usize, &Line)> {
        let window = self.scroll.window(self.lines.len(), list.height);
        list.rows().zip(window).filter_map(|(row, at)| Some((row, at, self.lines.get(at)?)))
    }

    pub(super) fn draw(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
        let (areas, columns, wide) = (Areas::new(area), Columns::new(&self.rows, area), is_wide(area));
        let theme = ctx.theme;
        let summary = cut(&self.summary(), area.width.saturating_sub(2), theme.glyphs.cut).into_owned();
        put(buf, areas.summary, (1, 0), &summary, theme.style(Role::Dim));
        for (line, column, title, _) in self.titles(ctx, &areas, &columns, wide) {
            put(buf, line, (column, 0), &title, theme.style(Role::Heading));
        }
        for (row, at, line) in self.in_view(areas.list) {
            let selected = at == self.scroll.selected;
            let over = theme.mark_row(row, selected, buf);
            match line {
                Line::Section(name) => _ = put(buf, row, (1, 0), name, theme.style(Role::Heading)),
                Line::Equal => {
                    let words = self.equal_words();
                    let words = cut(&words, row.width.saturating_sub(2), theme.glyphs.cut);
                    put(buf, row, (1, 0), &words, theme.style(Role::Success).patch(over));
                }
                Line::Row(of) => {
                    let label = self.rows.get(*of).map_or("", |row| &row.label);
                    let label = cut_middle(label, columns.label, theme.glyphs.cut);
                    put(buf, row, (2, 0), &label, theme.style(Role::Dim).patch(over));
                }
                Line::Other(_) => {}
            }
            for placed in self.placed(line, &columns, wide) {
                let chosen = selected && wide && placed.side == self.side && !self.is_equal(line);
                let over = if chosen { over.patch(theme.chosen_cell()) } else { over };
                draw_value(&placed, row, over, ctx, buf);
            }
        }
        self.scroll.view_bar(theme, areas.list, self.lines.len(), buf);
        self.draw_whole(ctx, areas.whole, buf);
    }

    fn is_equal(&self, line: &Line) -> bool {
        matches!(line, Line::Row(at) if self.rows.get(*at).is_some_and(|row| row.is_equal))
    }

    /// The names of both sides: row, column, text and side.
    fn titles(
        &self,
        ctx: &Context<'_>,
        areas: &Areas,
        columns: &Columns,
        wide: bool,
    ) -> Vec<(Rect, u16, String, usize)> {
        let lines: Vec<Rect> = areas.titles.rows().collect();
        let title = |side: usize| {
            let line = *lines.get(if wide { 0 } else { side })?;
            let room = *columns.widths.get(side)?;
            let text = cut(&self.title_of(side, ctx), room, ctx.theme.glyphs.cut).into_owned();
            Some((line, *columns.starts.get(side)?, text, side))
        };
        (0..2).filter_map(title).collect()
    }

    /// Draws the values of the selected row in full, cut to the area.
    fn draw_whole(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
        rule(buf, area, 0, ctx.theme.glyphs.rule, ctx.theme.style(Role::Rule));
        let Some(row) = self.selected_row() else { return };
        let shown = row.values.iter().take(if row.is_equal { 1 } else { 2 });
        let (room, sign) = (area.width.saturating_sub(2), ctx.theme.glyphs.cut);
        let most = usize::from(room) * WHOLE_LINES * 2;
        let lines = shown.flat_map(|value| wrap(&value.beginning(most), room, WHOLE_LINES, sign));
        for (line, text) in (1..area.height).zip(lines) {
            put(buf, area, (1, line), &text, ctx.theme.style(Role::Plain));
        }
    }

    /// The names of both sides, and the linked values in view.
    pub(super) fn links_in(&self, ctx: &Context<'_>) -> Vec<Link> {
        let area = ctx.body;
        let (areas, columns, wide) = (Areas::new(area), Columns::new(&self.rows, area), is_wide(area));
        let titles = self.titles(ctx, &areas, &columns, wide).into_iter();
        let titles = titles.filter_map(|(line, column, text, side)| {
            Link::to_place(line, column, &text, self.compared.sides().get(side)?.place())
        });
        let values = self.in_view(areas.list).flat_map(|(row, _, line)| {
            let placed = self.placed(line, &columns, wide).into_iter();
            placed.filter_map(move |it| {
                let text = it.value.pieces.first().map_or("", |(text, _)| text);
                Link::to_place(row, it.column, text, it.value.place.clone()?)
            })
        });
        titles.chain(values).collect()
    }
}

fn draw_value(placed: &Placed<'_>, row: Rect, over: Style, ctx: &Context<'_>, buf: &mut Buffer) {
    let (mut column, end) = (placed.column, placed.column.saturating_add(placed.room));
    for (text, role) in &placed.value.pieces {
        let text = cut(text, end.saturating_sub(column), ctx.theme.glyphs.cut);
        column = put(buf, row, (column, 0), &text, ctx.theme.style(*role).patch(over));
    }
}
