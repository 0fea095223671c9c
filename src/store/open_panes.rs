//! The panes that were open when an instance wrote them last.

use rusqlite::{Connection, Row, params};

use crate::ledger::EntityId;
use crate::message::{Arrangement, OpenPane, Place};

/// Replaces the panes of the session before.
pub(super) fn write(connection: &Connection, panes: &[OpenPane]) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM open_panes", [])?;
    let mut insert = connection.prepare_cached(
        "INSERT INTO open_panes (position, network, place, filter, sort, descending)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    for (pane, position) in panes.iter().zip(0_i64..) {
        let OpenPane { network, place, arrangement } = pane;
        let (column, descending) = sorted(arrangement);
        let place = place.to_string();
        insert.execute(params![position, network, place, arrangement.filter, column, descending])?;
    }
    Ok(())
}

/// The panes, the one that was on screen last. A place whose spelling is no longer understood is left out.
pub(super) fn load_open_panes(connection: &Connection) -> rusqlite::Result<Vec<OpenPane>> {
    let mut select = connection.prepare("SELECT * FROM open_panes ORDER BY position")?;
    let panes = select.query_map([], open_pane)?;
    panes.filter_map(Result::transpose).collect()
}

fn open_pane(row: &Row<'_>) -> rusqlite::Result<Option<OpenPane>> {
    let Some(place) = place(row)? else { return Ok(None) };
    Ok(Some(OpenPane { network: row.get("network")?, place, arrangement: arrangement(row)? }))
}

/// The place of a row; none if its spelling is no longer understood.
pub(super) fn place(row: &Row<'_>) -> rusqlite::Result<Option<Place>> {
    let place: String = row.get("place")?;
    // Places are written in full, so no realm is needed to complete them.
    Ok(Place::parse(&place, EntityId::from_num(0)).ok())
}

/// The column that rows are sorted by, and whether from its greatest value down.
pub(super) fn sorted(arrangement: &Arrangement) -> (Option<&str>, bool) {
    arrangement.sort.as_ref().map_or((None, false), |(column, descending)| (Some(column), *descending))
}

/// What chooses among the rows of a list, and orders them.
pub(super) fn arrangement(row: &Row<'_>) -> rusqlite::Result<Arrangement> {
    let column: Option<String> = row.get("sort")?;
    let descending = row.get("descending")?;
    Ok(Arrangement { filter: row.get("filter")?, sort: column.map(|column| (column, descending)) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::schema;

    #[test]
    fn the_panes_of_the_last_session_come_back_in_their_order() {
        let mut connection = Connection::open_in_memory().unwrap();
        schema::set_up(&mut connection).unwrap();
        let pane = |place: &str, arrangement: Arrangement| OpenPane {
            network: "demo".into(),
            place: Place::parse(place, EntityId::from_num(0)).unwrap(),
            arrangement,
        };
        let sorted = Arrangement { filter: "status=failed".into(), sort: Some(("method".into(), true)) };
        let panes = [
            pane("contract/0.0.5001", Arrangement::default()),
            pane("contract/0.0.5001/results?from=0.0.1002", sorted),
        ];
        write(&connection, &[pane("jobs", Arrangement::default()), panes[0].clone(), panes[1].clone()])
            .unwrap();
        write(&connection, &panes).unwrap();
        assert_eq!(load_open_panes(&connection).unwrap(), panes);
        connection.execute("UPDATE open_panes SET place = 'no/such/place' WHERE position = 0", []).unwrap();
        assert_eq!(load_open_panes(&connection).unwrap(), panes[1..]);
    }
}
