//! The cache of immutable or long answers: a separate file next to the store, compressed, bounded and dispensable. A
//! fault of the cache only costs a request.

use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use std::{fmt, fs};

use api::{AnswerCache, CachedBody, CachedHead};
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use ledger::amount::{counted, grouped};
use ledger::{RawJson, Timestamp};
use rusqlite::{Connection, ErrorCode, OptionalExtension as _, params};

use super::columns::{nanos, time};
use super::{FLAGS, StoreFault, file};

/// The name of the file within the data directory.
pub(super) const FILE: &str = "hieroscope-cache.sqlite";
/// The schema version. Tables of another version are dropped: they hold only cached data.
const VERSION: i64 = 1;
const BUSY_TIMEOUT: Duration = Duration::from_millis(200);
/// The longest body, bytes: same as for a server's answer.
const MAX_BODY_BYTES: u64 = 32 << 20;
/// The share of the size limit that eviction keeps, in tenths.
const LEFT_TENTHS: u64 = 9;
/// The age at which an entry's time of last use is updated, nanoseconds.
const MAX_USE_AGE_NANOS: i64 = 3_600_000_000_000;

const TABLES: &str = "
    CREATE TABLE answers (
        network TEXT NOT NULL,
        url TEXT NOT NULL,
        at INTEGER NOT NULL,
        etag TEXT,
        used INTEGER NOT NULL,
        bytes INTEGER NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (network, url)
    ) STRICT;
    CREATE INDEX answers_by_use ON answers (used, bytes);
";

/// The cache, opened on first use.
#[derive(Debug)]
pub struct DiskCache {
    data_dir: PathBuf,
    max_bytes: u64,
    opened: Mutex<Option<Connection>>,
    now: fn() -> Timestamp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct CacheSize {
    pub answers: u64,
    /// Bytes on disk, compressed.
    pub bytes: u64,
}

impl fmt::Display for CacheSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let answers = counted(usize::try_from(self.answers).unwrap_or(usize::MAX), "answer");
        write!(f, "{answers}, {} bytes", grouped(&self.bytes))
    }
}

impl DiskCache {
    /// A cache in this directory, limited to `max_bytes`. Opens nothing yet.
    pub fn new(data_dir: &Path, max_bytes: u64, now: fn() -> Timestamp) -> Self {
        Self { data_dir: data_dir.to_owned(), max_bytes, opened: Mutex::new(None), now }
    }

    /// The cache's size.
    ///
    /// # Errors
    /// When the file cannot be used.
    pub fn size(&self) -> Result<CacheSize, StoreFault> {
        self.attempt(|connection| {
            connection.query_row("SELECT count(*), coalesce(sum(bytes), 0) FROM answers", [], |row| {
                let number = |at| row.get(at).map(|number: i64| u64::try_from(number).unwrap_or_default());
                Ok(CacheSize { answers: number(0)?, bytes: number(1)? })
            })
        })
    }

    /// Removes the file, which needs no disk space, and returns its former size if readable. Other instances keep using
    /// the file they have open.
    ///
    /// # Errors
    /// When the file cannot be removed.
    pub fn clear(&self) -> Result<Option<CacheSize>, StoreFault> {
        let size = self.size();
        let path = self.path();
        *self.opened.lock().unwrap_or_else(PoisonError::into_inner) = None;
        for suffix in ["-wal", "-shm", ""] {
            match fs::remove_file(file::beside(&path, suffix)) {
                Err(error) if !is_gone(&error) => return Err(file::unwritable(&path, &error)),
                _ => {}
            }
        }
        Ok(size.ok())
    }

    /// The file.
    pub fn path(&self) -> PathBuf {
        self.data_dir.join(FILE)
    }

