//! Bookmarked places, each with a note.

use rusqlite::{Connection, params};

use super::columns::{nanos, time};
use super::open_panes::place;
use crate::ledger::Text;
use crate::message::Bookmark;

/// Writes a bookmark in place of the one of the same place.
pub(super) fn write(connection: &Connection, bookmark: &Bookmark) -> rusqlite::Result<()> {
    let Bookmark { network, place, note, at } = bookmark;
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO bookmarks (network, place, note, at) VALUES (?1, ?2, ?3, ?4)",
        )?
        .execute(params![network, place.to_string(), note.raw(), nanos(*at)])?;
    Ok(())
}

/// Deletes the bookmark of this place.
pub(super) fn forget(connection: &Connection, bookmark: &Bookmark) -> rusqlite::Result<()> {
    connection
        .prepare_cached("DELETE FROM bookmarks WHERE network = ?1 AND place = ?2")?
        .execute(params![bookmark.network, bookmark.place.to_string()])?;
    Ok(())
}

/// The bookmarks, newest first. One whose place is no longer understood is left out.
pub(super) fn load_bookmarks(connection: &Connection) -> rusqlite::Result<Vec<Bookmark>> {
    let mut select = connection.prepare("SELECT * FROM bookmarks ORDER BY at DESC, place")?;
    let bookmarks = select.query_map([], |row| {
        let Some(place) = place(row)? else { return Ok(None) };
        let note = Text::from_bytes(row.get::<_, Vec<u8>>("note")?);
        Ok(Some(Bookmark { network: row.get("network")?, place, note, at: time(row.get("at")?) }))
    })?;
    bookmarks.filter_map(Result::transpose).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::{EntityId, Timestamp};
    use crate::message::Place;
    use crate::store::schema;

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
        assert_eq!(load_bookmarks(&connection), Ok(vec![other.clone(), one.clone()]));
        let noted = bookmark("contract/0.0.5001/results?from=0.0.1002", "theirs", 3);
        write(&connection, &noted).unwrap();
        forget(&connection, &other).unwrap();
        assert_eq!(load_bookmarks(&connection), Ok(vec![noted]));
    }
}
