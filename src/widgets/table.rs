//! Tables: which columns fit, and the rows in view.

mod cells;

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use self::cells::draw_labelled;
use super::line::{cut, put};
use super::{Role, Scroll, Split, Theme, scroll_bar};
use crate::message::{Click, MouseButton};

/// A column, as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The title, with the unit of its numbers.
    pub title: String,
    /// The least width, in columns of the terminal.
    pub least: u16,
    /// Its share of the spare width, relative to other columns.
    pub grows: u16,
    /// The width up to which it grows, unless it is the last to grow, which takes what is left.
    pub most: u16,
    /// Numbers are aligned to the right.
    pub right: bool,
    /// Columns with a higher rank go first when the width does not hold all.
    pub rank: u8,
}

impl Column {
    /// A column of text of this least width that is always shown.
    pub fn text(title: impl Into<String>, least: u16) -> Self {
        Self { title: title.into(), least, grows: 0, most: u16::MAX, right: false, rank: 0 }
    }

    /// A column of numbers.
    pub fn number(title: impl Into<String>, least: u16) -> Self {
        Self { right: true, ..Self::text(title, least) }
    }

    /// The column, taking so much of the spare width.
    #[must_use]
    pub fn grows(self, grows: u16) -> Self {
        Self { grows, ..self }
    }

    /// The column, growing up to this width before what is left goes to the last column that grows.
    #[must_use]
    pub fn up_to(self, most: u16) -> Self {
        Self { most, ..self }
    }

    /// The column, of exactly this width.
    #[must_use]
    pub fn fixed(self, width: u16) -> Self {
        Self { least: width, most: width, grows: 0, ..self }
    }

    /// What it takes of a table at least, with the gap behind it.
    pub fn needs(&self) -> u16 {
        self.least.saturating_add(GAP)
    }

    /// The same where there is too little room.
    pub fn needs_at_least(&self) -> u16 {
        let least = if self.grows > 0 { self.least.min(MIN_GROWING_COLUMNS) } else { self.least };
        least.saturating_add(GAP)
    }

    /// Sets the rank: columns of a higher rank are hidden first.
    #[must_use]
    pub fn rank(self, rank: u8) -> Self {
        Self { rank, ..self }
    }
}

/// One cell: text and meaning.
pub type Cell = (String, Role);

/// A table about to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    pub columns: &'a [Column],
    /// What is in view below their titles.
    pub lines: &'a Lines,
    pub area: Rect,
}

/// The columns of the terminal before the first cell, and between two.
const MARKER_COLUMNS: u16 = 1;
pub const GAP: u16 = 2;

/// What is left of a column that would grow where there is too little room, in columns of the terminal.
const MIN_GROWING_COLUMNS: u16 = 8;

/// What a table so wide has room for.
pub fn room(width: u16) -> u16 {
    width.saturating_sub(MARKER_COLUMNS)
}

/// The columns that fit: index, place and width. Columns that are never hidden shrink instead, if they can grow.
pub fn fit(columns: &[Column], total: u16) -> Vec<(usize, u16, u16)> {
    let mut kept: Vec<(usize, &Column)> = columns.iter().enumerate().collect();
    let sum = |kept: &[(usize, &Column)], needs: fn(&Column) -> u16| -> u16 {
        kept.iter().map(|(_, column)| needs(column)).sum()
    };
    while sum(&kept, Column::needs) > total && kept.len() > 1 {
        let worst = kept.iter().enumerate().max_by_key(|(_, (_, column))| column.rank);
        let Some((place, (_, column))) = worst else { break };
        if column.rank == 0 && sum(&kept, Column::needs_at_least) <= total {
            break;
        }
        kept.remove(place);
    }
    let needs = sum(&kept, Column::needs);
    let less = narrowed(&kept, needs.saturating_sub(total));
    let mut x = 0;
    let mut fitted = Vec::with_capacity(kept.len());
    let each = kept.iter().zip(less).zip(shared(&kept, total.saturating_sub(needs)));
    for (((at, column), less), more) in each {
        let wide = (column.least.saturating_sub(less) + more).min(total.saturating_sub(x));
        fitted.push((*at, x, wide));
        x = x.saturating_add(wide).saturating_add(GAP);
    }
    fitted
}

