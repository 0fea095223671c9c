//! An immutable, shared snapshot of the knowledge.

use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use super::Known;

/// The knowledge at one moment. Snapshots are equal only if they are the same one: results of any other may be
/// outdated.
#[derive(Clone, Debug, Default)]
pub struct Snapshot(Arc<Known>);

impl Snapshot {
    /// Changes the knowledge; earlier snapshots are unaffected.
    pub fn change(&mut self, change: impl FnOnce(&mut Known)) {
        let mut known = Known::clone(&self.0);
        change(&mut known);
        self.0 = Arc::new(known);
    }
}

impl Deref for Snapshot {
    type Target = Known;

    fn deref(&self) -> &Known {
        &self.0
    }
}

impl PartialEq for Snapshot {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Snapshot {}

impl Hash for Snapshot {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.0).hash(state);
    }
}
