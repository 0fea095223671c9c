//! Rows that are far from what can be seen, put on disk and fetched from there.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use ledger::packed::{Held, Shelf};

/// The pages of such rows.
#[derive(Clone, Debug)]
pub struct FarRows(Arc<[Arc<dyn Held>]>);

impl FarRows {
    /// These pages; none if there are none.
    pub fn new(pages: Vec<Arc<dyn Held>>) -> Option<Self> {
        (!pages.is_empty()).then(|| Self(pages.into()))
    }

    /// Puts them on the shelf. `false` if some stay in memory for want of room. It waits for the disk.
    pub fn put_away(&self, disk: &dyn Shelf) -> bool {
        self.0.iter().all(|page| page.put_away(disk))
    }

    /// Fetches them. `false` if some cannot be read. It waits for the disk.
    pub fn fetch(&self) -> bool {
        let lost = self.0.iter().filter(|page| !page.fetch());
        lost.count() == 0
    }
}

/// The very same pages.
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
