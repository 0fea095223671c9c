//! The same command again: what runs, or may be running, is not sent a second time unasked.

use std::fs;
use std::sync::mpsc::Receiver;

use super::endings::{CONTRACT, to};
use super::process::{Home, home, start};
use super::server::{JOB, serve};

/// A verifier that answers submissions like this and has every job running, and the bodies that it was sent.
fn verifier(submission: &'static str) -> (String, Receiver<String>) {
    serve(move |asked| match asked.split_once(' ') {
        Some(("POST", _)) => (202, submission.replace("JOB", JOB)),
        Some((_, path)) if path.starts_with("/v2/verify/") => {
            (200, r#"{"isJobCompleted":false,"contract":{"match":null}}"#.to_owned())
        }
        _ => (404, "{}".to_owned()),
    })
}

#[test]
fn what_may_be_running_is_sent_again_only_if_that_is_wanted() {
    let (server, sent) = verifier("{}");
    let home = home();
    let line = to(&server, "");
    start(&line, &home, &[]).end().result(4, "unknown-outcome");
    let key = |code, line: &str| start(line, &home, &[]).end().result(code, "unknown-outcome")["key"].clone();
    let first = key(4, &line);
    let again = start(&line, &home, &[]).end();
    let result = again.result(4, "unknown-outcome");
    assert_eq!(result["key"], first, "it is the same job");
    assert!(result["advice"].as_str().unwrap().contains("nothing was sent now"), "{result}");
    assert!(again.stderr.contains("what became of it is not known"), "{}", again.stderr);
    let dry = start(&format!("{line} --dry-run"), &home, &[]).end();
    assert!(dry.code == Some(0) && dry.stderr.contains("without --again nothing is sent"), "{}", dry.stderr);
    assert_eq!(sent.try_iter().count(), 1);
    assert_ne!(key(4, &format!("{line} --again")), first, "it is another job");
    assert_eq!(sent.try_iter().count(), 1);
}

/// Sends this source of a contract to a verifier.
fn send(source: &str, server: &str, home: &Home) -> super::process::Ended {
    let input = home.path().join("input.json");
    let sources = serde_json::json!({ "A.sol": { "content": source } });
    let whole = serde_json::json!({ "language": "Solidity", "settings": {}, "sources": sources });
    fs::write(&input, whole.to_string()).unwrap();
    let line = format!(
        "verify standard-json --file {} --contract A.sol:A --compiler 0.8.37+commit.f401782d --network local \
         --mirror {server} --verifier {server} --chain 298 --address {CONTRACT} --json",
        input.display()
    );
    start(&line, home, &[]).end()
}

#[test]
fn sources_whose_job_runs_are_followed_and_others_are_sent() {
    let (server, sent) = verifier(r#"{"verificationId":"JOB"}"#);
    let home = home();
    let first = send("contract A {}", &server, &home).result(0, "running");
    let again = send("contract A {}", &server, &home);
    assert_eq!(again.result(0, "running")["key"], first["key"]);
    assert!(again.stderr.contains("may be running still"), "{}", again.stderr);
    assert_eq!(sent.try_iter().count(), 1);
    let other = send("contract A { uint a; }", &server, &home).result(0, "running");
    assert_ne!(other["key"], first["key"]);
    assert_eq!(sent.try_iter().count(), 1);
    fs::remove_file(home.path().join("input.json")).unwrap();
    assert!(!again.keeps(b"contract A"), "of sources a digest alone is kept");
}
