//! Damaged files: set aside, and what can be read of them is there still.

use super::*;
use crate::message::Bookmark;

/// A store with so many jobs, a label of each, and the file in which it is, whose log was taken in.
fn store_of(jobs: u32) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path());
    store.connection.pragma_update(None, "synchronous", "OFF").unwrap();
    for number in 0..jobs {
        keep_job(&mut store, &job(number).in_state(JobState::Running, secs(1)).seen_at(secs(2), &record()));
        store.persist(&Persist::Bookmarks(vec![bookmark(number)])).unwrap();
    }
    drop(store);
    let file = dir.path().join(FILE);
    (dir, file)
}

fn record() -> String {
    format!("\"{}\"", "x".repeat(3000))
}

fn bookmark(number: u32) -> Bookmark {
    Bookmark {
        network: "demo".into(),
        place: Place::parse(&format!("contract/0.0.{}", number + 1), EntityId::from_num(0)).unwrap(),
        note: "n".repeat(60).as_str().into(),
        at: secs(u64::from(number)),
    }
}

/// The store and what is said of it, after its file was set aside; also that file.
fn mended(dir: &Path) -> (Store, String, PathBuf) {
    let mut store = open(dir);
    store.saved().unwrap();
    let words = store.take_remarks().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let asides: Vec<_> = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    let asides: Vec<_> = asides
        .into_iter()
        .filter(|path| path.to_string_lossy().contains(".damaged-2"))
        .filter(|path| !path.to_string_lossy().ends_with("-wal") && !path.to_string_lossy().ends_with("-shm"))
        .collect();
    let [aside] = &asides[..] else { panic!("{asides:?}") };
    let name = aside.file_name().unwrap().to_string_lossy();
    let place = format!("is set aside as {name} in {}", dir.display());
    assert!(words.contains(&place), "{words}");
    // A new file works as any, and it is said once.
    keep_job(&mut store, &job(9_999));
    assert!(open(dir).take_remarks().is_empty());
    (store, words, aside.clone())
}

