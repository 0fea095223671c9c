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
fn a_variable_without_a_key_is_named_and_its_value_is_not() {
    let line =
        "verify import --network demo --chain 298 --address 0.0.5018 --json --api-key-env EXPLORER_KEY";
    let value = "two words & more";
    let unfit = start(line, &home(), &[("EXPLORER_KEY", value)]).end();
    for (ended, words) in [(unfit, "holds no key"), (start(line, &home(), &[]).end(), "is not set")] {
        let result = ended.result(2, "not-sent");
        let message = result["message"].as_str().unwrap();
        assert!(message.contains("EXPLORER_KEY") && message.contains(words), "{message}");
        assert!(ended.stderr.contains(words), "{}", ended.stderr);
        assert!(!ended.stdout.contains(value) && !ended.stderr.contains(value), "{message}");
        assert!(!ended.keeps(value.as_bytes()));
    }
}
