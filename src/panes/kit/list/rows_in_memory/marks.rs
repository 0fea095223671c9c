//! The shown and marked rows of a list in memory, behind the interface of every list.

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

use decode::rows::{Filter, Loaded, RowValues, Sort};
use ratatui::layout::Rect;

use super::{MemoryList, MemoryRows, RowsInMemory};
use crate::message::{Action, Effect, Place};
use crate::panes::Context;
use crate::panes::kit::{
    list::aggregates::CountedRows,
    list::export::json_lines,
    list::source::{RowsOf, Source, Valued},
    list::{Columns, Value},
};
use crate::widgets::table::Lines;
use crate::widgets::{Split, Target};

impl<N: Clone + Debug + Eq + Hash> RowsInMemory<N> {
    /// Whether any row is marked, without the open range.
    pub fn has_marks(&self) -> bool {
        !self.marked.is_empty()
    }

    /// Updates the indices of the marked rows after a change: some may be gone, or left out by the pane.
    pub(super) fn find_marks<R: MemoryRows<Name = N>>(&mut self, rows: &R) {
        let is_marked = |at: &usize| rows.name(*at).is_some_and(|name| self.marks.contains(&name));
        if self.marked.len() != self.marks.len() || !self.marked.iter().all(is_marked) {
            self.marked = (0..rows.len()).filter(is_marked).collect();
        }
    }

    /// The indices of the marked rows, in the order of the list, and their values in every column.
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

impl<R: MemoryRows> RowsOf<RowsInMemory<R::Name>> for R {
    type Columns = R::Columns;

    const FIRST_COPY: Option<&'static str> = R::FIRST_COPY;

    fn columns(&self) -> &R::Columns {
        MemoryRows::columns(self)
    }

    fn lines(&self, source: &RowsInMemory<R::Name>, table: Rect, _ctx: &Context<'_>) -> Lines {
        Lines::rows(&source.scroll, source.len(self), table)
    }

    fn row<'a>(
        &'a self,
        source: &'a RowsInMemory<R::Name>,
        at: usize,
        _ctx: &Context<'a>,
    ) -> Option<<R::Columns as Columns>::Row<'a>> {
        MemoryRows::row(self, source.place(self, at)?)
    }

    fn opened(&self, source: &RowsInMemory<R::Name>, at: usize) -> Option<Place> {
        MemoryRows::opened(self, source.place(self, at)?)
    }

    fn target(&self, source: &RowsInMemory<R::Name>, at: usize) -> Option<Target> {
        MemoryRows::target(self, source.place(self, at)?, at == source.scroll.selected)
    }

    fn is_markable(&self, source: &RowsInMemory<R::Name>, at: usize) -> bool {
        source.name(self, at).is_some()
    }

    fn is_marked(&self, source: &RowsInMemory<R::Name>, at: usize) -> bool {
        source.marks.range(source.scroll.selected).is_some_and(|range| range.contains(&at))
            || source.name(self, at).is_some_and(|name| source.marks.contains(&name))
    }

    fn toggle_mark(&self, source: &mut RowsInMemory<R::Name>) -> bool {
        source.are_same = true;
        if self.end_range(source) {
            return false;
        }
        let at = source.place(self, source.scroll.selected);
        if let Some((at, name)) = at.and_then(|at| Some((at, self.name(at)?))) {
            source.marks.toggle(name, ());
            match source.marked.binary_search(&at) {
                Ok(found) => _ = source.marked.remove(found),
                Err(next) => source.marked.insert(next, at),
            }
        }
        true
    }

    fn toggle_range(&self, source: &mut RowsInMemory<R::Name>) {
        if !self.end_range(source) {
            source.marks.begin_range(source.name(self, source.scroll.selected), source.scroll.selected);
        }
        source.are_same = true;
    }

    fn end_range(&self, source: &mut RowsInMemory<R::Name>) -> bool {
        let Some(range) = source.marks.range(source.scroll.selected) else { return false };
        let marked = range.filter_map(|at| {
            let place = source.place(self, at)?;
            Some((place, self.name(place)?))
        });
        let (places, names): (Vec<usize>, Vec<R::Name>) = marked.unzip();
        source.marked.extend(places);
        source.marked.sort_unstable();
        source.marked.dedup();
        source.marks.end_range(names.into_iter().map(|name| (name, ())));
        true
    }

    fn marked_places(&self, source: &RowsInMemory<R::Name>, sort: Option<Sort>) -> Vec<Place> {
        source.marked_values(self, sort).iter().filter_map(|(at, _)| MemoryRows::opened(self, *at)).collect()
    }

    fn valued_marks(
        &self,
        source: &RowsInMemory<R::Name>,
        sort: Option<Sort>,
        _ctx: &Context<'_>,
    ) -> Vec<Valued> {
        source
            .marked_values(self, sort)
            .into_iter()
            .map(|(at, values)| (MemoryRows::opened(self, at), values))
            .collect()
    }

    fn marked_json(&self, source: &RowsInMemory<R::Name>, sort: Option<Sort>) -> String {
        let (places, values): (Vec<usize>, Vec<_>) = source.marked_values(self, sort).into_iter().unzip();
        let received: Option<Vec<String>> = places.iter().map(|at| self.json(*at)).collect();
        // Line breaks within JSON are blanks: those of texts are escaped.
        let received: Option<Vec<String>> =
            received.map(|all| all.iter().map(|json| json.replace(['\n', '\r'], " ")).collect());
        received.map_or_else(|| json_lines::<R::Columns>(&values), |lines| lines.join("\n"))
    }

    fn hold_selected(&self, source: &mut RowsInMemory<R::Name>) {
        let name = source.name(self, source.scroll.selected);
        source.hold(name);
    }

    fn move_by(
        &self,
        list: &mut MemoryList<R::Name>,
        action: Action,
        table: Rect,
        _ctx: &Context<'_>,
    ) -> Vec<Effect> {
        list.move_by(action, self, table.below(1).height);
        Vec::new()
    }

    fn export(&self, list: &mut MemoryList<R::Name>, place: Place, ctx: &Context<'_>) -> Option<Effect> {
        Some(list.exported(self, place, ctx))
    }
}
