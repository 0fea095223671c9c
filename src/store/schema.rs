//! The schema, and its upgrade steps.

use rusqlite::{Connection, ErrorCode, TransactionBehavior};

/// The version of the tables: how many [`STEPS`] there are.
pub(super) const VERSION: i64 = 1;

/// The steps from each version to the next; the first one makes the tables. A step that was published is never changed.
///
/// Times are nanoseconds since 1970, flags are 0 or 1, a `network` is the name of a profile, a `server` the address of a
/// verifier. Text that may not be UTF-8 is a BLOB.
pub(super) const STEPS: [&str; 1] = ["
    CREATE TABLE revision (
        only INTEGER PRIMARY KEY CHECK (only = 1),
        number INTEGER NOT NULL
    ) STRICT;
    INSERT INTO revision (only, number) VALUES (1, 0);

    -- entered: when the state began. seen: when the verifier showed the job last. owner: the instance that handles it.
    -- revision: the number of the last change. record: of a long record what lists show, and then abridged is 1.
    CREATE TABLE jobs (
        key TEXT PRIMARY KEY,
        network TEXT NOT NULL,
        server TEXT NOT NULL,
        mode TEXT,
        chain TEXT,
        address TEXT,
        creation_hash TEXT,
        contract_name BLOB,
        compiler BLOB,
        file BLOB,
        digest BLOB,
        attempt INTEGER NOT NULL,
        id TEXT,
        state TEXT NOT NULL,
        entered INTEGER,
        refusal_status INTEGER,
        refusal_code BLOB,
        words BLOB,
        record TEXT,
        abridged INTEGER NOT NULL DEFAULT 0,
        etag TEXT,
        seen INTEGER,
        next_look INTEGER,
        failed_looks INTEGER NOT NULL,
        retry_at INTEGER,
        forgotten INTEGER NOT NULL DEFAULT 0,
        owner TEXT,
        revision INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX jobs_by_revision ON jobs (revision);
    -- The states of a job, in the order in which they were noted.
    CREATE TABLE moments (
        number INTEGER PRIMARY KEY,
        job TEXT NOT NULL,
        at INTEGER NOT NULL,
        state TEXT NOT NULL,
        detail BLOB,
        UNIQUE (job, at, state)
    ) STRICT;
    -- The whole of long records.
    CREATE TABLE records (
        job TEXT PRIMARY KEY,
        text TEXT NOT NULL
    ) STRICT;

    -- keyed: whether a key for an explorer is sent. at_once: how many lines are sent at the same time.
    CREATE TABLE batches (
        id TEXT PRIMARY KEY,
        network TEXT NOT NULL,
        server TEXT NOT NULL,
        mode TEXT NOT NULL,
        project TEXT,
        keyed INTEGER NOT NULL,
        at_once INTEGER NOT NULL,
        on_error TEXT NOT NULL,
        phase TEXT NOT NULL,
        owner TEXT,
        revision INTEGER NOT NULL
    ) STRICT;
    -- changes: how often the line has changed. here: whether the chain is that of the network.
    CREATE TABLE batch_lines (
        batch TEXT NOT NULL,
        number INTEGER NOT NULL,
        changes INTEGER NOT NULL,
        text TEXT NOT NULL,
        chain TEXT,
        contract TEXT,
        creation_hash TEXT,
        artifact TEXT,
        here INTEGER NOT NULL,
        address TEXT,
        state TEXT NOT NULL,
        job TEXT,
        detail TEXT,
        PRIMARY KEY (batch, number)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE visits (
        network TEXT NOT NULL,
        place TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (network, place)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX visits_by_time ON visits (at);
    -- The panes of all tabs in order: tab is the number of the tab, is_shown whether it was on screen.
    CREATE TABLE open_panes (
        position INTEGER PRIMARY KEY,
        tab INTEGER NOT NULL,
        is_shown INTEGER NOT NULL,
        network TEXT NOT NULL,
        place TEXT NOT NULL,
        filter TEXT NOT NULL,
        sort TEXT,
        descending INTEGER NOT NULL
    ) STRICT;
    -- kind: the kind of list. everywhere: whether the filter is for all lists of the kind.
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
    -- position: among the columns. width: columns of the terminal.
    CREATE TABLE columns (
        list TEXT NOT NULL,
        name TEXT NOT NULL,
        position INTEGER,
        shown INTEGER,
        width INTEGER,
        PRIMARY KEY (list, name)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE switches (
        name TEXT PRIMARY KEY,
        is_on INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE chosen (
        name TEXT PRIMARY KEY,
        times INTEGER NOT NULL,
        at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE drafts (
        form TEXT NOT NULL,
        position INTEGER NOT NULL,
        name TEXT NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (form, position)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE labels (
        network TEXT NOT NULL,
        labelled TEXT NOT NULL,
        name BLOB NOT NULL,
        note BLOB NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (network, labelled)
    ) STRICT;
    CREATE TABLE bookmarks (
        network TEXT NOT NULL,
        place TEXT NOT NULL,
        note BLOB NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (network, place)
    ) STRICT;
    -- seen: what was seen last of the contract or schedule, JSON.
    CREATE TABLE watched (
        network TEXT NOT NULL,
        of TEXT NOT NULL,
        at INTEGER NOT NULL,
        seen TEXT NOT NULL,
        PRIMARY KEY (network, of)
    ) STRICT;

    -- The ABIs, signatures and names of slots that the user added.
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
    -- What verifiers said of contracts, JSON.
    CREATE TABLE answers (
        network TEXT NOT NULL,
        address TEXT NOT NULL,
        text TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (network, address)
    ) STRICT;
    -- Names from signature servers, in the order in which they came.
    CREATE TABLE told (
        number INTEGER PRIMARY KEY,
        kind TEXT NOT NULL,
        text TEXT NOT NULL,
        at INTEGER NOT NULL,
        UNIQUE (kind, text)
    ) STRICT;
"];

/// The version of the file; 0 if it is empty.
pub(super) fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Configures durability and upgrades the schema to this version.
pub(super) fn set_up(connection: &mut Connection) -> rusqlite::Result<()> {
    write_ahead(connection)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    // An up-to-date file opens even while another program holds it.
    if version(connection)? == VERSION { Ok(()) } else { take(&STEPS, connection) }
}

/// Applies the steps beyond the file's version: all of them or none.
pub(super) fn take(steps: &[&str], connection: &mut Connection) -> rusqlite::Result<()> {
    // The version is read within the transaction: another instance may have been faster.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found = version(&transaction)?;
    for (step, number) in steps.iter().zip(1..).filter(|(_, number)| *number > found) {
        transaction.execute_batch(step)?;
        transaction.pragma_update(None, "user_version", number)?;
    }
    transaction.commit()
}

/// Enables the write-ahead log. On file systems without support, SQLite keeps its rollback journal, which works as
/// well; another starting instance may be enabling it at the same time.
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

    #[test]
    fn an_older_file_is_brought_to_the_next_version_with_its_rows_or_left_as_it_is() {
        let mut connection = Connection::open_in_memory().unwrap();
        set_up(&mut connection).unwrap();
        connection.execute("INSERT INTO switches (name, is_on) VALUES ('preview', 1)", []).unwrap();
        let next = "ALTER TABLE switches RENAME COLUMN is_on TO value;";
        let steps = |last| [&STEPS[..], &[last]].concat();
        let value = |connection: &Connection, name: &str| {
            let select = format!("SELECT {name} FROM switches");
            connection.query_row(&select, [], |row| row.get::<_, i64>(0))
        };
        let fails = format!("{next} ALTER TABLE nothing ADD COLUMN at INTEGER");
        take(&steps(&fails), &mut connection).unwrap_err();
        assert_eq!((version(&connection), value(&connection, "is_on")), (Ok(VERSION), Ok(1)));
        for _ in 0..2 {
            take(&steps(next), &mut connection).unwrap();
            assert_eq!((version(&connection), value(&connection, "value")), (Ok(VERSION + 1), Ok(1)));
        }
    }
}
