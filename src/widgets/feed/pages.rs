//! The pages that the rows of a feed are in.

use std::sync::Arc;

use ledger::PackedRows;

use super::Place;

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
    /// A page with these rows; `None` if `rows` is empty.
    pub(super) fn new(page: &Arc<PackedRows<T>>, rows: Vec<u32>) -> Option<Self> {
        (!rows.is_empty()).then(|| Self { page: Arc::clone(page), rows: rows.into() })
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
