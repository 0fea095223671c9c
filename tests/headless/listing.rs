//! The list of jobs: newest first, as a table or as one object, from a store that others use.

use client::{read_job_record, read_verified};
use hieroscope::store::{Readers, Store};
use serde_json::Value;

use super::process::{home, start};

#[test]
fn jobs_are_listed_newest_first_while_another_program_has_the_store() {
    let home = home();
    for (id, code) in [("0.0.5031", 4), ("0.0.5003", 3)] {
        let line = format!("verify similarity --network demo --chain 298 --address {id} --json");
        assert_eq!(start(&line, &home, &[]).end().code, Some(code));
    }
    let readers = Readers { job: read_job_record, verified: read_verified };
    let _open = Store::open(home.path(), readers).unwrap();

    let list = start("jobs --json", &home, &[]).end();
    assert_eq!((list.code, list.stdout.lines().count()), (Some(0), 1), "{}", list.stderr);
    let list: Value = serde_json::from_str(&list.stdout).unwrap();
    let states: Vec<&str> =
        list["jobs"].as_array().unwrap().iter().map(|job| job["state"].as_str().unwrap()).collect();
    assert_eq!(states, ["refused", "unknown-outcome"]);
    assert_eq!(list["jobs"][0]["code"], "cannot_fetch_bytecode");

    let table = start("jobs", &home, &[]).end().stdout;
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 3, "{table}");
    let column = lines[0].find("CONTRACT").unwrap();
    assert!(
        lines[1..].iter().all(|line| line.get(column..).is_some_and(|rest| rest.starts_with("0x"))),
        "{table}"
    );
    assert!(lines[1].contains("refused") && lines[2].contains("unknown-outcome"), "{table}");
}

#[test]
fn both_lists_of_jobs_say_the_same() {
    let home = home();
    for id in ["0.0.5031", "0.0.5003", "0.0.5017"] {
        start(&format!("verify similarity --network demo --chain 298 --address {id} --json"), &home, &[])
            .end();
    }
    let printed = |line: &str| start(line, &home, &[]).end().stdout;
    let jobs: Value = serde_json::from_str(&printed("jobs --json")).unwrap();
    let rows: Vec<Value> = serde_json::from_str(&printed("get jobs --network demo --json")).unwrap();
    let table = printed("jobs");
    for (at, line) in table.lines().skip(1).enumerate() {
        let (job, row) = (&jobs["jobs"][at], &rows[at]);
        for column in ["state", "mode"] {
            assert_eq!(job[column], row[column], "{row}");
        }
        let outcome = row["outcome"].as_str().unwrap_or_default();
        assert!(
            line.contains(row["state"].as_str().unwrap()) && line.trim_end().ends_with(outcome),
            "{line}\n{row}"
        );
    }
    assert_eq!(rows[2]["state"], "unknown-outcome", "{table}");
    assert!(rows[2]["outcome"].is_string() && jobs["jobs"][2]["code"].is_null(), "{}", rows[2]);
}

#[test]
fn what_was_verified_without_sources_is_named_by_the_verifier() {
    let home = home();
    for (mode, id) in [("similarity", "0.0.5006"), ("import", "0.0.5017")] {
        let line = format!("verify {mode} --network demo --chain 298 --address {id} --watch --json");
        let ended = start(&line, &home, &[]).end();
        let result = ended.result(0, "exact-match");
        assert!(result["contract"].is_string() && result["file"].is_null(), "{result}");
    }
    let list = start("jobs --json", &home, &[]).end();
    let list: Value = serde_json::from_str(&list.stdout).unwrap();
    let told = |field: &str| [1, 0].map(|at| list["jobs"][at][field].as_str().unwrap().to_owned());
    assert_eq!(told("contract"), ["Greeter.sol:Greeter", "Items.sol:Items"]);
    assert_eq!(told("compiler"), ["0.8.37+commit.f401782d"; 2]);
}

#[test]
fn to_list_nothing_writes_nothing() {
    let home = home();
    let list = start("jobs --json", &home, &[]).end();
    assert_eq!(
        (list.code, list.stdout.as_str()),
        (Some(0), "{\"jobs\":[],\"message\":null,\"exit_code\":0}\n")
    );
    assert_eq!(std::fs::read_dir(home.path()).unwrap().count(), 0);
    let table = start("jobs", &home, &[]).end();
    assert_eq!((table.code, table.stdout.as_str()), (Some(0), ""));
}

#[test]
fn a_store_that_is_damaged_is_set_aside_which_is_said_once() {
    let home = home();
    std::fs::write(home.path().join(hieroscope::store::FILE), "no database".repeat(99)).unwrap();
    let list = start("jobs --json", &home, &[]).end();
    assert_eq!(list.code, Some(1), "jobs may be lacking");
    let object: Value = serde_json::from_str(&list.stdout).unwrap();
    assert_eq!(object["jobs"].as_array().map(Vec::len), Some(0), "{object}");
    let message = object["message"].as_str().unwrap();
    assert!(message.contains("damaged") && object["exit_code"] == 1, "{object}");
    let said = "The damaged store is set aside as hieroscope.damaged-";
    assert!(list.stderr.contains(said) && list.stderr.contains("not a database"), "{}", list.stderr);
    assert_eq!(list.stderr.matches(said).count(), 1, "{}", list.stderr);
    let after = start("jobs --json", &home, &[]).end();
    assert_eq!((after.code, after.stderr.as_str()), (Some(0), ""));
}