#[test]
fn a_file_that_is_no_database_is_set_aside_as_it_is_and_a_new_one_begun() {
    let dir = tempfile::tempdir().unwrap();
    let garbage = "this is no database, but somebody's notes\n".repeat(100);
    fs::write(dir.path().join(FILE), &garbage).unwrap();
    let (mut store, words, aside) = mended(dir.path());
    assert!(words.contains("nothing of it could be read, and a new one is begun"), "{words}");
    assert_eq!(fs::read_to_string(&aside).unwrap(), garbage);
    assert_eq!(store.saved().unwrap().jobs, [job(9_999)]);
    #[cfg(unix)]
    for entry in fs::read_dir(dir.path()).unwrap() {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(entry.unwrap().metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
}

#[test]
fn of_a_file_that_was_cut_short_what_is_left_is_there_still() {
    let (dir, file) = store_of(300);
    let length = fs::metadata(&file).unwrap().len();
    fs::OpenOptions::new().write(true).open(&file).unwrap().set_len(length / 2 / 4096 * 4096).unwrap();
    let (mut store, words, aside) = mended(dir.path());
    let jobs = store.saved().unwrap().jobs.len();
    assert!(jobs > 50 && words.contains("what could be read of it is in a new one"), "{jobs}: {words}");
    assert_eq!(fs::metadata(aside).unwrap().len(), length / 2 / 4096 * 4096);
}

#[test]
fn pages_that_were_overwritten_cost_their_own_rows() {
    for at in [20, 25, 50, 75, 90] {
        let (dir, file) = store_of(200);
        let mut bytes = fs::read(&file).unwrap();
        let page = bytes.len() / 4096 * at / 100 * 4096;
        bytes[page..page + 4096].fill(0xaa);
        let second = page + 16 * 4096;
        if second + 4096 < bytes.len() {
            bytes[second..second + 4096].fill(0x55);
        }
        fs::write(&file, bytes).unwrap();
        let (mut store, words, _) = mended(dir.path());
        let saved = store.saved().unwrap();
        assert!(saved.jobs.len() > 150 && saved.bookmarks.len() > 50, "{at} %: {words}");
        let whole = job(7).in_state(JobState::Running, secs(1)).seen_at(secs(2), &record());
        let kept: Vec<&Job> = saved.jobs.iter().filter(|job| job.key == whole.key).collect();
        assert!(kept.iter().all(|kept| kept.state == JobState::Running), "{at} %");
    }
}

#[test]
fn tables_that_are_gone_hide_no_others() {
    let (dir, file) = store_of(3);
    let connection = Connection::open(&file).unwrap();
    connection.execute_batch("DROP TABLE drafts; DROP TABLE revision").unwrap();
    drop(connection);
    let (mut store, words, _) = mended(dir.path());
    assert!(words.contains("3 jobs and 3 bookmarks") || words.contains("3 jobs, 3 bookmarks"), "{words}");
    let saved = store.saved().unwrap();
    assert_eq!((saved.jobs.len(), saved.bookmarks.len()), (4, 3));
}

#[test]
fn a_row_that_cannot_be_read_hides_no_others_and_is_said() {
    const FAULTS: [&str; 7] = [
        "UPDATE jobs SET attempt = 99999999999",
        "UPDATE jobs SET failed_looks = -1",
        "UPDATE jobs SET refusal_status = 4000000000",
        "UPDATE jobs SET state = 'no state'",
        "UPDATE jobs SET key = 'no key'",
        "UPDATE jobs SET network = CAST(x'ff' AS TEXT)",
        "UPDATE jobs SET etag = CAST(x'fffe' AS TEXT)",
    ];
    for fault in FAULTS {
        let (dir, file) = store_of(3);
        let connection = Connection::open(&file).unwrap();
        connection.execute_batch(&format!("{fault} WHERE key = '{}'", job(1).key)).unwrap();
        drop(connection);
        let mut store = open(dir.path());
        let saved = store.take_over().unwrap();
        let keys: Vec<u32> = saved.jobs.iter().map(|job| job.key.process).collect();
        assert_eq!((&keys[..], saved.bookmarks.len()), (&[2, 0][..], 3), "{fault}");
        let words: Vec<String> = store.take_remarks().iter().map(ToString::to_string).collect();
        assert!(words.len() == 1 && words[0].contains("1 job in "), "{fault}: {words:?}");
        assert!(words[0].contains("cannot be read, and stays there"), "{fault}: {words:?}");
        store.saved().unwrap();
        assert_eq!(store.take_remarks(), [], "it is said once");
        keep_job(&mut store, &job(7));
        assert_eq!(
            fs::read_dir(dir.path()).unwrap().filter(|it| it.as_ref().unwrap().path() == file).count(),
            1
        );
    }
}

#[test]
fn bad_values_in_other_tables_hide_nothing_either() {
    const FAULTS: [(&str, &str); 8] = [
        ("UPDATE moments SET at = at, state = 'no state'", "moment"),
        ("UPDATE jobs SET owner = CAST(x'ff' AS TEXT)", ""),
        (
            "INSERT INTO batches VALUES ('1-1', 'n', 's', 'no mode', NULL, 0, 1, 'stop', 'ended', NULL, 0)",
            "batch",
        ),
        ("INSERT INTO labels VALUES ('demo', 'no id', x'', x'', 1)", "label"),
        ("INSERT INTO visits VALUES (CAST(x'ff' AS TEXT), 'home', 1)", "visit"),
        ("INSERT INTO columns VALUES ('l', 'n', 1, 1, 99999999)", "column choice"),
        ("INSERT INTO switches VALUES ('preview', 7777777777)", ""),
        ("INSERT INTO told VALUES (1, 'call', CAST(x'ff' AS TEXT), 1)", "signature"),
    ];
    for (fault, one) in FAULTS {
        let (dir, file) = store_of(2);
        Connection::open(&file).unwrap().execute_batch(fault).unwrap();
        let mut store = open(dir.path());
        let saved = store.take_over().unwrap();
        assert_eq!((saved.jobs.len(), saved.bookmarks.len()), (2, 2), "{fault}");
        let words: Vec<String> = store.take_remarks().iter().map(ToString::to_string).collect();
        assert_eq!(words.len(), usize::from(!one.is_empty()), "{fault}: {words:?}");
        assert!(words.iter().all(|words| words.contains(one)), "{fault}: {words:?}");
    }
}

#[test]
fn a_file_that_is_damaged_while_it_is_open_is_set_aside_then() {
    let (dir, file) = store_of(3);
    let mut store = open(dir.path());
    assert_eq!(store.take_over().unwrap().jobs.len(), 3);
    // Another program takes a table away.
    Connection::open(&file).unwrap().execute_batch("DROP TABLE labels").unwrap();
    let label = label("mine");
    store.persist(&Persist::Labels(vec![label.clone()])).unwrap();
    assert!(store.take_remarks()[0].to_string().contains("is set aside as"));
    assert_eq!((store.saved().unwrap().labels, store.saved().unwrap().jobs.len()), (vec![label], 3));
}

#[test]
fn instances_that_find_the_damage_at_once_set_it_aside_once() {
    let (dir, file) = store_of(50);
    let mut bytes = fs::read(&file).unwrap();
    let page = bytes.len() / 2 / 4096 * 4096;
    bytes[page..page + 4096].fill(0xaa);
    fs::write(&file, bytes).unwrap();
    Connection::open(&file).unwrap().execute_batch("DROP TABLE revision").unwrap();
    let said: usize = thread::scope(|scope| {
        let open = || {
            // While one is at it, the other is told that the file is held.
            let mut store =
                std::iter::repeat_with(|| Store::open(dir.path(), READERS)).find_map(Result::ok).unwrap();
            std::iter::repeat_with(|| store.saved()).find_map(Result::ok).unwrap();
            store.take_remarks().iter().filter(|it| matches!(it, Remark::SetAside { .. })).count()
        };
        let all: Vec<_> = (0..4).map(|_| scope.spawn(open)).collect();
        all.into_iter().map(|one| one.join().unwrap()).sum()
    });
    assert_eq!(said, 1);
    assert!(open(dir.path()).saved().unwrap().jobs.len() > 30);
}

#[test]
fn a_repair_that_was_killed_in_the_middle_is_finished() {
    // The damaged file was moved, its log was or was not, and the new one has not come into its place.
    for log in [true, false] {
        let (dir, file) = store_of(3);
        let path = |name: &str| dir.path().join(name);
        fs::copy(&file, path("hieroscope.sqlite.new")).unwrap();
        fs::write(path("hieroscope.damaged-2026-11-19.sqlite"), "of another time").unwrap();
        fs::rename(&file, path("hieroscope.damaged-2026-11-20.sqlite")).unwrap();
        if log {
            fs::write(path("hieroscope.sqlite-wal"), "the damaged one's").unwrap();
        }
        let mut store = open(dir.path());
        let saved = store.saved().unwrap();
        assert_eq!((saved.jobs.len(), saved.bookmarks.len()), (3, 3));
        let words = store.take_remarks()[0].to_string();
        assert!(words.contains("set aside as hieroscope.damaged-2026-11-20.sqlite"), "{words}");
        assert!(words.contains("3 jobs"), "{words}");
        assert_eq!(path("hieroscope.damaged-2026-11-20.sqlite-wal").exists(), log);
        assert!(!path("hieroscope.sqlite.new").exists());
    }
}

#[test]
fn a_new_file_that_was_not_closed_takes_no_place() {
    let (dir, file) = store_of(3);
    let path = |name: &str| dir.path().join(name);
    fs::rename(&file, path("hieroscope.sqlite.new")).unwrap();
    fs::write(path("hieroscope.sqlite.new-journal"), "half of it").unwrap();
    fs::write(path("hieroscope.damaged-2026-11-20.sqlite"), "x").unwrap();
    assert_eq!(open(dir.path()).saved().unwrap().jobs, []);
    assert!(path("hieroscope.sqlite.new").exists());
}
