//! Stored places: the tabs that were open, the visited places, and the saved filters of lists.

use rusqlite::{Connection, Row, params};

use super::columns::{HOME, nanos, time};
use super::remark::Unread;
use crate::message::{Arrangement, OpenPane, OpenTab, Place, SavedFilter, Visit};

/// Replaces the tabs of the session before.
pub(super) fn write_tabs(connection: &Connection, tabs: &[OpenTab]) -> rusqlite::Result<()> {
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
    Ok(Place::parse(&place, HOME).ok())
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

/// The most visited places that are stored.
pub(super) const MAX_VISITS: u32 = 200;

/// Stores a visit, and deletes the oldest beyond [`MAX_VISITS`].
pub(super) fn write_visit(connection: &Connection, visit: &Visit) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO visits (network, place, at) VALUES (?1, ?2, ?3)
         ON CONFLICT (network, place) DO UPDATE SET at = max(at, excluded.at)",
        )?
        .execute(params![visit.network, visit.place.to_string(), nanos(visit.at)])?;
    connection
        .prepare_cached(
            "DELETE FROM visits WHERE at < (SELECT at FROM visits ORDER BY at DESC LIMIT 1 OFFSET ?1)",
        )?
        .execute([MAX_VISITS - 1])?;
    Ok(())
}

/// The visits, newest first. A place that no longer parses is left out.
pub(super) fn load_visits(connection: &Connection, unread: &mut Unread) -> rusqlite::Result<Vec<Visit>> {
    let mut statement =
        connection.prepare("SELECT network, place, at FROM visits ORDER BY at DESC LIMIT ?1")?;
    let visits = statement.query_map([MAX_VISITS], visit)?;
    unread.leave_out("visit", visits.filter(|visit| !matches!(visit, Ok(None))))
}

fn visit(row: &Row<'_>) -> rusqlite::Result<Option<Visit>> {
    let (network, at) = (row.get("network")?, time(row.get("at")?));
    Ok(place(row)?.map(|place| Visit { network, place, at }))
}

/// The most filters that are stored, those without a name among them.
const MAX_FILTERS: u32 = 500;

/// Stores a filter, replacing the one of the same name, and deletes the oldest beyond [`MAX_FILTERS`].
pub(super) fn write_filter(connection: &Connection, filter: &SavedFilter) -> rusqlite::Result<()> {
    forget_filter(connection, filter)?;
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
pub(super) fn forget_filter(connection: &Connection, filter: &SavedFilter) -> rusqlite::Result<()> {
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
    use ledger::EntityId;

    use super::*;
    use crate::message::{Arrangement, Place};
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
        write_tabs(&connection, &[tab(&[jobs.clone(), panes[0].clone(), panes[1].clone()], true)]).unwrap();
        let tabs = [tab(&panes, false), tab(&[jobs], true)];
        write_tabs(&connection, &tabs).unwrap();
        assert_eq!(load_open_tabs(&connection, &mut Unread::default()).unwrap(), tabs);
        connection.execute("UPDATE open_panes SET place = 'no/such/place' WHERE position = 0", []).unwrap();
        assert_eq!(
            load_open_tabs(&connection, &mut Unread::default()).unwrap(),
            [tab(&panes[1..], false), tabs[1].clone()]
        );
    }

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
            write_filter(&connection, filter).unwrap();
        }
        assert_eq!(
            load_filters(&connection, &mut Unread::default()).unwrap(),
            [newer.clone(), last.clone(), other.clone()]
        );
        forget_filter(&connection, &one).unwrap();
        assert_eq!(load_filters(&connection, &mut Unread::default()).unwrap(), [last, other]);
    }
}
