//! Pages of a list, and what follows them.

use super::{RawJson, Text};

/// The link to a following page, as the server gave it: a path on the same origin.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NextLink(pub Text);

/// What comes after a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Nothing: `links.next` is null.
    End,
    /// Another page, which may turn out to be empty.
    More(NextLink),
    /// A link that must not be followed, and why, in words for the reader.
    Refused(&'static str),
}

/// One page of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T> {
    /// The rows, in the order sent.
    pub rows: Vec<T>,
    /// What follows.
    pub next: Next,
    /// The body as received.
    pub raw: RawJson,
}
