//! `hieroscope replay`: recorded transactions behind servers, executed again.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

use super::process::{Ended, demo, home, start};
use super::server::serve;
use super::support::transaction_case::{answers, transaction_case};

fn replay(case: &Value, flags: &str) -> Ended {
    let answers = answers(case);
    let url = serve(move |asked| answers(asked.trim_start_matches("GET "))).0;
    let hash = case["hash"].as_str().unwrap();
    let line = format!("replay {hash} --mirror {url} --verifier {url} --chain 296 {flags}");
    start(&line, &home(), &[]).end()
}

#[test]
fn a_recorded_transaction_gets_its_verdict_and_its_line() {
    for (name, code, verdict, source) in [
        ("vault-reentered", 0, "assumed", "contracts/lib/Guard.sol:13"),
        ("proxy-out-of-order", 0, "agrees", "contracts/Proxy.sol:64"),
        ("burner-forever", 0, "agrees", "contracts/Burner.sol:12"),
        ("treasury-refused", 0, "agrees", "contracts/Treasury.sol:35"),
        ("env-dice", 6, "undetermined", ""),
        ("trycatch-nested", 0, "agrees", ""),
    ] {
        let case = transaction_case(name);
        let ended = replay(&case, "--json");
        assert_eq!(ended.code, Some(code), "{name}: {} {}", ended.stdout, ended.stderr);
        let told: Value = serde_json::from_str(&ended.stdout).unwrap();
        assert_eq!(told["verdict"], verdict, "{name}: {told}");
        assert_eq!(told["steps"], case["expected"]["steps"], "{name}");
        assert_eq!(told["failure"]["source"].as_str().unwrap_or_default(), source, "{name}: {told}");
    }
}

#[test]
fn a_function_without_a_condition_has_a_line() {
    for (name, source) in [
        ("receive-refuses", "contracts/Rev.sol:131"),
        ("fallback-refuses", "contracts/Rev.sol:132"),
        ("reverts-after-a-helper", "contracts/Rev.sol:58"),
        ("reverts-in-a-branch", "contracts/Rev.sol:107"),
    ] {
        let told: Value = serde_json::from_str(&replay(&transaction_case(name), "--json").stdout).unwrap();
        assert_eq!(told["failure"]["source"], json!(source), "{told}");
    }
}

#[test]
fn what_cannot_be_created_fails_by_the_ledgers_name() {
    for (name, halt) in [("create2-occupied", "INSUFFICIENT_GAS"), ("create2-code-ef", "INVALID_CODE")] {
        let ended = replay(&transaction_case(name), "--trace --json");
        let told: Value = serde_json::from_str(&ended.stdout).unwrap();
        assert_eq!((ended.code, &told["verdict"]), (Some(0), &json!("agrees")), "{told}");
        let error = told["trace"][1]["error"].as_str().unwrap();
        assert!(error.starts_with(halt), "{error}");
    }
}

/// Whatever code reads: no more is asked than this, beside what the records name.
const MAX_REQUESTS: usize = 120;

#[test]
fn code_that_reads_a_thousand_slots_costs_few_requests() {
    let mut case = transaction_case("trycatch-nested");
    for exchange in case["exchanges"].as_array_mut().unwrap() {
        if let Some(gas) = exchange.pointer_mut("/response/body/gas_limit") {
            *gas = json!(15_000_000);
        }
        if let Some(code) = exchange.pointer_mut("/response/body/runtime_bytecode") {
            // i = 0; do { sload(i); i += 1 } while (1000 > i)
            *code = json!("0x5f5b80545060010180_6103e8_116001_5700".replace('_', ""));
        }
    }
    let (answers, hash) = (answers(&case), case["hash"].as_str().unwrap());
    let slots = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&slots);
    let url = serve(move |asked| {
        count.fetch_add(usize::from(asked.contains("/state?")), Ordering::Relaxed);
        answers(asked.trim_start_matches("GET "))
    })
    .0;
    let line = format!("replay {hash} --mirror {url} --verifier {url} --chain 296 --json");
    let told: Value = serde_json::from_str(&start(&line, &home(), &[]).end().stdout).unwrap();
    assert!(told["steps"].as_u64().unwrap() > 5_000, "{told}");
    let slots = slots.load(Ordering::Relaxed);
    assert!((20..MAX_REQUESTS).contains(&slots), "{slots} requests");
}

#[test]
fn a_point_that_hangs_on_an_assumption_is_not_said_to_differ() {
    let case = transaction_case("env-dice");
    let told: Value = serde_json::from_str(&replay(&case, "--json").stdout).unwrap();
    let points = told["points"].as_array().unwrap();
    assert!(points.iter().all(|point| point["agrees"] != false), "{told}");
    let hanging: Vec<_> = points.iter().filter(|point| point["undetermined"].is_string()).collect();
    assert!(!hanging.is_empty(), "{told}");
    assert!(hanging.iter().all(|point| point["hangs_on"] == json!(["PREVRANDAO"])), "{told}");
    let words = replay(&case, "").stdout;
    assert!(words.contains(" undetermined at call 0: ") && !words.contains("differs"), "{words}");
}

#[test]
fn an_error_that_was_handed_up_has_its_name_wherever_it_is_told() {
    let ended = replay(&transaction_case("library-empty"), "--trace --json");
    let told: Value = serde_json::from_str(&ended.stdout).unwrap();
    let calls = told["trace"].as_array().unwrap();
    assert_eq!((&calls[0]["error"], &calls[4]["error"]), (&json!("Empty()"), &json!("Empty()")), "{told}");
    assert!(calls[1..4].iter().all(|call| call["error"].is_null()), "{told}");
}

