//! Each way in which a verification ends, with its state and its exit code.

use std::sync::atomic::{AtomicBool, Ordering};

use super::process::{Ended, Running, demo, home, start};
use super::server::{JOB, NOWHERE, accepting, refusing, serve, verified_already};

pub(crate) const CONTRACT: &str = "0xb0551e9ecceb06cf6ea2879174aaf4da84633e85";

const PENDING: &str = r#"{"isJobCompleted":false,"contract":{"match":null}}"#;

/// A submission of a contract by its address, to this verifier, from the profile `local`.
pub(crate) fn to(verifier: &str, more: &str) -> String {
    // A mirror node that knows nothing leaves the address as it was given.
    let (mirror, _) = serve(|_| (404, "{}".to_owned()));
    format!(
        "verify similarity --network local --mirror {mirror} --verifier {verifier} --chain 298 \
         --address {CONTRACT} --json {more}"
    )
}

fn similarity(id: &str, more: &str) -> Running {
    demo(&format!("verify similarity --address {id} --json {more}"))
}

#[test]
fn every_ending_of_the_embedded_verifier_has_its_code() {
    // They run at the same time, because some of them take a while.
    let exact = similarity("0.0.5006", "--watch");
    let at_once = similarity("5017", "--watch --timeout 0");
    let failed = similarity("0.0.5015", "--watch");
    let stuck = similarity("0.0.5028", "--watch --timeout 2");
    let lost = similarity("0.0.5029", "--watch --timeout 4");
    let before = similarity("0.0.5002", "");
    let gone = similarity("0.0.5003", "--watch");
    let nameless = similarity("0.0.5031", "--watch");
    let refused = demo("verify import --address 0.0.5026 --json");
    let imported = demo("verify import --address 0.0.5017 --json --watch");

    let ended = exact.end();
    let result = ended.result(0, "exact-match");
    assert_eq!(result["matches"]["creation"], "exact_match");
    assert_eq!(result["chain"], "298");
    assert!(result["creation_tx"].as_str().is_some_and(|hash| hash.len() == 66), "{result}");
    for words in ["its EVM address (alias)", "found from", "submitting", "running: job", "exact match"] {
        assert!(ended.stderr.contains(words), "{words}: {}", ended.stderr);
    }
    assert_eq!(at_once.end().result(0, "exact-match")["network"], "demo");
    assert_eq!(imported.end().result(0, "exact-match")["mode"], "import");
    let result = failed.end().result(1, "failed");
    assert_eq!((&result["code"], &result["outcome"]), (&"no_similar_match_found".into(), &"failed".into()));
    assert!(result["advice"].as_str().is_some_and(|advice| advice.contains("import")), "{result}");
    let result = stuck.end().result(5, "running");
    assert!(result["job_id"].is_string() && result["outcome"] == "timed-out", "{result}");
    assert_eq!(lost.end().result(4, "lost")["outcome"], "unreachable");
    let before = before.end();
    let result = before.result(0, "already-verified");
    assert_eq!(result["matches"]["runtime"], "exact_match");
    assert!(result["key"].is_null() && !before.stderr.contains("submitting"), "{}", before.stderr);
    assert_eq!(gone.end().result(3, "refused")["code"], "cannot_fetch_bytecode");
    assert_eq!(nameless.end().result(4, "unknown-outcome")["job_id"], serde_json::Value::Null);
    assert_eq!(refused.end().result(3, "refused")["code"], "etherscan_request_failed");
}

#[test]
fn what_speaks_against_sending_is_said_and_what_refuses_is_heeded() {
    let proxy = similarity("0.0.5010", "--watch");
    let deleted = similarity("0.0.5003", "");
    let unknown = start(&elsewhere(999), &home(), &[]);
    let retired = start(&elsewhere(3), &home(), &[]);
    let proxy = proxy.end();
    proxy.result(1, "failed");
    assert!(proxy.stderr.contains("attention: 45 bytes, a minimal proxy of"), "{}", proxy.stderr);
    let deleted = deleted.end();
    assert!(deleted.stderr.contains("attention: the contract is deleted"), "{}", deleted.stderr);
    for (ended, words) in
        [(unknown.end(), "does not know chain 999"), (retired.end(), "not supported any more")]
    {
        let result = ended.result(3, "not-sent");
        assert!(result["message"].as_str().is_some_and(|message| message.contains(words)), "{result}");
        assert_eq!((&result["outcome"], &result["key"]), (&"refused".into(), &serde_json::Value::Null));
    }
}

/// An import on another chain of the embedded verifier.
fn elsewhere(chain: u32) -> String {
    format!("verify import --network demo --chain {chain} --address {CONTRACT} --json")
}

