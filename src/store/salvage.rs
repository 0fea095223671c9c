//! Recovers the readable rows of a damaged file: table by table, row by row, skipping unreadable places.

use std::path::Path;

use rusqlite::config::DbConfig;
use rusqlite::types::Value;
use rusqlite::{Connection, ErrorCode, Statement, params_from_iter};

use super::remark::Taken;
use super::{FLAGS, schema};

/// The most probes per table for rows after an unreadable place.
const MAX_PROBES: u32 = 20_000;

/// Copies the readable rows of a damaged file into an empty one, and upgrades it to this version.
///
/// # Errors
/// When the new file cannot be written.
pub(super) fn salvage(damaged: &Path, new: &mut Connection) -> rusqlite::Result<Taken> {
    let mut taken = Taken::default();
    if let Ok(old) = open(damaged)
        && let Ok(version) = schema::version(&old)
    {
        // Rows are copied unchanged; upgrade steps follow.
        let known = usize::try_from(version).ok().and_then(|version| schema::STEPS.get(..version));
        schema::take(known.filter(|steps| !steps.is_empty()).unwrap_or(&schema::STEPS), new)?;
        let transaction = new.transaction()?;
        for table in tables(&transaction)? {
            let mut copy = Copy { old: &old, new: &transaction, count: 0, lost: false };
            copy.table(&table)?;
            taken.lost |= copy.lost;
            // The revision table holds no user data.
            if copy.count > 0 && table != "revision" {
                taken.rows.push((table, copy.count));
            }
        }
        transaction.commit()?;
    }
    schema::set_up(new)?;
    // The old revision may be lost: the next one must exceed all.
    new.execute_batch(
        "INSERT OR IGNORE INTO revision (only, number) VALUES (1, 0);
         UPDATE revision SET number = max(number, (SELECT coalesce(max(revision), 0) FROM
             (SELECT revision FROM jobs UNION ALL SELECT revision FROM batches)))",
    )?;
    Ok(taken)
}

/// The row count of each non-empty table.
pub(super) fn count(whole: &Connection) -> rusqlite::Result<Vec<(String, usize)>> {
    let mut counts = Vec::new();
    for table in tables(whole)?.into_iter().filter(|table| table != "revision") {
        let count: u32 = whole.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0))?;
        counts.push((table, usize::try_from(count).unwrap_or(usize::MAX)));
    }
    counts.retain(|(_, count)| *count > 0);
    Ok(counts)
}

/// Opens the damaged file, without writing to it. SQLite cannot open a file with a write-ahead log read-only.
fn open(file: &Path) -> rusqlite::Result<Connection> {
    let old = Connection::open_with_flags(file, FLAGS)?;
    old.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    // Required to read a truncated file.
    old.pragma_update(None, "writable_schema", true)?;
    old.pragma_update(None, "query_only", true)?;
    Ok(old)
}

/// The tables of a whole file.
fn tables(whole: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut select = whole.prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
    )?;
    select.query_map([], |row| row.get(0))?.collect()
}

/// The columns of a table, and those of its key.
fn columns(connection: &Connection, table: &str) -> rusqlite::Result<(Vec<String>, Vec<String>)> {
    let mut select = connection
        .prepare("SELECT name, pk FROM pragma_table_info(?1) ORDER BY CASE pk WHEN 0 THEN 99 ELSE pk END")?;
    let columns = select.query_map([table], |row| Ok((row.get(0)?, row.get::<_, i64>(1)? > 0)))?;
    let columns: Vec<(String, bool)> = columns.collect::<rusqlite::Result<_>>()?;
    let key = columns.iter().filter(|(_, is_key)| *is_key).map(|(name, _)| name.clone()).collect();
    Ok((columns.into_iter().map(|(name, _)| name).collect(), key))
}

/// How far the rows of the old file were read.
enum Read {
    ToTheEnd,
    /// Up to an unreadable place; the last row before it, if any.
    Until(Option<i64>),
}

/// Copies the rows of one table.
struct Copy<'a> {
    old: &'a Connection,
    new: &'a Connection,
    /// The number of copied rows.
    count: usize,
    /// Whether rows are known to be lost.
    lost: bool,
}

