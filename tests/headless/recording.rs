//! The record before the request: without it nothing is sent, unless that is wanted.

use std::fs;
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use client::{read_job_record, read_verified};
use hieroscope::store::{FILE, Readers, Store};
use rusqlite::Connection;

use super::process::{Ended, Home, home, start};
use super::server::{JOB, serve};

const LINE: &str = "verify similarity --network local --chain 298 --json \
                    --address 0xb0551e9ecceb06cf6ea2879174aaf4da84633e85";

/// A store of this version, with nothing in it.
fn set_up(home: &Path) {
    drop(Store::open(home, Readers { job: read_job_record, verified: read_verified }).unwrap());
}

fn sql(home: &Path, change: impl FnOnce(&Connection)) {
    change(&Connection::open(home.join(FILE)).unwrap());
}

/// The tables of the store, whatever they are called.
fn tables(connection: &Connection) -> Vec<String> {
    let mut select = connection
        .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
        .unwrap();
    select.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

/// What is wrong, and how it is made so.
type Fault = (&'static str, fn(&Path));

/// What can be wrong with a store that is left as it is, each made in an empty data directory.
const FAULTS: [Fault; 6] = [
    ("the directory is a file", |home| {
        fs::remove_dir(home).unwrap();
        fs::write(home, "in the way").unwrap();
    }),
    ("the file is a directory", |home| fs::create_dir(home.join(FILE)).unwrap()),
    ("the file leads nowhere", |home| {
        std::os::unix::fs::symlink("/proc/nothing/here", home.join(FILE)).unwrap();
    }),
    ("the file is of a newer version", |home| {
        set_up(home);
        sql(home, |store| store.pragma_update(None, "user_version", 9999).unwrap());
    }),
    ("the log is a directory", |home| {
        set_up(home);
        fs::create_dir(home.join(format!("{FILE}-wal"))).unwrap();
    }),
    ("the directory is a link", |home| {
        let elsewhere = home.with_extension("elsewhere");
        fs::rename(home, &elsewhere).unwrap();
        std::os::unix::fs::symlink(elsewhere, home).unwrap();
    }),
];

/// How a store can be damaged, each made in an empty data directory.
const DAMAGES: [Fault; 4] = [
    ("the file is no database", |home| fs::write(home.join(FILE), "no database".repeat(999)).unwrap()),
    ("the file is cut short", |home| {
        set_up(home);
        let file = fs::OpenOptions::new().write(true).open(home.join(FILE)).unwrap();
        file.set_len(5000).unwrap();
    }),
    ("the file's pages are overwritten", |home| {
        set_up(home);
        let mut file = fs::OpenOptions::new().write(true).open(home.join(FILE)).unwrap();
        let length = usize::try_from(file.metadata().unwrap().len()).unwrap();
        file.seek(SeekFrom::Start(4096)).unwrap();
        file.write_all(&vec![0xaa; length - 4096]).unwrap();
    }),
    ("the tables are gone", |home| {
        set_up(home);
        sql(home, |store| {
            for table in tables(store) {
                store.execute_batch(&format!("DROP TABLE {table}")).unwrap();
            }
        });
    }),
];

/// Runs the command on a server that accepts everything. Returns how it ended, and how often it was asked to begin.
fn run(home: &Home, flags: &str) -> (Ended, usize) {
    let (server, asked) = accepting();
    let ended = start(&format!("{LINE} --mirror {server} --verifier {server} {flags}"), home, &[]).end();
    (ended, asked.try_iter().count())
}

/// A server that accepts every submission, and the bodies that it was sent.
fn accepting() -> (String, std::sync::mpsc::Receiver<String>) {
    serve(|asked| match asked.split_once(' ') {
        Some(("POST", _)) => (202, format!(r#"{{"verificationId":"{JOB}"}}"#)),
        _ => (404, "{}".to_owned()),
    })
}

fn assert_refused(ended: &Ended, asked: usize, what: &str) {
    assert_eq!(asked, 0, "{what}: {}", ended.stderr);
    let message = ended.result(7, "not-sent")["message"].to_string();
    assert!(message.contains("cannot be recorded") && message.contains("--no-record"), "{what}: {message}");
    assert!(!ended.stderr.contains("submitting"), "{what}: {}", ended.stderr);
}

#[test]
fn nothing_is_sent_that_cannot_be_recorded() {
    for (what, spoil) in FAULTS {
        let home = home();
        spoil(home.path());
        let (ended, asked) = run(&home, "");
        assert_refused(&ended, asked, what);
        let (ended, asked) = run(&home, "--no-record");
        assert_eq!(asked, 1, "{what}");
        let result = ended.result(0, "running");
        assert!(result["job_id"] == JOB && result["key"].is_null(), "{what}: {result}");
        assert!(ended.stderr.contains("not recorded here"), "{what}: {}", ended.stderr);
    }
}

#[test]
fn a_damaged_store_is_set_aside_once_and_the_job_recorded_in_a_new_one() {
    for (what, spoil) in DAMAGES {
        let home = home();
        spoil(home.path());
        let (ended, asked) = run(&home, "");
        assert_eq!(asked, 1, "{what}: {}", ended.stderr);
        ended.result(0, "running");
        let said: Vec<&str> = ended.stderr.lines().filter(|line| line.contains("is set aside as")).collect();
        assert!(said.len() == 1 && said[0].contains(".damaged-2"), "{what}: {}", ended.stderr);
        let aside = said[0].split("set aside as ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap();
        assert!(home.path().join(aside).is_file(), "{what}: {aside}");
        let list = start("jobs --json", &home, &[]).end();
        assert!(
            list.stdout.contains(JOB) && list.stderr.is_empty(),
            "{what}: {} {}",
            list.stdout,
            list.stderr
        );
    }
}

#[test]
fn a_job_that_cannot_be_read_is_told_and_hides_no_other() {
    let home = home();
    assert_eq!(run(&home, "").1, 1);
    sql(home.path(), |store| {
        store.execute_batch("UPDATE jobs SET failed_looks = -1").unwrap();
    });
    let (ended, asked) = run(&home, "");
    assert!(asked == 1 && ended.stderr.contains("1 job in "), "{}", ended.stderr);
    let list = start("jobs --json", &home, &[]).end();
    let jobs: serde_json::Value = serde_json::from_str(&list.stdout).unwrap();
    assert_eq!((jobs["jobs"].as_array().unwrap().len(), list.code), (1, Some(1)), "{}", list.stdout);
    let message = jobs["message"].as_str().unwrap();
    assert!(message.contains("1 job in ") && message.contains("cannot be read"), "{}", list.stdout);
    assert_eq!(list.stderr, format!("error: {message}\n"));
    let (mirror, _) = serve(|_| (404, "{}".to_owned()));
    let line = format!("jobs --refresh --json --network local --mirror {mirror}");
    let fresh = start(&line, &home, &[]).end();
    let jobs: serde_json::Value = serde_json::from_str(&fresh.stdout).unwrap();
    assert_ne!(fresh.code, Some(0), "{}", fresh.stdout);
    assert!(jobs["message"].as_str().unwrap().contains(message), "{}", fresh.stdout);
}

#[test]
fn a_store_of_a_newer_version_is_listed_and_left_as_it_is() {
    let home = home();
    assert_eq!(run(&home, "").1, 1);
    sql(home.path(), |store| store.pragma_update(None, "user_version", 9999).unwrap());
    let before = fs::read(home.path().join(FILE)).unwrap();
    let list = start("jobs --json", &home, &[]).end();
    assert!(
        list.stdout.contains(JOB) && list.stderr.contains("newer version"),
        "{} {}",
        list.stdout,
        list.stderr
    );
    let (ended, asked) = run(&home, "");
    assert_refused(&ended, asked, "a newer version");
    assert_eq!(fs::read(home.path().join(FILE)).unwrap(), before);
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 1, "nothing was made beside it");
}

#[test]
fn nothing_is_sent_once_there_is_no_room_for_its_record() {
    let home = home();
    set_up(home.path());
    let (server, asked) = accepting();
    // The file is there and can be read, and nothing can be added: writes fail beyond so many blocks.
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' XFSZ; ulimit -f 2; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_hieroscope")]);
    shell.args(LINE.split_whitespace()).args(["--mirror", &server, "--verifier", &server, "--data-dir"]);
    shell.arg(home.path()).env("XDG_CONFIG_HOME", home.path());
    let output = shell.stdin(Stdio::null()).output().unwrap();
    let ended = Ended {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
        home,
    };
    assert_refused(&ended, asked.try_iter().count(), "a full disk");
}

#[test]
fn a_job_is_recorded_before_its_request_leaves() {
    let home = home();
    let (tell, told) = std::sync::mpsc::channel();
    let directory = home.path().to_owned();
    let (server, _) = serve(move |asked| {
        if asked.starts_with("POST") {
            // A copy, as a crash at this moment would leave it.
            let copy = tempfile::tempdir().unwrap();
            for entry in fs::read_dir(&directory).unwrap().map(Result::unwrap) {
                fs::copy(entry.path(), copy.path().join(entry.file_name())).unwrap();
            }
            tell.send(copy).unwrap();
        }
        (404, "{}".to_owned())
    });
    start(&format!("{LINE} --mirror {server} --verifier {server}"), &home, &[]).end();
    let copy = std::sync::Arc::new(told.try_recv().unwrap());
    let list = start("jobs --json", &copy, &[]).end();
    assert!(list.stdout.contains("0xB0551e9Ecceb06cf6eA2879174aAf4da84633E85"), "{}", list.stdout);
}

#[test]
fn without_a_record_nothing_is_written_to_a_store_that_is_whole() {
    let home = home();
    let (ended, asked) = run(&home, "--no-record");
    assert!(asked == 1 && ended.result(0, "running")["key"].is_null());
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);
}
