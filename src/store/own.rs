//! The user's own entries per network: labels, bookmarks and the watch list, each a table with one row per entry, keyed
//! by its text.

use ledger::{Labelled, Text, Timestamp};
use rusqlite::types::Value;
use rusqlite::{Connection, Row, params_from_iter};

use super::columns::{HOME, nanos, time};
use super::remark::Unread;
use crate::message::watched::WatchedEntity;
use crate::message::{Bookmark, Label, Place, Watched};

/// A row of such a table.
pub(super) trait Own: Sized {
    const TABLE: &'static str;
    /// What one row is called.
    const ONE: &'static str;
    /// The column with the text of the thing.
    const KEY: &'static str;
    /// The columns with what is kept of it.
    const COLUMNS: &'static [&'static str];
    /// How rows are ordered when they are loaded.
    const ORDER: &'static str;

    fn network(&self) -> &str;

    /// The text of the thing.
    fn key(&self) -> String;

    /// When it was kept.
    fn at(&self) -> Timestamp;

    /// What is in the columns.
    fn values(&self) -> Vec<Value>;

    /// Reads a row. None if the text is no longer understood.
    fn read(network: String, key: &str, at: Timestamp, row: &Row<'_>) -> rusqlite::Result<Option<Self>>;
}

/// Writes a row in place of that of the same thing.
pub(super) fn write<T: Own>(connection: &Connection, own: &T) -> rusqlite::Result<()> {
    let names = [&["network", T::KEY, "at"], T::COLUMNS].concat().join(", ");
    let marks = vec!["?"; 3 + T::COLUMNS.len()].join(", ");
    let texts = [own.network().to_owned().into(), own.key().into(), nanos(own.at()).into()];
    let values: Vec<Value> = texts.into_iter().chain(own.values()).collect();
    let insert = format!("INSERT OR REPLACE INTO {} ({names}) VALUES ({marks})", T::TABLE);
    connection.prepare_cached(&insert)?.execute(params_from_iter(values))?;
    Ok(())
}

/// Deletes the row of this thing.
pub(super) fn forget<T: Own>(connection: &Connection, own: &T) -> rusqlite::Result<()> {
    let delete = format!("DELETE FROM {} WHERE network = ? AND {} = ?", T::TABLE, T::KEY);
    connection.prepare_cached(&delete)?.execute([own.network(), &own.key()])?;
    Ok(())
}

/// The rows. One that cannot be read is left out.
pub(super) fn load<T: Own>(connection: &Connection, unread: &mut Unread) -> rusqlite::Result<Vec<T>> {
    let mut select = connection.prepare(&format!("SELECT * FROM {} ORDER BY {}", T::TABLE, T::ORDER))?;
    let rows = select.query_map([], |row| {
        let key: String = row.get(T::KEY)?;
        T::read(row.get("network")?, &key, time(row.get("at")?), row)
    })?;
    unread.leave_out(T::ONE, rows)
}

impl Own for Label {
    const TABLE: &'static str = "labels";
    const ONE: &'static str = "label";
    const KEY: &'static str = "labelled";
    const COLUMNS: &'static [&'static str] = &["name", "note"];
    const ORDER: &'static str = "at, labelled";

    fn network(&self) -> &str {
        &self.network
    }

    fn key(&self) -> String {
        self.of.to_string()
    }

    fn at(&self) -> Timestamp {
        self.at
    }

    fn values(&self) -> Vec<Value> {
        [&self.name, &self.note].map(|text| text.raw().to_vec().into()).to_vec()
    }

    fn read(network: String, key: &str, at: Timestamp, row: &Row<'_>) -> rusqlite::Result<Option<Self>> {
        let Some(of) = Labelled::parse_whole(key) else { return Ok(None) };
        let text = |name: &str| row.get::<_, Vec<u8>>(name).map(Text::from_bytes);
        Ok(Some(Self { network, of, name: text("name")?, note: text("note")?, at }))
    }
}

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
        let Ok(place) = Place::parse(key, HOME) else { return Ok(None) };
        Ok(Some(Self { network, place, note: Text::from_bytes(row.get::<_, Vec<u8>>("note")?), at }))
    }
}

