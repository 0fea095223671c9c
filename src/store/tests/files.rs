//! The file itself: who may read it, and what is done with one that is damaged, newer, older, moved or missing.

use super::*;

#[cfg(unix)]
#[test]
fn only_the_owner_can_read_what_is_kept() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("a/b");
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let mut store = open(&data);
    keep_job(&mut store, &job(1));
    assert_eq!((mode(&data), mode(&dir.path().join("a"))), (0o700, 0o700));
    for entry in fs::read_dir(&data).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(mode(&path), 0o600, "{}", path.display());
    }
    drop(store);
    fs::set_permissions(data.join(FILE), fs::Permissions::from_mode(0o644)).unwrap();
    drop(open(&data));
    assert_eq!(mode(&data.join(FILE)), 0o600);
}

#[test]
fn a_file_that_is_no_database_is_refused_and_left_as_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join(FILE);
    let garbage = "this is no database, but somebody's notes\n".repeat(100);
    fs::write(&file, &garbage).unwrap();
    let fault = Store::open(dir.path(), READERS).unwrap_err();
    assert!(matches!(fault, StoreFault::Damaged { .. }), "{fault:?}");
    assert!(fault.to_string().contains(FILE) && fault.to_string().contains("Move it away"), "{fault}");
    assert_eq!(fs::read_to_string(&file).unwrap(), garbage);
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
}

#[test]
fn a_file_of_a_newer_version_is_refused_and_left_as_it_is() {
    let dir = tempfile::tempdir().unwrap();
    drop(open(dir.path()));
    let file = dir.path().join(FILE);
    Connection::open(&file).unwrap().pragma_update(None, "user_version", schema::VERSION + 1).unwrap();
    let before = fs::read(&file).unwrap();
    let fault = Store::open(dir.path(), READERS).unwrap_err();
    assert!(fault.to_string().contains("newer version"), "{fault}");
    assert_eq!(fs::read(&file).unwrap(), before);
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_neither_opened_nor_changed() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let refused = |dir: &Path| {
        let fault = Store::open(dir, READERS).unwrap_err();
        assert_eq!(fault, StoreFault::NotAFile { path: dir.join(FILE) });
        assert!(fault.to_string().contains("is not a regular file"), "{fault}");
    };
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
    let dir = tempfile::tempdir().unwrap();
    let before = mode(Path::new("/dev/null"));
    symlink("/dev/null", dir.path().join(FILE)).unwrap();
    refused(dir.path());
    assert_eq!(mode(Path::new("/dev/null")), before);
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join(FILE)).unwrap();
    refused(dir.path());
    // A link to a file is somebody's choice: it is used as it is.
    let (dir, other) = (tempfile::tempdir().unwrap(), tempfile::NamedTempFile::new().unwrap());
    fs::set_permissions(other.path(), fs::Permissions::from_mode(0o640)).unwrap();
    symlink(other.path(), dir.path().join(FILE)).unwrap();
    keep_job(&mut open(dir.path()), &job(1));
    assert_eq!(mode(other.path()) & 0o777, 0o640);
}

#[test]
fn without_a_directory_nothing_is_kept_and_it_says_so() {
    let fault = Store::open(Path::new(""), READERS).unwrap_err();
    assert_eq!(fault, StoreFault::NoDirectory);
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("file"), "").unwrap();
    let fault = Store::open(&dir.path().join("file/data"), READERS).unwrap_err();
    assert!(matches!(fault, StoreFault::Unwritable { .. }), "{fault:?}");
}

#[test]
fn a_file_of_an_older_version_is_brought_up_with_its_jobs() {
    let dir = tempfile::tempdir().unwrap();
    keep_job(&mut open(dir.path()), &job(1));
    let file = dir.path().join(FILE);
    let connection = Connection::open(file).unwrap();
    let older = "DROP INDEX jobs_by_revision; DROP TABLE revision;
         ALTER TABLE jobs DROP COLUMN owner; ALTER TABLE jobs DROP COLUMN revision;
         ALTER TABLE batches DROP COLUMN owner; ALTER TABLE batches DROP COLUMN revision;
         ALTER TABLE jobs DROP COLUMN attempt; ALTER TABLE jobs DROP COLUMN retry_at;
         ALTER TABLE jobs DROP COLUMN contract_name; ALTER TABLE jobs DROP COLUMN compiler; ALTER TABLE jobs DROP COLUMN file;
         ALTER TABLE batches DROP COLUMN project; ALTER TABLE batch_lines DROP COLUMN artifact;
         DROP TABLE interfaces; DROP TABLE signatures;
         DROP TABLE slots; DROP TABLE answers; DROP TABLE told; DROP TABLE chosen;
         DROP TABLE open_panes; DROP TABLE filters; DROP TABLE switches; DROP TABLE columns; DROP TABLE labels; DROP TABLE bookmarks; DROP TABLE watched;
         PRAGMA user_version = 2";
    connection.execute_batch(older).unwrap();
    drop(connection);
    let restored = Job { origin: Origin::default(), ..job(1) };
    assert_eq!(open(dir.path()).saved().unwrap().jobs, [restored]);
}

#[test]
fn a_file_that_was_moved_away_takes_no_job() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path());
    keep_job(&mut store, &job(1));
    let (file, aside) = (dir.path().join(FILE), dir.path().join("aside"));
    fs::rename(&file, &aside).unwrap();
    for replaced in [false, true] {
        if replaced {
            fs::write(&file, "").unwrap();
        }
        let fault = store.persist(&Persist::Job(Box::new(job(2)))).unwrap_err();
        assert_eq!(fault, StoreFault::Gone { file: file.clone() });
    }
    fs::rename(&aside, &file).unwrap();
    keep_job(&mut store, &job(2));
}

#[test]
fn a_file_that_can_be_written_and_not_be_read_takes_no_job() {
    let dir = tempfile::tempdir().unwrap();
    drop(open(dir.path()));
    let connection = Connection::open(dir.path().join(FILE)).unwrap();
    connection.execute_batch("DROP TABLE drafts").unwrap();
    drop(connection);
    let mut store = open(dir.path());
    assert!(store.persist(&Persist::Job(Box::new(job(1)))).is_err());
}
