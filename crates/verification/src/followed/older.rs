//! Older stored jobs: loaded page by page, as the user reaches the end of the list.

use super::Followed;
use crate::JobKey;

/// The jobs that are left out.
#[derive(Clone, Debug, Default)]
pub(super) struct Older {
    count: usize,
    /// The newest of them is older than this one.
    than: Option<JobKey>,
    /// Whether the next page is being loaded.
    is_loading: bool,
}

impl Followed {
    /// Remembers how many stored jobs are left out, which are older than this one.
    pub fn set_older(&mut self, count: usize, than: Option<JobKey>) {
        self.older = Older { count, than, is_loading: false };
    }

    /// The number of stored jobs left out.
    pub fn older(&self) -> usize {
        self.older.count
    }

    /// The job after which the next page begins, if it is due for loading.
    pub fn load_older(&mut self) -> Option<JobKey> {
        let than = self.older.than.filter(|_| self.older.count > 0 && !self.older.is_loading)?;
        self.older.is_loading = true;
        Some(than)
    }
}
