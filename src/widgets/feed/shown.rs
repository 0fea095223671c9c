//! Which of the loaded rows of a feed are shown, and in which order.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Feed, Identity, Place, Row};

impl<T: Identity + Row> Feed<T> {
    /// Shows these of the loaded rows in this order, by their places among all; all as they came if `None`. The
    /// selected row stays selected if it is among them.
    pub fn show(&mut self, shown: Option<Arc<[u32]>>, height: u16) {
        let selected = self.shown_place(self.scroll.selected);
        self.shown = shown;
        self.arrangements += 1;
        self.near.clear();
        let now = match (&self.shown, selected) {
            (Some(shown), Some(place)) => shown.iter().position(|at| *at == place).unwrap_or(0),
            (None, Some(place)) => usize::try_from(place).unwrap_or(0),
            (_, None) => 0,
        };
        self.scroll.select(now, self.len(), height);
        self.settle(height);
        self.find_anchor();
    }

    /// The places among all of the rows that are shown, in their order; `None` if all are, as they came.
    pub fn shown_places(&self) -> Option<&Arc<[u32]>> {
        self.shown.as_ref()
    }

    /// The place among all of the row that is shown here.
    pub(super) fn shown_place(&self, at: usize) -> Option<u32> {
        match &self.shown {
            Some(shown) => shown.get(at).copied(),
            None => u32::try_from(at).ok().filter(|_| at < self.rows.len()),
        }
    }

    pub(super) fn loaded_place(&self, place: u32) -> Option<&Place<T>> {
        self.rows.get(usize::try_from(place).ok()?)
    }

    pub(super) fn place(&self, at: usize) -> Option<&Place<T>> {
        self.loaded_place(self.shown_place(at)?)
    }

    /// The identities of the rows at these places.
    pub(super) fn ids(&self, places: &[u32]) -> Vec<u64> {
        places.iter().filter_map(|place| self.loaded_place(*place)?.id).collect()
    }

    /// The places of the rows with these identities, in their order.
    pub(super) fn found(&self, ids: &[u64]) -> Arc<[u32]> {
        let places: HashMap<u64, u32> =
            self.rows.iter().zip(0..).filter_map(|(place, at)| Some((place.id?, at))).collect();
        ids.iter().filter_map(|id| places.get(id).copied()).collect()
    }
}
