//! Bookmarks: places that are kept, each with a note.

use ledger::{Text, Timestamp};

use super::Place;

/// A bookmarked place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bookmark {
    /// The network's profile name.
    pub network: String,
    pub place: Place,
    /// May be empty, and a stranger's: bookmarks are shared in files.
    pub note: Text,
    /// When it was made.
    pub at: Timestamp,
}

impl Bookmark {
    /// Whether both are of the same place.
    pub fn is(&self, other: &Self) -> bool {
        (&self.network, &self.place) == (&other.network, &other.place)
    }
}
