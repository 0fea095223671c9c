//! Text from the user's files for a submission: sources, or metadata that names them.

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use ledger::amount::grouped;
use serde_json::value::RawValue;

/// One JSON value of a request's body, byte for byte from the user's file. It goes nowhere else: only counts
/// of it are printed, and nothing stored can hold it.
#[derive(Clone, PartialEq, Eq)]
pub struct Upload {
    /// Its text, in order. Submissions of the same file share its parts.
    parts: Arc<[Arc<str>]>,
    sources: usize,
}

impl Upload {
    /// The most bytes of a body that servers take; a larger one is answered as a fault of theirs.
    pub const MAX_BYTES: usize = 30 * 1024 * 1024;

    /// A JSON value that holds `sources` sources.
    pub fn new(json: Box<RawValue>, sources: usize) -> Self {
        Self { parts: [Box::<str>::from(json).into()].into(), sources }
    }

    /// The same of parts that make a JSON value.
    pub(super) fn of_parts(parts: Vec<Arc<str>>, sources: usize) -> Self {
        Self { parts: parts.into(), sources }
    }

    /// The text itself: for the request's body, and for the names in it.
    pub fn reveal(&self) -> Cow<'_, str> {
        match &*self.parts {
            [whole] => Cow::Borrowed(whole),
            parts => Cow::Owned(parts.iter().map(|part| &**part).collect()),
        }
    }

    /// Its length in bytes.
    pub fn bytes(&self) -> usize {
        self.parts.iter().map(|part| part.len()).sum()
    }

    /// The number of sources; 0 if it only names them.
    pub fn sources(&self) -> usize {
        self.sources
    }

    /// A summary for display: `3 sources, 12,340 bytes`.
    pub fn summary(&self) -> String {
        let bytes = grouped(&self.bytes());
        match self.sources {
            0 => format!("{bytes} bytes"),
            1 => format!("1 source, {bytes} bytes"),
            sources => format!("{sources} sources, {bytes} bytes"),
        }
    }
}

impl fmt::Debug for Upload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Upload({})", self.summary())
    }
}

impl Hash for Upload {
    /// Hashes the counts alone: the text may have millions of bytes.
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.bytes(), self.sources).hash(state);
    }
}
