//! The items that a choice of the pane lets pass. They are found once per change, not at every look at the rows.

use std::sync::Arc;

/// The indices of the items that pass; `None` while all of them do.
#[derive(Clone, Debug, Default)]
pub(super) struct Passing(Option<Arc<[usize]>>);

impl Passing {
    pub(super) fn of<T>(all: &[T], passes: impl Fn(&T) -> bool) -> Self {
        let indices: Arc<[usize]> = (0..).zip(all).filter(|(_, it)| passes(it)).map(|(at, _)| at).collect();
        Self((indices.len() < all.len()).then_some(indices))
    }

    /// Number of items that pass, of so many.
    pub(super) fn len(&self, all: usize) -> usize {
        self.0.as_ref().map_or(all, |indices| indices.len())
    }

    /// Index among all items of one that passes.
    pub(super) fn index(&self, at: usize) -> Option<usize> {
        self.0.as_ref().map_or(Some(at), |indices| indices.get(at).copied())
    }
}
