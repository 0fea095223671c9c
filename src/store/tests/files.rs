//! The file itself: who may read it, and what is done with one that is newer, moved or missing.

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
fn a_file_of_a_newer_version_is_read_and_left_as_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join(FILE);
    let mut store = open(dir.path());
    keep_job(&mut store, &job(1));
    store.persist(&Persist::Labels(vec![label("mine")])).unwrap();
    drop(store);
    let newer = Connection::open(&file).unwrap();
    // What that version keeps in another way hides nothing else.
    newer.execute_batch("ALTER TABLE labels RENAME COLUMN note TO words").unwrap();
    newer.pragma_update(None, "user_version", schema::VERSION + 1).unwrap();
    drop(newer);
    let before = fs::read(&file).unwrap();
    let mut store = open(dir.path());
    let fault = store.barred().unwrap().clone();
    assert!(
        fault.to_string().contains("newer version") && fault.to_string().contains("read-only"),
        "{fault}"
    );
    assert_eq!(store.take_over().unwrap().jobs, [job(1)]);
    assert!(store.take_remarks()[0].to_string().contains("1 table"), "the labels cannot be read");
    assert_eq!(store.persist(&visit(1, secs(1))), Err(fault.clone()));
    assert_eq!(store.persist(&Persist::Job(Box::new(job(2)))), Err(fault.clone()));
    assert_eq!(store.begin(&job(2), Beside::Anything).map(drop), Err(fault.clone()));
    assert_eq!(store.probe(), Err(fault));
    assert_eq!(store.changes(), Ok(None));
    drop(store);
    assert_eq!(fs::read(&file).unwrap(), before);
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
}

#[test]
fn what_the_log_of_a_newer_version_holds_is_read_too() {
    let dir = tempfile::tempdir().unwrap();
    let mut newer = open(dir.path());
    keep_job(&mut newer, &job(1));
    newer.connection.pragma_update(None, "user_version", schema::VERSION + 1).unwrap();
    let mut store = open(dir.path());
    assert!(matches!(store.barred(), Some(StoreFault::Newer { .. })));
    assert_eq!(store.saved().unwrap().jobs, [job(1)]);
}

#[test]
fn a_file_that_cannot_be_written_is_read() {
    let dir = tempfile::tempdir().unwrap();
    keep_job(&mut open(dir.path()), &job(1));
    let file = dir.path().join(FILE);
    let fault = StoreFault::ReadOnly { path: file.clone(), words: "the disk is".into() };
    let (connection, barred) = connect(&file, Some(fault.clone()), &BusyTimeout::default()).unwrap();
    assert_eq!((jobs::count(&connection), barred), (Ok(1), Some(fault)));
    assert!(connection.execute("DELETE FROM jobs", []).is_err());
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "not even a log is made beside it");
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_neither_opened_nor_changed() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let refused = |dir: &Path| Store::open(dir, READERS).unwrap_err();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
    let dir = tempfile::tempdir().unwrap();
    let before = mode(Path::new("/dev/null"));
    symlink("/dev/null", dir.path().join(FILE)).unwrap();
    assert_eq!(refused(dir.path()), StoreFault::Link { path: dir.path().join(FILE) });
    assert_eq!(mode(Path::new("/dev/null")), before);
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join(FILE)).unwrap();
    let fault = refused(dir.path());
    assert_eq!(fault, StoreFault::NotAFile { path: dir.path().join(FILE) });
    assert!(fault.to_string().contains("is not a regular file"), "{fault}");
}

#[cfg(unix)]
#[test]
fn no_link_is_followed_and_nothing_behind_it_is_changed() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let (dir, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::write(other.path().join("mine"), "mine").unwrap();
    fs::set_permissions(other.path().join("mine"), fs::Permissions::from_mode(0o644)).unwrap();
    fs::set_permissions(other.path(), fs::Permissions::from_mode(0o755)).unwrap();
    symlink(other.path().join("mine"), dir.path().join(FILE)).unwrap();
    symlink(other.path(), dir.path().join("data")).unwrap();
    symlink(other.path().join("nothing"), dir.path().join("dangling")).unwrap();
    for (data, link) in [("", FILE), ("data", "data"), ("data/", "data"), ("dangling", "dangling")] {
        let fault = Store::open(&dir.path().join(data), READERS).unwrap_err();
        assert_eq!(fault, StoreFault::Link { path: dir.path().join(link) });
        assert!(fault.to_string().contains("is a symbolic link, which is not followed"), "{fault}");
    }
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(other.path()), mode(&other.path().join("mine"))), (0o755, 0o644));
    assert_eq!(fs::read_dir(other.path()).unwrap().count(), 1);
}

#[cfg(unix)]
#[test]
fn a_directory_that_others_can_write_is_used_and_said() {
    use std::os::unix::fs::PermissionsExt as _;
    let dir = tempfile::tempdir().unwrap();
    let said = |mode| {
        fs::set_permissions(dir.path(), fs::Permissions::from_mode(mode)).unwrap();
        let mut store = open(dir.path());
        keep_job(&mut store, &job(1));
        store.take_remarks()
    };
    assert_eq!(said(0o755), []);
    let remark = said(0o757).remove(0).to_string();
    assert!(remark.contains("Others can write to") && remark.contains("chmod go-w"), "{remark}");
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
fn what_was_removed_takes_nothing_at_all() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path());
    fs::remove_dir_all(dir.path()).unwrap();
    let gone = StoreFault::Gone { file: dir.path().join(FILE) };
    assert_eq!(store.persist(&visit(1, secs(1))), Err(gone.clone()), "nobody would find it");
    assert_eq!(store.begin(&job(1), Beside::Anything).map(drop), Err(gone.clone()));
    assert!(gone.to_string().contains("moved or removed meanwhile"));
}

#[test]
fn a_full_disk_is_said_and_leaves_what_is_there() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path());
    keep_job(&mut store, &job(1));
    let pages: i64 = store.connection.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
    store.connection.pragma_update(None, "max_page_count", pages).unwrap();
    let large = format!("\"{}\"", "x".repeat(1 << 20));
    let fault = store.begin(&job(2).seen_at(secs(2), &large), Beside::Anything).unwrap_err();
    assert_eq!(fault, StoreFault::Full { file: dir.path().join(FILE) });
    assert!(fault.to_string().contains("no room left") && fault.to_string().contains("Make room"), "{fault}");
    assert_eq!(store.saved().unwrap().jobs, [job(1)]);
}