impl Copy<'_> {
    fn table(&mut self, table: &str) -> rusqlite::Result<()> {
        let (wanted, key) = columns(self.new, table)?;
        let Ok((there, _)) = columns(self.old, table) else {
            self.lost = true;
            return Ok(());
        };
        let names: Vec<String> = wanted.into_iter().filter(|name| there.contains(name)).collect();
        if names.is_empty() {
            // The table is gone, and with it its rows, if there were any.
            self.lost = true;
            return Ok(());
        }
        let (list, marks) = (names.join(", "), vec!["?"; names.len()].join(", "));
        let mut insert =
            self.new.prepare(&format!("INSERT OR REPLACE INTO {table} ({list}) VALUES ({marks})"))?;
        if self.old.prepare(&format!("SELECT rowid FROM {table}")).is_ok() {
            let select = |order| {
                format!(
                    "SELECT rowid, {list} FROM {table} NOT INDEXED WHERE rowid BETWEEN ?1 AND ?2
                     ORDER BY rowid {order}"
                )
            };
            self.ranges(&select("ASC"), &select("DESC"), &mut insert)
        } else {
            let select = |order| {
                let key: Vec<String> = key.iter().map(|name| format!("{name} {order}")).collect();
                format!("SELECT 0, {list} FROM {table} ORDER BY {}", key.join(", "))
            };
            self.both_ends(&select("ASC"), &select("DESC"), &mut insert)
        }
    }

    /// Copies rows with numbers: those before a place that cannot be read, those behind it, and, by halves, those
    /// between two such places.
    fn ranges(&mut self, up: &str, down: &str, insert: &mut Statement<'_>) -> rusqlite::Result<()> {
        let mut ranges = vec![(i64::MIN, i64::MAX)];
        let mut probes = 0;
        while let Some((low, high)) = ranges.pop() {
            probes += 1;
            if probes > MAX_PROBES {
                return Ok(());
            }
            let Read::Until(last) = self.scan(up, &[low, high], insert)? else { continue };
            let low = last.map_or(low, |last| last.saturating_add(1));
            let Read::Until(first) = self.scan(down, &[low, high], insert)? else { continue };
            let high = first.map_or(high, |first| first.saturating_sub(1));
            if low < high {
                let middle = low.midpoint(high);
                ranges.extend([(low, middle), (middle + 1, high)]);
            }
        }
        Ok(())
    }

    /// Copies rows without numbers: those before the first place that cannot be read, and those behind the last.
    fn both_ends(&mut self, up: &str, down: &str, insert: &mut Statement<'_>) -> rusqlite::Result<()> {
        let before = self.count;
        if let Read::Until(_) = self.scan(up, &[], insert)? {
            self.scan(down, &[], insert)?;
            // Nothing was read twice: between the two is the place that stopped both.
            debug_assert!(self.count >= before);
        }
        Ok(())
    }

    /// Copies rows as long as they can be read.
    fn scan(&mut self, select: &str, range: &[i64], insert: &mut Statement<'_>) -> rusqlite::Result<Read> {
        let mut last = None;
        let Ok(mut select) = self.old.prepare_cached(select) else { return Ok(self.stopped(last)) };
        let count = select.column_count();
        let Ok(mut rows) = select.query(params_from_iter(range)) else { return Ok(self.stopped(last)) };
        loop {
            let row = match rows.next() {
                Ok(Some(row)) => row,
                Ok(None) => return Ok(Read::ToTheEnd),
                Err(_) => return Ok(self.stopped(last)),
            };
            last = row.get(0).ok();
            let values: rusqlite::Result<Vec<Value>> = (1..count).map(|at| row.get(at)).collect();
            match values.and_then(|values| insert.execute(params_from_iter(values))) {
                Ok(_) => self.count += 1,
                Err(error) if is_of_disk(&error) => return Err(error),
                Err(_) => self.lost = true,
            }
        }
    }

    fn stopped(&mut self, last: Option<i64>) -> Read {
        self.lost = true;
        Read::Until(last)
    }
}

/// Whether the new file is not writable, independent of the row.
fn is_of_disk(error: &rusqlite::Error) -> bool {
    let of_row = [ErrorCode::ConstraintViolation, ErrorCode::TypeMismatch, ErrorCode::TooBig];
    error.sqlite_error_code().is_some_and(|code| !of_row.contains(&code))
}
