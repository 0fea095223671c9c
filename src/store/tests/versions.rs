//! Files of every version so far are opened with all that is in them. Their texts in `tests/fixtures/stores` are what the
//! steps of each version made, with rows of that time.

use std::fmt::Write as _;

use rusqlite::types::{Value, ValueRef};

use super::*;
use crate::message::{ColumnChoice, Saved};
use crate::verification::Batch;
use crate::verification::Verified;
use crate::verification::batch::LineState;

/// Where the text of a file of this version is.
fn path(version: i64) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/fixtures/stores/v{version:02}.sql"))
}

/// Makes a file of this version in a directory.
fn file_of(version: i64, dir: &Path) -> PathBuf {
    let text = fs::read_to_string(path(version));
    let text =
        text.unwrap_or_else(|error| panic!("no file of version {version} ({error}): see `write_texts`"));
    let file = dir.join(FILE);
    let connection = Connection::open(&file).unwrap();
    connection.execute_batch(&text).unwrap();
    assert_eq!(schema::version(&connection), Ok(version));
    file
}

/// What a file of this version has.
fn assert_is_whole(version: i64, saved: &Saved) {
    let counts = [
        ("jobs", 1, saved.jobs.len()),
        ("visits", 1, saved.visits.len()),
        ("drafts", 1, saved.drafts.len()),
        ("batches", 2, saved.batches.len()),
        ("interfaces", 4, saved.interfaces.len()),
        ("signatures", 4, saved.signatures.len()),
        ("slots", 4, saved.slots.len()),
        ("answers", 4, saved.answers.len()),
        ("told", 5, saved.signature_cache.functions.len()),
        ("chosen", 8, saved.chosen.len()),
        ("open tabs", 9, saved.open_tabs.len()),
        ("filters", 10, saved.filters.len()),
        ("switches", 11, usize::from(saved.preview == Some(true))),
        ("columns", 12, saved.columns.len()),
        ("labels", 14, saved.labels.len()),
        ("bookmarks", 15, saved.bookmarks.len()),
        ("watched", 16, saved.watched.len()),
    ];
    for (what, since, count) in counts {
        assert_eq!(count, usize::from(version >= since), "{what} of version {version}");
    }
    let job = &saved.jobs[0];
    assert_eq!(
        (job.state, job.attempt, job.timeline.len()),
        (JobState::Failed, if version < 3 { 1 } else { 2 }, 3)
    );
    assert_eq!(job.id, JobId::parse("2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f"));
    assert_eq!(job.timeline[1].detail, Some("2f4aeb11".into()));
    assert_eq!(job.words, Some(Text::from_bytes(*b"why \xff")));
    assert_eq!((job.etag.as_deref(), job.seen), (Some("\"tag\""), Some(secs(4))));
    assert_eq!(job.origin.contract.is_some(), version >= 17, "the contract's name of version {version}");
    assert_eq!(job.digest.is_some(), version >= 20, "the digest of version {version}");
    assert!(job.record.as_ref().is_some_and(|record| record.completed == Field::Known(true)));
    if let Some(Batch { lines, project, .. }) = saved.batches.first() {
        assert_eq!((lines.len(), project.is_some()), (1, version >= 18));
        assert!(matches!(lines[0].state, LineState::Sent(_, JobState::Failed)));
    }
    let of_results = |choice: &ColumnChoice| choice.widths.get("gas") == Some(&12);
    assert!(saved.columns.values().all(of_results));
}

/// A verifier's answer is kept as it is.
const WHOLE: Readers =
    Readers { job: read_record, verified: |raw| Some(Verified { raw: raw.clone(), ..Verified::default() }) };

#[test]
fn a_file_of_every_version_is_opened_with_all_that_is_in_it() {
    for version in 1..=schema::VERSION {
        let dir = tempfile::tempdir().unwrap();
        let file = file_of(version, dir.path());
        let mut store = Store::open(dir.path(), WHOLE).unwrap();
        assert_is_whole(version, &store.take_over().unwrap());
        assert_eq!(store.take_remarks(), [], "version {version}");
        keep_job(&mut store, &job(1));
        drop(store);
        let connection = Connection::open(file).unwrap();
        assert_eq!(schema::version(&connection), Ok(schema::VERSION));
    }
}

#[test]
fn a_large_record_of_an_older_version_is_moved_and_whole() {
    for version in [1, 18] {
        let dir = tempfile::tempdir().unwrap();
        let text = large(100_000);
        let connection = Connection::open(file_of(version, dir.path())).unwrap();
        connection.execute("UPDATE jobs SET record = ?1", [&text]).unwrap();
        drop(connection);
        let mut store = Store::open(dir.path(), WHOLE).unwrap();
        let saved = store.take_over().unwrap();
        assert_is_whole(version, &saved);
        assert!(saved.jobs[0].record.as_ref().is_some_and(|record| record.abridged));
        assert_eq!(store.record(saved.jobs[0].key).unwrap().raw.raw(), text);
    }
}