#[test]
fn servers_that_are_not_there() {
    let by_id = format!(
        "verify similarity --network local --mirror {NOWHERE} --verifier {NOWHERE} --chain 298 \
         --address 0.0.5001 --json"
    );
    let mirror = start(&by_id, &home(), &[]);
    let verifier = start(&to(NOWHERE, "--watch"), &home(), &[]).end();
    let result = verifier.result(4, "not-sent");
    assert!(result["key"].is_string() && result["address"].is_string(), "{result}");
    assert!(verifier.stderr.contains("it is taken as it was given"), "{}", verifier.stderr);
    let mirror = mirror.end();
    let result = mirror.result(4, "not-sent");
    assert!(result["key"].is_null(), "nothing was written down: {result}");
    assert!(mirror.stderr.contains("Attempt 2 of 4"), "{}", mirror.stderr);
}

#[test]
fn without_watch_an_accepted_job_is_the_end_and_it_is_kept() {
    let home = home();
    let ended = start(&to(&accepting(PENDING), ""), &home, &[]).end();
    let result = ended.result(0, "running");
    assert_eq!((&result["outcome"], &result["job_id"]), (&"accepted".into(), &JOB.into()));
    assert!(ended.stderr.contains("the job continues on the verifier"), "{}", ended.stderr);
    let list = start("jobs --json", &home, &[]).end();
    assert!(list.stdout.contains(JOB), "{}", list.stdout);
}

#[test]
fn a_job_that_was_left_is_followed_instead_of_another_one() {
    let home = home();
    let left = start(&to(&accepting(PENDING), ""), &home, &[]).end();
    let server = left.result(0, "running")["verifier"].as_str().unwrap().to_owned();
    let again = start(&to(&server, "--watch --timeout 1"), &home, &[]).end();
    assert_eq!(again.result(5, "running")["job_id"], JOB);
    assert!(again.stderr.contains("may be running still"), "{}", again.stderr);
    assert!(!again.stderr.contains("submitting"), "{}", again.stderr);
}

#[test]
fn a_job_that_has_ended_meanwhile_is_told_or_sent_again() {
    const DONE: &str =
        r#"{"isJobCompleted":true,"contract":{"runtimeMatch":"exact_match","creationMatch":"match"}}"#;
    const FAILED: &str = r#"{"isJobCompleted":true,"contract":{},"error":{"customCode":"no_match"}}"#;
    for (record, state, code, again) in [(DONE, "match", 0, 0), (FAILED, "failed", 1, 1)] {
        let home = home();
        let server = accepting(record);
        start(&to(&server, ""), &home, &[]).end().result(0, "running");
        let ended = start(&to(&server, "--watch"), &home, &[]).end();
        ended.result(code, state);
        assert_eq!(ended.stderr.matches("submitting").count(), again, "{}", ended.stderr);
    }
}