/// The columns to take from each column to save `over` in total, the widest first.
fn narrowed(columns: &[(usize, &Column)], mut over: u16) -> Vec<u16> {
    let mut less = vec![0; columns.len()];
    let mut places: Vec<(&Column, &mut u16)> =
        columns.iter().map(|(_, column)| *column).zip(&mut less).collect();
    places.sort_by_key(|(column, _)| std::cmp::Reverse(column.least));
    for (column, less) in places {
        *less = column.needs().saturating_sub(column.needs_at_least()).min(over);
        over -= *less;
    }
    less
}

/// The column whose title was clicked.
pub fn title_at(columns: &[Column], click: Click, table: Rect) -> Option<usize> {
    let column = click.column.checked_sub(table.x.saturating_add(MARKER_COLUMNS))?;
    let places = fit(columns, room(table.width));
    let hit = places.into_iter().find(|(_, x, wide)| (*x..x.saturating_add(*wide)).contains(&column));
    (click.button == MouseButton::Press && click.row == table.y).then_some(hit?.0)
}

/// Each column's share of the spare width, including what columns at their maximum leave. The last growing column gets
/// the rest.
fn shared(columns: &[(usize, &Column)], spare: u16) -> Vec<u16> {
    let mut more = vec![0; columns.len()];
    let mut left = spare;
    loop {
        let mut growing: Vec<(&Column, &mut u16)> = columns
            .iter()
            .map(|(_, column)| *column)
            .zip(&mut more)
            .filter(|(column, more)| column.least.saturating_add(**more) < column.most)
            .collect();
        let shares: u16 = growing.iter().map(|(column, _)| column.grows).sum();
        let before = left;
        for (column, more) in &mut growing {
            let part = before.saturating_mul(column.grows).checked_div(shares).unwrap_or(0);
            let part = part.min(column.most.saturating_sub(column.least.saturating_add(**more)));
            **more += part;
            left -= part;
        }
        if left == before {
            break;
        }
    }
    let last = columns.iter().zip(&mut more).rfind(|((_, column), _)| column.grows > 0);
    if let Some((_, more)) = last {
        *more += left;
    }
    more
}

/// A line of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// The row at this place.
    Row(usize),
    /// Words that separate the row below from the one above.
    Break(String),
}

/// What of a table is in view below its titles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// The lines, top to bottom.
    pub lines: Vec<Line>,
    /// Which row is selected.
    pub selected: usize,
    /// The rows that have just come: they stand out.
    pub new: Vec<usize>,
    /// The rows that are marked.
    pub marked: Vec<usize>,
    /// The column that the rows are sorted by, and whether the greatest comes first.
    pub sorted: Option<(usize, bool)>,
    /// The column whose cell in the selected row is chosen.
    pub cell: Option<usize>,
    /// The rows in view among how many.
    pub window: (Range<usize>, usize),
}

impl Lines {
    /// The rows in view of `len` in this area.
    pub fn rows(scroll: &Scroll, len: usize, table: Rect) -> Self {
        Self::with_breaks(scroll, len, table, |_| None)
    }

