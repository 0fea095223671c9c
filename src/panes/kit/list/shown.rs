//! A list as shown, whatever the source of its rows: the links of its cells, a cursor among those of the selected row,
//! and the actions on marked rows.

use std::borrow::Borrow;
use std::iter::once_with;

use ledger::amount::counted;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::export::{exact_csv, exact_markdown};
use super::source::{List, RowsOf, Source, Valued};
use super::{Columns, Value};
use crate::message::comparison::Side;
use crate::message::{Action, Click, Comparison, Copied, Effect, Place};
use crate::panes::{ActionHint, Context, action_hint};
use crate::widgets::table::{Cell, Lines, Table};
use crate::widgets::{Link, Target, table};

/// The visible links of a table: its cells and its rows.
pub fn links<'a, C: Columns>(
    columns: &C,
    (lines, area): (&Lines, Rect),
    ctx: &Context<'_>,
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
            links(self.rows.columns(), (&lines, self.table), self.ctx, row, target)
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
        self.rows.columns().view((lines, self.table), self.ctx, buf, row);
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

impl<S: Source> List<S> {
    /// The copies of the marked rows; none without marks.
    pub fn marked_copies<R: RowsOf<S>, B: Borrow<R> + Copy>(
        &self,
        rows: B,
        ctx: &Context<'_>,
    ) -> impl Iterator<Item = Copied> {
        let (sort, marked) = (self.choice.sort(), self.source.marked());
        let (column, first) = (R::FIRST_COPY, R::FIRST_COPY.unwrap_or("place"));
        let what = format!("{first} of {}", counted(marked, "marked row"));
        let lines = once_with(move || {
            let names = R::Columns::names();
            let column = column.and_then(|name| names.iter().position(|column| *column == name));
            let line = |(place, values): Valued| {
                let value = values.get(column?).map(ToString::to_string).filter(|text| !text.is_empty());
                value.or_else(|| place.map(|place| place.to_string()))
            };
            let lines: Vec<String> = match column {
                None => {
                    rows.borrow().marked_places(&self.source, sort).iter().map(Place::to_string).collect()
                }
                Some(_) => {
                    rows.borrow().valued_marks(&self.source, sort, ctx).into_iter().filter_map(line).collect()
                }
            };
            (!lines.is_empty()).then(|| Copied::new(what, lines.join("\n")))
        });
        let tables = once_with(move || {
            let values =
                rows.borrow().valued_marks(&self.source, sort, ctx).into_iter().map(|(_, values)| values);
            let json = rows.borrow().marked_json(&self.source, sort);
            MarkedRows { columns: rows.borrow().columns(), values: values.collect(), json }.copies(ctx)
        });
        lines.flatten().chain(tables.flatten()).filter(move |_| marked > 0)
    }
}

impl<S: Source, R: RowsOf<S>> Shown<'_, S, R> {
    /// The selected row as a side of a comparison; `None` for a past version of a contract.
    pub(super) fn side(&self) -> Option<Side> {
        let place = self.rows.opened(&self.list.source, self.list.source.cursor())?;
        let is_past = matches!(&place, Place::Contract(query) if !query.timestamp.is_empty());
        Side::of(&place).filter(|_| !is_past)
    }

    /// Compares the two marked rows, or one marked row with the selected one; without marks, the selected row
    /// becomes one side.
    pub(super) fn compare(&self) -> Vec<Effect> {
        let marked = self.rows.marked_places(&self.list.source, self.list.choice.sort());
        let marked: Vec<Side> = marked.iter().filter_map(Side::of).collect();
        let pair = match (marked.as_slice(), self.side()) {
            ([one, other], _) => Some([one.clone(), other.clone()]),
            ([one], Some(selected)) if *one != selected => Some([one.clone(), selected]),
            _ => None,
        };
        match pair.and_then(Comparison::new) {
            Some(compared) => vec![Effect::Go(Place::Comparison(Box::new(compared)))],
            None => self.side().map(Effect::Compare).into_iter().collect(),
        }
    }
}

impl<S: Source> List<S> {
    /// What the close key clears next: the cell, the range, the marks, or filter and sort.
    pub fn close_words(&self) -> Option<&'static str> {
        Some(match (self.cell, self.source.range(), self.source.marked()) {
            (Some(_), ..) => "leave the cell",
            (None, Some(_), _) => "leave the range",
            (None, None, 1..) => "clear the marks",
            (None, None, 0) if self.choice.is_active() => "show all rows",
            (None, None, 0) => return None,
        })
    }

    /// Selects the row instead of one of its cells.
    pub fn leave_cell(&mut self) {
        self.cell = None;
    }

    /// The actions in the filter prompt.
    pub fn typed_hints(&self) -> Option<Vec<ActionHint>> {
        self.choice.is_typing().then(|| action_hint::line("keep"))
    }
}

/// Marked rows, to copy and export.
pub(super) struct MarkedRows<'a, C> {
    pub(super) columns: &'a C,
    /// The values of each row in every column.
    pub(super) values: Vec<Vec<Value>>,
    /// The rows as JSON, one a line.
    pub(super) json: String,
}

impl<C: Columns> MarkedRows<'_, C> {
    fn values(&self) -> Vec<&[Value]> {
        self.values.iter().map(Vec::as_slice).collect()
    }

    /// The rows as tables and as JSON.
    pub(super) fn copies(&self, ctx: &Context<'_>) -> impl Iterator<Item = Copied> + use<C> {
        let (count, all) = (counted(self.values.len(), "marked row"), self.values());
        let texts = [
            ("CSV", exact_csv::<C>(&all)),
            ("Markdown", exact_markdown(self.columns, &all, ctx)),
            ("JSON lines", self.json.clone()),
        ];
        let copied = move |(format, text): (&str, String)| Copied::new(format!("{count} as {format}"), text);
        texts.into_iter().filter(|(_, text)| !text.is_empty()).map(copied)
    }
}
