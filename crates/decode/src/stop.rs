//! How an analysis learns that nobody waits for it any more.

use std::fmt;
use std::sync::Arc;

/// Tells an analysis that nobody waits for it any more. Long searches ask now and then.
#[derive(Clone, Default)]
pub struct Stop(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl Stop {
    /// Stops an analysis as soon as this says so.
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
