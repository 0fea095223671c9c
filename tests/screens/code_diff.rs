//! The codes of a failed job side by side: what differs, and what to try.

use std::sync::Arc;
use std::time::Duration;

use api::{Failure, Polled};
use client::read_job_record;
use hieroscope::message::{Answer, Ask, Command, Event, Request, Response};
use ledger::RawJson;

use crate::support::{NOW, Session};

/// A session that has submitted this contract by import and stands at its codes after it has failed.
fn codes(contract: &str) -> Session {
    let mut session = Session::at(&format!("verify//{contract}?mode=import"));
    session.press("enter enter").pass(Duration::from_secs(30));
    session.press("D");
    assert!(session.place().ends_with("/difference"), "{}", session.screen());
    session
}

/// A session that follows a job and hears this record of it, as a server sent it.
fn recorded(record: &str) -> Session {
    let mut session = Session::at("verify//0.0.5028");
    session.press("enter enter");
    let request = session.poll();
    let record = Arc::new(read_job_record(&RawJson::new(record)));
    let outcome = Ok(Answer::Server(api::Answer::Job(Polled::Record(record, None))));
    session.event(Event::Response(Box::new(Response::here(request, outcome, NOW))));
    session
}

/// The last record of a job in a recording, without what says which job and contract it is of.
fn recording(name: &str) -> String {
    let path = format!("{}/tests/fixtures/verifier/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let recording: serde_json::Value = serde_json::from_str(&text).unwrap();
    let body = recording.as_array().unwrap().last().unwrap()["body"].as_str().unwrap();
    let mut record: serde_json::Value = serde_json::from_str(body).unwrap();
    record.as_object_mut().unwrap().remove("verificationId");
    let contract = record.get_mut("contract").and_then(serde_json::Value::as_object_mut).unwrap();
    contract.retain(|name, _| name != "chainId" && name != "address");
    record.to_string()
}

/// A failed job's record with this error.
fn failed(error: &str) -> String {
    format!(r#"{{"isJobCompleted":true,"contract":{{}},"error":{error}}}"#)
}

#[test]
fn another_constant_is_found_where_it_is_used() {
    snapshot!(codes("0.0.5020").styled_screen());
}

#[test]
fn both_sides_fit_on_a_narrow_screen() {
    snapshot!(codes("0.0.5020").size(80, 24).styled_screen());
}

#[test]
fn bytes_stand_side_by_side_too() {
    let mut session = codes("0.0.5020").size(100, 30);
    snapshot!(session.press("B n").styled_screen());
}

#[test]
fn creation_code_of_the_chain_is_compared_too() {
    let mut session = codes("0.0.5037");
    assert!(session.screen().contains("creation code"), "{}", session.screen());
    snapshot!(session.press("tab").styled_screen());
}

#[test]
fn a_proxy_is_other_code_than_what_was_compiled() {
    snapshot!(codes("0.0.5010").styled_screen());
}

#[test]
fn differences_are_gone_through_one_by_one() {
    let mut session = codes("0.0.5020");
    let selected = |session: &Session| {
        session.screen().lines().find(|line| line.starts_with('▌')).unwrap_or_default().to_owned()
    };
    let first = selected(&session);
    assert!(first.contains("!="), "{first}");
    let mut seen = vec![first.clone()];
    for _ in 0..3 {
        seen.push(selected(session.press("n")));
    }
    assert!(seen.iter().all(|line| line.contains("PUSH1 0x02")), "{seen:?}");
    seen.dedup();
    assert_eq!(seen.len(), 4, "{seen:?}");
    assert!(selected(session.press("n")).contains("metadata"), "{}", session.screen());
    let last = session.screen();
    assert_eq!(session.press("n").screen(), last, "there is nothing after the last");
    session.press("N N N N N");
    assert_eq!(selected(&session), first);
}

#[test]
fn equal_stretches_unfold_and_fold() {
    let mut session = codes("0.0.5020");
    session.press("home");
    let folded = session.screen();
    assert!(folded.contains("equal instructions"), "{folded}");
    let unfolded = session.press("enter").screen();
    assert!(unfolded.contains("000000 PUSH1 0x80"), "{unfolded}");
    assert_eq!(session.press("enter").screen(), folded);
}

#[test]
fn a_job_says_in_a_line_what_differs() {
    let mut session = Session::at("verify//0.0.5037?mode=import");
    session.press("enter enter").pass(Duration::from_secs(30));
    let screen = session.screen();
    assert!(screen.contains("instructions differ"), "{screen}");
    assert!(screen.contains("compare the codes"), "{screen}");
}

#[test]
fn a_job_that_has_not_failed_has_nothing_to_compare() {
    let mut session = Session::at("verify//0.0.5013");
    session.press("enter enter").pass(Duration::from_secs(30));
    let before = session.place();
    assert_eq!(session.press("D").place(), before);
    let session = Session::at(&format!("{before}/difference"));
    assert!(session.screen().contains("not followed here"), "{}", session.screen());
}

#[test]
fn a_recorded_mismatch_of_lengths_is_compared() {
    let mut session = recorded(&recording("604-std-look-alike-length-mismatch"));
    let screen = session.press("D").screen();
    assert!(
        screen.contains("the deployed code is 96 bytes longer (373 deployed, 277 recompiled)"),
        "{screen}"
    );
    snapshot!(session.size(80, 24).styled_screen());
}

/// A session that has sent the oracle with these settings and no library's address, and stands at its job.
fn not_linked(settings: &serde_json::Value) -> Session {
    let source = |name: &str| {
        let path = format!("{}/crates/demo/assets/contracts/{name}", env!("CARGO_MANIFEST_DIR"));
        serde_json::json!({ "content": std::fs::read_to_string(path).unwrap() })
    };
    let sources =
        serde_json::json!({ "Oracle.sol": source("Oracle.sol"), "Sorting.sol": source("Sorting.sol") });
    let input = serde_json::json!({ "language": "Solidity", "sources": sources, "settings": settings });
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("oracle.json");
    std::fs::write(&file, input.to_string()).unwrap();
    let mut session = Session::at("verify//0.0.5021?mode=standard-json");
    session.press("tab").paste(file.to_str().unwrap()).press("tab").type_text("Oracle.sol:Oracle");
    session.press("tab").paste("0.8.37+commit.f401782d").press("enter enter").pass(Duration::from_secs(30));
    assert!(session.place().starts_with("job/"), "{}", session.screen());
    session
}

#[test]
fn code_that_the_verifier_cut_at_a_library_is_compared_up_to_there() {
    let settings = serde_json::json!({ "evmVersion": "cancun", "optimizer": { "enabled": true, "runs": 1 } });
    let mut session = not_linked(&settings);
    let screen = session.screen();
    assert!(
        screen.contains("no_match") && screen.contains("before a library that is not linked"),
        "{screen}"
    );
    assert!(!screen.contains("right length"), "{screen}");
    snapshot!(session.press("D").styled_screen());
    session.press("end");
    assert!(session.screen().contains("instructions that were not compared"), "{}", session.screen());
}

#[test]
fn the_comparison_is_the_sentence_of_a_job() {
    let mut session = Session::at("verify//0.0.5020?mode=import");
    session.press("enter enter").pass(Duration::from_secs(30));
    let screen = session.screen();
    assert!(screen.contains("4 of 206 instructions differ (4 bytes); both have 383 bytes."), "{screen}");
    // Vyper is judged without a look at the length.
    let error = r#"{"customCode":"no_match","onchainRuntimeCode":"0x5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b01",
        "recompiledRuntimeCode":"0x5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b"}"#;
    let screen = recorded(&failed(error)).screen();
    let words = "1 of 17 instructions differs (1 byte); the deployed code is 1 byte longer (17 deployed, 16 recompiled).";
    assert!(screen.contains(words), "{screen}");
}

#[test]
fn compilers_are_named() {
    let zero = "5f50".repeat(4);
    let old = "600050".repeat(4);
    let error = format!(
        r#"{{"customCode":"no_match","onchainRuntimeCode":"0x{zero}fea164736f6c634300081a000a",
        "recompiledRuntimeCode":"0x{old}fea164736f6c6343000812000a"}}"#
    );
    let mut session = recorded(&failed(&error));
    let screen = session.press("D").screen();
    for words in [
        "deployed with solc 0.8.26, recompiled with solc 0.8.18",
        "Try solc 0.8.26.",
        "only the deployed code uses PUSH0",
        "Try the EVM version shanghai or a later one.",
    ] {
        assert!(screen.contains(words), "{words}: {screen}");
    }
}

