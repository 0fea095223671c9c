//! Every code by which a verifier refuses a submission or ends a job, in words.

use super::endings::to;
use super::process::{Running, home, start};
use super::server::{JOB, serve};

/// What is answered: an HTTP status or a failed job, the code, and how its explanation begins.
const WORDS: &str = include_str!("../fixtures/verifier-words.txt");

/// A submission to a verifier that answers so.
fn submitted(how: &str, code: &str) -> Running {
    let error = format!(r#"{{"customCode":"{code}","message":"its words","errorId":"x"}}"#);
    let status: Option<u16> = how.parse().ok();
    let (verifier, _) = serve(move |asked| match (asked.split_once(' '), status) {
        (Some(("POST", _)), Some(status)) => (status, error.clone()),
        (Some(("POST", _)), None) => (202, format!(r#"{{"verificationId":"{JOB}"}}"#)),
        (Some((_, path)), None) if path.starts_with("/v2/verify/") => {
            (200, format!(r#"{{"isJobCompleted":true,"contract":{{"match":null}},"error":{error}}}"#))
        }
        _ => (404, "{}".to_owned()),
    });
    let follow = if status.is_none() { "--watch --timeout 20" } else { "" };
    start(&to(&verifier, follow), &home(), &[])
}

#[test]
fn every_code_is_told_in_words_with_what_to_do() {
    // They run at the same time, because each waits a little.
    let runs = WORDS.lines().map(|line| {
        let (how, rest) = line.split_once(' ').unwrap();
        let (code, words) = rest.split_once(' ').unwrap();
        (how, code, words, submitted(how, code))
    });
    for (how, code, words, running) in runs.collect::<Vec<_>>() {
        let (exit, state) = match (how, code) {
            ("job", _) => (1, "failed"),
            ("429", "duplicate_verification_request") => (3, "locked"),
            ("429", _) => (3, "rate-limited"),
            // It may have failed behind the start of a job.
            (status, "internal_error") if status.starts_with('5') => (4, "unknown-outcome"),
            _ => (3, "refused"),
        };
        let result = running.end().result(exit, state);
        assert_eq!(result["code"], code);
        assert!(result["message"].as_str().is_some_and(|said| said.contains("its words")), "{result}");
        let advice = result["advice"].as_str().unwrap();
        assert!(advice.contains(words) && advice.len() > words.len(), "{how} {code}: {advice}");
    }
}