    /// The rows in view, with the break before each that has one. Where breaks take the room of rows, the selected
    /// row stays.
    pub fn with_breaks(
        scroll: &Scroll,
        len: usize,
        table: Rect,
        breaks: impl Fn(usize) -> Option<String>,
    ) -> Self {
        let height = table.height.saturating_sub(1);
        let selected = scroll.selected;
        let rows = scroll.window(len, height);
        let each =
            rows.clone().flat_map(|row| breaks(row).map(Line::Break).into_iter().chain([Line::Row(row)]));
        let all: Vec<Line> = each.collect();
        let height = usize::from(height);
        let below = all.iter().position(|line| *line == Line::Row(selected)).unwrap_or_default();
        let start = (below + 1).saturating_sub(height);
        Self {
            lines: all.into_iter().skip(start).take(height).collect(),
            selected,
            new: Vec::new(),
            marked: Vec::new(),
            sorted: None,
            cell: None,
            window: (rows, len),
        }
    }

    /// The places of the rows in view.
    pub fn row_places(&self) -> impl Iterator<Item = usize> + '_ {
        self.lines.iter().filter_map(|line| if let Line::Row(at) = line { Some(*at) } else { None })
    }

    /// The row that was clicked in this area.
    pub fn row_at(&self, click: Click, table: Rect) -> Option<usize> {
        let line = click.row.checked_sub(table.y.saturating_add(1)).filter(|_| click.row < table.bottom())?;
        match self.lines.get(usize::from(line))? {
            Line::Row(row) => Some(*row),
            Line::Break(_) => None,
        }
    }
}

