//! Details as JSON: every place of the tour and every example has the keys that `docs/details.md` lists, and no others.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use hieroscope::message::samples::SAMPLES;
use serde_json::{Map, Value};

use super::process::demo;
use crate::support::Session;

/// The most integer that stays a number.
const MAX_EXACT: u64 = 1 << 53;

/// The keys of each kind and of each shape, by their paths, with their types.
type Lists = BTreeMap<String, BTreeMap<String, String>>;

/// The lists in the page.
fn lists() -> Lists {
    let page = include_str!("../../docs/details.md");
    let mut lists = Lists::new();
    for block in page.split("```keys ").skip(1) {
        let (name, rest) = block.split_once('\n').unwrap();
        let keys = rest.split("```").next().unwrap().lines().map(|line| {
            let mut parts = line.splitn(3, "  ");
            (parts.next().unwrap().to_owned(), parts.next().unwrap().to_owned())
        });
        lists.insert(name.to_owned(), keys.collect());
    }
    lists
}

/// Whether it is of one of the kinds of which there are documents.
pub(crate) fn is_document(value: &Value) -> bool {
    value["kind"].as_str().is_some_and(|kind| lists().contains_key(kind))
}

/// What is not as the page lists it.
pub(crate) fn faults(document: &Value) -> Vec<String> {
    let (lists, mut faults) = (lists(), Vec::new());
    let kind = document["kind"].as_str().unwrap_or_default();
    match (lists.get(kind), document.as_object()) {
        (Some(keys), Some(members)) => object(&lists, keys, "", members, &mut faults),
        _ => faults.push(format!("{kind:?} is not listed")),
    }
    faults
}

fn object(
    lists: &Lists,
    keys: &BTreeMap<String, String>,
    at: &str,
    members: &Map<String, Value>,
    faults: &mut Vec<String>,
) {
    for (name, value) in members {
        let path = format!("{at}{name}");
        match keys.get(&path) {
            Some(kind) => typed(lists, keys, &path, kind, value, faults),
            None => faults.push(format!("{path} is not listed")),
        }
    }
    let own = |path: &&String| path.strip_prefix(at).is_some_and(|rest| !rest.contains('.'));
    for path in keys.keys().filter(own) {
        let is_there = path.strip_prefix(at).is_some_and(|name| members.contains_key(name));
        if !is_there && !keys[path].starts_with("optional ") {
            faults.push(format!("{path} is missing"));
        }
    }
}

fn typed(
    lists: &Lists,
    keys: &BTreeMap<String, String>,
    path: &str,
    kind: &str,
    value: &Value,
    faults: &mut Vec<String>,
) {
    let kind = kind.strip_prefix("optional ").unwrap_or(kind);
    let (kind, or_text) = kind.strip_suffix(", or text").map_or((kind, false), |kind| (kind, true));
    match (kind, value) {
        ("any", _) | (_, Value::Null) | ("boolean", Value::Bool(_)) => {}
        (_, Value::String(_)) if or_text => {}
        ("text", Value::String(text)) => {
            // The screen's signs for nothing, for trees and for cuts.
            if text == "–" || text.contains("├─") || text.ends_with('…') {
                faults.push(format!("{path} is in the screen's words: {text}"));
            }
        }
        ("integer", Value::Number(number)) => {
            if number.as_i64().is_none_or(|number| number.unsigned_abs() > MAX_EXACT) {
                faults.push(format!("{path} would be rounded: {number}"));
            }
        }
        ("integer", Value::String(digits)) => {
            if digits
                .parse::<i128>()
                .map_or(digits.len() < 30, |number| number.unsigned_abs() <= MAX_EXACT.into())
            {
                faults.push(format!("{path} is no long number: {digits}"));
            }
        }
        ("object", Value::Object(members)) => object(lists, keys, &format!("{path}."), members, faults),
        ("list of object", Value::Array(values)) => {
            for value in values {
                match value.as_object() {
                    Some(members) => object(lists, keys, &format!("{path}[]."), members, faults),
                    None => faults.push(format!("{path} has {value}")),
                }
            }
        }
        (kind, Value::Array(values)) if kind.starts_with("list of ") => {
            let of = kind.trim_start_matches("list of ");
            for value in values {
                typed(lists, keys, &format!("{path}[]"), of, value, faults);
            }
        }
        (shape, Value::Object(members)) if lists.contains_key(shape) => {
            object(lists, &lists[shape], "", members, faults);
        }
        (kind, value) => faults.push(format!("{path} is no {kind}: {value:.100}")),
    }
}

/// What `get` prints of a place as one object; `None` of a list and of what is no record.
fn document(place: &str) -> Option<Value> {
    let got = demo(&format!("get {place} --json")).end();
    if got.stderr.contains("no event is named") {
        return None;
    }
    assert_eq!(got.code, Some(0), "{place}: {}", got.stderr);
    let value: Value = serde_json::from_str(&got.stdout).unwrap();
    Some(value).filter(|value| value.get("kind").is_some())
}

