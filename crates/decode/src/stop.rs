//! Cancellation of analyses whose result is no longer needed.

use std::fmt;
use std::sync::Arc;

/// A cancellation check, which long analyses call periodically.
#[derive(Clone, Default)]
pub struct Stop(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl Stop {
    /// Cancels the analysis once `nobody_waits` returns `true`.
    pub fn when(nobody_waits: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(nobody_waits)))
    }

    /// Whether to stop now.
    pub fn is_set(&self) -> bool {
        self.0.as_ref().is_some_and(|nobody_waits| nobody_waits())
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Stop").field(&self.is_set()).finish()
    }
}