#[test]
fn code_of_the_chain_comes_from_the_mirror_node_if_the_verifier_sent_none() {
    let error = r#"{"customCode":"no_match","recompiledRuntimeCode":"0x73__$30bbc0abd4d6364515865950d3e0d10953$__3014"}"#;
    let mut session = recorded(&failed(error));
    session.hold();
    let screen = session.press("D").screen();
    assert!(screen.contains("Loading code of 0x"), "{screen}");
    assert!(session.let_go(0));
    assert!(session.screen().contains("Most of the code differs"), "{}", session.screen());
    session.press("r");
    let held = session.press("esc").screen();
    assert!(!held.contains("Loading"), "{held}");
}

#[test]
fn what_cannot_be_compared_says_why() {
    let mut session = recorded(&failed(r#"{"customCode":"no_match"}"#));
    let place = session.place();
    assert_eq!(session.press("D").place(), place);
    assert!(
        session.press("?").screen().contains("the verifier sent no recompiled code"),
        "{}",
        session.screen()
    );
    let error = r#"{"customCode":"no_match","recompiledRuntimeCode":"0x6001"}"#;
    let mut session = recorded(&failed(error));
    session.hold();
    session.press("D");
    let waiting = Request { network: "demo".to_owned(), ask: asked(&session) };
    let outcome = Err(Failure::NotFound { words: Vec::new(), code: None });
    session.event(Event::Response(Box::new(Response::here(waiting, outcome, NOW))));
    assert!(session.screen().contains("No code of"), "{}", session.screen());
}

/// The question about the contract of the followed job.
fn asked(session: &Session) -> Ask {
    let address = session.saved().jobs.first().unwrap().address.unwrap();
    let contract = ledger::ContractRef::Address(address);
    Ask::from(&ledger::query::ContractQuery::now(contract))
}

#[test]
fn codes_and_findings_can_be_copied() {
    let mut session = codes("0.0.5020");
    let menu = session.press("Y").screen();
    for what in ["this instruction", "findings", "deployed runtime code", "recompiled runtime code"] {
        assert!(menu.contains(what), "{what}: {menu}");
    }
    session.press("esc");
    session.press("y");
    let copied = session.carried().iter().rev().find_map(|command| match command {
        Command::Copy(text) => Some(text.clone()),
        _ => None,
    });
    assert_eq!(copied.as_deref(), Some("PUSH1 0x02\nPUSH1 0x01"));
}
