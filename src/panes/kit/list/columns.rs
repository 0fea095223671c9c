//! Columns as data: what a column is called, how wide it is, what it shows of a row, and what it is worth elsewhere.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::Counted;
pub use crate::decode::rows::Value;
use crate::message::{Click, Copied, Place};
use crate::panes::Context;
use crate::widgets::table::{self, Cell, Column as Head, Lines, Table};

/// A list whose columns are data.
pub trait Columns: 'static {
    /// A row with all that is known of it.
    type Row<'a>;

    /// Every column, in the order of the table.
    const ALL: &'static [Column<Self>];

    /// The columns by which rows are counted, in the order in which they are offered, and those of what is said of all.
    const COUNTED: &'static [Counted] = &[];

    /// Where a row's cell in a column of this name leads; what the row itself opens needs no cell.
    fn leads(_column: &'static str, _row: &Self::Row<'_>, _ctx: &Context<'_>) -> Option<Place> {
        None
    }

    /// Whether a column is shown: one for which no row has data is not.
    fn shows(&self, _column: &Column<Self>) -> bool {
        true
    }

    /// Draws the titles of the columns that are shown, and these lines.
    fn view<'a>(
        &self,
        lines: &Lines,
        ctx: &Context<'_>,
        area: Rect,
        buf: &mut Buffer,
        row: impl Fn(usize) -> Option<Self::Row<'a>>,
    ) {
        let columns = self.heads(lines.sorted, ctx);
        let shown: Vec<&Column<Self>> = self.shown().into_iter().filter_map(|at| Self::ALL.get(at)).collect();
        Table { columns: &columns, lines }.view(ctx.theme, area, buf, row, |row, at| {
            shown.get(at).map(|column| (column.cell)(row, ctx)).unwrap_or_default()
        });
    }

    /// The places among all of the columns that are shown.
    fn shown(&self) -> Vec<usize> {
        (0..).zip(Self::ALL).filter(|(_, column)| self.shows(column)).map(|(at, _)| at).collect()
    }

    /// The titles and widths of the columns that are shown. The one that the rows are sorted by has a mark.
    fn heads(&self, sorted: Option<(usize, bool)>, ctx: &Context<'_>) -> Vec<Head> {
        let head = |at: usize| {
            let mut head = (Self::ALL.get(at)?.head)(self, ctx);
            if let Some((_, descending)) = sorted.filter(|(column, _)| *column == at) {
                let glyphs = &ctx.theme.glyphs;
                let mark = if descending { glyphs.down } else { glyphs.up };
                head.title = format!("{mark}{}", head.title);
            }
            Some(head)
        };
        self.shown().into_iter().filter_map(head).collect()
    }

    /// The column whose title was clicked, by its place among all.
    fn clicked(&self, click: Click, ctx: &Context<'_>, table: Rect) -> Option<usize> {
        let heads = self.heads(None, ctx);
        let at = table::title_at(&heads, click, table)?;
        self.shown().get(at).copied()
    }

    /// The names of the columns.
    fn names() -> Vec<&'static str> {
        Self::ALL.iter().map(|column| column.name).collect()
    }

    /// What a row is worth in every column.
    fn values(row: &Self::Row<'_>) -> Vec<Value> {
        Self::ALL.iter().map(|column| (column.value)(row)).collect()
    }

    /// What a row's columns are worth, for the copy menu: those that say something, shown or not.
    fn copied(row: &Self::Row<'_>) -> Vec<Copied> {
        let copied = |column: &Column<Self>| {
            let text = (column.value)(row).to_string();
            (!text.is_empty()).then(|| Copied { what: column.name.to_owned(), text })
        };
        Self::ALL.iter().filter_map(copied).collect()
    }
}

/// A column.
pub struct Column<C: Columns + ?Sized> {
    /// What it is called where it is named: in the copy menu, and by its words joined with `_` in filters and exports.
    pub name: &'static str,
    /// Its title, its width, and when a narrow screen gives it up.
    pub head: fn(&C, &Context<'_>) -> Head,
    /// What it shows of a row.
    pub cell: fn(&C::Row<'_>, &Context<'_>) -> Cell,
    /// What it is worth: exact, whole, and the same whatever the screen's units are.
    pub value: fn(&C::Row<'_>) -> Value,
}
