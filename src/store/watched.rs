//! The watch list.

use ledger::Timestamp;
use rusqlite::Row;
use rusqlite::types::Value;

use super::own::Own;
use crate::message::Watched;
use crate::message::watched::WatchedEntity;

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
    use crate::store::schema;
    use crate::store::unread::Unread;

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
