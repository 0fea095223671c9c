//! What becomes of jobs.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Server, address, creation_hash, hex, matches, nothing};

const EXACT: &str = "exact_match";

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[tokio::test]
async fn a_job_goes_from_pending_to_complete() {
    let server = Server::start().await;
    let id = server.accepted("similarity", 5001, &nothing()).await;
    let pending = server.job(&id).await;
    assert_eq!(keys(&pending), ["isJobCompleted", "verificationId", "jobStartTime", "contract"]);
    assert_eq!(pending["isJobCompleted"], false);
    assert_eq!(pending["jobStartTime"], "2026-11-21T01:20:18Z");
    assert_eq!(matches(&pending["contract"]), [Value::Null, Value::Null, Value::Null]);
    assert_eq!(keys(&pending["contract"]), ["match", "creationMatch", "runtimeMatch", "chainId", "address"]);

    server.clock.advance(Duration::from_secs(4));
    let done = server.job(&id).await;
    assert_eq!(
        keys(&done),
        ["isJobCompleted", "verificationId", "jobStartTime", "jobFinishTime", "contract"]
    );
    assert_eq!(matches(&done["contract"]), [EXACT, EXACT, EXACT]);
    assert_eq!(done["contract"]["chainId"], "298");
    assert_eq!(done["contract"]["address"], address(5001).checksummed());
    assert_eq!(done["contract"]["verifiedAt"], done["jobFinishTime"]);
    assert!(done["contract"]["matchId"].as_str().unwrap().parse::<u64>().is_ok());
    let finish = done["jobFinishTime"].as_str().unwrap();
    assert!(("2026-11-21T01:20:20Z"..="2026-11-21T01:20:22Z").contains(&finish), "{finish}");
}

#[tokio::test]
async fn only_what_was_compiled_tells_a_compilation_time_and_it_is_text() {
    let server = Server::start().await;
    let done = server.outcome("etherscan", 5001, &nothing()).await;
    assert!(done["compilationTime"].as_str().unwrap().parse::<u64>().unwrap() > 1000);
    assert_eq!(matches(&done["contract"]), [EXACT, EXACT, EXACT]);
    let failed = server.outcome("etherscan", 5037, &nothing()).await;
    assert_eq!(failed.get("compilationTime"), None);
}

#[tokio::test]
async fn a_search_truly_compares() {
    let server = Server::start().await;
    for (entity, found) in [
        (5014, [json!(EXACT), json!(EXACT), json!(EXACT)]),
        (5011, [json!(EXACT), Value::Null, json!(EXACT)]),
        (5007, [json!("match"), json!("match"), json!("match")]),
        (5013, [json!(EXACT), json!(EXACT), json!(EXACT)]),
    ] {
        let done = server.outcome("similarity", entity, &nothing()).await;
        assert_eq!(matches(&done["contract"]), found, "{entity}");
    }
    for entity in [5022, 5020] {
        let done = server.outcome("similarity", entity, &nothing()).await;
        assert_eq!(done["error"]["customCode"], "no_similar_match_found", "{entity}");
        assert_eq!(keys(&done["error"]), ["customCode", "message", "errorId"]);
        assert_eq!(matches(&done["contract"]), [Value::Null, Value::Null, Value::Null]);
        assert_eq!(server.lookup(entity, "").await.status, 404);
    }
}

#[tokio::test]
async fn what_is_verified_becomes_a_candidate_itself() {
    let server = Server::start().await;
    let before = server.outcome("similarity", 5018, &nothing()).await;
    assert_eq!(before["error"]["customCode"], "no_similar_match_found");
    server.outcome("etherscan", 5018, &json!({ "apiKey": "demo-key" })).await;
    assert_eq!(server.submit("similarity", 5018, &nothing()).await.status, 409);
    server.outcome("etherscan", 5006, &nothing()).await;
    let greeter = server.outcome("similarity", 5007, &nothing()).await;
    assert_eq!(greeter["contract"]["match"], EXACT, "its reworded source is known now");
}