impl Own for Watched {
    const TABLE: &'static str = "watched";
    const ONE: &'static str = "watch list entry";
    const KEY: &'static str = "of";
    const COLUMNS: &'static [&'static str] = &["seen"];
    const ORDER: &'static str = "at, of";

    fn network(&self) -> &str {
        &self.network
    }

    fn key(&self) -> String {
        self.of.to_string()
    }

    fn at(&self) -> Timestamp {
        self.at
    }

    fn values(&self) -> Vec<Value> {
        vec![serde_json::to_string(&self.seen).unwrap_or_default().into()]
    }

    /// State that no longer parses is replaced by the next check.
    fn read(network: String, key: &str, at: Timestamp, row: &Row<'_>) -> rusqlite::Result<Option<Self>> {
        let Some(of) = WatchedEntity::parse(key) else { return Ok(None) };
        let seen = serde_json::from_str(&row.get::<_, String>("seen")?).unwrap_or_default();
        Ok(Some(Self { network, of, at, seen }))
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;
    use crate::message::watched::{Finding, Found, Sighting};
    use crate::store::own::{forget, load, write};
    use crate::store::remark::Unread;
    use crate::store::schema;

    #[test]
    fn a_label_is_kept_renamed_and_forgotten() {
        let mut connection = Connection::open_in_memory().unwrap();
        schema::set_up(&mut connection).unwrap();
        let label = |of: &str, name: &str, at| Label {
            network: "demo".into(),
            of: Labelled::parse_whole(of).unwrap(),
            name: name.into(),
            note: "of the team".into(),
            at: Timestamp::from_secs(at),
        };
        let one = label("0.3.1002", "deployer", 1);
        let other = label("0xb0551e9ecceb06cf6ea2879174aaf4da84633e85", "bot", 2);
        for label in [&one, &other] {
            write(&connection, label).unwrap();
        }
        assert_eq!(load(&connection, &mut Unread::default()), Ok(vec![one.clone(), other.clone()]));
        let renamed = label("0.3.1002", "owner", 3);
        write(&connection, &renamed).unwrap();
        assert_eq!(load(&connection, &mut Unread::default()), Ok(vec![other.clone(), renamed]));
        forget(&connection, &label("0.3.1002", "", 4)).unwrap();
        assert_eq!(load(&connection, &mut Unread::default()), Ok(vec![other]));
    }

    #[test]
    fn a_bookmark_is_kept_with_its_note_and_forgotten() {
        let mut connection = Connection::open_in_memory().unwrap();
        schema::set_up(&mut connection).unwrap();
        let bookmark = |place: &str, note: &str, at| Bookmark {
            network: "demo".into(),
            place: Place::parse(place, HOME).unwrap(),
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

    #[test]
    fn an_entry_is_kept_with_what_was_found_and_forgotten() {
        let mut connection = Connection::open_in_memory().unwrap();
        schema::set_up(&mut connection).unwrap();
        let at = Timestamp { seconds: 5, nanos: 7 };
        let entry = |of: &str, second| Watched {
            network: "demo".into(),
            of: WatchedEntity::parse(of).unwrap(),
            at: Timestamp::from_secs(second),
            seen: Sighting::default(),
        };
        let (mut one, other) = (entry("contract/0.0.5001", 1), entry("schedule/0.0.7002", 2));
        for watched in [&one, &other] {
            write(&connection, watched).unwrap();
        }
        let (field, before, after) = ("memo".to_owned(), "a\u{1b}[2J".into(), "b".into());
        one.seen.add(Finding { at, what: Found::Changed { field, before, after } });
        one.seen.checked_at = Some(at);
        one.seen.fields = vec![("memo".to_owned(), "b".into())];
        write(&connection, &one).unwrap();
        assert_eq!(load(&connection, &mut Unread::default()), Ok(vec![one.clone(), other.clone()]));
        forget(&connection, &other).unwrap();
        assert_eq!(load(&connection, &mut Unread::default()), Ok(vec![one.clone()]));
        connection.execute("UPDATE watched SET seen = 'no JSON'", []).unwrap();
        one.seen = Sighting::default();
        assert_eq!(load(&connection, &mut Unread::default()), Ok(vec![one]));
    }
}
