//! Failures that servers recorded, in words: every kind of thing that `error_message` holds.

use ledger::{HexBytes, Text};

use super::{CallQuestion, Reader};
use crate::known::Known;

const SPECIALS: &str = include_str!("../../../../tests/fixtures/mirror/106-all-results-specials.json");
const SCHEDULED: &str = include_str!("../../../../tests/fixtures/mirror/110-all-results-no-block.json");
const NONCE: &str = include_str!("../../../../tests/fixtures/mirror/088-result-wrong_nonce.json");
const BUSY: &str = include_str!("../../../../tests/fixtures/mirror/030-results-busy-desc-page2.json");

/// The failures of the results in a recording, in their order.
fn failures(recording: &str) -> Vec<String> {
    let exchanges: Vec<serde_json::Value> = serde_json::from_str(recording).unwrap();
    let body = exchanges[0]["body"].as_str().unwrap();
    let body: serde_json::Value = serde_json::from_str(body).unwrap();
    let results = body["results"].as_array().cloned().unwrap_or_else(|| vec![body]);
    let bytes = |field: &serde_json::Value| field.as_str().and_then(HexBytes::parse).unwrap_or_default();
    let read = |result: &serde_json::Value| {
        let question = CallQuestion {
            input: bytes(&result["function_parameters"]),
            output: Some(bytes(&result["call_result"])),
            error: result["error_message"].as_str().map(Text::from),
            ..CallQuestion::default()
        };
        Reader::new(&Known::default()).read_call(&question).failure()
    };
    results.iter().filter_map(read).collect()
}

#[test]
fn every_kind_of_failure_that_was_recorded_is_told() {
    let failures_found = failures(SPECIALS);
    let wanted = [
        "INSUFFICIENT_OUTPUT_AMOUNT",
        "an empty reason",
        "panic 0x11: arithmetic overflow or underflow",
        "ERC20InsufficientBalance(sender 0x71141bde…5043, balance 5, needed 10)",
        "no reason given",
        "INSUFFICIENT_GAS: the gas limit was too low",
        "\\x1b[31mnot hex",
        "constructor says no",
    ];
    for wanted in wanted {
        assert!(
            failures_found.iter().any(|failures_found| failures_found == wanted),
            "{wanted}: {failures_found:#?}"
        );
    }
    // What would move the cursor or turn the line around is spelled out.
    let evil = failures_found.iter().find(|failures_found| failures_found.contains("EVIL")).unwrap();
    assert!(!evil.contains(|c: char| c.is_control() || c == '\u{202e}'), "{evil}");
    assert_eq!(failures(SCHEDULED), ["scheduled revert"]);
    assert!(failures(NONCE)[0].starts_with("WRONG_NONCE: "));
}

/// What nobody defined stays what it is.
#[test]
fn an_error_that_nobody_named_is_told_by_its_selector() {
    let failures_found = failures(BUSY);
    assert!(
        failures_found.iter().any(|failures_found| failures_found == "error 0xbc3088ef with 1 word"),
        "{failures_found:#?}"
    );
    assert!(failures_found.iter().any(|failures_found| {
        failures_found.starts_with("ERC20InsufficientBalance(sender 0.0.1038, balance ")
    }));
}
