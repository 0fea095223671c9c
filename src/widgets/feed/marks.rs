//! The marked rows of a feed, by the hashes of their identities.

use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;
use std::sync::Arc;

use ledger::{PackedRows, Row};

use super::{Feed, FeedPage, Identity, Place};
use crate::widgets::Marks;

/// A page, and which of its rows are marked, by their places there.
type PageMarks<T> = (Arc<PackedRows<T>>, HashSet<u32>);

/// Updates marked rows that were received again to their new places.
pub(super) fn renew<T>(marks: &mut Marks<u64, Place<T>>, places: &[Place<T>]) {
    if marks.is_empty() {
        return;
    }
    for place in places {
        if let Some(marked) = place.id.and_then(|id| marks.kept_mut(&id)) {
            *marked = place.clone();
        }
    }
}

impl<T: Identity + Row> Feed<T> {
    /// Marks the row that is shown here, or takes its mark away. A range that is open ends with its rows marked
    /// instead.
    pub fn toggle_mark(&mut self, at: usize) {
        if self.end_range() {
            return;
        }
        let Some(place) = self.place(at).cloned() else { return };
        if let Some(id) = place.id {
            self.marks.toggle(id, place);
        }
    }

    /// Begins a range at the row that is shown here.
    pub fn begin_range(&mut self, at: usize) {
        self.marks.begin_range(self.place(at).and_then(|place| place.id), at);
    }

    /// Marks the rows of the range, which ends. `false` if none is open.
    pub fn end_range(&mut self) -> bool {
        let Some(range) = self.range() else { return false };
        let places =
            range.filter_map(|at| self.place(at)).filter_map(|place| Some((place.id?, place.clone())));
        let places: Vec<_> = places.collect();
        self.marks.end_range(places);
        true
    }

    /// Leaves the range with its rows as they were. `false` if none is open.
    pub fn leave_range(&mut self) -> bool {
        self.marks.leave_range()
    }

    /// The rows of the range that is open, from its beginning to the selected row or the other way round.
    pub fn range(&self) -> Option<RangeInclusive<usize>> {
        self.marks.range(self.scroll.selected)
    }

    /// Whether the row that is shown here is marked, or in the range that is open.
    pub fn is_marked(&self, at: usize) -> bool {
        self.range().is_some_and(|range| range.contains(&at))
            || self.place(at).and_then(|place| place.id).is_some_and(|id| self.marks.contains(&id))
    }

    /// Whether the row that is shown here can be marked: it has an identity.
    pub fn is_markable(&self, at: usize) -> bool {
        self.place(at).is_some_and(|place| place.id.is_some())
    }

    /// How many rows are marked, without those of the range that is open.
    pub fn marked(&self) -> usize {
        self.marks.len()
    }

    /// Removes all marks. `false` without marks.
    pub fn clear_marks(&mut self) -> bool {
        self.marks.clear()
    }

    /// The marked rows in the order in which they are loaded, by the pages that they are in. Those that are no longer
    /// in the list come last. It takes time in proportion to the marks and to the loaded pages.
    pub fn marked_pages(&self) -> Vec<FeedPage<T>> {
        let mut pages: HashMap<*const PackedRows<T>, PageMarks<T>> = HashMap::new();
        for place in self.marks.kept() {
            let page = pages.entry(Arc::as_ptr(&place.page));
            page.or_insert_with(|| (Arc::clone(&place.page), HashSet::new())).1.insert(place.row);
        }
        let mut found = Vec::new();
        for part in &self.parts {
            let Some((page, marked)) = pages.get_mut(&Arc::as_ptr(&part.page)) else { continue };
            let rows = part.rows.iter().copied().filter(|row| marked.remove(row)).collect();
            found.extend(FeedPage::new(page, rows));
        }
        let mut gone: Vec<_> = pages.into_values().collect();
        gone.sort_by_key(|(page, _)| Arc::as_ptr(page));
        for (page, marked) in gone {
            let mut rows: Vec<u32> = marked.into_iter().collect();
            rows.sort_unstable();
            found.extend(FeedPage::new(&page, rows));
        }
        found
    }

    /// Finds the range's first row among the rows now shown. The range ends if that row is hidden.
    pub(super) fn find_anchor(&mut self) {
        let len = self.len();
        let mut marks = std::mem::take(&mut self.marks);
        marks.find_anchor(len, |at| self.place(at)?.id);
        self.marks = marks;
    }
}