#[test]
fn every_place_of_the_tour_and_every_example_has_the_keys_that_are_documented() {
    let more = [
        "account/0.0.1002",
        "block/70070000",
        "token/0.0.2001",
        "contract/0.0.5001@1791000000",
        "transaction/1795216207.123456789",
        "result/0.0.5001/1795216207.123456789/replay",
    ];
    let places: Vec<&str> = SAMPLES.iter().map(|sample| sample.typed).chain(more).collect();
    let (mut all, mut kinds) = (Vec::new(), BTreeSet::new());
    let documents: Vec<(String, Option<Value>)> = std::thread::scope(|scope| {
        let halves = places.chunks(places.len().div_ceil(2)).map(|half| {
            scope.spawn(move || {
                half.iter().map(|place| ((*place).to_owned(), document(place))).collect::<Vec<_>>()
            })
        });
        halves.collect::<Vec<_>>().into_iter().flat_map(|half| half.join().unwrap()).collect()
    });
    for (place, document) in documents {
        let Some(document) = document else { continue };
        kinds.insert(document["kind"].as_str().unwrap().to_owned());
        all.extend(faults(&document).into_iter().map(|fault| format!("{place}: {fault}")));
    }
    for file in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/details")).unwrap() {
        let path = file.unwrap().path();
        let example: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        let kind = path.file_stem().unwrap().to_str().unwrap();
        assert_eq!(example["kind"], kind);
        kinds.insert(kind.to_owned());
        all.extend(faults(&example).into_iter().map(|fault| format!("{}: {fault}", path.display())));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
    let wanted =
        ["account", "block", "contract", "job", "replay", "result", "schedule", "token", "transaction"];
    assert_eq!(kinds.iter().map(String::as_str).collect::<Vec<_>>(), wanted);
}

/// Successes within which a call failed: by a system contract's code, and by an error.
const REFUSED: &str = "result/0.0.5211/1795217780.000005211";
const CAUGHT: &str = "result/0.0.5001/1795216207.123456789";

#[test]
fn a_result_as_text_has_the_headline_of_its_page() {
    let plain = "result/0.0.5211/1795217360.000005211";
    for place in [CAUGHT, REFUSED, plain, "result/0.0.5022/1753100000.000000000"] {
        let told = demo(&format!("get {place}")).end().stdout;
        let (name, words) = told.lines().next().unwrap().split_once("  ").unwrap();
        let screen = Session::at(place).size(200, 40).screen();
        assert_eq!(name, "outcome", "{told}");
        assert!(screen.lines().any(|line| line.trim() == words), "{words}: {screen}");
    }
}

/// All calls of a tree.
fn all<'v>(calls: &'v Value, found: &mut Vec<&'v Value>) {
    for call in calls.as_array().into_iter().flatten() {
        found.push(call);
        all(&call["calls"], found);
    }
}

#[test]
fn a_failure_within_a_success_has_the_ledgers_code() {
    let refused = document(REFUSED).unwrap();
    assert_eq!(refused["outcome"]["inner_failure"]["code"], "INSUFFICIENT_TOKEN_BALANCE", "{refused}");
    let swap = document(CAUGHT).unwrap();
    let failure = &swap["outcome"]["inner_failure"];
    assert_eq!((&failure["reason"], &failure["code"]), (&"not today".into(), &Value::Null), "{failure}");
    let mut calls = Vec::new();
    all(&swap["calls"], &mut calls);
    let call = calls.into_iter().find(|call| call["index"] == failure["call"]).unwrap();
    for key in ["code", "reason", "error"] {
        assert_eq!(failure[key], call["outcome"][key], "{key}");
    }
    assert_eq!(failure["recipient"], call["recipient"]);
}

#[test]
fn a_failed_call_says_why_and_where_and_a_transfer_how_much() {
    let failed = document("result/0.0.5022/1753100000.000000000").unwrap();
    let outcome = &failed["outcome"];
    assert_eq!(outcome["reason"], "Router: token not received", "{outcome}");
    assert_eq!((&outcome["ok"], &outcome["code"]), (&false.into(), &"CONTRACT_REVERT_EXECUTED".into()));
    assert_eq!(outcome["error"]["name"], "Error", "{outcome}");
    let verified = document("result/0.0.5204/1795218140.000005211").unwrap();
    let (outcome, holder) = (&verified["outcome"], "0x4c623EFd2d58E9fC82878746a38514574EEF99fa");
    let reason = format!("TooFew(holder: {holder}, has: 750000, wants: 1500000)");
    assert_eq!(
        (&outcome["reason"], &outcome["line"]["source"]),
        (&reason.into(), &"Strongbox.sol:103".into())
    );
    assert_eq!(outcome["error"]["args"][0]["value"], holder);

    let swap = document("result/0.0.5001/1795216207.123456789").unwrap();
    assert_eq!(swap["function"]["args"][0]["value"], "9120000000", "{}", swap["function"]);
    assert_eq!(swap["logs"][0]["event"]["args"][2]["value"], "9120000000");
    let payer = |it: &&Value| it["role"] == "payer";
    let payer = swap["transfers"].as_array().unwrap().iter().find(payer).unwrap();
    assert!(payer["amount"].as_i64().unwrap() < 0 && payer["unit"] == "tinybar", "{payer}");
    let calls = swap["calls"].as_array().unwrap();
    let within = |call: &Value| call["calls"].as_array().map_or(0, Vec::len);
    assert!(calls.len() == 1 && within(&calls[0]) > 1, "{}", swap["calls"]);

    let moved = document("0.0.1005-1795216571-000000007").unwrap();
    let fee = |it: &&Value| it["kind"] == "custom fee";
    assert!(moved["flows"].as_array().unwrap().iter().any(|flow| fee(&flow)), "{}", moved["flows"]);
}
