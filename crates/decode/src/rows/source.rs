//! Abstraction over rows whose values can be computed.

use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::RowValues;
use crate::known::Snapshot;
use crate::stop::Stop;

/// Pages of rows that can compute the value of every row in every column.
pub trait Source: Debug + Send + Sync {
    /// The values, page by page, computed with the current knowledge. `None` if stopped.
    fn values(&self, known: &Snapshot, stop: &Stop) -> Option<Vec<Arc<RowValues>>>;
}

/// The computation of the values of some pages. Equal only if they share the pages in memory.
#[derive(Clone, Debug)]
pub struct Valuation(pub Arc<dyn Source>);

impl PartialEq for Valuation {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Valuation {}

impl Hash for Valuation {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.0).cast::<()>().hash(state);
    }
}
