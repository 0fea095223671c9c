//! `--record` and `--replay`: what was asked once is there without a network.

use std::collections::HashSet;
use std::fs;

use serde_json::{Value, json};

use super::process::{demo, home, start};

#[test]
fn what_was_recorded_is_printed_again_without_a_network() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("session.ndjson");
    let shown = file.to_str().unwrap();
    for place in ["contract/0.0.5001/results --limit 3 --ndjson", "contract/0.0.5001 --json"] {
        let _ = fs::remove_file(&file);
        let recorded = demo(&format!("get {place} --record {shown}")).end();
        assert_eq!((recorded.code, recorded.stderr.as_str()), (Some(0), ""));
        let again = demo(&format!("get {place} --record {shown}")).end();
        assert_eq!(again.code, Some(2));
        assert!(again.stderr.contains("is not overwritten"), "{}", again.stderr);
        let replayed = start(&format!("get {place} --replay {shown}"), &home(), &[]).end();
        assert_eq!((replayed.code, replayed.stderr.as_str()), (Some(0), ""));
        assert_eq!(replayed.stdout, recorded.stdout);
    }
    // A kill in the middle of a line costs that line alone.
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.get(..text.len() - 9).unwrap()).unwrap();
    let cut = start(&format!("get contract/0.0.5001 --replay {shown}"), &home(), &[]).end();
    assert!(cut.stderr.contains("1 line of the recording cannot be read"), "{}", cut.stderr);
    let missing = start(&format!("get contract/0.0.5003 --replay {shown}"), &home(), &[]).end();
    assert_eq!(missing.code, Some(4));
    assert!(missing.stderr.contains("not in the recording"), "{}", missing.stderr);
    fs::write(&file, "no recording").unwrap();
    let none = start(&format!("get contract/0.0.5001 --replay {shown}"), &home(), &[]).end();
    assert_eq!(none.code, Some(2));
    assert!(none.stderr.contains("is no recording"), "{}", none.stderr);
}

#[test]
fn the_page_behind_those_that_were_recorded_is_missing_and_no_other_comes_instead() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("pages.ndjson");
    let place = "get contract/0.0.5001/results?limit=25 --ndjson";
    let recorded = demo(&format!("{place} --limit 50 --record {}", file.display())).end();
    assert_eq!((recorded.code, recorded.stdout.lines().count()), (Some(0), 50), "{}", recorded.stderr);
    // A page more than was printed may have been read ahead.
    let replayed = start(&format!("{place} --limit 500 --replay {}", file.display()), &home(), &[]).end();
    assert_eq!(replayed.code, Some(4), "{}", replayed.stderr);
    assert!(replayed.stdout.starts_with(&recorded.stdout));
    let rows: HashSet<&str> = replayed.stdout.lines().collect();
    assert_eq!(rows.len(), replayed.stdout.lines().count(), "no row comes twice");
    assert!(replayed.stderr.contains("not in the recording"), "{}", replayed.stderr);
}

#[test]
fn a_recordings_clock_is_what_times_are_relative_to() {
    const PATH: &str = "/api/v1/contracts/0.0.5001/results?limit=100";
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("old.ndjson");
    let result =
        |at: u64| format!(r#"{{"timestamp":"{at}.000000001","contract_id":"0.0.5001","gas_used":7}}"#);
    let row = |path: &str, body: &str| {
        json!({ "network": "old", "method": "GET", "path": path, "status": 200, "body": body }).to_string()
    };
    let (near, far) = (result(1_699_999_940), result(1_699_990_000));
    let all = format!(r#"{{"results":[{near},{far}],"links":{{"next":null}}}}"#);
    let some = format!(r#"{{"results":[{near}],"links":{{"next":null}}}}"#);
    let lines = [
        r#"{"recording":1,"at":"1700000000.000000000","profile":{"name":"old","home":"0.0.0"}}"#.to_owned(),
        row(PATH, &all),
        row("/api/v1/contracts/0.0.5001/results?timestamp=gte:1699992800.000000000&limit=100", &some),
    ];
    fs::write(&file, lines.join("\n")).unwrap();
    let replay = |line: &str| start(&format!("{line} --replay {}", file.display()), &home(), &[]).end();
    let columns = "--columns consensus_time --csv";
    for line in [
        format!("get contract/0.0.5001/results --filter time>-2h {columns}"),
        format!("get results 0.0.5001 last 2h {columns}"),
    ] {
        let got = replay(&line);
        assert_eq!(got.stdout, "consensus_time\n1699999940.000000001\n", "{line}: {}", got.stderr);
    }
    let watched = replay("get contract/0.0.5001/results --watch");
    assert_eq!((watched.code, watched.stdout.as_str()), (Some(2), ""));
    assert!(watched.stderr.contains("nothing new comes while a recording is replayed"), "{}", watched.stderr);
}

#[test]
fn jobs_of_this_machine_are_none_of_a_recordings() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("session.ndjson");
    let recorded = demo(&format!("get 0.0.5001 --record {}", file.display())).end();
    assert_eq!(recorded.code, Some(0), "{}", recorded.stderr);
    let home = home();
    let sent =
        start("verify similarity --network demo --chain 298 --address 0.0.5031 --json", &home, &[]).end();
    assert_eq!(sent.code, Some(4), "{}", sent.stderr);
    let list = start(&format!("jobs --json --replay {}", file.display()), &home, &[]).end();
    let object: Value = serde_json::from_str(&list.stdout).unwrap();
    assert_eq!((list.code, &object["jobs"]), (Some(2), &json!([])), "{object}");
    assert!(list.stderr.contains("a recording has no jobs"), "{}", list.stderr);
}

#[test]
fn what_only_reads_is_answered_by_a_recording_and_what_sends_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let foundry = format!("{}/assets/demo/uploads/foundry", env!("CARGO_MANIFEST_DIR"));
    for command in ["check", "project --dry-run"] {
        let file = directory.path().join(format!("{}.ndjson", command.len()));
        let line = format!("verify {command} {foundry} --address 0.0.5151 --json");
        let recorded = demo(&format!("{line} --record {}", file.display())).end();
        assert_eq!(recorded.code, Some(0), "{}", recorded.stderr);
        let home = home();
        let replay = |line: &str| start(&format!("{line} --replay {}", file.display()), &home, &[]).end();
        let replayed = replay(&line);
        assert_eq!(replayed.code, Some(0), "{command}: {}", replayed.stderr);
        let json = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        let (mut first, mut second) = (json(&recorded.stdout), json(&replayed.stdout));
        for object in [&mut first, &mut second] {
            // Where the embedded network was is no part of what was found.
            for of_server in ["network", "server", "url"] {
                object.as_object_mut().unwrap().remove(of_server);
            }
        }
        assert_eq!(first, second, "{command}");
        let other = replay(&line.replace("0.0.5151", "0.0.5014"));
        assert_eq!(other.code, Some(4), "{command}: {}", other.stderr);
        assert!(other.stderr.contains("not in the recording"), "{command}: {}", other.stderr);
        let sending = replay(&format!("verify project {foundry} --address 0.0.5151"));
        assert_eq!(sending.code, Some(2), "{}", sending.stderr);
        assert!(
            sending.stderr.contains("nothing is sent while a recording is replayed"),
            "{}",
            sending.stderr
        );
        let watched = replay("watch 0.0.5151");
        assert_eq!(watched.code, Some(2), "{}", watched.stderr);
        assert!(watched.stderr.contains("a recording has no jobs"), "{}", watched.stderr);
    }
}
