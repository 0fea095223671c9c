//! What a failed job says of the sources: the compiler's errors and other data, line by line.

use serde_json::Value;

use super::endings::{CONTRACT, to};
use super::process::{home, start};
use super::server::{JOB, accepting};

/// The last record of a recorded job, as if it were of the contract that the tests send.
fn recorded(name: &str) -> &'static str {
    let path = format!("{}/tests/fixtures/verifier/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let steps: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let last = steps.as_array().unwrap().last().unwrap()["body"].as_str().unwrap();
    let mut record: Value = serde_json::from_str(last).unwrap();
    record["verificationId"] = JOB.into();
    record["contract"]["chainId"] = "298".into();
    record["contract"]["address"] = CONTRACT.into();
    record.to_string().leak()
}

#[test]
fn errors_of_the_compiler_are_told_as_it_formats_them() {
    let verifier = accepting(recorded("606-std-compiler-error"));
    let result = start(&to(&verifier, "--watch"), &home(), &[]).end().result(1, "failed");
    let message = result["message"].as_str().unwrap();
    assert!(message.starts_with("ParserError: Expected ';' but got '{'\n --> contracts/Storage.sol:4:17:\n"));
    assert!(
        message.contains("\n4 | contrat Storage {\n") && !message.contains("formattedMessage"),
        "{message}"
    );

    let told = start(&to(&verifier, "--watch").replace("--json", ""), &home(), &[]).end().stdout;
    let advice = told.find("Read the compiler's words below.").unwrap();
    let words = told.find("\n --> contracts/Storage.sol:4:17:\n").unwrap();
    assert!(advice < words && !told.contains("errorCode"), "{told}");
}

#[test]
fn what_is_missing_is_named_below_the_advice() {
    let verifier = accepting(recorded("642-metadata-invalid-source"));
    let told = start(&to(&verifier, "--watch").replace("--json", ""), &home(), &[]).end().stdout;
    let (advice, name) = (told.find("See the names below").unwrap(), told.rfind("missingSources").unwrap());
    assert!(advice < name, "{told}");
}

#[test]
fn a_list_of_jobs_has_the_errors_of_the_compiler_as_it_formats_them() {
    let mut record: Value = serde_json::from_str(recorded("606-std-compiler-error")).unwrap();
    // Of a record this large, lists keep the verdict.
    record["error"]["recompiledRuntimeCode"] = format!("0x{}", "60".repeat(4096)).into();
    let home = home();
    start(&to(&accepting(record.to_string().leak()), "--watch"), &home, &[]).end().result(1, "failed");
    let list = start("jobs --json", &home, &[]).end().stdout;
    let list: Value = serde_json::from_str(&list).unwrap();
    let message = list["jobs"][0]["message"].as_str().unwrap();
    assert!(
        message.starts_with("ParserError: Expected ';' but got '{'\n --> contracts/Storage.sol:4:17:\n"),
        "{list}"
    );
    // As a list like any other: the first line for people, all of it as data.
    let table = start("get jobs", &home, &[]).end().stdout;
    let (head, row) = table.split_once('\n').unwrap();
    let column = head.find("MESSAGE").unwrap();
    let message_cell = row.get(column..).unwrap();
    assert!(message_cell.starts_with("ParserError: Expected ';' but got '{' …"), "{table}");
    let rows: Value = serde_json::from_str(&start("get jobs --json", &home, &[]).end().stdout).unwrap();
    assert_eq!(rows[0]["message"], message, "{rows}");
}
