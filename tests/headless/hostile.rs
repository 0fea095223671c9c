//! Names and texts that others choose: in paths, recordings and what is printed of them.

use std::fs;
use std::os::unix::fs::symlink;

use super::process::{demo, home, start};

/// A name that clears the screen, and reads backwards.
const NAME: &str = "a\u{1b}[2J\u{202e}b.ndjson";

fn assert_harmless(text: &str) {
    let harmful = |c: char| (c.is_control() && c != '\n') || ('\u{202a}'..='\u{202e}').contains(&c);
    assert!(!text.contains(harmful), "{text:?}");
}

#[test]
fn a_path_is_shown_escaped_and_written_where_it_says() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join(NAME);
    let get = |rest: &str| demo(&format!("get contract/0.0.5001 {rest}")).end();
    let recorded = get(&format!("--record {}", file.display()));
    assert_eq!((recorded.code, recorded.stderr.as_str()), (Some(0), ""));
    let names: Vec<_> = fs::read_dir(directory.path()).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert_eq!(names, [NAME]);
    for (line, code) in [
        (format!("--record {}", file.display()), 2),
        (format!("--record {}", directory.path().join("none").join(NAME).display()), 2),
        (format!("--replay {}-", file.display()), 2),
    ] {
        let refused = get(&line);
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(code), ""), "{}", refused.stderr);
        assert_harmless(&refused.stderr);
        assert!(refused.stderr.contains("a\\x1b[2J"), "{}", refused.stderr);
    }
}

#[test]
fn a_recording_goes_not_through_a_link_that_waits_for_it() {
    let directory = tempfile::tempdir().unwrap();
    let (file, other) = (directory.path().join("session.ndjson"), directory.path().join("other"));
    symlink(&other, &file).unwrap();
    let refused = demo(&format!("get contract/0.0.5001 --record {}", file.display())).end();
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
    assert!(!other.exists());
}

#[test]
fn what_a_recording_says_is_escaped_as_any_answer_and_is_no_formula() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("session.ndjson");
    let place = "contracts?contract.id=0.0.5001";
    let recorded = demo(&format!("get {place} --limit 1 --record {}", file.display())).end();
    assert_eq!(recorded.code, Some(0), "{}", recorded.stderr);
    let text = fs::read_to_string(&file).unwrap();
    let memo = "busy DEX router";
    assert!(text.contains(memo), "{text}");
    fs::write(&file, text.replace(memo, r"=cmd|'/c calc'!A0\\u001b[2J\\u202ekcab")).unwrap();
    let replayed = |form: &str| {
        let line = format!("get {place} --limit 1 --columns all --replay {} {form}", file.display());
        let got = start(&line, &home(), &[]).end();
        assert_eq!(got.code, Some(0), "{form}: {}", got.stderr);
        assert_harmless(&got.stdout);
        got.stdout
    };
    assert!(replayed("").contains(r"=cmd|'/c calc'!A0\x1b[2J"));
    assert!(replayed("--csv").contains(r"'=cmd|"), "a formula stays text");
    let rows: serde_json::Value = serde_json::from_str(&replayed("--json")).unwrap();
    assert!(rows[0]["memo"].as_str().unwrap().starts_with("=cmd|"), "{rows}");
}

#[test]
fn a_recording_of_a_hostile_shape_is_refused_or_said_to_be_cut() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("session.ndjson");
    let head = r#"{"recording":1,"at":"1795438760.344341744","profile":{"name":"demo","mirror":"","verifier":"","chain":"298","ledger":3,"home":"0.0.0","unit_parameter":"hbar","import_segment":"blockexplorer","generated":true}}"#;
    let answer = |path: &str, status: &str| {
        format!(
            r#"{{"at":"1795438760.357943048","network":"demo","api":"mirror","method":"GET","path":"{path}","status":{status},"headers":{{}},"body":"{{}}"}}"#
        )
    };
    let deep = "[".repeat(200_000);
    for line in [
        answer("http://127.0.0.1:1/api/v1/contracts/0.0.5001", "200"),
        answer("/../../etc/passwd", "200"),
        answer("/api/v1/contracts/0.0.5001", "99999999999"),
        answer("/api/v1/contracts/0.0.5001", "-1"),
        deep,
        "\u{0}\u{1b}[2J".to_owned(),
    ] {
        fs::write(&file, format!("{head}\n{line}\n")).unwrap();
        let got = start(&format!("get contract/0.0.5001 --replay {}", file.display()), &home(), &[]).end();
        assert!(matches!(got.code, Some(2 | 4)), "{line:.90}: {:?} {}", got.code, got.stderr);
        assert!(got.stdout.is_empty() && !got.stderr.contains("panicked"), "{line:.90}: {}", got.stderr);
        assert_harmless(&got.stderr);
    }
}
