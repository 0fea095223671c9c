//! `hieroscope labels`, and labels in what `hieroscope get` reads and writes.

use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use super::process::{Home, home, start};

const TEAM: &str = r#"
[[label]]
network = "demo"
of = "0.0.1024"
name = "deployer"

[[label]]
network = "demo"
of = "0.0.5001"
name = "vault"
note = "of the team"

[[label]]
network = "other"
of = "0.0.1"
name = "x"

[[bookmark]]
network = "demo"
place = "contract/0.0.5001/results?from=0.0.1024"
note = "what the script did"
"#;

/// A data directory with these labels, and another directory for files.
fn labelled() -> (Home, TempDir, PathBuf) {
    let (home, files) = (home(), tempfile::tempdir().unwrap());
    let file = files.path().join("team.toml");
    std::fs::write(&file, TEAM).unwrap();
    let (code, out) = run(&format!("labels import {} --json", file.display()), &home);
    assert_eq!(
        (code, &out["new"], &out["taken"], &out["other_networks"]),
        (0, &3.into(), &3.into(), &1.into())
    );
    (home, files, file)
}

/// The exit code of a command on the embedded network, and its result.
fn run(line: &str, home: &Home) -> (i32, Value) {
    let ended = start(&format!("{line} --network demo"), home, &[]).end();
    let object = serde_json::from_str(&ended.stdout).unwrap_or(Value::String(ended.stdout));
    (ended.code.unwrap(), object)
}

fn exported(home: &Home) -> String {
    start("labels export --network demo", home, &[]).end().stdout
}

#[test]
fn a_file_is_taken_without_replacing_anything_unasked() {
    let (home, _files, file) = labelled();
    let import = format!("labels import {} --json", file.display());
    let (_, again) = run(&import, &home);
    assert_eq!((&again["same"], &again["taken"]), (&3.into(), &0.into()));
    std::fs::write(&file, TEAM.replace("deployer", "thief").replace("vault", "safe")).unwrap();
    let (_, differs) = run(&import, &home);
    assert_eq!((&differs["different"], &differs["taken"]), (&2.into(), &0.into()));
    assert!(exported(&home).contains("deployer"));
    let (_, tried) = run(&format!("{import} --replace --dry-run"), &home);
    assert_eq!(tried["taken"], 0);
    assert!(exported(&home).contains("deployer"));
    let words =
        start(&format!("labels import {} --replace --network demo", file.display()), &home, &[]).end();
    assert_eq!(words.stdout, "0 new, 1 the same, 2 different, 1 of other networks left out; taken: 2\n");
    assert!(exported(&home).contains("thief") && !exported(&home).contains("deployer"));
}

#[test]
fn what_is_exported_is_imported_elsewhere_and_no_file_is_overwritten() {
    let (home, files, _) = labelled();
    let path = files.path().join("mine.toml");
    let export = format!("labels export {} --json", path.display());
    let (code, out) = run(&export, &home);
    assert_eq!((code, &out["labels"], &out["bookmarks"]), (0, &2.into(), &1.into()));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), exported(&home));
    let (code, out) = run(&export, &home);
    assert_eq!((code, &out["outcome"]), (2, &"usage".into()));
    assert!(out["message"].as_str().unwrap().contains("is not overwritten"), "{out}");
    let other = self::home();
    assert_eq!(exported(&other), "", "nothing is known there");
    assert!(is_empty(other.path()), "and nothing is written");
    run(&format!("labels import {}", path.display()), &other);
    assert_eq!(exported(&other), exported(&home));
}

fn is_empty(dir: &Path) -> bool {
    std::fs::read_dir(dir).unwrap().next().is_none()
}

#[test]
fn what_cannot_be_read_is_said_with_its_line_and_nothing_is_taken() {
    let (home, files, file) = labelled();
    std::fs::write(&file, "[[label]]\nnetwork = \"demo\"\nof = \"0.0.2\"\nname = \"a\\u202eb\"\n").unwrap();
    let before = exported(&home);
    let (code, out) = run(&format!("labels import {} --json", file.display()), &home);
    assert_eq!((code, &out["exit_code"]), (2, &2.into()));
    let message = out["message"].as_str().unwrap();
    assert!(message.contains("team.toml: line 1: a label has no control or hidden characters"), "{message}");
    let missing = files.path().join("none.toml");
    let (code, out) = run(&format!("labels import {} --json", missing.display()), &home);
    assert_eq!(code, 2, "{out}");
    assert_eq!(exported(&home), before);
}

#[test]
fn a_filter_names_a_label_and_rows_and_facts_have_theirs() {
    let (home, ..) = labelled();
    let rows = "get contract/0.0.5001/results --limit 3 --json";
    let (code, got) = run(&format!("{rows} --filter from=@deployer --labels"), &home);
    let got = got.as_array().unwrap();
    assert_eq!((code, got.len()), (0, 3));
    assert!(got.iter().all(|row| row["sender"] == "0.0.1024"), "{got:?}");
    assert!(got.iter().all(|row| row["labels"].as_str().unwrap().contains("sender=deployer")), "{got:?}");
    let (_, plain) = run(&format!("{rows} --filter from=@deployer"), &home);
    assert!(plain[0].get("labels").is_none(), "{plain}");
    let ended = start(&format!("{rows} --network demo --filter from=@nobody"), &home, &[]).end();
    assert_eq!(ended.code, Some(2));
    assert!(ended.stderr.contains("--filter: no label @nobody"), "{}", ended.stderr);
    let (_, contract) = run("get contract/0.0.5001 --json --labels", &home);
    assert_eq!(contract["labels"]["0.0.5001"], "vault", "{contract}");
}

#[test]
fn labels_and_bookmarks_are_rows_in_every_format() {
    let (home, ..) = labelled();
    let (_, rows) = run("get labels --json", &home);
    let names: Vec<&str> = rows.as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        ["deployer", "vault", "results of vault 0.0.5001 with from=deployer 0.0.1024"],
        "{rows}"
    );
    let csv = start("get labels --csv --columns of,note --network demo", &home, &[]).end();
    assert!(csv.stdout.starts_with("of,note\n0.0.1024,\n0.0.5001,of the team\n"), "{}", csv.stdout);
    for form in ["--ndjson", ""] {
        let got = start(&format!("get labels {form} --filter name=vault --network demo"), &home, &[]).end();
        assert!(got.stdout.contains("of the team") && !got.stdout.contains("deployer"), "{}", got.stdout);
    }
}

#[test]
fn a_place_names_what_has_a_label() {
    let (home, ..) = labelled();
    let (code, contract) = run("get @vault --json", &home);
    assert_eq!((code, &contract["contract_id"]), (0, &"0.0.5001".into()), "{contract}");
    for place in ["results @vault from @deployer", "contract/@vault/results?from=@deployer"] {
        let (code, rows) = run(&format!("get {place} --limit 2 --json"), &home);
        let rows = rows.as_array().unwrap();
        assert_eq!((code, rows.len()), (0, 2));
        assert!(rows.iter().all(|row| row["sender"] == "0.0.1024"), "{rows:?}");
    }
    let ended = start("get @nobody --network demo", &home, &[]).end();
    assert_eq!(ended.code, Some(2));
    assert!(ended.stderr.contains("no label @nobody on demo"), "{}", ended.stderr);
}
