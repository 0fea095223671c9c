//! `GET /api/v1/network/fees`.

use crate::Timestamp;

/// The fees at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NetworkFeesQuery {
    pub at: Timestamp,
}

impl NetworkFeesQuery {
    /// The parameters: what was set last by then.
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        vec![("timestamp", format!("lte:{}", self.at))]
    }
}
