//! The marks of a list in memory.

use std::fmt::Debug;
use std::hash::Hash;
use std::iter::once;
use std::sync::Arc;

use super::{MemoryRows, RowsInMemory};
use crate::decode::rows::{Filter, RowValues};
use crate::ledger::RawJson;
use crate::ledger::amount::counted;
use crate::message::contents::{LoadedPart, LoadedRows};
use crate::message::export::{RowChoice, RowSource, Which};
use crate::message::{Action, Copied, Effect, Failure, Place};
use crate::panes::Context;
use crate::panes::kit::list::export::json_lines;
use crate::panes::kit::list::exporting::offer;
use crate::panes::kit::list::marking::{MarkedRows, Marking};
use crate::panes::kit::list::{Columns, Value};

impl<N: Clone + Debug + Eq + Hash> RowsInMemory<N> {
    /// Whether rows are marked, without those of a range that is open.
    pub fn has_marks(&self) -> bool {
        !self.marked.is_empty()
    }

    /// Marks the selected row or takes its mark away, and goes to the next; ends a range that is open.
    pub(super) fn toggle_mark<R: MemoryRows<Name = N>>(&mut self, rows: &R, height: u16) {
        if self.end_range(rows) {
            return;
        }
        if let Some(name) = self.name(rows, self.scroll.selected) {
            self.marks.toggle(name, ());
        }
        self.find_marks(rows);
        self.move_by(Action::Down, rows, height);
    }

    /// Begins a range at the selected row, or ends the one that is open.
    pub(super) fn toggle_range<R: MemoryRows<Name = N>>(&mut self, rows: &R) {
        if !self.end_range(rows) {
            self.marks.begin_range(self.name(rows, self.scroll.selected), self.scroll.selected);
        }
    }

    /// Marks the rows of a range that is open. `false` if none is.
    pub(super) fn end_range<R: MemoryRows<Name = N>>(&mut self, rows: &R) -> bool {
        let Some(range) = self.marks.range(self.scroll.selected) else { return false };
        let names: Vec<(N, ())> = range.filter_map(|at| Some((self.name(rows, at)?, ()))).collect();
        self.marks.end_range(names);
        self.find_marks(rows);
        true
    }

    /// Leaves the range that is open, else takes all marks away. `false` if there are none.
    pub(super) fn clear_marks(&mut self) -> bool {
        if self.marks.leave_range() {
            return true;
        }
        self.marked.clear();
        self.marks.clear()
    }

    /// Finds where the marked rows are: some may be gone, or left out by the pane.
    pub(super) fn find_marks<R: MemoryRows<Name = N>>(&mut self, rows: &R) {
        let is_marked = |at: &usize| rows.name(*at).is_some_and(|name| self.marks.contains(&name));
        let all = if self.marks.is_empty() { 0 } else { rows.len() };
        self.marked = (0..all).filter(is_marked).collect();
    }

    /// Whether a row that is shown is marked, or in the range that is open.
    pub(super) fn is_marked<R: MemoryRows<Name = N>>(&self, rows: &R, at: usize) -> bool {
        self.marks.range(self.scroll.selected).is_some_and(|range| range.contains(&at))
            || self.name(rows, at).is_some_and(|name| self.marks.contains(&name))
    }

    pub(super) fn marking<R: MemoryRows<Name = N>>(&self, rows: &R, none: Option<&'static str>) -> Marking {
        Marking {
            is_marked: self.is_marked(rows, self.scroll.selected),
            is_markable: self.name(rows, self.scroll.selected).is_some(),
            none: none.or(self.is_empty(rows).then_some("no row is selected")),
            ..self.marked_words()
        }
    }

    /// How many rows are marked.
    pub(super) fn marked_words(&self) -> Marking {
        let range = self.marks.range(self.scroll.selected).map(Iterator::count);
        Marking { marked: self.marked.len(), range, ..Marking::default() }
    }

