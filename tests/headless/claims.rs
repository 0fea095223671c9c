//! What is not believed: that a contract is verified already without the verifier's lookup saying so, and a record
//! of something else.

use std::sync::{Arc, Mutex};

use serde_json::json;

use super::endings::{CONTRACT, to};
use super::process::{Ended, home, start};
use super::server::{JOB, refusing, serve};

const OTHER: &str = "0x00000000000000000000000000000000000fffff";

const CLAIM: &str = r#"{"customCode":"already_verified","message":"it is verified","errorId":"x"}"#;

/// What a verifier's lookup says of a contract that is verified exactly.
fn verified(chain: &str, address: &str) -> (u16, String) {
    let exact = "exact_match";
    let record = json!({
        "match": exact, "creationMatch": exact, "runtimeMatch": exact, "chainId": chain, "address": address,
    });
    (200, record.to_string())
}

/// Submits to a verifier that answers the submission and looks like this. Returns what was asked after it, too.
fn submitted(
    submission: (u16, String),
    look: (u16, String),
    lookup: (u16, String),
    more: &str,
) -> (Ended, Vec<String>) {
    let asked: Arc<Mutex<Vec<String>>> = Arc::default();
    let seen = Arc::clone(&asked);
    let (verifier, _) = serve(move |line| {
        let mut seen = seen.lock().unwrap();
        let sent = seen.iter().any(|line| line.starts_with("POST")) || line.starts_with("POST");
        if sent {
            seen.push(line.to_owned());
        }
        match line.split_once(' ') {
            Some(("POST", _)) => submission.clone(),
            Some((_, path)) if path.starts_with("/v2/verify/") => look.clone(),
            Some((_, path)) if path.starts_with("/v2/contract/") && sent => lookup.clone(),
            _ => (404, "{}".to_owned()),
        }
    });
    let ended = start(&to(&verifier, more), &home(), &[]).end();
    let asked = asked.lock().unwrap().clone();
    (ended, asked)
}

fn nothing() -> (u16, String) {
    (404, "{}".to_owned())
}

#[test]
fn a_409_that_is_not_the_verifiers_own_is_no_success() {
    for body in [
        "",
        "<html><title>409 Conflict</title></html>",
        "{}",
        "null",
        r#"{"error":"conflict"}"#,
        r#"{"customCode":"a_code_of_tomorrow","message":"verified"}"#,
        r#"{"customCode":"ALREADY_VERIFIED"}"#,
        r#"{"message":"already_verified"}"#,
    ] {
        let (ended, asked) = submitted((409, body.to_owned()), nothing(), verified("298", CONTRACT), "");
        let result = ended.result(3, "refused");
        assert_eq!((&result["outcome"], &result["verified"]), (&json!("refused"), &json!(false)), "{body}");
        assert!(!result["advice"].as_str().unwrap().contains("verified exactly"), "{result}");
        assert_eq!(asked.len(), 1, "{asked:?}");
    }
}

#[test]
fn the_verifiers_word_is_confirmed_by_its_look_up() {
    for more in ["", "--watch"] {
        let (ended, asked) = submitted((409, CLAIM.to_owned()), nothing(), verified("298", CONTRACT), more);
        let result = ended.result(0, "already-verified");
        assert_eq!(result["code"], "already_verified");
        let lookup = format!("GET /v2/contract/298/{CONTRACT}");
        // What it is called is asked for apart: not every verifier tells.
        assert_eq!(asked[1..], [lookup.clone(), format!("{lookup}?fields=compilation")]);
    }
}

#[test]
fn a_word_that_the_look_up_does_not_confirm_is_no_success() {
    let unverified = json!({
        "match": null, "creationMatch": null, "runtimeMatch": null, "chainId": "298", "address": CONTRACT,
    });
    for lookup in [
        (404, unverified.to_string()),
        nothing(),
        (500, "{}".to_owned()),
        (200, "<html>".to_owned()),
        (200, "{}".to_owned()),
        verified("298", OTHER),
        verified("1", CONTRACT),
    ] {
        let (ended, asked) = submitted((409, CLAIM.to_owned()), nothing(), lookup.clone(), "--watch");
        let result = ended.result(3, "refused");
        assert!(result["message"].as_str().unwrap().contains("its lookup"), "{lookup:?} {result}");
        assert!(result["advice"].as_str().unwrap().contains("does not confirm"), "{result}");
        assert_eq!(asked.len(), 2, "{asked:?}");
    }
}

