//! The user's own entries per network: a table with one row per entry, keyed by its text.

use ledger::Timestamp;
use rusqlite::types::Value;
use rusqlite::{Connection, Row, params_from_iter};

use super::columns::{nanos, time};
use super::unread::Unread;

/// A row of such a table.
pub(super) trait Own: Sized {
    const TABLE: &'static str;
    /// What one row is called.
    const ONE: &'static str;
    /// The column with the text of the thing.
    const KEY: &'static str;
    /// The columns with what is kept of it.
    const COLUMNS: &'static [&'static str];
    /// How rows are ordered when they are loaded.
    const ORDER: &'static str;

    fn network(&self) -> &str;

    /// The text of the thing.
    fn key(&self) -> String;

    /// When it was kept.
    fn at(&self) -> Timestamp;

    /// What is in the columns.
    fn values(&self) -> Vec<Value>;

    /// Reads a row. None if the text is no longer understood.
    fn read(network: String, key: &str, at: Timestamp, row: &Row<'_>) -> rusqlite::Result<Option<Self>>;
}

/// Writes a row in place of that of the same thing.
pub(super) fn write<T: Own>(connection: &Connection, own: &T) -> rusqlite::Result<()> {
    let names = [&["network", T::KEY, "at"], T::COLUMNS].concat().join(", ");
    let marks = vec!["?"; 3 + T::COLUMNS.len()].join(", ");
    let texts = [own.network().to_owned().into(), own.key().into(), nanos(own.at()).into()];
    let values: Vec<Value> = texts.into_iter().chain(own.values()).collect();
    let insert = format!("INSERT OR REPLACE INTO {} ({names}) VALUES ({marks})", T::TABLE);
    connection.prepare_cached(&insert)?.execute(params_from_iter(values))?;
    Ok(())
}

/// Deletes the row of this thing.
pub(super) fn forget<T: Own>(connection: &Connection, own: &T) -> rusqlite::Result<()> {
    let delete = format!("DELETE FROM {} WHERE network = ? AND {} = ?", T::TABLE, T::KEY);
    connection.prepare_cached(&delete)?.execute([own.network(), &own.key()])?;
    Ok(())
}

/// The rows. One that cannot be read is left out.
pub(super) fn load<T: Own>(connection: &Connection, unread: &mut Unread) -> rusqlite::Result<Vec<T>> {
    let mut select = connection.prepare(&format!("SELECT * FROM {} ORDER BY {}", T::TABLE, T::ORDER))?;
    let rows = select.query_map([], |row| {
        let key: String = row.get(T::KEY)?;
        T::read(row.get("network")?, &key, time(row.get("at")?), row)
    })?;
    unread.leave_out(T::ONE, rows)
}