impl Table<'_> {
    /// Draws the titles and the lines: of the rows in view, the cells of the columns that fit. The first two columns
    /// of the terminal are the marker's. Before what has a label this is drawn, and what is labelled where there is room.
    pub fn view<R>(
        &self,
        theme: &Theme,
        buf: &mut Buffer,
        row: impl Fn(usize) -> Option<R>,
        (cell, label): (impl Fn(&R, usize) -> Cell, impl Fn(&R, usize) -> Option<String>),
    ) {
        let columns = self.placed();
        let mut screen = self.area.rows();
        let Some(titles) = screen.next() else { return };
        for (_, place, column) in &columns {
            let cell = place.intersection(titles);
            column.draw(theme, cell, (&column.title, theme.style(Role::Dim)), buf);
        }
        let mut rows = Vec::new();
        for (line, shown) in screen.zip(&self.lines.lines) {
            let index = match shown {
                Line::Row(index) => *index,
                Line::Break(text) => {
                    let text = format!("{} {text}", theme.glyphs.rule.repeat(2));
                    let text = cut(&text, room(line.width), theme.glyphs.cut);
                    put(buf, line, (MARKER_COLUMNS, 0), &text, theme.style(Role::Dim));
                    continue;
                }
            };
            let over = self.mark(theme, line, index, buf);
            rows.extend(row(index).map(|row| (index, line, over, row)));
        }
        // Column by column, and what is written before it is drawn: the same code runs for all rows, and stays at hand.
        for (at, place, column) in &columns {
            let texts: Vec<_> = rows.iter().map(|(.., row)| (cell(row, *at), label(row, *at))).collect();
            for ((index, line, over, _), ((text, role), label)) in rows.iter().zip(texts) {
                let mut style = theme.style(role).patch(*over);
                if *index == self.lines.selected && self.lines.cell == Some(*at) {
                    style = style.patch(theme.chosen_cell());
                }
                let cell = place.intersection(*line);
                match label {
                    None => column.draw(theme, cell, (&text, style), buf),
                    Some(label) => {
                        let dim = style.patch(theme.style(Role::Dim));
                        draw_labelled(theme, cell, [(&label, style), (&text, dim)], buf);
                    }
                }
            }
        }
        let (window, len) = &self.lines.window;
        scroll_bar::view(theme, self.area.below(1), window, *len, buf);
    }

    /// Marks a row of the list if it is selected, marked or new; returns what is laid over the styles of its text.
    fn mark(&self, theme: &Theme, line: Rect, index: usize, buf: &mut Buffer) -> Style {
        let selected = index == self.lines.selected;
        let over = theme.mark_row(line, selected, buf);
        if self.lines.marked.contains(&index) {
            let (alone, both) = theme.glyphs.marked;
            let sign = if selected { both } else { alone };
            put(buf, line, (0, 0), sign, theme.style(Role::Attention).patch(over));
        }
        if self.lines.new.contains(&index) { over.patch(theme.new_row()) } else { over }
    }

    /// The columns that fit, and their parts of the area.
    fn placed(&self) -> Vec<(usize, Rect, &Column)> {
        let cells = self.area.right_of(MARKER_COLUMNS);
        let part = |x: u16, wide| Rect { width: wide, ..cells.right_of(x) };
        let fitted = fit(self.columns, cells.width).into_iter();
        fitted.filter_map(|(at, x, wide)| Some((at, part(x, wide), self.columns.get(at)?))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaks_take_the_room_of_rows_but_never_of_the_selected_one() {
        let breaks = |row: usize| row.is_multiple_of(3).then(|| row.to_string());
        let shown = |selected, height| {
            let mut scroll = Scroll::default();
            scroll.select(selected, 10, height);
            let line = |line: Line| match line {
                Line::Row(row) => format!("row {row}"),
                Line::Break(text) => format!("-- {text}"),
            };
            let table = Rect::new(0, 0, 80, height + 1);
            let in_view = Lines::with_breaks(&scroll, 10, table, breaks);
            in_view.lines.into_iter().map(line).collect::<Vec<_>>()
        };
        assert_eq!(shown(0, 4), ["-- 0", "row 0", "row 1", "row 2"]);
        assert_eq!(shown(3, 4), ["row 1", "row 2", "-- 3", "row 3"]);
        assert_eq!(shown(9, 4), ["row 7", "row 8", "-- 9", "row 9"]);
        assert_eq!(shown(3, 1), ["row 3"]);
        assert!(shown(0, 0).is_empty());
    }

    #[test]
    fn columns_are_given_up_by_rank_and_spare_width_is_shared() {
        let columns = [
            Column::text("time", 10),
            Column::text("method", 10).grows(1),
            Column::number("index", 6).rank(2),
            Column::number("gas", 8).rank(1),
        ];
        assert_eq!(fit(&columns, 60).iter().map(|(at, ..)| *at).collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert_eq!(fit(&columns, 40).iter().map(|(at, ..)| *at).collect::<Vec<_>>(), [0, 1, 3]);
        assert_eq!(fit(&columns, 26), [(0, 0, 10), (1, 12, 12)]);
        assert_eq!(fit(&columns, 22), [(0, 0, 10), (1, 12, 8)], "it becomes narrower before it goes");
        assert_eq!(fit(&columns, 21), [(0, 0, 10)]);
        assert_eq!(fit(&columns, 3).len(), 1);
    }

    #[test]
    fn a_column_of_a_fixed_width_takes_its_room_from_the_others() {
        let columns =
            [Column::text("a", 10).grows(1), Column::text("b", 5).fixed(12), Column::number("c", 6).rank(1)];
        let wide = |total| fit(&columns, total).iter().map(|(_, _, wide)| *wide).collect::<Vec<_>>();
        assert_eq!((wide(40), wide(30), wide(24)), (vec![16, 12, 6], vec![14, 12], vec![8, 12]));
    }

    #[test]
    fn a_column_that_is_wide_enough_leaves_the_rest_to_others() {
        let columns = [Column::text("address", 10).grows(1).up_to(15), Column::text("words", 10).grows(1)];
        let wide = |total| fit(&columns, total).iter().map(|(.., wide)| *wide).collect::<Vec<_>>();
        assert_eq!((wide(24), wide(29), wide(64)), (vec![10, 10], vec![12, 13], vec![15, 45]));
        let [address, words] = columns;
        let capped = [address, words.up_to(20)];
        let wide = |total| fit(&capped, total).iter().map(|(.., wide)| *wide).collect::<Vec<_>>();
        assert_eq!((wide(39), wide(64)), (vec![15, 20], vec![15, 45]));
    }
}
