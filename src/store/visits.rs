//! Visited places: each once, with its newest time.

use rusqlite::{Connection, Row, params};

use super::columns::{nanos, time};
use super::open_panes::place;
use super::unread::Unread;
use crate::message::Visit;

/// The most visited places that are stored.
pub(super) const MAX_VISITS: u32 = 200;

/// Stores a visit, and deletes the oldest beyond [`MAX_VISITS`].
pub(super) fn write(connection: &Connection, visit: &Visit) -> rusqlite::Result<()> {
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
