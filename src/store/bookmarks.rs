//! Bookmarked places, each with a note.

use ledger::{EntityId, Text, Timestamp};
use rusqlite::Row;
use rusqlite::types::Value;

use super::own::Own;
use crate::message::{Bookmark, Place};

impl Own for Bookmark {
    const TABLE: &'static str = "bookmarks";
    const ONE: &'static str = "bookmark";
    const KEY: &'static str = "place";
    const COLUMNS: &'static [&'static str] = &["note"];
    const ORDER: &'static str = "at DESC, place";

    fn network(&self) -> &str {
        &self.network
    }

    fn key(&self) -> String {
        self.place.to_string()
    }

    fn at(&self) -> Timestamp {
        self.at
    }

    fn values(&self) -> Vec<Value> {
        vec![self.note.raw().to_vec().into()]
    }

    fn read(network: String, key: &str, at: Timestamp, row: &Row<'_>) -> rusqlite::Result<Option<Self>> {
        // Places are written in full, so no realm is needed to complete them.
        let Ok(place) = Place::parse(key, EntityId::from_num(0)) else { return Ok(None) };
        Ok(Some(Self { network, place, note: Text::from_bytes(row.get::<_, Vec<u8>>("note")?), at }))
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;
    use crate::store::own::{forget, load, write};
    use crate::store::schema;
    use crate::store::unread::Unread;

    #[test]
    fn a_bookmark_is_kept_with_its_note_and_forgotten() {
        let mut connection = Connection::open_in_memory().unwrap();
        schema::set_up(&mut connection).unwrap();
        let bookmark = |place: &str, note: &str, at| Bookmark {
            network: "demo".into(),
            place: Place::parse(place, EntityId::from_num(0)).unwrap(),
            note: note.into(),
            at: Timestamp::from_secs(at),
        };
        let one = bookmark("contract/0.0.5001/results?from=0.0.1002", "ours", 1);
        let other = bookmark("home", "", 2);
        for bookmark in [&one, &other] {
            write(&connection, bookmark).unwrap();
        }
        assert_eq!(load(&connection, &mut Unread::default()), Ok(vec![other.clone(), one.clone()]));
        let noted = bookmark("contract/0.0.5001/results?from=0.0.1002", "theirs", 3);
        write(&connection, &noted).unwrap();
        forget(&connection, &other).unwrap();
        assert_eq!(load(&connection, &mut Unread::default()), Ok(vec![noted]));
    }
}
