//! The user's switches, by name.

use rusqlite::{Connection, params};

use super::unread::Unread;

/// The preview of a list's selected row.
pub(super) const PREVIEW: &str = "preview";

/// Stores a switch.
pub(super) fn write(connection: &Connection, name: &str, is_on: bool) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT OR REPLACE INTO switches (name, is_on) VALUES (?1, ?2)")?
        .execute(params![name, is_on])?;
    Ok(())
}

/// Whether a switch is on; `None` if never set.
pub(super) fn load(
    connection: &Connection,
    name: &str,
    unread: &mut Unread,
) -> rusqlite::Result<Option<bool>> {
    let mut select = connection.prepare_cached("SELECT is_on FROM switches WHERE name = ?1")?;
    let found = select.query_map([name], |row| row.get(0).map(Some))?;
    Ok(unread.leave_out("switch", found)?.pop())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::schema;

    #[test]
    fn what_was_switched_last_holds() {
        let mut connection = Connection::open_in_memory().unwrap();
        schema::set_up(&mut connection).unwrap();
        assert_eq!(load(&connection, PREVIEW, &mut Unread::default()), Ok(None));
        for is_on in [false, true, false] {
            write(&connection, PREVIEW, is_on).unwrap();
            assert_eq!(load(&connection, PREVIEW, &mut Unread::default()), Ok(Some(is_on)));
        }
    }
}