    /// Runs `work` on the file, opening it first if needed. A damaged file is recreated on the next use.
    fn attempt<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreFault> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let connection = match opened.take() {
            Some(connection) => connection,
            None => self.open()?,
        };
        let done = work(&connection);
        *opened = Some(connection).filter(|_| !done.as_ref().is_err_and(is_damaged));
        done.map_err(|error| StoreFault::of_sqlite(&self.path(), &error))
    }

    /// Opens the file. A damaged one is recreated.
    fn open(&self) -> Result<Connection, StoreFault> {
        let path = prepare(&self.data_dir)?;
        let fault = |error| StoreFault::of_sqlite(&path, &error);
        match set_up(&path) {
            Err(error) if is_damaged(&error) => {
                for suffix in ["", "-wal", "-shm"] {
                    let _ = fs::remove_file(file::beside(&path, suffix));
                }
                prepare(&self.data_dir)?;
                set_up(&path).map_err(fault)
            }
            opened => opened.map_err(fault),
        }
    }

    fn bound(&self, connection: &Connection) -> rusqlite::Result<()> {
        let all: i64 =
            connection.query_row("SELECT coalesce(sum(bytes), 0) FROM answers", [], |row| row.get(0))?;
        let mut all = u64::try_from(all).unwrap_or_default();
        if all <= self.max_bytes {
            return Ok(());
        }
        let mut oldest = connection.prepare("SELECT rowid, bytes FROM answers ORDER BY used")?;
        let mut rows = oldest.query([])?;
        while all > self.max_bytes / 10 * LEFT_TENTHS
            && let Some(row) = rows.next()?
        {
            let (id, bytes): (i64, i64) = (row.get(0)?, row.get(1)?);
            connection.execute("DELETE FROM answers WHERE rowid = ?1", [id])?;
            all = all.saturating_sub(u64::try_from(bytes).unwrap_or_default());
        }
        Ok(())
    }
}

impl AnswerCache for DiskCache {
    fn head(&self, network: &str, url: &str) -> Option<CachedHead> {
        let found = self.attempt(|connection| {
            let select = "SELECT etag FROM answers WHERE network = ?1 AND url = ?2";
            let head = |row: &rusqlite::Row<'_>| Ok(CachedHead { etag: row.get(0)? });
            connection.prepare_cached(select)?.query_row([network, url], head).optional()
        });
        found.ok()?
    }

    fn find(&self, network: &str, url: &str) -> Option<CachedBody> {
        let found = self.attempt(|connection| {
            let mut select = connection.prepare_cached(
                "SELECT rowid, at, used, etag, body FROM answers WHERE network = ?1 AND url = ?2",
            )?;
            let read = |row: &rusqlite::Row<'_>| {
                Ok((
                    row.get::<_, i64>(0)?,
                    row.get::<_, i64>(1)?,
                    row.get::<_, i64>(2)?,
                    row.get::<_, Option<String>>(3)?,
                    row.get::<_, Vec<u8>>(4)?,
                ))
            };
            let found = select.query_row([network, url], read).optional()?;
            let now = nanos((self.now)());
            if let Some((id, _, used, ..)) = &found
                && now.abs_diff(*used) > MAX_USE_AGE_NANOS.unsigned_abs()
            {
                // Failing to update the time of use is harmless.
                let _ = connection.execute("UPDATE answers SET used = ?1 WHERE rowid = ?2", [now, *id]);
            }
            Ok(found)
        });
        let (_, at, _, etag, body) = found.ok()??;
        let mut text = String::new();
        DeflateDecoder::new(&*body).take(MAX_BODY_BYTES).read_to_string(&mut text).ok()?;
        Some(CachedBody { body: RawJson::new(text), at: time(at), etag })
    }

    fn keep(&self, network: &str, url: &str, answer: &CachedBody) {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
        // Writing to memory does not fail.
        let _ = encoder.write_all(answer.body.raw().as_bytes());
        let Ok(body) = encoder.finish() else { return };
        let bytes = i64::try_from(body.len() + network.len() + url.len()).unwrap_or(i64::MAX);
        let now = nanos((self.now)());
        // An answer that cannot be stored is requested again.
        let _ = self.attempt(|connection| {
            let insert = "INSERT OR REPLACE INTO answers (network, url, at, etag, used, bytes, body)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
            let at = nanos(answer.at);
            connection.execute(insert, params![network, url, at, answer.etag, now, bytes, body])?;
            self.bound(connection)
        });
    }
}

/// Creates the directory and file if missing. A read-only cache is an error.
fn prepare(data_dir: &Path) -> Result<PathBuf, StoreFault> {
    let place = file::prepare_as(data_dir, FILE)?;
    place.barred.map_or(Ok(place.file), Err)
}

/// Opens the file and creates its tables, replacing those of another version.
fn set_up(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(path, FLAGS)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // A power cut may lose the latest entries, which only costs requests.
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if version != VERSION {
        connection.execute_batch(&format!(
            "BEGIN IMMEDIATE; DROP TABLE IF EXISTS answers; {TABLES} PRAGMA user_version = {VERSION}; COMMIT;"
        ))?;
    }
    Ok(connection)
}

/// Whether there is nothing to remove.
fn is_gone(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

fn is_damaged(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error_code();
    matches!(code, Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt))
}

#[cfg(test)]
mod tests;