#[test]
fn a_changed_record_differs_and_says_where() {
    let mut case = transaction_case("token-transfer");
    case["exchanges"][0]["response"]["body"]["logs"][0]["data"] = json!(format!("0x{:064x}", 7));
    let ended = replay(&case, "--json");
    let told: Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!((ended.code, &told["verdict"]), (Some(1), &json!("differs")), "{told}");
    let logs = told["points"].as_array().unwrap().iter().find(|point| point["name"] == "logs").unwrap();
    assert!(logs["difference"].as_str().unwrap().contains("log 0: with the data"), "{logs}");
}

#[test]
fn what_cannot_be_executed_says_what_lacks() {
    let mut case = transaction_case("token-transfer");
    for exchange in case["exchanges"].as_array_mut().unwrap() {
        if exchange["request"]["path"].as_str().unwrap().contains("/contracts/0.0.") {
            exchange["response"] = json!({ "status": 404, "body": { "_status": { "messages": [] } } });
        }
    }
    let ended = replay(&case, "");
    assert_eq!((ended.code, ended.stdout.trim()), (Some(7), "not replayable: no code"));
}

#[test]
fn a_report_has_the_calls_and_is_not_written_over() {
    let case = transaction_case("proxy-out-of-order");
    let folder = home();
    let path = folder.path().join("report.txt");
    let flags = format!("--report {}", path.display());
    assert_eq!(replay(&case, &flags).code, Some(0));
    let report = fs::read_to_string(&path).unwrap();
    assert!(report.contains("contracts/Proxy.sol:64  revert OutOfOrder(entries, index);"), "{report}");
    assert!(report.contains("DELEGATECALL 0.0.5213"), "{report}");
    assert!(report.contains("OutOfOrder("), "{report}");
    let again = replay(&case, &flags);
    assert_eq!(again.code, Some(2), "{}", again.stderr);
    assert!(again.stderr.contains("exists already"), "{}", again.stderr);
}

#[test]
fn a_servers_own_execution_is_compared_where_it_is_wanted() {
    for place in ["result/0.0.5001/1795216221.370370367", "result/0.0.5001/1795216235.617283945"] {
        let ended = demo(&format!("replay {place} --json --opcodes")).end();
        let told: Value = serde_json::from_str(&ended.stdout).unwrap();
        assert_eq!(told["server_execution"]["agrees"], true, "{told}");
        assert_eq!(told["server_execution"]["steps"], told["steps"], "{told}");
        let ended = demo(&format!("replay {place} --opcodes")).end();
        let line = format!("server's re-execution: same {} step", told["steps"]);
        assert!(ended.stdout.replace(',', "").contains(&line), "{}", ended.stdout);
    }
    let case = transaction_case("token-transfer");
    let told: Value = serde_json::from_str(&replay(&case, "--json --opcodes").stdout).unwrap();
    assert_eq!(
        told["server_execution"],
        json!({ "agrees": null, "unknown": "this server does not offer it" })
    );
    let told: Value = serde_json::from_str(&replay(&case, "--json").stdout).unwrap();
    assert!(told.get("server_execution").is_none(), "{told}");
}

#[test]
fn what_is_no_result_is_told_so() {
    let ended = demo("replay schedule/0.0.7001").end();
    assert_eq!(ended.code, Some(2));
    assert!(ended.stderr.contains("is no result"), "{}", ended.stderr);
}

/// Builds for tests panic at the event that a variable names.
#[cfg(debug_assertions)]
#[test]
fn a_panic_costs_the_replay_and_is_told() {
    let case = transaction_case("token-transfer");
    let answers = answers(&case);
    let url = serve(move |asked| answers(asked.trim_start_matches("GET "))).0;
    let hash = case["hash"].as_str().unwrap();
    let line = format!("replay {hash} --mirror {url} --verifier {url} --chain 296");
    let ended = start(&line, &home(), &[("HIEROSCOPE_PANIC_AT", "replay.begun")]).end();
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(4), ""), "{}", ended.stderr);
    assert!(
        ended.stderr.contains("A part of the program failed before the answer came."),
        "{}",
        ended.stderr
    );
}

#[test]
fn what_is_beyond_the_bounds_is_told() {
    let mut case = transaction_case("token-transfer");
    case["exchanges"][0]["response"]["body"]["gas_limit"] = json!(50_000_000);
    let words = "executed with 30,000,000 gas of 50,000,000";
    let text = replay(&case, "");
    assert!(text.stdout.contains(words), "{}", text.stdout);
    let told: Value = serde_json::from_str(&replay(&case, "--json").stdout).unwrap();
    assert_eq!(told["cut"], json!([words]), "{told}");
}

#[test]
fn what_an_ethereum_transaction_signed_is_proven_or_why_not_is_told() {
    let proof = |place: &str| {
        let told = demo(&format!("get {place}")).end().stdout;
        told.split("\nEnvelope: Proof\n").nth(1).unwrap().split("\n\n").next().unwrap().to_owned()
    };
    // Of the types 0, 1, 2 and 4.
    for at in ["1795216221.370370367", "1795216214.246913578", "1795216264.111111101", "1795216235.617283945"]
    {
        let told = proof(&format!("result/0.0.5001/{at}"));
        assert!(told.contains("what was signed has this hash"), "{at}: {told}");
        assert!(told.contains("its EVM address is the signer's"), "{at}: {told}");
    }
    let told = proof("result/0.0.5022/1753109600.000000000");
    assert!(told.contains("not proven: what the fields make has another hash"), "{told}");
    assert!(!told.contains("recovered from the signature"), "{told}");
}
