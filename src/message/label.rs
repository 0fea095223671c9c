//! Labels and bookmarks: names that the user, or a file that a team shares, gives to an address, an id, a transaction
//! or a hash, and stored places with a note.

use ledger::amount::counted;
use ledger::text::{is_treacherous, visible};
use ledger::{EntityId, Labelled, Text, Timestamp};

use super::Place;

/// The most characters of a label.
pub const MAX_LABEL_CHARS: usize = 40;
/// The most characters of a note.
pub const MAX_NOTE_CHARS: usize = 400;

/// What something is called on one network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The network's profile name.
    pub network: String,
    pub of: Labelled,
    /// The label; empty removes it.
    pub name: Text,
    /// A note; may be empty.
    pub note: Text,
    /// When it was set.
    pub at: Timestamp,
}

impl Label {
    /// Whether both are of the same thing.
    pub fn is(&self, other: &Self) -> bool {
        (&self.network, &self.of) == (&other.network, &other.of)
    }
}

/// Whether a text can be a label.
///
/// # Errors
/// Says why not.
pub fn check_name(name: &str, home: EntityId) -> Result<(), String> {
    let count = name.chars().count();
    if count > MAX_LABEL_CHARS {
        return Err(format!("a label has at most {MAX_LABEL_CHARS} characters; this has {count}"));
    }
    if let Some(c) = name.chars().find(|c| is_treacherous(*c)) {
        return Err(format!("a label has no control or hidden characters: {}", visible(&c.to_string())));
    }
    if name.starts_with('@') {
        return Err("write the label without @".to_owned());
    }
    if let Some(quoted) = name.chars().find(|c| matches!(c, '"' | ',' | '*')) {
        return Err(format!("a label has no {quoted}, so that filters can name it"));
    }
    match Labelled::parse(name, home) {
        Some(_) => Err("a label that reads as an id or an address would be taken for it".to_owned()),
        None => Ok(()),
    }
}

/// Whether a text can be a note.
///
/// # Errors
/// Says why not.
pub fn check_note(note: &str) -> Result<(), String> {
    match note.chars().count() {
        count if count > MAX_NOTE_CHARS => {
            Err(format!("a note has at most {}; this has {count}", counted(MAX_NOTE_CHARS, "character")))
        }
        _ => Ok(()),
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_be_taken_for_something_else_is_no_label() {
        let check = |name: &str| check_name(name, EntityId::from_num(0)).is_ok();
        for name in ["deployer", "Cold treasury", "Räuber-2", "0.0", "d.e"] {
            assert!(check(name), "{name}");
        }
        let long = "x".repeat(MAX_LABEL_CHARS + 1);
        let hidden = "a\u{202e}b";
        for name in
            ["0.0.2", "0x00000000000000000000000000000000000003ea", "@a", "a\"b", "a,b", &long, hidden]
        {
            assert!(!check(name), "{name}");
        }
    }
}
