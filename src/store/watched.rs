//! The watch list.

use rusqlite::{Connection, params};

use super::columns::{nanos, time};
use crate::message::Watched;
use crate::message::watched::WatchedEntity;

/// Writes an entry in place of the one of the same thing.
pub(super) fn write(connection: &Connection, watched: &Watched) -> rusqlite::Result<()> {
    let Watched { network, of, at, seen } = watched;
    let seen = serde_json::to_string(seen).unwrap_or_default();
    connection
        .prepare_cached("INSERT OR REPLACE INTO watched (network, of, at, seen) VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![network, of.to_string(), nanos(*at), seen])?;
    Ok(())
}

/// Deletes the entry of this thing.
pub(super) fn forget(connection: &Connection, watched: &Watched) -> rusqlite::Result<()> {
    connection
        .prepare_cached("DELETE FROM watched WHERE network = ?1 AND of = ?2")?
        .execute(params![watched.network, watched.of.to_string()])?;
    Ok(())
}

/// The entries, oldest first. One of what is no longer understood is left out; what was seen of it is seen again.
pub(super) fn load_watched(connection: &Connection) -> rusqlite::Result<Vec<Watched>> {
    let mut select = connection.prepare("SELECT * FROM watched ORDER BY at, of")?;
    let watched = select.query_map([], |row| {
        let (of, seen): (String, String) = (row.get("of")?, row.get("seen")?);
        let Some(of) = WatchedEntity::parse(&of) else { return Ok(None) };
        let at = time(row.get("at")?);
        let seen = serde_json::from_str(&seen).unwrap_or_default();
        Ok(Some(Watched { network: row.get("network")?, of, at, seen }))
    })?;
    watched.filter_map(Result::transpose).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::Timestamp;
    use crate::message::watched::{Finding, Found, Sighting};
    use crate::store::schema;

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
        assert_eq!(load_watched(&connection), Ok(vec![one.clone(), other.clone()]));
        forget(&connection, &other).unwrap();
        assert_eq!(load_watched(&connection), Ok(vec![one.clone()]));
        connection.execute("UPDATE watched SET seen = 'no JSON'", []).unwrap();
        one.seen = Sighting::default();
        assert_eq!(load_watched(&connection), Ok(vec![one]));
    }
}
