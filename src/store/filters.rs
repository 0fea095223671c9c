//! Saved filters: those with a name, and the latest one of each list.

use rusqlite::{Connection, Row, params};

use super::open_panes::{arrangement, place, sorted};
use super::unread::Unread;
use crate::message::{OpenPane, SavedFilter};

/// The most filters that are stored, those without a name among them.
pub(super) const MAX_FILTERS: u32 = 500;

/// Stores a filter, replacing the one of the same name, and deletes the oldest beyond [`MAX_FILTERS`].
pub(super) fn write(connection: &Connection, filter: &SavedFilter) -> rusqlite::Result<()> {
    forget(connection, filter)?;
    let OpenPane { network, place, arrangement } = &filter.pane;
    let (column, descending) = sorted(arrangement);
    connection
        .prepare_cached(
            "INSERT INTO filters (name, kind, everywhere, network, place, filter, sort, descending)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?
        .execute(params![
            filter.name,
            filter.kind(),
            filter.everywhere,
            network,
            place.to_string(),
            arrangement.filter,
            column,
            descending
        ])?;
    connection
        .prepare_cached(
            "DELETE FROM filters WHERE number NOT IN
                 (SELECT number FROM filters ORDER BY name = '', number DESC LIMIT ?1)",
        )?
        .execute([MAX_FILTERS])?;
    Ok(())
}

/// Deletes the filter of this name for the same lists.
pub(super) fn forget(connection: &Connection, filter: &SavedFilter) -> rusqlite::Result<()> {
    let mut select = connection.prepare_cached("SELECT * FROM filters WHERE kind = ?1 AND name = ?2")?;
    let alike = select.query_map(params![filter.kind(), filter.name], saved_filter)?;
    for (number, known) in Unread::default().leave_out("filter", alike)? {
        if known.is(filter) {
            connection.prepare_cached("DELETE FROM filters WHERE number = ?1")?.execute([number])?;
        }
    }
    Ok(())
}

/// The filters, newest first. One that cannot be read is left out.
pub(super) fn load_filters(
    connection: &Connection,
    unread: &mut Unread,
) -> rusqlite::Result<Vec<SavedFilter>> {
    let mut select = connection.prepare("SELECT * FROM filters ORDER BY number DESC")?;
    let filters = select.query_map([], saved_filter)?;
    Ok(unread.leave_out("filter", filters)?.into_iter().map(|(_, filter)| filter).collect())
}

/// The filter in a row, and its number.
fn saved_filter(row: &Row<'_>) -> rusqlite::Result<Option<(i64, SavedFilter)>> {
    let Some(place) = place(row)? else { return Ok(None) };
    let pane = OpenPane { network: row.get("network")?, place, arrangement: arrangement(row)? };
    let filter = SavedFilter { name: row.get("name")?, everywhere: row.get("everywhere")?, pane };
    Ok(Some((row.get("number")?, filter)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::{Arrangement, Place};
    use crate::store::schema;
    use ledger::EntityId;

    #[test]
    fn a_filter_replaces_the_one_of_its_name_and_can_be_forgotten() {
        let mut connection = Connection::open_in_memory().unwrap();
        schema::set_up(&mut connection).unwrap();
        let filter = |name: &str, everywhere, place: &str| SavedFilter {
            name: name.into(),
            everywhere,
            pane: OpenPane {
                network: "demo".into(),
                place: Place::parse(place, EntityId::from_num(0)).unwrap(),
                arrangement: Arrangement { filter: "status=failed".into(), sort: None },
            },
        };
        let one = filter("mine", false, "contract/0.0.5001/results?from=0.0.1002");
        let other = filter("mine", false, "contract/0.0.5002/results");
        let newer = filter("mine", false, "contract/0.0.5001/results");
        let last = filter("", false, "contract/0.0.5001/results");
        for filter in [&one, &other, &last, &newer] {
            write(&connection, filter).unwrap();
        }
        assert_eq!(
            load_filters(&connection, &mut Unread::default()).unwrap(),
            [newer.clone(), last.clone(), other.clone()]
        );
        forget(&connection, &one).unwrap();
        assert_eq!(load_filters(&connection, &mut Unread::default()).unwrap(), [last, other]);
    }
}