#[tokio::test]
async fn a_wrong_creation_hash_costs_the_creation_match_and_can_be_made_good() {
    let server = Server::start().await;
    let wrong = json!({ "creationTransactionHash": hex(&[1; 32]) });
    let first = server.accepted("similarity", 5001, &wrong).await;
    server.clock.advance(Duration::from_secs(4));
    let before = server.job(&first).await;
    assert_eq!(matches(&before["contract"]), [json!(EXACT), Value::Null, json!(EXACT)]);
    assert!(before.get("error").is_none());

    server.clock.advance(Duration::from_mins(1));
    let right = json!({ "creationTransactionHash": hex(&creation_hash(5001)) });
    let after = server.outcome("similarity", 5001, &right).await;
    assert_eq!(matches(&after["contract"]), [EXACT, EXACT, EXACT]);
    assert_eq!(after["contract"]["matchId"], before["contract"]["matchId"]);
    assert_eq!(after["contract"]["verifiedAt"], before["contract"]["verifiedAt"], "the time of the first");
    assert!(after["contract"]["verifiedAt"].as_str() < after["jobStartTime"].as_str());

    let replaced = server.job(&first).await;
    assert_eq!(matches(&replaced["contract"]), [json!(EXACT), Value::Null, json!(EXACT)]);
    assert_eq!((replaced["contract"].get("verifiedAt"), replaced["contract"].get("matchId")), (None, None));
}

#[tokio::test]
async fn a_job_that_is_no_better_fails_as_already_verified() {
    let server = Server::start().await;
    server.outcome("similarity", 5007, &nothing()).await;
    for entity in [5007, 5024] {
        let again = server.outcome("similarity", entity, &nothing()).await;
        assert_eq!(again["error"]["customCode"], "already_verified", "{entity}");
        assert_eq!(matches(&again["contract"]), [Value::Null, Value::Null, Value::Null]);
        assert_eq!(server.lookup(entity, "").await.json()["match"], "match");
    }
    let raised = server.outcome("etherscan", 5024, &nothing()).await;
    assert_eq!(matches(&raised["contract"]), [EXACT, EXACT, EXACT]);
    let raised = server.outcome("similarity", 5008, &nothing()).await;
    assert_eq!(matches(&raised["contract"]), [EXACT, EXACT, EXACT]);
}

#[tokio::test]
async fn imports_fail_in_every_recorded_way() {
    let server = Server::start().await;
    for (entity, code, members) in [
        (5019, "etherscan_missing_contract_in_json", &["errorData"][..]),
        (5025, "etherscan_vyper_version_mapping_failed", &["errorData"]),
        (5015, "compiler_error", &["onchainRuntimeCode", "creationTransactionHash", "errorData"]),
        (
            5037,
            "bytecode_length_mismatch",
            &[
                "recompiledCreationCode",
                "recompiledRuntimeCode",
                "onchainRuntimeCode",
                "creationTransactionHash",
            ],
        ),
        (
            5020,
            "no_match",
            &[
                "onchainCreationCode",
                "recompiledCreationCode",
                "recompiledRuntimeCode",
                "onchainRuntimeCode",
                "creationTransactionHash",
            ],
        ),
        (5033, "internal_error", &[]),
    ] {
        let error = server.outcome("etherscan", entity, &nothing()).await["error"].take();
        assert_eq!(error["customCode"], code);
        assert_eq!(keys(&error)[3..], *members, "{entity}");
        for name in members.iter().filter(|name| name.ends_with("Code")) {
            assert!(error[*name].as_str().unwrap().len() > 500, "{name}");
        }
    }
    let short = server.outcome("etherscan", 5010, &nothing()).await;
    assert_eq!(short["error"]["customCode"], "bytecode_length_mismatch");
    let nobody = server.outcome("etherscan", 5003, &nothing()).await;
    assert_eq!(nobody["error"]["customCode"], "contract_not_deployed");
    let single = server.outcome("etherscan", 5006, &nothing()).await;
    assert_eq!(matches(&single["contract"]), ["match", "match", "match"]);
}

#[tokio::test]
async fn compiler_errors_tell_the_place_and_may_be_hostile() {
    let server = Server::start().await;
    let failed = server.outcome("etherscan", 5015, &nothing()).await;
    let complaint = &failed["error"]["errorData"]["compilerErrors"][0];
    assert_eq!(complaint["sourceLocation"], json!({ "end": 169, "file": "Ballot.sol", "start": 163 }));
    assert!(complaint["formattedMessage"].as_str().unwrap().contains("\n --> Ballot.sol:5:9:\n"));
    let hostile = server.outcome("etherscan", 5012, &nothing()).await;
    let text = hostile["error"]["errorData"]["compilerErrors"][0]["message"].as_str().unwrap();
    assert!(text.contains('\u{1b}') && text.contains('\u{202e}') && text.contains('\0'));
}

