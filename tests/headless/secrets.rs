//! The key for an explorer: from one variable into one request's body, and nowhere else.

use super::process::{Ended, home, start};
use super::server::{JOB, refusing, serve};

const KEY: &str = "k3y-that-nobody-may-see";

/// Imports with the key from a verifier, which need not be on a network that knows the contract.
fn import(verifier: &str) -> Ended {
    let (mirror, _) = serve(|_| (404, "{}".to_owned()));
    let line = format!(
        "verify import --network local --mirror {mirror} --verifier {verifier} --chain 298 --json --watch \
         --address 0xb0551e9ecceb06cf6ea2879174aaf4da84633e85 --api-key-env EXPLORER_KEY"
    );
    start(&line, &home(), &[("EXPLORER_KEY", KEY)]).end()
}

fn assert_hidden(ended: &Ended) {
    for place in [&ended.stdout, &ended.stderr] {
        assert!(!place.contains(KEY), "{place}");
    }
    assert!(ended.keeps(b"etherscan_request_failed"), "the job was written down");
    assert!(!ended.keeps(KEY.as_bytes()));
}

#[test]
fn a_key_goes_into_the_request_and_nowhere_else() {
    let words = format!(r#""message":"bad key {KEY}","errorId":"{KEY}""#);
    let body = format!(r#"{{"customCode":"etherscan_request_failed",{words}}}"#);
    let (verifier, sent) = refusing(502, body);
    let ended = import(&verifier);
    assert_eq!(ended.result(3, "refused")["code"], "etherscan_request_failed");
    assert_eq!(sent.recv().unwrap(), format!(r#"{{"apiKey":"{KEY}"}}"#));
    assert_hidden(&ended);
}

#[test]
fn a_key_that_a_job_repeats_later_is_shown_and_kept_nowhere_either() {
    let words =
        format!(r#""customCode":"etherscan_request_failed","message":"bad key {KEY}","errorId":"{KEY}""#);
    let record = format!(r#"{{"isJobCompleted":true,"contract":{{}},"error":{{{words}}},"{KEY}":"{KEY}"}}"#);
    let (verifier, _) = serve(move |asked| match asked.split_once(' ') {
        Some(("POST", _)) => (202, format!(r#"{{"verificationId":"{JOB}"}}"#)),
        Some((_, path)) if path.starts_with("/v2/verify/") => (200, record.clone()),
        _ => (404, "{}".to_owned()),
    });
    let ended = import(&verifier);
    assert_eq!(ended.result(1, "failed")["message"], "bad key ********");
    assert_hidden(&ended);
}

#[test]
fn a_key_that_is_repeated_after_a_restart_is_shown_and_kept_nowhere_either() {
    const KEY: &str = "9XK2M4QPZ7RTV1WYB8NCD3FGH5JLS6A0EU";
    let (verifier, _) = serve(move |asked| match asked.split_once(' ') {
        Some(("POST", _)) => (202, format!(r#"{{"verificationId":"{JOB}"}}"#)),
        Some((_, path)) if path.starts_with("/v2/verify/") => {
            let error = format!(r#"{{"customCode":"etherscan_request_failed","message":"bad key {KEY}"}}"#);
            (200, format!(r#"{{"isJobCompleted":true,"contract":{{}},"error":{error}}}"#))
        }
        _ => (404, "{}".to_owned()),
    });
    let (mirror, _) = serve(|_| (404, "{}".to_owned()));
    let line = format!(
        "verify import --network local --mirror {mirror} --verifier {verifier} --chain 298 --json \
         --address 0xb0551e9ecceb06cf6ea2879174aaf4da84633e85"
    );
    let home = home();
    let keyed = format!("{line} --api-key-env EXPLORER_KEY");
    start(&keyed, &home, &[("EXPLORER_KEY", KEY)]).end().result(0, "running");
    let ended = start(&line, &home, &[]).end();
    assert!(ended.stderr.contains("failed"), "the earlier job was looked at: {}", ended.stderr);
    assert!(!ended.stdout.contains(KEY) && !ended.stderr.contains(KEY), "{}", ended.stderr);
    assert!(ended.keeps(b"etherscan_request_failed") && !ended.keeps(KEY.as_bytes()));
}

#[test]
fn a_key_does_not_go_over_plain_http_to_another_host() {
    let line = "verify import --network local --mirror http://127.0.0.1:1 --verifier http://verifier.invalid \
                --chain 298 --json --address 0xb0551e9ecceb06cf6ea2879174aaf4da84633e85 \
                --api-key-env EXPLORER_KEY";
    let ended = start(line, &home(), &[("EXPLORER_KEY", KEY)]).end();
    let result = ended.result(2, "not-sent");
    let message = result["message"].as_str().unwrap();
    assert!(message.contains("plain http") && message.contains("plain-http-key = true"), "{message}");
    assert!(!ended.stdout.contains(KEY) && !ended.stderr.contains(KEY), "{message}");
}

#[test]
fn what_was_given_by_mistake_is_not_repeated() {
    let line = "verify import --network demo --chain 298 --address 0.0.5018 --json";
    for wrong in [
        format!("--api-key-env {MISTAKE}"),
        format!("--api-key-env=k-{MISTAKE}"),
        format!("--api-key-env A --api-key-env {MISTAKE}"),
        format!("--api-key-env A {MISTAKE}"),
        format!("--api-key {MISTAKE}"),
        format!("--api-key={MISTAKE}"),
        format!("--apikey={MISTAKE}"),
        format!("--key {MISTAKE}"),
    ] {
        let ended = start(&format!("{line} {wrong}"), &home(), &[("A", "x")]).end();
        assert_hidden_mistake(&ended, &wrong);
    }
    for wrong in [
        format!("verify {MISTAKE} --api-key-env A --address 0.0.5018 --json"),
        format!("verify {MISTAKE} import --address 0.0.5018 --json"),
        format!("verify import {MISTAKE} --address 0.0.5018 --json"),
        format!("verify import --address 0.0.5018 --json --api-key-env A --timeout {MISTAKE}"),
    ] {
        assert_hidden_mistake(&start(&wrong, &home(), &[("A", "x")]).end(), &wrong);
    }
}

const MISTAKE: &str = "XK2M4QPZ7RTV1WYB8NCD3FGH5JLS6A0EU9";

fn assert_hidden_mistake(ended: &Ended, wrong: &str) {
    assert_eq!(ended.code, Some(2), "{wrong}: {}", ended.stderr);
    for text in [&ended.stdout, &ended.stderr] {
        assert!(!text.contains(MISTAKE), "{wrong}: {text}");
    }
}

#[test]
fn a_variable_without_a_key_is_said_and_its_value_is_not() {
    let line =
        "verify import --network demo --chain 298 --address 0.0.5018 --json --api-key-env EXPLORER_KEY";
    let value = "two words & more";
    let unfit = start(line, &home(), &[("EXPLORER_KEY", value)]).end();
    for (ended, words) in
        [(unfit, "EXPLORER_KEY holds no key"), (start(line, &home(), &[]).end(), "is not set")]
    {
        let result = ended.result(2, "not-sent");
        let message = result["message"].as_str().unwrap();
        assert!(message.contains(words), "{message}");
        assert!(ended.stderr.contains(words), "{}", ended.stderr);
        assert!(!ended.stdout.contains(value) && !ended.stderr.contains(value), "{message}");
        assert!(!ended.keeps(value.as_bytes()));
    }
}
