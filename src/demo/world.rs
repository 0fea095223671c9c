//! What every route of the network needs: the size of the ledger and the time.

use super::Clock;

/// The network's settings, shared by its routes.
#[derive(Debug)]
pub(in crate::demo) struct World {
    /// How many results contract `0.0.5001` shows.
    pub(in crate::demo) results: u64,
    /// Where the time comes from.
    pub(in crate::demo) clock: Clock,
}