#[test]
fn a_migration_that_was_killed_in_the_middle_leaves_a_file_that_opens() {
    for version in [1, 6, 13, schema::VERSION - 1] {
        let dir = tempfile::tempdir().unwrap();
        let file = file_of(version, dir.path());
        // The file as a kill leaves it: half of the steps are in it or in its log, and were not committed.
        let connection = Connection::open(&file).unwrap();
        connection.pragma_update(None, "journal_mode", "WAL").unwrap();
        connection.pragma_update(None, "cache_size", 1).unwrap();
        connection.execute_batch("BEGIN IMMEDIATE").unwrap();
        let half = usize::try_from((version + schema::VERSION + 1) / 2).unwrap();
        for step in &schema::STEPS[usize::try_from(version).unwrap()..half] {
            connection.execute_batch(step).unwrap();
        }
        connection.cache_flush().unwrap();
        let killed = tempfile::tempdir().unwrap();
        for entry in fs::read_dir(dir.path()).unwrap().map(Result::unwrap) {
            fs::copy(entry.path(), killed.path().join(entry.file_name())).unwrap();
        }
        assert!(killed.path().join(format!("{FILE}-wal")).metadata().unwrap().len() > 0);
        let mut store = Store::open(killed.path(), WHOLE).unwrap();
        assert_is_whole(version, &store.take_over().unwrap());
        assert_eq!(store.take_remarks(), [], "version {version}");
    }
}

#[test]
fn a_damaged_file_of_an_older_version_is_salvaged() {
    for version in [1, 2, 5, 6, 17, schema::VERSION] {
        let dir = tempfile::tempdir().unwrap();
        let connection = Connection::open(file_of(version, dir.path())).unwrap();
        connection.execute_batch("DROP TABLE drafts").unwrap();
        drop(connection);
        let mut store = Store::open(dir.path(), WHOLE).unwrap();
        let mut saved = store.take_over().unwrap();
        assert!(matches!(store.take_remarks()[..], [Remark::SetAside { .. }]), "version {version}");
        assert_eq!(std::mem::take(&mut saved.drafts), []);
        saved.drafts.push(Draft::default());
        assert_is_whole(version, &saved);
    }
}

/// Rows of each table: columns and their values as SQL writes them.
const ROWS: [(&str, &[(&str, &str)]); 20] = [
    (
        "jobs",
        &[
            ("key", "'1795216207.123456789-1'"),
            ("network", "'testnet'"),
            ("server", "'https://verifier.example/server'"),
            ("mode", "'similarity'"),
            ("chain", "'296'"),
            ("address", "'0xabababababababababababababababababababab'"),
            ("creation_hash", "'0x0707070707070707070707070707070707070707070707070707070707070707'"),
            ("id", "'2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f'"),
            ("state", "'failed'"),
            ("entered", "1795216210123456789"),
            ("refusal_status", "409"),
            ("refusal_code", "x'6c6f636b6564'"),
            ("words", "x'77687920ff'"),
            (
                "record",
                "'{\"isJobCompleted\":true,\"error\":{\"customCode\":\"no_match\",\"recompiledRuntimeCode\":\"0x6001\"}}'",
            ),
            ("etag", "'\"tag\"'"),
            ("seen", "1795216211123456789"),
            ("next_look", "NULL"),
            ("failed_looks", "3"),
            ("attempt", "2"),
            ("contract_name", "x'732f412e736f6c3a41'"),
            ("compiler", "x'302e38'"),
            ("file", "x'612e6a736f6e'"),
            ("digest", "x'0909090909090909090909090909090909090909090909090909090909090909'"),
            ("owner", "'7-ab'"),
            ("revision", "5"),
        ],
    ),
    (
        "moments",
        &[("job", "'1795216207.123456789-1'"), ("at", "1795216207123456789"), ("state", "'submitting'")],
    ),
    (
        "moments",
        &[
            ("job", "'1795216207.123456789-1'"),
            ("at", "1795216208123456789"),
            ("state", "'running'"),
            ("detail", "x'3266346165623131'"),
        ],
    ),
    ("moments", &[("job", "'1795216207.123456789-1'"), ("at", "1795216210123456789"), ("state", "'failed'")]),
    ("visits", &[("network", "'testnet'"), ("place", "'contract/0.0.5001'"), ("at", "1795216207000000000")]),
    ("drafts", &[("form", "'verify'"), ("position", "0"), ("name", "'chain'"), ("text", "'296'")]),
    (
        "batches",
        &[
            ("id", "'1795216207.123456789-2'"),
            ("network", "'testnet'"),
            ("server", "'https://verifier.example/server'"),
            ("mode", "'import'"),
            ("keyed", "1"),
            ("at_once", "2"),
            ("on_error", "'stop'"),
            ("phase", "'paused'"),
            ("owner", "'7-ab'"),
            ("revision", "4"),
            ("project", "'/project'"),
        ],
    ),
    (
        "batch_lines",
        &[
            ("batch", "'1795216207.123456789-2'"),
            ("number", "1"),
            ("changes", "3"),
            ("text", "'0.0.5001'"),
            ("chain", "'296'"),
            ("contract", "'0.0.5001'"),
            ("here", "1"),
            ("address", "'0xabababababababababababababababababababab'"),
            ("state", "'sent'"),
            ("job", "'1795216207.123456789-1'"),
            ("detail", "'failed'"),
            ("artifact", "'src/A.sol:A'"),
        ],
    ),
    (
        "interfaces",
        &[
            ("network", "'testnet'"),
            ("contract", "'0.0.5001'"),
            ("origin", "'a.json'"),
            ("text", "'[]'"),
            ("at", "1"),
        ],
    ),
    ("signatures", &[("text", "'transfer(address,uint256)'"), ("at", "1")]),
    (
        "slots",
        &[("network", "'testnet'"), ("contract", "'0.0.5001'"), ("slot", "'0x01'"), ("name", "'owner'")],
    ),
    (
        "answers",
        &[
            ("network", "'testnet'"),
            ("address", "'0xabababababababababababababababababababab'"),
            ("text", "'{\"match\":\"exact_match\",\"runtimeMatch\":\"exact_match\"}'"),
            ("at", "1"),
        ],
    ),
    ("told", &[("kind", "'call'"), ("text", "'approve(address,uint256)'"), ("at", "1")]),
    ("chosen", &[("name", "'copy'"), ("times", "3"), ("at", "1")]),
    (
        "open_panes",
        &[
            ("position", "0"),
            ("network", "'testnet'"),
            ("place", "'contract/0.0.5001'"),
            ("filter", "''"),
            ("descending", "0"),
        ],
    ),
    (
        "filters",
        &[
            ("name", "'mine'"),
            ("kind", "'results'"),
            ("everywhere", "1"),
            ("network", "'testnet'"),
            ("place", "'contract/0.0.5001/results'"),
            ("filter", "'status=failed'"),
            ("descending", "0"),
        ],
    ),
    ("switches", &[("name", "'preview'"), ("is_on", "1")]),
    (
        "columns",
        &[("list", "'results'"), ("name", "'gas'"), ("position", "0"), ("shown", "1"), ("width", "12")],
    ),
    (
        "labels",
        &[
            ("network", "'testnet'"),
            ("labelled", "'0.0.5001'"),
            ("name", "x'6d79'"),
            ("note", "x'ff'"),
            ("at", "1"),
        ],
    ),
    (
        "bookmarks",
        &[("network", "'testnet'"), ("place", "'contract/0.0.5001'"), ("note", "x'6d79'"), ("at", "1")],
    ),
];

