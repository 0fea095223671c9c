//! Results at chosen moments: the embedded network's code does what they say, but for those that are named here.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::support::Session;
use crate::support::part::Part;

const CHOSEN: &str = include_str!("../../crates/demo/assets/ledger/results.json");

/// Those that are as recorded, by moment, and what of them no code does.
const RECORDED: [(&str, &str); 14] = [
    ("1753124600.000000000", "the message of a revert is empty text"),
    ("1753125200.000000000", "the message of a revert is its code"),
    ("1753126400.000000000", "the ledger stopped it"),
    ("1753127000.000000000", "the ledger stopped it for its many child records"),
    ("1753127600.000000000", "the ledger did not let it begin"),
    ("1753128200.000000000", "nobody knows its code yet"),
    ("1753128800.000000000", "its message is hostile text"),
    ("1753129400.000000000", "its message is no hex"),
    ("1753130000.000000000", "a revert has no message"),
    ("1753130600.000000000", "the ledger found no code"),
    ("1795216278.358024679", "it is partial (206)"),
    ("1795216363.839506147", "its code is unknown"),
    ("1795216370.962962936", "it cannot be opened"),
    ("1795216378.086419725", "its nonce was wrong, so that it never began"),
];

/// What is executed, but in no block, so that it cannot be replayed.
const WITHOUT_BLOCK: &str = "1795216356.716049358";

#[test]
fn all_that_is_executed_agrees_with_its_replay() {
    let chosen: Vec<Value> = serde_json::from_str(CHOSEN).unwrap();
    let mut session = Session::at("contract/0.0.5001");
    let at = |it: &Value| it["result"]["at"].as_str().unwrap().to_owned();
    let (told, executed): (Vec<Value>, Vec<Value>) =
        chosen.into_iter().partition(|it| it.get("setup").is_none());
    let told: BTreeSet<String> = told.iter().map(at).collect();
    assert_eq!(told, RECORDED.map(|(at, _)| at.to_owned()).into());
    let mut differ = Vec::new();
    for it in Part::chosen().of(executed) {
        let at = at(&it);
        session.press(":").paste(&format!("result/0.0.{}/{at}/replay", it["list"])).press("enter");
        let screen = session.screen();
        let verdict = screen.lines().nth(2).unwrap_or_default().trim();
        let agrees = verdict.starts_with("agrees");
        if agrees == (at == WITHOUT_BLOCK) {
            differ.push(format!("{at}: {screen}"));
        }
    }
    assert_eq!(differ, Vec::<String>::new());
}
