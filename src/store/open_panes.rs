//! The tabs that were open when an instance wrote them last, pane by pane.

use ledger::EntityId;
use rusqlite::{Connection, Row, params};

use super::unread::Unread;
use crate::message::{Arrangement, OpenPane, OpenTab, Place};

/// Replaces the tabs of the session before.
pub(super) fn write(connection: &Connection, tabs: &[OpenTab]) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM open_panes", [])?;
    let mut insert = connection.prepare_cached(
        "INSERT INTO open_panes (position, tab, is_shown, network, place, filter, sort, descending)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?;
    let panes = tabs
        .iter()
        .zip(0_i64..)
        .flat_map(|(tab, number)| tab.panes.iter().map(move |pane| (tab, number, pane)));
    for ((tab, number, OpenPane { network, place, arrangement }), position) in panes.zip(0_i64..) {
        let (column, descending) = sorted(arrangement);
        let (place, filter) = (place.to_string(), &arrangement.filter);
        let row = params![position, number, tab.is_shown, network, place, filter, column, descending];
        insert.execute(row)?;
    }
    Ok(())
}

/// The tabs. A place whose spelling is no longer understood is left out.
pub(super) fn load_open_tabs(connection: &Connection, unread: &mut Unread) -> rusqlite::Result<Vec<OpenTab>> {
    let mut select = connection.prepare("SELECT * FROM open_panes ORDER BY position")?;
    let panes = select.query_map([], |row| {
        let Some(pane) = open_pane(row)? else { return Ok(None) };
        Ok(Some((row.get("tab")?, row.get("is_shown")?, pane)))
    })?;
    let mut tabs: Vec<(i64, OpenTab)> = Vec::new();
    for (number, is_shown, pane) in unread.leave_out("pane", panes.filter(|it| !matches!(it, Ok(None))))? {
        match tabs.last_mut().filter(|(known, _)| *known == number) {
            Some((_, tab)) => tab.panes.push(pane),
            None => tabs.push((number, OpenTab { panes: vec![pane], is_shown })),
        }
    }
    Ok(tabs.into_iter().map(|(_, tab)| tab).collect())
}

fn open_pane(row: &Row<'_>) -> rusqlite::Result<Option<OpenPane>> {
    let Some(place) = place(row)? else { return Ok(None) };
    Ok(Some(OpenPane { network: row.get("network")?, place, arrangement: arrangement(row)? }))
}

/// The place of a row; `None` if it no longer parses.
pub(super) fn place(row: &Row<'_>) -> rusqlite::Result<Option<Place>> {
    let place: String = row.get("place")?;
    // Places are written in full, so no realm is needed to complete them.
    Ok(Place::parse(&place, EntityId::from_num(0)).ok())
}

/// The column that rows are sorted by, and whether from its greatest value down.
pub(super) fn sorted(arrangement: &Arrangement) -> (Option<&str>, bool) {
    arrangement.sort.as_ref().map_or((None, false), |(column, descending)| (Some(column), *descending))
}

/// The local filter and sort of a list.
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
    fn the_tabs_of_the_last_session_come_back_in_their_order() {
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
        let tab = |panes: &[OpenPane], is_shown| OpenTab { panes: panes.to_vec(), is_shown };
        let jobs = pane("jobs", Arrangement::default());
        write(&connection, &[tab(&[jobs.clone(), panes[0].clone(), panes[1].clone()], true)]).unwrap();
        let tabs = [tab(&panes, false), tab(&[jobs], true)];
        write(&connection, &tabs).unwrap();
        assert_eq!(load_open_tabs(&connection, &mut Unread::default()).unwrap(), tabs);
        connection.execute("UPDATE open_panes SET place = 'no/such/place' WHERE position = 0", []).unwrap();
        assert_eq!(
            load_open_tabs(&connection, &mut Unread::default()).unwrap(),
            [tab(&panes[1..], false), tabs[1].clone()]
        );
    }
}
