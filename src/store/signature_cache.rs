//! The latest names from signature servers, for all networks.

use api::Signatures;
use ledger::{Text, Timestamp};
use rusqlite::{Connection, params};

use super::columns::nanos;
use super::remark::Unread;

/// The most names that are stored.
pub(super) const MAX_NAMES: u32 = 2_000;
/// The kinds: functions and errors, and events.
const CALL: &str = "call";
const EVENT: &str = "event";

/// Stores names, and deletes the oldest beyond [`MAX_NAMES`].
pub(super) fn write(connection: &Connection, names: &Signatures, at: Timestamp) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO told (kind, text, at) VALUES (?1, ?2, ?3)
         ON CONFLICT (kind, text) DO UPDATE SET at = max(at, excluded.at)",
    )?;
    for (kind, texts) in [(CALL, &names.functions), (EVENT, &names.events)] {
        // Not UTF-8, so not a signature.
        for text in texts.iter().filter_map(|text| str::from_utf8(text.raw()).ok()) {
            insert.execute(params![kind, text, nanos(at)])?;
        }
    }
    connection
        .prepare_cached(
            "DELETE FROM told WHERE number NOT IN
                 (SELECT number FROM told ORDER BY at DESC, number DESC LIMIT ?1)",
        )?
        .execute([MAX_NAMES])?;
    Ok(())
}

/// The names, the oldest first.
pub(super) fn load_signatures(connection: &Connection, unread: &mut Unread) -> rusqlite::Result<Signatures> {
    let mut texts = |kind: &str| -> rusqlite::Result<Vec<Text>> {
        let mut select = connection.prepare("SELECT text FROM told WHERE kind = ?1 ORDER BY at, number")?;
        let texts = select.query_map([kind], |row| row.get::<_, String>("text").map(|it| Some(it.into())))?;
        unread.leave_out("signature", texts)
    };
    Ok(Signatures { functions: texts(CALL)?, events: texts(EVENT)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::schema;

    fn functions(names: impl IntoIterator<Item = u32>) -> Signatures {
        let functions = names.into_iter().map(|name| Text::from(format!("f{name}()"))).collect();
        Signatures { functions, ..Signatures::default() }
    }

    #[test]
    fn names_come_back_once_each_and_the_oldest_make_room() {
        let mut connection = Connection::open_in_memory().unwrap();
        schema::set_up(&mut connection).unwrap();
        write(&connection, &functions(0..MAX_NAMES), Timestamp::from_secs(5)).unwrap();
        let events = vec![Text::from("f1()")];
        write(&connection, &Signatures { events: events.clone(), ..functions([0]) }, Timestamp::from_secs(6))
            .unwrap();
        let back = load_signatures(&connection, &mut Unread::default()).unwrap();
        assert_eq!(back.events, events);
        // The name reported again stays, and the oldest of the others went.
        let expected = functions((2..MAX_NAMES).chain([0]));
        assert_eq!(back.functions, expected.functions);
    }
}
