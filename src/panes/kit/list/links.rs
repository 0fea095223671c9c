//! What a list's rows lead to beside their details: cells, and a cursor among those of the selected row.

use ratatui::layout::Rect;

use super::{Columns, List, Listed, Pages, Rows, chips};
use crate::message::{Action, Click, Effect, Notice, Place};
use crate::panes::Context;
use crate::widgets::table::{self, Cell, Lines, Table};
use crate::widgets::{Feed, Link, Target};

/// What is in view of a table that leads somewhere: its cells, and its rows to what they open.
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
    Table { columns: &heads, lines }.links(
        area,
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

/// The place among all of a column in view whose cell leads somewhere, and where to.
pub(super) type Stop = (usize, Place);

/// Said of a row none of whose cells leads anywhere.
pub(super) const NO_STOP: &str = "no cell of this row leads further";

/// The columns in view of a table whose cell in this row leads somewhere.
pub(super) fn stops<C: Columns>(columns: &C, row: &C::Row<'_>, ctx: &Context<'_>, area: Rect) -> Vec<Stop> {
    let (shown, heads) = (columns.shown(ctx), columns.heads(None, ctx));
    let stop = |(at, ..): (usize, u16, u16)| {
        let at = *shown.get(at)?;
        Some((at, C::leads(C::ALL.get(at)?.name, row, ctx)?))
    };
    table::fit(&heads, table::room(area.width)).into_iter().filter_map(stop).collect()
}

/// The column of the next cell that leads somewhere, or of the one before; behind the last, and before the first, none:
/// the row.
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

/// What opens a row: clicks on it, of which the first selects it unless it is selected.
pub fn opened_by_clicks(lines: &Lines, row: usize) -> Target {
    Target::Clicks(if row == lines.selected { 1 } else { 2 })
}

impl<Q: Listed, P: Pages<Q>> List<Q, P> {
    /// See [`crate::panes::Pane::links`].
    pub fn links<R: Rows<Q, P>>(&self, rows: &R, ctx: &Context<'_>) -> Vec<Link> {
        if self.is_typed_over() {
            return Vec::new();
        }
        let areas = self.areas(ctx.body);
        let mut all = chips::links(&self.chips(), ctx, areas.chips);
        if self.is_counting() {
            all.extend(self.aggregate_links(ctx));
        } else if let Some(feed) = self.feed().filter(|feed| !feed.is_empty()) {
            let lines = Self::lines(feed, areas.table, ctx);
            let row = |at| Some(rows.known(feed.row(at)?, ctx));
            let opened = |at| Some(Target::Place(self.query().opened(feed.row(at)?)?));
            all.extend(links(rows, &lines, ctx, areas.table, row, opened));
        }
        all
    }

    fn stops<R: Rows<Q, P>>(&self, rows: &R, ctx: &Context<'_>) -> Vec<Stop> {
        let Some(row) = self.feed().and_then(Feed::selected) else { return Vec::new() };
        stops(rows, &rows.known(row, ctx), ctx, self.areas(ctx.body).table)
    }

    /// The place among all of the column with the cell that is chosen, if it leads somewhere in the selected row, and
    /// where to.
    pub(super) fn chosen_cell<R: Rows<Q, P>>(&self, rows: &R, ctx: &Context<'_>) -> Option<(usize, Place)> {
        let chosen = self.cell?;
        self.stops(rows, ctx).into_iter().find(|(at, _)| *at == chosen)
    }

    /// Chooses the next cell of the selected row that leads somewhere, or the one before; behind the last, and before
    /// the first, the row.
    pub(super) fn choose_cell<R: Rows<Q, P>>(
        &mut self,
        action: Action,
        rows: &R,
        ctx: &Context<'_>,
    ) -> Vec<Effect> {
        let stops = self.stops(rows, ctx);
        self.cell = next_stop(self.cell, &stops, action);
        let none = stops.is_empty().then(|| Notice::info(NO_STOP));
        none.map(Effect::Notify).into_iter().collect()
    }

    /// What the selected row leads to where it was clicked: a cell's place, else its own.
    pub(super) fn clicked_place<R: Rows<Q, P>>(
        &self,
        click: Click,
        rows: &R,
        ctx: &Context<'_>,
    ) -> Option<Place> {
        let links = self.links(rows, ctx);
        let clicked = links.into_iter().find(|link| link.area.contains((click.column, click.row).into()));
        match clicked.map(|link| link.to) {
            Some(Target::Place(place)) => Some(place),
            _ => self.opened(),
        }
    }

    /// Whether a form or a line lies over the rows, and takes what is typed.
    pub(super) fn is_typed_over(&self) -> bool {
        self.filters.is_open() || self.until.is_some() || self.choice.is_typing()
    }
}
