//! Links of a row's cells, and a cursor among those of the selected row.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::Columns;
use super::source::{List, RowsOf, Source};
use crate::message::{Action, Click, Place};
use crate::panes::Context;
use crate::widgets::table::{self, Cell, Lines, Table};
use crate::widgets::{Link, Target};

/// The visible links of a table: its cells and its rows.
pub fn links<'a, C: Columns>(
    columns: &C,
    lines: &Lines,
    ctx: &Context<'_>,
    area: Rect,
    row: impl Fn(usize) -> Option<C::Row<'a>>,
    opened: impl Fn(usize) -> Option<Target>,
) -> Vec<Link> {
    let heads = columns.heads(lines.sorted, ctx);
    let shown = columns.shown(ctx);
    let column = |at: usize| shown.get(at).and_then(|at| C::ALL.get(*at));
    Table { columns: &heads, lines, area }.links(
        row,
        |row, at| {
            let Some(column) = column(at) else { return Cell::default() };
            let (text, role) = C::cell(column, row, ctx);
            let label = C::label(column, row, ctx);
            (label.map(|label| format!("{label} {text}")).unwrap_or(text), role)
        },
        |row, at| C::leads(column(at)?.name, row, ctx).map(Target::Place),
        opened,
    )
}

/// Index of a visible column whose cell has a link, and the linked place.
pub(super) type Stop = (usize, Place);

/// Shown for a row without linked cells.
pub(super) const NO_STOP: &str = "no cell of this row leads further";

/// The visible columns whose cell in this row has a link.
pub(super) fn stops<C: Columns>(columns: &C, row: &C::Row<'_>, ctx: &Context<'_>, area: Rect) -> Vec<Stop> {
    let (shown, heads) = (columns.shown(ctx), columns.heads(None, ctx));
    let stop = |(at, ..): (usize, u16, u16)| {
        let at = *shown.get(at)?;
        Some((at, C::leads(C::ALL.get(at)?.name, row, ctx)?))
    };
    table::fit(&heads, table::room(area.width)).into_iter().filter_map(stop).collect()
}

/// The column of the next or previous linked cell; `None` past either end, where the row is selected.
pub(super) fn next_stop(cell: Option<usize>, stops: &[Stop], action: Action) -> Option<usize> {
    let now = stops.iter().position(|(at, _)| Some(*at) == cell);
    let next = match (now, action) {
        (None, Action::Right) => stops.first(),
        (None, _) => stops.last(),
        (Some(at), Action::Right) => stops.get(at + 1),
        (Some(at), _) => at.checked_sub(1).and_then(|at| stops.get(at)),
    };
    next.map(|(at, _)| *at)
}

/// The link of a row: the first click selects it, the next opens it.
pub fn opened_by_clicks(lines: &Lines, row: usize) -> Target {
    Target::Clicks(if row == lines.selected { 1 } else { 2 })
}

/// A list with its rows' data and its area.
pub(super) struct Shown<'a, S, R> {
    pub(super) list: &'a List<S>,
    pub(super) rows: &'a R,
    pub(super) table: Rect,
    pub(super) ctx: &'a Context<'a>,
}

impl<S: Source, R: RowsOf<S>> Shown<'_, S, R> {
    /// The links of the visible rows and cells, or of the counts.
    pub(super) fn links(&self) -> Vec<Link> {
        self.list.count_links(self.ctx).unwrap_or_else(|| {
            let lines = self.rows.lines(&self.list.source, self.table, self.ctx);
            let row = |at| self.rows.row(&self.list.source, at, self.ctx);
            let target = |at| self.rows.target(&self.list.source, at);
            links(self.rows.columns(), &lines, self.ctx, self.table, row, target)
        })
    }

    /// The visible lines, with the marks, the sort and the selected cell.
    pub(super) fn lines(&self) -> Lines {
        let mut lines = self.rows.lines(&self.list.source, self.table, self.ctx);
        lines.sorted = self.list.choice.sort().map(|sort| (sort.column, sort.descending));
        let is_marked = |at: &usize| self.rows.is_marked(&self.list.source, *at);
        lines.marked = lines.row_places().filter(is_marked).collect();
        let column = |cell| self.rows.columns().shown(self.ctx).iter().position(|at| *at == cell);
        lines.cell = self.chosen_cell().and_then(|(cell, _)| column(cell));
        lines
    }

    /// Draws the titles and these lines.
    pub(super) fn view(&self, lines: &Lines, buf: &mut Buffer) {
        let row = |at| self.rows.row(&self.list.source, at, self.ctx);
        self.rows.columns().view(lines, self.ctx, self.table, buf, row);
    }

    /// The visible columns whose cell in the selected row has a link.
    pub(super) fn stops(&self) -> Vec<Stop> {
        let row = self.rows.row(&self.list.source, self.list.source.cursor(), self.ctx);
        row.map(|row| stops(self.rows.columns(), &row, self.ctx, self.table)).unwrap_or_default()
    }

    /// The column of the selected cell and its place, if it has a link in the selected row.
    pub(super) fn chosen_cell(&self) -> Option<Stop> {
        let chosen = self.list.cell?;
        self.stops().into_iter().find(|(at, _)| *at == chosen)
    }

    /// The place of the clicked cell of the selected row, or of the row.
    pub(super) fn clicked_place(&self, click: Click) -> Option<Place> {
        let is_hit = |link: &Link| link.area.contains((click.column, click.row).into());
        match self.links().into_iter().find(is_hit)?.to {
            Target::Place(place) => Some(place),
            _ => None,
        }
    }
}

impl<S> List<S> {
    pub(super) fn shown_in<'a, R>(
        &'a self,
        rows: &'a R,
        table: Rect,
        ctx: &'a Context<'a>,
    ) -> Shown<'a, S, R> {
        Shown { list: self, rows, table, ctx }
    }
}
