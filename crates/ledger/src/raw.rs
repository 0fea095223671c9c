//! JSON exactly as a server sent it.

mod layout;
mod lines;
mod tokens;
mod tree;

use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use self::lines::{Lines, Part};
pub use self::tokens::JsonToken;

/// A piece of a response body, exactly as received. Rows of one page share the page's body, which is moved here and
/// never copied: it may be many megabytes long.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct RawJson {
    body: Arc<String>,
    range: Range<usize>,
}

impl RawJson {
    /// Wraps a complete body.
    pub fn new(body: impl Into<String>) -> Self {
        let mut body = body.into();
        body.shrink_to_fit();
        let range = 0..body.len();
        Self { body: Arc::new(body), range }
    }

    /// A part of this piece; the whole of it if `range` does not lie on character bounds within it.
    #[must_use]
    pub fn part(&self, range: Range<usize>) -> Self {
        let range = self.range.start.saturating_add(range.start)..self.range.start.saturating_add(range.end);
        if range.end <= self.range.end && self.body.get(range.clone()).is_some() {
            Self { body: Arc::clone(&self.body), range }
        } else {
            self.clone()
        }
    }

    /// Where this is in the whole body, bytes.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// The text as received: for copying and exporting, never for the screen.
    pub fn raw(&self) -> &str {
        self.body.get(self.range.clone()).unwrap_or_default()
    }
}

impl Hash for RawJson {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.range.hash(state);
    }
}

impl Serialize for RawJson {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.raw())
    }
}

impl<'de> Deserialize<'de> for RawJson {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from).map(Self::new)
    }
}

impl std::fmt::Debug for RawJson {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "RawJson({} bytes)", self.raw().len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_body_stands_alone() {
        let raw = RawJson::new("[1,22,3]");
        assert_eq!(raw.part(3..5).raw(), "22");
        assert_eq!(raw.part(3..50).raw(), "[1,22,3]");
    }
}
