//! A command that is ended from outside.

use std::process::Command;
use std::sync::mpsc::channel;
use std::time::Duration;

use client::{read_job_record, read_verified};
use hieroscope::store::{FILE, Readers, Store};
use rusqlite::Connection;
use serde_json::Value;

use super::process::{home, start};
use super::server::{JOB, accepting, serve};

#[test]
fn an_interrupted_watch_leaves_a_job_that_goes_on() {
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let verifier = accepting(r#"{"isJobCompleted":false}"#);
        let home = home();
        let line = format!(
            "verify similarity --network local --mirror {verifier} --verifier {verifier} --chain 298 --json \
             --watch --address 0xb0551e9ecceb06cf6ea2879174aaf4da84633e85"
        );
        let mut running = start(&line, &home, &[]);
        running.see("running: job");
        let id = running.child.id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &id]).status().unwrap().success());
        let ended = running.end();
        let result = ended.result(code, "running");
        assert_eq!(result["job_id"], JOB);
        assert!(ended.stderr.contains("the job continues on the verifier"), "{}", ended.stderr);
        let list = start("jobs --json", &home, &[]).end();
        let list: Value = serde_json::from_str(&list.stdout).unwrap();
        assert_eq!((&list["jobs"][0]["job_id"], &list["jobs"][0]["state"]), (&JOB.into(), &"running".into()));
    }
}

#[test]
fn a_signal_is_heard_while_another_program_holds_the_store() {
    let (tell, told) = channel();
    let (server, _) = serve(move |_| {
        tell.send(()).unwrap();
        (404, "{}".to_owned())
    });
    let home = home();
    drop(Store::open(home.path(), Readers { job: read_job_record, verified: read_verified }).unwrap());
    let other = Connection::open(home.path().join(FILE)).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let line = format!(
        "verify similarity --network local --mirror {server} --verifier {server} --chain 298 --json \
         --address 0xb0551e9ecceb06cf6ea2879174aaf4da84633e85"
    );
    let running = start(&line, &home, &[]);
    let id = running.child.id().to_string();
    // Once nothing more is asked, the job is to be recorded.
    told.recv().unwrap();
    while told.recv_timeout(Duration::from_millis(500)).is_ok() {}
    assert!(Command::new("kill").args(["-s", "TERM", &id]).status().unwrap().success());
    let ended = running.end();
    let result = ended.result(143, "not-sent");
    assert!(result["message"].to_string().contains("ended before anything was sent"), "{result}");
    drop(other);
    let list = start("jobs --json", &home, &[]).end();
    assert!(list.stdout.contains("\"jobs\":[]"), "{}", list.stdout);
}

#[test]
fn a_signal_ends_a_long_search() {
    let (tell, told) = channel();
    let (server, _) = serve(move |asked| {
        tell.send(()).unwrap();
        if !asked.contains("/contracts/0.0.5001/results?") {
            return (404, "{}".to_owned());
        }
        // A text in which the pattern nearly fits everywhere.
        let mut random = fastrand::Rng::with_seed(7);
        let message: String = (0..4 << 20).map(|_| if random.bool() { 'a' } else { 'b' }).collect();
        let row = format!(
            r#"{{"contract_id":"0.0.5001","timestamp":"1795219000.000000001","result":"REVERTED","error_message":"{message}"}}"#
        );
        (200, format!(r#"{{"results":[{row},{row}],"links":{{"next":null}}}}"#))
    });
    let line = format!(
        "get contract/0.0.5001/results --filter re:[ab]*a[ab]{{300}}c --network local --mirror {server} --chain 298"
    );
    let running = start(&line, &home(), &[]);
    let id = running.child.id().to_string();
    told.recv().unwrap();
    while told.recv_timeout(Duration::from_millis(500)).is_ok() {}
    assert!(Command::new("kill").args(["-s", "INT", &id]).status().unwrap().success());
    let ended = running.end();
    assert_eq!(ended.code, Some(130), "{}", ended.stderr);
}
