//! An immutable, shared snapshot of the knowledge.

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

ledger::by_pointer!(Snapshot);
