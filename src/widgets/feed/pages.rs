//! The pages that the rows of a feed are in.

use std::sync::Arc;

use super::{Feed, Identity, Place};
use crate::ledger::{PackedRows, Page, Row};

/// A page, and which of its rows are in the list: those that were not there before it.
#[derive(Debug)]
pub struct FeedPage<T> {
    pub page: Arc<PackedRows<T>>,
    /// The rows by their places in the page.
    pub rows: Arc<[u32]>,
}

impl<T> Clone for FeedPage<T> {
    fn clone(&self) -> Self {
        Self { page: Arc::clone(&self.page), rows: Arc::clone(&self.rows) }
    }
}

impl<T> FeedPage<T> {
    /// A page with these rows; none if there are none.
    pub(super) fn new(page: &Arc<PackedRows<T>>, rows: Vec<u32>) -> Option<Self> {
        (!rows.is_empty()).then(|| Self { page: Arc::clone(page), rows: rows.into() })
    }
}

impl<T: Identity + Row> Feed<T> {
    /// Adds the new rows of a page, sent oldest first, above all others. The selected row stays selected. How many are
    /// new.
    pub fn prepend(&mut self, page: &Page<T>, height: u16) -> usize {
        let mut places = self.places(page);
        places.retain(|place| place.id.is_none_or(|id| self.known.insert(id)));
        places.reverse();
        let new = places.len();
        if new == 0 {
            return 0;
        }
        let part = FeedPage::new(&page.packed, places.iter().map(|place| place.row).collect());
        self.parts.splice(0..0, part);
        self.rows.splice(0..0, places);
        if let Some(shown) = &mut self.shown {
            let moved = u32::try_from(new).unwrap_or(u32::MAX);
            *shown = shown.iter().map(|at| at.saturating_add(moved)).collect();
        } else {
            self.scroll.push_down(new);
            self.marks.push_down(new);
            self.near_start += new;
        }
        self.changes += 1;
        self.moves += 1;
        self.settle(height);
        new
    }
}

/// The pages of rows that follow one another.
pub(super) fn parts<T>(rows: &[Place<T>]) -> Vec<FeedPage<T>> {
    let pages = rows.chunk_by(|one, other| Arc::ptr_eq(&one.page, &other.page));
    let part = |rows: &[Place<T>]| {
        let places = rows.iter().map(|place| place.row).collect();
        FeedPage::new(&rows.first()?.page, places)
    };
    pages.filter_map(part).collect()
}