/// The watch list came after the rows above.
const WATCHED: (&str, &[(&str, &str)]) =
    ("watched", &[("network", "'testnet'"), ("of", "'contract/0.0.5001'"), ("at", "1"), ("seen", "'{}'")]);

/// Writes the texts of the versions that have none. What was published is not written again.
#[test]
#[ignore = "writes into the repository: run it once for each new version"]
fn write_texts() {
    for version in 1..=schema::VERSION {
        if path(version).exists() {
            continue;
        }
        let mut connection = Connection::open_in_memory().unwrap();
        schema::bring_to(&mut connection, version).unwrap();
        for (table, values) in ROWS.into_iter().chain([WATCHED]) {
            let there: Vec<&(&str, &str)> =
                values.iter().filter(|(column, _)| has(&connection, table, column)).collect();
            if !there.is_empty() {
                let names: Vec<&str> = there.iter().map(|(name, _)| *name).collect();
                let texts: Vec<&str> = there.iter().map(|(_, text)| *text).collect();
                let insert =
                    format!("INSERT INTO {table} ({}) VALUES ({})", names.join(", "), texts.join(", "));
                connection.execute_batch(&insert).unwrap();
            }
        }
        fs::write(path(version), text_of(&connection, version)).unwrap();
    }
}

fn has(connection: &Connection, table: &str, column: &str) -> bool {
    let count = "SELECT count(*) FROM pragma_table_info(?1) WHERE name = ?2";
    connection.query_row(count, [table, column], |row| row.get::<_, i64>(0)).unwrap() > 0
}

/// The text that makes a database again.
fn text_of(connection: &Connection, version: i64) -> String {
    let texts = |sql: &str| -> Vec<String> {
        let mut select = connection.prepare(sql).unwrap();
        select.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    let mut text = String::new();
    for made in texts(
        "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
    ) {
        writeln!(text, "{made};").unwrap();
    }
    for table in texts(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
    ) {
        let mut select = connection.prepare(&format!("SELECT * FROM {table}")).unwrap();
        let names = select.column_names().collect::<Vec<_>>().join(", ");
        let count = select.column_count();
        let mut rows = select.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            let values: Vec<String> = (0..count).map(|at| literal(row.get_ref(at).unwrap())).collect();
            writeln!(text, "INSERT INTO {table} ({names}) VALUES ({});", values.join(", ")).unwrap();
        }
    }
    text + &format!("PRAGMA user_version = {version};\n")
}

/// A value as SQL writes it.
fn literal(value: ValueRef<'_>) -> String {
    let connection = Connection::open_in_memory().unwrap();
    connection.query_row("SELECT quote(?1)", [Value::try_from(value).unwrap()], |row| row.get(0)).unwrap()
}
