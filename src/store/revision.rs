//! Numbers the changes of jobs and batches.

use rusqlite::Connection;

/// The writing instance and its revision: each change of jobs and batches has a greater one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Writer<'a> {
    /// The instance; `None` if it could not get a lock.
    pub(super) me: Option<&'a str>,
    pub(super) revision: i64,
}

/// The number of the next change.
pub(super) fn next(connection: &Connection) -> rusqlite::Result<i64> {
    let mut update = connection.prepare_cached("UPDATE revision SET number = number + 1 RETURNING number")?;
    update.query_row([], |row| row.get(0))
}

/// The number of the last change.
pub(super) fn last(connection: &Connection) -> rusqlite::Result<i64> {
    connection.prepare_cached("SELECT number FROM revision")?.query_row([], |row| row.get(0))
}
