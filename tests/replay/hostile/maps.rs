//! Source maps that lead nowhere, everywhere, or to more than there is.

use std::collections::BTreeMap;

use alloy_primitives::{Bytes, hex};
use client::read_verified;
use ledger::{RawJson, Text};
use replay::{MAX_CODE_BYTES, MappedCode, Sources, failed_calls};
use serde_json::json;

use super::{CONTRACT, repeated, run};

const FILE: &str = "contract C {\n    function f() {\n        revert();\n    }\n}\n";

/// Where the instructions of this code come from, by a map and one file, whose number is 0.
fn lines(code: &[u8], map: &str) -> Vec<Option<usize>> {
    let files = BTreeMap::from([(0, (Text::from("C.sol"), Text::from(FILE)))]);
    let mapped = MappedCode::new(Bytes::copy_from_slice(code), map.as_bytes(), files);
    let pcs = 0..=u32::try_from(code.len()).unwrap();
    pcs.map(|pc| {
        let place = mapped.place_at(pc)?;
        assert!(place.range.start <= place.range.end && place.range.end <= FILE.len(), "{map}: {place:?}");
        Some(place.line)
    })
    .collect()
}

#[test]
fn a_place_that_is_not_in_the_file_is_none() {
    let revert = FILE.find("revert").unwrap();
    assert_eq!(lines(&hex!("5b00"), &format!("{revert}:8:0")), [Some(3), None, None]);
    for map in [
        "",
        ";;;;",
        "40:9:1",
        "40:9:-1",
        "-1:9:0",
        "40:-9:0",
        "0:56:0",
        "58:1:0",
        "999999:1:0",
        "9223372036854775807:9223372036854775807:0",
        "99999999999999999999:1:0",
        "40:99999999999999999999:0",
        "40:9:99999999999999999999",
        "40:9:9223372036854775807",
        "4 0:9:0",
        "::::::::::",
        "\u{0}\u{202e}:9:0",
        "１:9:0",
    ] {
        assert_eq!(lines(&hex!("5b00"), map), [None, None, None], "{map}");
    }
}

#[test]
fn entries_beyond_the_instructions_are_not_taken() {
    // One instruction with what it pushes: only its own place has a line.
    let map = "40:8:0;".repeat(100_000);
    assert_eq!(lines(&hex!("61ffff"), &map), [Some(3), None, None, None]);
    // A push that is cut off at the end of the code.
    assert_eq!(lines(&hex!("7f"), &map), [Some(3), None]);
}

/// Sources of a contract with this code, as far as they are taken for one with that code.
fn sources_for(on_chain: &[u8], code: &[u8], map: &str, file: &str) -> Sources {
    let record = json!({
        "match": "match", "creationMatch": null, "runtimeMatch": "match", "chainId": "296",
        "address": CONTRACT.to_string(),
        "runtimeBytecode": { "onchainBytecode": hex::encode_prefixed(code), "sourceMap": map },
        "sources": { "C.sol": { "content": file } }, "sourceIds": { "C.sol": { "id": 0 } },
    });
    let mut sources = Sources::default();
    sources.add(CONTRACT, on_chain, &read_verified(&RawJson::new(record.to_string())).unwrap());
    sources
}

/// Sources of a contract with this code.
fn sources(code: &[u8], map: &str, file: &str) -> Sources {
    sources_for(code, code, map, file)
}

#[test]
fn a_file_of_nothing_but_functions_takes_no_longer_than_another() {
    const COUNT: usize = 20_000;
    let code = [vec![0x5b; COUNT], hex!("5f5ffd").to_vec()].concat();
    let function = "function f(){}\n";
    let entries: Vec<String> = (0..COUNT).map(|at| format!("{}:14:0:-", at * function.len())).collect();
    let sources = sources(&code, &entries.join(";"), &function.repeat(COUNT));
    let execution = run(&code, 100_000);
    let failed = failed_calls(&execution, &sources);
    assert_eq!(failed[0].place.as_ref().unwrap().line, COUNT);
}

#[test]
fn calls_within_calls_each_with_a_place_are_walked_once() {
    // It makes a thousand steps, calls itself, and hands on that it failed.
    let code = [vec![0x5b; 1_000], hex!("5f5f5f5f5f305af1505f5ffd").to_vec()].concat();
    let execution = run(&code, 2_000_000);
    let failed = failed_calls(&execution, &sources(&code, "40:8:0", FILE));
    assert!(failed.len() > 100, "{}", failed.len());
    assert!(failed.iter().filter(|call| call.place.is_some()).count() >= failed.len() - 1);
}

#[test]
fn a_map_of_other_code_is_not_taken() {
    let code = repeated(&[]);
    let mut sources = sources_for(&code, &hex!("5f5ffd"), "40:8:0", FILE);
    assert_eq!(sources, Sources::default());
    // Too long a code is led nowhere.
    let long = vec![0x5b; MAX_CODE_BYTES + 1];
    let record = json!({
        "match": "match", "chainId": "296", "address": CONTRACT.to_string(),
        "creationBytecode": { "recompiledBytecode": hex::encode_prefixed(&long), "sourceMap": "40:8:0" },
        "sources": { "C.sol": { "content": FILE } }, "sourceIds": { "C.sol": { "id": 0 } },
    });
    sources.add_creation(&read_verified(&RawJson::new(record.to_string())).unwrap());
    assert_eq!(sources, Sources::default());
}