#[tokio::test]
async fn explorers_answer_after_the_job_is_complete_one_by_one() {
    let server = Server::start().await;
    let id = server.accepted("similarity", 5013, &nothing()).await;
    let mut seen = Vec::new();
    for _ in 0..100 {
        server.clock.advance(Duration::from_millis(100));
        let record = server.job(&id).await;
        let count = record.get("externalVerifications").map_or(0, |found| found.as_object().unwrap().len());
        seen.push((record["isJobCompleted"] == true, count));
    }
    seen.dedup();
    assert_eq!(seen, [(false, 0), (true, 0), (true, 1), (true, 2), (true, 3)]);
    let external = server.job(&id).await["externalVerifications"].take();
    assert!(external["etherscan"]["statusUrl"].is_string());
    assert_eq!(external["routescan"]["verificationId"], "VERIFIER_ALREADY_VERIFIED");
    assert_eq!(external["routescan"].get("statusUrl"), None);
    assert!(external["blockscout"]["error"].is_string());
}

#[tokio::test]
async fn a_stuck_job_locks_its_contract_for_good() {
    let server = Server::start().await;
    let id = server.accepted("similarity", 5028, &nothing()).await;
    server.clock.advance(Duration::from_hours(24));
    assert_eq!(server.job(&id).await["isJobCompleted"], false);
    let again = server.submit("etherscan", 5028, &nothing()).await;
    assert_eq!(again.code(), (429, "duplicate_verification_request".into()));
}

#[tokio::test]
async fn jobs_vanish_stammer_or_speak_another_language() {
    let server = Server::start().await;
    let gone = server.accepted("similarity", 5029, &nothing()).await;
    server.job(&gone).await;
    for _ in 0..2 {
        let answer = server.get(&format!("/v2/verify/{gone}")).await;
        assert_eq!(answer.code(), (404, "job_not_found".into()));
    }
    let flaky = server.accepted("similarity", 5035, &nothing()).await;
    for _ in 0..2 {
        let answer = server.get(&format!("/v2/verify/{flaky}")).await;
        assert_eq!(answer.status, 503);
        assert!(answer.text.starts_with("<!DOCTYPE html>"));
    }
    server.job(&flaky).await;
    let strange = server.outcome("similarity", 5030, &nothing()).await;
    assert_eq!(strange["status"], "verified");
    assert_eq!(strange.get("isJobCompleted"), None);
}

#[tokio::test]
async fn jobs_take_their_time_each_its_own() {
    let server = Server::start().await;
    let instant = server.accepted("similarity", 5017, &nothing()).await;
    let done = server.job(&instant).await;
    assert_eq!(done["isJobCompleted"], true);
    assert_eq!(done["jobFinishTime"], done["jobStartTime"]);
    let slow = server.accepted("similarity", 5005, &nothing()).await;
    server.clock.advance(Duration::from_secs(39));
    assert_eq!(server.job(&slow).await["isJobCompleted"], false);
    server.clock.advance(Duration::from_secs(1));
    assert_eq!(server.job(&slow).await["contract"]["match"], EXACT);
}

#[tokio::test]
async fn an_unchanged_record_is_not_sent_again() {
    let server = Server::start().await;
    let id = server.accepted("similarity", 5001, &nothing()).await;
    let url = format!("{}/v2/verify/{id}", server.url);
    let tag = server.get(&format!("/v2/verify/{id}")).await.tag.unwrap();
    assert!(tag.starts_with("W/\""));
    let same = server.send(server.client.get(&url).header("if-none-match", &tag)).await;
    assert_eq!((same.status, same.text.as_str(), same.tag.as_ref()), (304, "", Some(&tag)));
    server.clock.advance(Duration::from_secs(4));
    let changed = server.send(server.client.get(&url).header("if-none-match", &tag)).await;
    assert_eq!(changed.status, 200);
    assert_eq!(server.send(server.client.head(&url)).await.status, 200);
}

#[tokio::test]
async fn ids_are_checked_by_form() {
    let server = Server::start().await;
    for (path, status, code) in [
        ("461157eb-e4ea-4c5f-9aec-04c56924fd96", 404, "job_not_found"),
        ("461157eb-e4ea-4c5f-9aec-04c56924fd96/", 404, "job_not_found"),
        ("E74B25DF-A6D1-44C5-AA26-EF469051E928", 400, "invalid_parameter"),
        ("7", 400, "invalid_parameter"),
        ("461157eb-e4ea-4c5f-9aec-04c56924fd96?x=1", 400, "invalid_parameter"),
    ] {
        assert_eq!(server.get(&format!("/v2/verify/{path}")).await.code(), (status, code.into()), "{path}");
    }
    assert_eq!(server.get("/v2/verify/").await.status, 404);
}
