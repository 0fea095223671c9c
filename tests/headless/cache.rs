//! `hieroscope cache`, and what is read from it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use serde_json::Value;

use super::process::{Home, home, start};
use super::server::serve;

const RESULT: &str = r#"{"contract_id":"0.0.5001","timestamp":"1700000000.000000001","gas_used":7}"#;

#[test]
fn what_cannot_change_is_asked_for_once_until_the_cache_is_cleared() {
    let (server, _) = serve(|asked| {
        let is_result = asked.contains("/results/1700000000");
        if is_result { (200, RESULT.to_owned()) } else { (404, "{}".to_owned()) }
    });
    let (home, line) = (home(), format!("get result/0.0.5001/1700000000.000000001 --raw --mirror {server}"));
    let read = |home: &_| {
        let got = start(&line, home, &[]).end();
        assert_eq!(got.code, Some(0), "{got:?}");
        serde_json::from_str::<Value>(&got.stdout).unwrap()
    };
    let first = read(&home);
    let cache = |line: &str| {
        let said = start(line, &home, &[]).end();
        assert_eq!((said.code, &*said.stderr), (Some(0), ""));
        said.stdout
    };
    let size: Value = serde_json::from_str(&cache("cache --json")).unwrap();
    assert_eq!((size["answers"].as_u64(), size["cleared"].as_bool()), (Some(1), Some(false)), "{size}");
    assert_eq!(read(&home), first);
    assert!(cache("cache clear").starts_with("removed 1 answer, "));
    assert!(cache("cache").starts_with("0 answers, 0 bytes in "));
    assert_eq!(read(&home), first, "it is asked for again");
}

/// What `get` prints of a result by its hash, with this server as the proxy before a mirror node that is not on this
/// machine.
fn by_hash(home: &Home, proxy: &str) -> String {
    let line = format!("get result/0x{} --json --mirror http://mirror.example", "ab".repeat(32));
    let got = start(&line, home, &[("http_proxy", proxy), ("no_proxy", "")]).end();
    assert_eq!(got.code, Some(0), "{got:?}");
    got.stdout
}

#[test]
fn a_failure_by_its_hash_is_asked_for_again_and_a_success_is_not() {
    let tries = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&tries);
    let (proxy, _) = serve(move |asked| {
        if !asked.contains("/contracts/results/0xabab") || asked.contains("/actions") {
            return (404, "{}".to_owned());
        }
        let (result, status) = match counted.fetch_add(1, Ordering::Relaxed) {
            0 => ("INSUFFICIENT_GAS", "0x0"),
            _ => ("SUCCESS", "0x1"),
        };
        let time = r#""contract_id":"0.0.5001","timestamp":"1700000000.000000001""#;
        (200, format!(r#"{{{time},"result":"{result}","status":"{status}"}}"#))
    });
    let home = home();
    assert!(by_hash(&home, &proxy).contains("INSUFFICIENT_GAS"));
    let later = by_hash(&home, &proxy);
    assert!(!later.contains("INSUFFICIENT_GAS"), "{later}");
    let asked = tries.load(Ordering::Relaxed);
    by_hash(&home, &proxy);
    assert_eq!(tries.load(Ordering::Relaxed), asked, "a success is immutable");
}

#[test]
fn a_network_on_this_machine_is_asked_while_it_answers() {
    let gas = Arc::new(AtomicUsize::new(7));
    let used = Arc::clone(&gas);
    let (server, _) = serve(move |asked| {
        let time = r#""contract_id":"0.0.5001","timestamp":"1700000000.000000001""#;
        let is_result = asked.contains("/results/1700000000");
        let body = format!(r#"{{{time},"gas_used":{}}}"#, used.load(Ordering::Relaxed));
        if is_result { (200, body) } else { (404, "{}".to_owned()) }
    });
    let (home, line) = (home(), format!("get result/0.0.5001/1700000000.000000001 --raw --mirror {server}"));
    for wanted in [7, 8] {
        gas.store(wanted, Ordering::Relaxed);
        let got: Value = serde_json::from_str(&start(&line, &home, &[]).end().stdout).unwrap();
        assert_eq!(got["gas_used"], wanted, "a restarted network has another result of this name");
    }
}

#[test]
fn it_is_read_without_a_network_which_is_said() {
    let executed = r#"{"schedule_id":"0.0.7002","executed_timestamp":"1700000000.000000001"}"#;
    let is_down = Arc::new(AtomicBool::new(false));
    let down = Arc::clone(&is_down);
    let (server, _) =
        serve(
            move |_| {
                if down.load(Ordering::Relaxed) { (503, String::new()) } else { (200, executed.to_owned()) }
            },
        );
    let home = home();
    let line = format!("get schedule/0.0.7002 --raw --mirror {server}");
    let online = start(&line, &home, &[]).end();
    assert_eq!((online.code, &*online.stderr), (Some(0), ""));
    is_down.store(true, Ordering::Relaxed);
    let offline = start(&line, &home, &[]).end();
    assert_eq!((offline.code, &offline.stdout), (Some(0), &online.stdout), "{offline:?}");
    let said = "The server failed (HTTP 503). This was cached ";
    assert_eq!(offline.stderr.matches(said).count(), 1, "{}", offline.stderr);
    let cleared = start("cache clear", &home, &[]).end();
    assert_eq!(cleared.code, Some(0));
    let gone = start(&line, &home, &[]).end();
    assert_eq!(gone.code, Some(4), "{gone:?}");
}

#[test]
fn a_cache_that_cannot_be_read_is_removed_and_spoken_of() {
    let home = home();
    let file = home.path().join("hieroscope-cache.sqlite");
    std::os::unix::fs::symlink("/dev/full", &file).unwrap();
    let size = start("cache", &home, &[]).end();
    assert_eq!(size.code, Some(7), "{size:?}");
    let words = ["the cache cannot be read: ", "is a symbolic link", "`hieroscope cache clear` removes it"];
    assert!(
        words.iter().all(|words| size.stderr.contains(words)) && !size.stderr.contains("Jobs"),
        "{size:?}"
    );
    let cleared = start("cache clear", &home, &[]).end();
    assert_eq!((cleared.code, &*cleared.stdout), (Some(0), "removed the cache, which could not be read\n"));
    assert!(file.symlink_metadata().is_err() && std::path::Path::new("/dev/full").exists());
    assert_eq!(start("cache clear", &home, &[]).end().stdout, "removed 0 answers, 0 bytes\n");
    assert!(file.symlink_metadata().is_err(), "the file is gone");
}

#[test]
fn jobs_of_a_data_directory_that_is_a_file_are_an_error() {
    let home = home();
    let file = home.path().join("file");
    std::fs::write(&file, "").unwrap();
    for line in ["jobs", "jobs --refresh", "jobs --json"] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_hieroscope"));
        let ended = command.args(line.split(' ')).arg("--data-dir").arg(&file).output().unwrap();
        let words = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(2), "{line}: {words}");
        assert!(words.contains("cannot be written"), "{line}: {words}");
    }
}
