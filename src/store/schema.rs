//! The tables, and the migrations of older files.

use rusqlite::{Connection, ErrorCode, TransactionBehavior};

/// The version that [`STEPS`] lead to: how many there are.
pub(super) const VERSION: i64 = 20;

/// The steps from each version to the next. A step that was published is never changed.
pub(super) const STEPS: [&str; 20] = [
    "
    CREATE TABLE jobs (
        key TEXT PRIMARY KEY,
        network TEXT NOT NULL,
        server TEXT NOT NULL,
        mode TEXT,
        chain TEXT,
        address TEXT,
        creation_hash TEXT,
        id TEXT,
        state TEXT NOT NULL,
        entered INTEGER,
        refusal_status INTEGER,
        refusal_code BLOB,
        words BLOB,
        record TEXT,
        etag TEXT,
        seen INTEGER,
        next_look INTEGER,
        failed_looks INTEGER NOT NULL,
        forgotten INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE moments (
        number INTEGER PRIMARY KEY,
        job TEXT NOT NULL,
        at INTEGER NOT NULL,
        state TEXT NOT NULL,
        detail BLOB,
        UNIQUE (job, at, state)
    ) STRICT;
    CREATE TABLE visits (
        network TEXT NOT NULL,
        place TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (network, place)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX visits_by_time ON visits (at);
    CREATE TABLE drafts (
        form TEXT NOT NULL,
        position INTEGER NOT NULL,
        name TEXT NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (form, position)
    ) STRICT, WITHOUT ROWID;
",
    "
    CREATE TABLE batches (
        id TEXT PRIMARY KEY,
        network TEXT NOT NULL,
        server TEXT NOT NULL,
        mode TEXT NOT NULL,
        keyed INTEGER NOT NULL,
        at_once INTEGER NOT NULL,
        on_error TEXT NOT NULL,
        phase TEXT NOT NULL
    ) STRICT;
    CREATE TABLE batch_lines (
        batch TEXT NOT NULL,
        number INTEGER NOT NULL,
        changes INTEGER NOT NULL,
        text TEXT NOT NULL,
        chain TEXT,
        contract TEXT,
        creation_hash TEXT,
        here INTEGER NOT NULL,
        address TEXT,
        state TEXT NOT NULL,
        job TEXT,
        detail TEXT,
        PRIMARY KEY (batch, number)
    ) STRICT, WITHOUT ROWID;
",
    "ALTER TABLE jobs ADD COLUMN attempt INTEGER NOT NULL DEFAULT 1;",
    "
    CREATE TABLE interfaces (
        network TEXT NOT NULL,
        contract TEXT NOT NULL,
        origin TEXT NOT NULL,
        text TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (network, contract, origin)
    ) STRICT;
    CREATE TABLE signatures (
        text TEXT PRIMARY KEY,
        at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE slots (
        network TEXT NOT NULL,
        contract TEXT NOT NULL,
        slot TEXT NOT NULL,
        name TEXT NOT NULL,
        PRIMARY KEY (network, contract, slot)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE answers (
        network TEXT NOT NULL,
        address TEXT NOT NULL,
        text TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (network, address)
    ) STRICT;
",
    "
    CREATE TABLE told (
        number INTEGER PRIMARY KEY,
        kind TEXT NOT NULL,
        text TEXT NOT NULL,
        at INTEGER NOT NULL,
        UNIQUE (kind, text)
    ) STRICT;
",
    "
    ALTER TABLE jobs ADD COLUMN owner TEXT;
    ALTER TABLE jobs ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX jobs_by_revision ON jobs (revision);
    ALTER TABLE batches ADD COLUMN owner TEXT;
    ALTER TABLE batches ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE revision (
        only INTEGER PRIMARY KEY CHECK (only = 1),
        number INTEGER NOT NULL
    ) STRICT;
    INSERT INTO revision (only, number) VALUES (1, 0);
",
    "ALTER TABLE jobs ADD COLUMN retry_at INTEGER;",
    "
    CREATE TABLE chosen (
        name TEXT PRIMARY KEY,
        times INTEGER NOT NULL,
        at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
",
    "
    CREATE TABLE open_panes (
        position INTEGER PRIMARY KEY,
        network TEXT NOT NULL,
        place TEXT NOT NULL,
        filter TEXT NOT NULL,
        sort TEXT,
        descending INTEGER NOT NULL
    ) STRICT;
",
    "
    CREATE TABLE filters (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL,
        kind TEXT NOT NULL,
        everywhere INTEGER NOT NULL,
        network TEXT NOT NULL,
        place TEXT NOT NULL,
        filter TEXT NOT NULL,
        sort TEXT,
        descending INTEGER NOT NULL
    ) STRICT;
",
    "
    CREATE TABLE switches (
        name TEXT PRIMARY KEY,
        is_on INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
",
    "
    CREATE TABLE columns (
        list TEXT NOT NULL,
        name TEXT NOT NULL,
        position INTEGER,
        shown INTEGER,
        width INTEGER,
        PRIMARY KEY (list, name)
    ) STRICT, WITHOUT ROWID;
",
    "
    ALTER TABLE open_panes ADD COLUMN tab INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE open_panes ADD COLUMN is_shown INTEGER NOT NULL DEFAULT 1;
",
    "
    CREATE TABLE labels (
        network TEXT NOT NULL,
        labelled TEXT NOT NULL,
        name BLOB NOT NULL,
        note BLOB NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (network, labelled)
    ) STRICT;
",
    "
    CREATE TABLE bookmarks (
        network TEXT NOT NULL,
        place TEXT NOT NULL,
        note BLOB NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (network, place)
    ) STRICT;
",
    "
    CREATE TABLE watched (
        network TEXT NOT NULL,
        of TEXT NOT NULL,
        at INTEGER NOT NULL,
        seen TEXT NOT NULL,
        PRIMARY KEY (network, of)
    ) STRICT;
",
    "
    ALTER TABLE jobs ADD COLUMN contract_name BLOB;
    ALTER TABLE jobs ADD COLUMN compiler BLOB;
    ALTER TABLE jobs ADD COLUMN file BLOB;
",
    "
    ALTER TABLE batches ADD COLUMN project TEXT;
    ALTER TABLE batch_lines ADD COLUMN artifact TEXT;
",
    "
    CREATE TABLE records (
        job TEXT PRIMARY KEY,
        text TEXT NOT NULL
    ) STRICT;
    ALTER TABLE jobs ADD COLUMN abridged INTEGER NOT NULL DEFAULT 0;
    INSERT INTO records (job, text) SELECT key, record FROM jobs WHERE octet_length(record) > 4096;
    UPDATE jobs SET abridged = 1, record = CASE WHEN json_valid(record) THEN json_object(
        'isJobCompleted', record -> '$.isJobCompleted',
        'jobStartTime', record -> '$.jobStartTime',
        'jobFinishTime', record -> '$.jobFinishTime',
        'contract', record -> '$.contract',
        'error', CASE json_type(record, '$.error') WHEN 'object' THEN json_object(
            'customCode', record -> '$.error.customCode',
            'message', substr(record ->> '$.error.message', 1, 500),
            'errorId', record -> '$.error.errorId'
        ) END
    ) END WHERE octet_length(record) > 4096;
    UPDATE jobs SET record = NULL WHERE octet_length(record) > 4096;
",
    "ALTER TABLE jobs ADD COLUMN digest BLOB;",
];

/// The version of the file; 0 if it is empty.
pub(super) fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Sets the way of writing and brings the tables to this version.
pub(super) fn set_up(connection: &mut Connection) -> rusqlite::Result<()> {
    write_ahead(connection)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    // A file that is up to date is opened though another program holds it.
    if version(connection)? == VERSION { Ok(()) } else { bring_to(connection, VERSION) }
}

/// Brings the tables of an older file to a version.
pub(super) fn bring_to(connection: &mut Connection, wanted: i64) -> rusqlite::Result<()> {
    // The version is read within the transaction: another instance may have been faster.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found = version(&transaction)?;
    for (step, number) in STEPS.iter().zip(1..) {
        if number > found && number <= wanted {
            transaction.execute_batch(step)?;
            transaction.pragma_update(None, "user_version", number)?;
        }
    }
    transaction.commit()
}

/// Turns the write-ahead log on. Where a file system cannot have one, SQLite keeps its older journal, which
/// does as well; and an instance that starts at the same moment may be about to do the same.
fn write_ahead(connection: &Connection) -> rusqlite::Result<()> {
    let mode: String = connection.pragma_query_value(None, "journal_mode", |row| row.get(0))?;
    if mode == "wal" {
        return Ok(());
    }
    match connection.pragma_update(None, "journal_mode", "WAL") {
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => Ok(()),
        result => result,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_file_is_brought_to_the_newest_version_once() {
        let mut connection = Connection::open_in_memory().unwrap();
        assert_eq!(version(&connection), Ok(0));
        for _ in 0..2 {
            set_up(&mut connection).unwrap();
            assert_eq!(version(&connection), Ok(VERSION));
        }
        assert_eq!(STEPS.len(), usize::try_from(VERSION).unwrap());
    }
}