#[test]
fn what_differs_is_told_by_the_codes_and_not_by_the_verifiers_word() {
    let differs = demo("verify import --address 0.0.5020 --json --watch");
    // A verifier judges Vyper without a look at the length, and says the same as of code that is as long.
    let code = "5b".repeat(40);
    let longer = format!("{code}{}", "01".repeat(3));
    let error = format!(
        r#"{{"customCode":"no_match","onchainRuntimeCode":"0x{longer}","recompiledRuntimeCode":"0x{code}"}}"#
    );
    let record = format!(r#"{{"isJobCompleted":true,"contract":{{}},"error":{error}}}"#);
    let longer = start(&to(&accepting(record.leak()), "--watch"), &home(), &[]);
    for (running, words) in [
        (differs, "4 of 206 instructions differ (4 bytes); both have 383 bytes."),
        (longer, "the deployed code is 3 bytes longer (43 deployed, 40 recompiled)."),
    ] {
        let result = running.end().result(1, "failed");
        assert!(result["advice"].as_str().is_some_and(|advice| advice.contains(words)), "{result}");
    }
}

#[test]
fn another_job_for_the_contract_refuses_this_one() {
    let body = r#"{"customCode":"duplicate_verification_request","message":"runs","errorId":"x"}"#;
    let (verifier, _) = refusing(429, body.to_owned());
    let ended = start(&to(&verifier, ""), &home(), &[]).end();
    let result = ended.result(3, "locked");
    assert_eq!((&result["outcome"], &result["locked_by"]), (&"refused".into(), &serde_json::Value::Null));
    let ended = start(&to(&verifier, "--watch --timeout 1"), &home(), &[]).end();
    assert_eq!(ended.result(5, "locked")["outcome"], "timed-out");
}

#[test]
fn a_creation_hash_is_brought_into_the_form_that_servers_want() {
    let (verifier, sent) = verified_already();
    let hash = format!("0X{}{}", "AB".repeat(32), "CD".repeat(16));
    let ended = start(&to(&verifier, &format!("--creation-tx {hash}")), &home(), &[]).end();
    let wanted = format!("0x{}", "ab".repeat(32));
    let result = ended.result(0, "already-verified");
    assert_eq!(
        (&result["creation_tx"], &result["code"]),
        (&wanted.as_str().into(), &"already_verified".into())
    );
    assert_eq!(sent.recv().unwrap(), format!(r#"{{"creationTransactionHash":"{wanted}"}}"#));
}

#[test]
fn words_for_people_stand_where_the_object_would() {
    let ended = demo("verify similarity --address 0.0.5002").end();
    let Ended { code, stdout, .. } = &ended;
    assert_eq!(*code, Some(0), "{stdout}");
    assert!(stdout.starts_with("already verified  0x") && !stdout.contains('{'), "{stdout}");
    assert!(stdout.contains("nothing was sent"), "{stdout}");
}

#[test]
fn what_a_server_says_is_made_safe_and_a_closed_pipe_is_no_failure() {
    let body = r#"{"customCode":"evil\u001b[2J","message":"a\u001b]0;x\u0007\u202eb\n{\"state\":1}"}"#;
    let (verifier, _) = refusing(400, body.to_owned());
    let ended = start(&to(&verifier, ""), &home(), &[]).end();
    let result = ended.result(3, "refused");
    for field in ["code", "message"] {
        let words = result[field].as_str().unwrap();
        assert!(words.contains("\\x1b") && !words.contains(|c: char| c.is_control() || c == '\u{202e}'));
    }
    let mut deaf = start(&to(&verifier, ""), &home(), &[]);
    drop(deaf.child.stdout.take());
    drop(deaf.child.stderr.take());
    assert_eq!(deaf.child.wait().unwrap().code(), Some(3));
}

#[test]
fn a_contract_of_the_embedded_network_may_be_sent_to_another_verifier() {
    let (verifier, sent) = verified_already();
    let ended = similarity("0.0.5006", &format!("--verifier {verifier}")).end();
    let result = ended.result(0, "already-verified");
    assert_eq!(result["verifier"], verifier);
    assert!(sent.recv().unwrap().contains("creationTransactionHash"));
}

/// A verifier that has nothing of the contract before the submission, and what is given here after it. The first
/// look finds no job.
fn forgetful(submission: (u16, &'static str), contract: &'static str) -> String {
    let (submitted, looked) = (AtomicBool::new(false), AtomicBool::new(false));
    let unknown = r#"{"customCode":"job_not_found","message":"no such job"}"#;
    serve(move |asked| match asked.split_once(' ') {
        Some(("POST", _)) => {
            submitted.store(true, Ordering::Relaxed);
            (submission.0, submission.1.to_owned())
        }
        Some((_, path)) if path.starts_with("/v2/verify/") => {
            let again = looked.swap(true, Ordering::Relaxed);
            if again { (200, DONE.to_owned()) } else { (404, unknown.to_owned()) }
        }
        Some((_, path)) if path.starts_with("/v2/contract/") && submitted.load(Ordering::Relaxed) => {
            (200, contract.to_owned())
        }
        _ => (404, "{}".to_owned()),
    })
    .0
}

const DONE: &str =
    r#"{"isJobCompleted":true,"contract":{"runtimeMatch":"exact_match","creationMatch":"exact_match"}}"#;

#[test]
fn a_job_that_is_not_found_at_first_is_looked_for_again() {
    let accepted = (202, r#"{"verificationId":"2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f"}"#);
    let ended = start(&to(&forgetful(accepted, "{}"), "--watch"), &home(), &[]).end();
    ended.result(0, "exact-match");
    assert!(ended.stderr.contains("lost"), "{}", ended.stderr);
}

#[test]
fn where_the_job_does_not_tell_the_contract_is_asked_for() {
    let exact = r#"{"match":"exact_match","runtimeMatch":"exact_match","creationMatch":"exact_match"}"#;
    let runtime = r#"{"match":"match","runtimeMatch":"match","creationMatch":null}"#;
    let nameless = (202, "{}");
    let locked = (429, r#"{"customCode":"duplicate_verification_request","message":"runs"}"#);
    let internal = (500, r#"{"customCode":"internal_error","message":"oops"}"#);
    for (submission, contract, code, state) in [
        (nameless, exact, 0, "already-verified"),
        (locked, exact, 0, "already-verified"),
        (internal, exact, 0, "already-verified"),
        (nameless, runtime, 4, "unknown-outcome"),
        (locked, runtime, 3, "locked"),
    ] {
        let ended = start(&to(&forgetful(submission, contract), ""), &home(), &[]).end();
        ended.result(code, state);
        assert!(ended.stderr.contains("the verifier was asked for the contract"), "{}", ended.stderr);
    }
}