#[test]
fn a_job_that_ends_as_verified_already_is_looked_up_too() {
    let accepted = (202, format!(r#"{{"verificationId":"{JOB}"}}"#));
    let record = json!({
        "isJobCompleted": true, "verificationId": JOB, "contract": {"match": null},
        "error": {"customCode": "already_verified", "message": "no better", "errorId": "x"},
    });
    let more = "--watch --timeout 2";
    let run = |lookup| submitted(accepted.clone(), (200, record.to_string()), lookup, more);
    let (ended, asked) = run(verified("298", CONTRACT));
    ended.result(0, "already-verified");
    assert!(asked.contains(&format!("GET /v2/contract/298/{CONTRACT}")), "{asked:?}");
    let (ended, _) = run(verified("298", OTHER));
    ended.result(5, "unreachable");
    let (ended, _) = run((200, "{}".to_owned()));
    ended.result(1, "failed");
}

#[test]
fn a_record_of_something_else_is_said_to_be_one() {
    let accepted = (202, format!(r#"{{"verificationId":"{JOB}"}}"#));
    let exact = |id: &str, chain: &str, address: &str| {
        let exact = "exact_match";
        let contract = json!({
            "match": exact, "creationMatch": exact, "runtimeMatch": exact, "chainId": chain, "address": address,
        });
        json!({"isJobCompleted": true, "verificationId": id, "contract": contract}).to_string()
    };
    let other_id = "00000000-0000-4000-8000-000000000000";
    for (record, words) in [
        (exact(JOB, "298", OTHER), OTHER),
        (exact(JOB, "1", CONTRACT), "on chain 1,"),
        (exact(other_id, "298", CONTRACT), other_id),
    ] {
        let (ended, _) = submitted(accepted.clone(), (200, record), nothing(), "--watch");
        let result = ended.result(4, "wrong-record");
        let message = result["message"].as_str().unwrap();
        assert!(
            message.starts_with("The record is of ") && message.to_lowercase().contains(words),
            "{message}"
        );
        assert_eq!(result["matches"], json!({"runtime": null, "creation": null}), "{result}");
    }
    let (ended, _) = submitted(accepted, (200, exact(JOB, "298", CONTRACT)), nothing(), "--watch");
    ended.result(0, "exact-match");
}

#[test]
fn whether_a_job_was_started_is_not_said_where_it_is_not_known() {
    let internal = r#"{"customCode":"internal_error","message":"m","errorId":"x"}"#;
    let of_tomorrow = internal.replace("internal_error", "a_code_of_tomorrow");
    for answer in ["{}", internal, &of_tomorrow] {
        let (verifier, _) = refusing(500, answer.to_owned());
        let result = start(&to(&verifier, ""), &home(), &[]).end().result(4, "unknown-outcome");
        let advice = result["advice"].as_str().unwrap();
        assert!(advice.contains("sends it again: if it runs"), "{advice}");
        let line = to(&verifier, "").replace(" --json", "");
        let ended = start(&line, &home(), &[]).end();
        assert_eq!(ended.code, Some(4), "{}", ended.stdout);
        assert!(!ended.stdout.contains("no job was started"), "{}", ended.stdout);
        assert!(ended.stdout.contains("it may or may not be running"), "{}", ended.stdout);
    }
    let refused = r#"{"customCode":"invalid_parameter","message":"m","errorId":"x"}"#;
    let (verifier, _) = refusing(400, refused.to_owned());
    let line = to(&verifier, "").replace(" --json", "");
    let ended = start(&line, &home(), &[]).end();
    assert!(ended.stdout.contains("no job was started"), "{}", ended.stdout);
}