    /// The places of the marked rows, in the order of the list, and what each is worth in every column.
    fn valued_marks<R: MemoryRows<Name = N>>(&self, rows: &R) -> Vec<(usize, Vec<Value>)> {
        let worth = |at: &usize| Some((*at, R::Columns::values(&rows.row(*at)?)));
        let marked: Vec<_> = self.marked.iter().filter_map(worth).collect();
        let Some(sort) = self.choice.sort() else { return marked };
        let each = marked.iter().map(|(_, values)| values.clone()).collect();
        let values = RowValues::new(R::Columns::ALL.len(), each);
        let key = |at: usize| values.get(at, sort.column).key();
        let mut keyed: Vec<_> = marked.into_iter().enumerate().map(|(at, row)| (key(at), row)).collect();
        keyed.sort_by(|(one, _), (other, _)| sort.compare(one.as_ref(), other.as_ref()));
        keyed.into_iter().map(|(_, row)| row).collect()
    }

    fn marked_rows<'a, R: MemoryRows<Name = N>>(&self, rows: &'a R) -> MarkedRows<'a, R::Columns> {
        let (places, values): (Vec<usize>, Vec<_>) = self.valued_marks(rows).into_iter().unzip();
        let received: Option<Vec<String>> = places.iter().map(|at| rows.json(*at)).collect();
        // Line breaks within JSON are blanks: those of texts are escaped.
        let received = received.map(|all| all.iter().map(|json| json.replace(['\n', '\r'], " ")).collect());
        let json = received.map(|lines: Vec<String>| lines.join("\n"));
        let json = json.unwrap_or_else(|| json_lines::<R::Columns>(&values));
        MarkedRows { columns: rows.columns(), values, json }
    }

    /// What can be copied of the marked rows; nothing if none is marked.
    pub fn marked_copies<R: MemoryRows<Name = N>>(&self, rows: &R, ctx: &Context<'_>) -> Vec<Copied> {
        if !self.has_marks() {
            return Vec::new();
        }
        let first = R::FIRST_COPY;
        let column = first.and_then(|name| R::Columns::names().iter().position(|column| *column == name));
        let line = |(at, values): (usize, Vec<Value>)| {
            let value = column.and_then(|column| values.get(column)).map(ToString::to_string);
            let value = value.filter(|text| !text.is_empty());
            value.or_else(|| rows.opened(at).map(|place| place.to_string()))
        };
        let lines: Vec<String> = self.valued_marks(rows).into_iter().filter_map(line).collect();
        let what = format!("{} of {}", first.unwrap_or("place"), counted(self.marked.len(), "marked row"));
        let lines = (!lines.is_empty()).then(|| Copied::new(what, lines.join("\n")));
        lines.into_iter().chain(self.marked_rows(rows).copies(ctx)).collect()
    }

    /// What there is to export.
    pub fn export<R: MemoryRows<Name = N>>(&self, rows: &R, place: Place, ctx: &Context<'_>) -> Effect {
        let marked = self.valued_marks(rows);
        let worth = |at: usize| Some((at, R::Columns::values(&rows.row(at)?)));
        let shown: Vec<_> = self.shown(rows).filter_map(worth).collect();
        let has_received = shown.iter().chain(&marked).all(|(at, _)| rows.json(*at).is_some());
        let choice = |which, all: Vec<(usize, Vec<Value>)>| {
            let received = |(at, _): &(usize, Vec<Value>)| rows.json(*at).map(RawJson::new);
            let received = all.iter().filter_map(received).collect();
            let values: Vec<_> = all.into_iter().map(|(_, values)| values).collect();
            let (count, values) = (values.len(), RowValues::new(R::Columns::ALL.len(), values));
            let rows = RowSource::Loaded(Arc::new(ValuedRows { values, received }));
            (count > 0).then(|| RowChoice { which, count: Some(count), rows, filter: Filter::default() })
        };
        let choices = [choice(Which::Marked, marked), choice(Which::Shown, shown)];
        let choices = choices.into_iter().flatten().collect();
        offer(place, rows.columns(), has_received, choices, ctx)
    }
}

/// Rows that are few: what they are worth is known.
#[derive(Debug)]
struct ValuedRows {
    values: RowValues,
    received: Vec<RawJson>,
}

impl LoadedRows for ValuedRows {
    fn parts(&self, _received: bool) -> Box<dyn Iterator<Item = Result<LoadedPart, Failure>> + Send> {
        Box::new(once(Ok(LoadedPart { values: self.values.clone(), rows: self.received.clone() })))
    }
}
