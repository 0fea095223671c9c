//! Rows far from the visible ones, spilled to disk and read back from there.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use ledger::packed::{Held, Shelf};

/// Pages of spilled rows.
#[derive(Clone, Debug)]
pub struct FarRows(Arc<[Arc<dyn Held>]>);

impl FarRows {
    /// `None` if `pages` is empty.
    pub fn new(pages: Vec<Arc<dyn Held>>) -> Option<Self> {
        (!pages.is_empty()).then(|| Self(pages.into()))
    }

    /// Writes them to disk, blocking. `false` if some stay in memory for lack of space.
    pub fn put_away(&self, disk: &dyn Shelf) -> bool {
        self.0.iter().all(|page| page.put_away(disk))
    }

    /// Reads them back from disk, blocking. `false` if some cannot be read.
    pub fn fetch(&self) -> bool {
        let lost = self.0.iter().filter(|page| !page.fetch());
        lost.count() == 0
    }
}

/// Compares by identity of the pages.
impl PartialEq for FarRows {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for FarRows {}

impl Hash for FarRows {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.len().hash(state);
    }
}
