//! Pages of a list, and their links to the next page.

use std::sync::Arc;

use super::packed::{Held, InMemory};
use super::{PackedRows, RawJson, Row, Text};

/// The link to a following page, as the server gave it: a path on the same origin.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NextLink(pub Text);

/// Whether there is a next page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Nothing: `links.next` is null.
    End,
    /// A link to another page, which may be empty.
    More(NextLink),
    /// A link that must not be followed, with the reason to display.
    Refused(&'static str),
}

/// One page of a list.
#[derive(Debug, PartialEq, Eq)]
pub struct Page<T> {
    /// The rows, in the order sent.
    pub rows: Vec<Arc<T>>,
    /// The link to the next page.
    pub next: Next,
    /// The rows in few bytes, with the body as received.
    pub packed: Arc<PackedRows<T>>,
}

impl<T> Clone for Page<T> {
    fn clone(&self) -> Self {
        let (next, packed) = (self.next.clone(), Arc::clone(&self.packed));
        Self { rows: self.rows.clone(), next, packed }
    }
}

impl<T: Row> Page<T> {
    /// A page of these rows, packed in time proportional to the body's length.
    pub fn new(rows: Vec<Arc<T>>, next: Next, body: &RawJson) -> Self {
        Self::held_by(InMemory::keep, rows, next, body)
    }

    /// A page of these rows, with the packed bytes stored by `hold`.
    pub fn held_by(
        hold: fn(Vec<u8>) -> Arc<dyn Held>,
        rows: Vec<Arc<T>>,
        next: Next,
        body: &RawJson,
    ) -> Self {
        let packed = Arc::new(PackedRows::held_by(hold, &rows, body));
        Self { rows, next, packed }
    }

    /// A page without rows.
    pub fn empty(next: Next) -> Self {
        Self::new(Vec::new(), next, &RawJson::default())
    }
}
