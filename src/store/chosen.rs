//! How often rows of the palette were chosen.

use ledger::Timestamp;
use rusqlite::{Connection, params};

use super::columns::nanos;
use super::unread::Unread;

/// The most rows of the palette that are stored.
pub(super) const MAX_CHOSEN: u32 = 200;

/// Counts a choice, and deletes the least recently chosen rows beyond [`MAX_CHOSEN`].
pub(super) fn write(connection: &Connection, name: &str, at: Timestamp) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO chosen (name, times, at) VALUES (?1, 1, ?2)
         ON CONFLICT (name) DO UPDATE SET times = times + 1, at = max(at, excluded.at)",
        )?
        .execute(params![name, nanos(at)])?;
    connection
        .prepare_cached(
            "DELETE FROM chosen WHERE name NOT IN (SELECT name FROM chosen ORDER BY at DESC, name LIMIT ?1)",
        )?
        .execute([MAX_CHOSEN])?;
    Ok(())
}

/// The rows that were chosen, and how often.
pub(super) fn load_chosen(
    connection: &Connection,
    unread: &mut Unread,
) -> rusqlite::Result<Vec<(String, u32)>> {
    let mut select = connection.prepare("SELECT name, times FROM chosen ORDER BY name")?;
    let chosen = select.query_map([], |row| {
        let times: i64 = row.get("times")?;
        Ok(Some((row.get("name")?, u32::try_from(times).unwrap_or(u32::MAX))))
    })?;
    unread.leave_out("palette choice", chosen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::schema;

    #[test]
    fn choices_are_counted_and_those_of_long_ago_make_room() {
        let mut connection = Connection::open_in_memory().unwrap();
        schema::set_up(&mut connection).unwrap();
        let choose = |name: &str, second| write(&connection, name, Timestamp::from_secs(second)).unwrap();
        choose("old", 1);
        choose("often", 2);
        for at in 1..MAX_CHOSEN {
            choose(&format!("row {at}"), u64::from(at) + 2);
        }
        choose("often", 900);
        let chosen = load_chosen(&connection, &mut Unread::default()).unwrap();
        assert_eq!(chosen.len(), usize::try_from(MAX_CHOSEN).unwrap());
        assert!(chosen.contains(&("often".to_owned(), 2)) && chosen.contains(&("row 1".to_owned(), 1)));
        assert!(!chosen.iter().any(|(name, _)| name == "old"));
    }
}
