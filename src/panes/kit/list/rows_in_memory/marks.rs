//! The rows of a list in memory as every list has them: those that are shown, and those that are marked.

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

use ratatui::layout::Rect;

use super::{MemoryRows, RowsInMemory};
use crate::decode::rows::{Filter, Loaded, RowValues, Sort};
use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::list::aggregates::CountedRows;
use crate::panes::kit::list::export::json_lines;
use crate::panes::kit::list::source::{Source, SourceOf, Valued};
use crate::panes::kit::list::{Columns, Value};
use crate::widgets::Target;
use crate::widgets::table::Lines;

impl<N: Clone + Debug + Eq + Hash> RowsInMemory<N> {
    /// Whether rows are marked, without those of a range that is open.
    pub fn has_marks(&self) -> bool {
        !self.marked.is_empty()
    }

    /// Finds where the marked rows are: some may be gone, or left out by the pane.
    pub(super) fn find_marks<R: MemoryRows<Name = N>>(&mut self, rows: &R) {
        let is_marked = |at: &usize| rows.name(*at).is_some_and(|name| self.marks.contains(&name));
        let all = if self.marks.is_empty() { 0 } else { rows.len() };
        self.marked = (0..all).filter(is_marked).collect();
    }

    /// The places among all of the marked rows, in the order of the list, and their values in every column.
    pub(super) fn marked_values<R: MemoryRows<Name = N>>(
        &self,
        rows: &R,
        sort: Option<Sort>,
    ) -> Vec<(usize, Vec<Value>)> {
        let values = |at: &usize| Some((*at, R::Columns::values(&rows.row(*at)?)));
        let marked: Vec<_> = self.marked.iter().filter_map(values).collect();
        let Some(sort) = sort else { return marked };
        let each = marked.iter().map(|(_, values)| values.clone()).collect();
        let values = RowValues::new(R::Columns::ALL.len(), each);
        let key = |at: usize| values.get(at, sort.column).key();
        let mut keyed: Vec<_> = marked.into_iter().enumerate().map(|(at, row)| (key(at), row)).collect();
        keyed.sort_by(|(one, _), (other, _)| sort.compare(one.as_ref(), other.as_ref()));
        keyed.into_iter().map(|(_, row)| row).collect()
    }
}

impl<N: Clone + Debug + Eq + Hash> Source for RowsInMemory<N> {
    fn cursor(&self) -> usize {
        self.scroll.selected
    }

    fn no_row(&self) -> Option<&'static str> {
        (self.shown_len == 0).then_some("no row is selected")
    }

    fn chip_lines(&self, is_chosen: bool, _body: Rect) -> u16 {
        u16::from(is_chosen || self.marked_words().is_some())
    }

    fn counted<'a>(&'a self, filter: &'a Filter) -> CountedRows<'a> {
        let (valued, loaded) = (&self.loaded, self.loaded.len());
        CountedRows { valued, filter, loaded, has_more: false, is_live: false }
    }

    fn marked(&self) -> usize {
        self.marked.len()
    }

    fn range(&self) -> Option<usize> {
        self.marks.range(self.scroll.selected).map(Iterator::count)
    }

    fn loaded_marks(&self) -> Loaded {
        let places: Arc<[u32]> = self.marked.iter().filter_map(|at| u32::try_from(*at).ok()).collect();
        let values = self.loaded.0.first().map(|(values, _)| (Arc::clone(values), places));
        Loaded(values.into_iter().collect())
    }

    fn clear_marks(&mut self) -> bool {
        if self.marks.leave_range() {
            return true;
        }
        self.marked.clear();
        self.marks.clear()
    }
}

impl<R: MemoryRows> SourceOf<R> for RowsInMemory<R::Name> {
    type Columns = R::Columns;

    const FIRST_COPY: Option<&'static str> = R::FIRST_COPY;

    fn columns(rows: &R) -> &R::Columns {
        rows.columns()
    }

    fn lines(&self, rows: &R, table: Rect, _ctx: &Context<'_>) -> Lines {
        Lines::rows(&self.scroll, self.len(rows), table)
    }

    fn row<'a>(
        &'a self,
        rows: &'a R,
        at: usize,
        _ctx: &Context<'a>,
    ) -> Option<<R::Columns as Columns>::Row<'a>> {
        rows.row(self.place(rows, at)?)
    }

    fn opened(&self, rows: &R, at: usize) -> Option<Place> {
        rows.opened(self.place(rows, at)?)
    }

    fn target(&self, rows: &R, at: usize) -> Option<Target> {
        rows.target(self.place(rows, at)?, at == self.scroll.selected)
    }

    fn is_markable(&self, rows: &R, at: usize) -> bool {
        self.name(rows, at).is_some()
    }

    fn is_marked(&self, rows: &R, at: usize) -> bool {
        self.marks.range(self.scroll.selected).is_some_and(|range| range.contains(&at))
            || self.name(rows, at).is_some_and(|name| self.marks.contains(&name))
    }

    fn toggle_mark(&mut self, rows: &R) -> bool {
        if self.end_range(rows) {
            return false;
        }
        if let Some(name) = self.name(rows, self.scroll.selected) {
            self.marks.toggle(name, ());
        }
        self.find_marks(rows);
        true
    }

    fn toggle_range(&mut self, rows: &R) {
        if !self.end_range(rows) {
            self.marks.begin_range(self.name(rows, self.scroll.selected), self.scroll.selected);
        }
    }

    fn end_range(&mut self, rows: &R) -> bool {
        let Some(range) = self.marks.range(self.scroll.selected) else { return false };
        let names: Vec<_> = range.filter_map(|at| Some((self.name(rows, at)?, ()))).collect();
        self.marks.end_range(names);
        self.find_marks(rows);
        true
    }

    fn marked_places(&self, rows: &R, sort: Option<Sort>) -> Vec<Place> {
        self.marked_values(rows, sort).iter().filter_map(|(at, _)| rows.opened(*at)).collect()
    }

    fn valued_marks(&self, rows: &R, sort: Option<Sort>, _ctx: &Context<'_>) -> Vec<Valued> {
        self.marked_values(rows, sort).into_iter().map(|(at, values)| (rows.opened(at), values)).collect()
    }

    fn marked_json(&self, rows: &R, sort: Option<Sort>) -> String {
        let (places, values): (Vec<usize>, Vec<_>) = self.marked_values(rows, sort).into_iter().unzip();
        let received: Option<Vec<String>> = places.iter().map(|at| rows.json(*at)).collect();
        // Line breaks within JSON are blanks: those of texts are escaped.
        let received: Option<Vec<String>> =
            received.map(|all| all.iter().map(|json| json.replace(['\n', '\r'], " ")).collect());
        received.map_or_else(|| json_lines::<R::Columns>(&values), |lines| lines.join("\n"))
    }

    fn hold_selected(&mut self, rows: &R) {
        let name = self.name(rows, self.scroll.selected);
        self.hold(name);
    }
}
