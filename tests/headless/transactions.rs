//! `get` of transactions by their consensus time.

use serde_json::Value;

use super::process::{home, start};
use super::server::{NOWHERE, serve};

const ID: &str = "0.0.29667223-1673360328-223842716";

/// One member of the family.
fn member(nonce: u8, time: &str, name: &str, result: &str, scheduled: bool) -> String {
    format!(
        r#"{{"transaction_id":"{ID}","nonce":{nonce},"consensus_timestamp":"{time}","name":"{name}","result":"{result}","scheduled":{scheduled}}}"#
    )
}

/// What a command prints with a server that knows these by the id, and this one by its time.
fn printed(target: &str, by_id: &[String], by_time: &str) -> String {
    let of = |members: &str| format!(r#"{{"transactions":[{members}],"links":{{"next":null}}}}"#);
    let (family, one) = (of(&by_id.join(",")), of(by_time));
    let (server, _) = serve(move |asked| {
        let is_known = !family.contains("[]");
        match asked {
            asked if asked.contains("/transactions?timestamp=") => (200, one.clone()),
            asked if asked.contains(ID) && is_known => (200, family.clone()),
            _ => (404, r#"{"_status":{"messages":[{"message":"Not found"}]}}"#.to_owned()),
        }
    });
    let got = start(&format!("get {target} --network testnet --mirror {server}"), &home(), &[]).end();
    assert_eq!(got.code, Some(0), "{got:?}");
    got.stdout
}

#[test]
fn the_time_in_a_link_names_the_transaction_and_tid_only_its_family() {
    let [first, middle, child] = [
        member(0, "1673360342.289826003", "CONTRACTCALL", "SUCCESS", false),
        member(1, "1673360342.289826004", "CRYPTOTRANSFER", "SUCCESS", false),
        member(2, "1673360342.289826005", "TOKENMINT", "INVALID_TOKEN_ID", false),
    ];
    let link = format!("https://hashscan.io/testnet/transaction/1673360342.289826005?tid={ID}");
    let text = printed(&link, &[first.clone(), middle.clone(), child.clone()], &child);
    assert!(text.contains("TOKENMINT") && text.contains("INVALID_TOKEN_ID"), "{text}");
    assert!(!text.contains("CONTRACTCALL"), "the parent is another transaction\n{text}");
    let json = printed(&format!("{link} --json"), &[first, middle, child.clone()], &child);
    let family: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&family["named"], family["transactions"].as_array().unwrap().len()),
        (&2.into(), 3),
        "{json}"
    );
    assert_eq!(family["transactions"][2]["type"], "TOKENMINT");
}

#[test]
fn a_scheduled_execution_that_the_id_no_longer_finds_is_shown_by_its_time() {
    let late = member(0, "1675952342.289826005", "CRYPTOTRANSFER", "SUCCESS", true);
    let text = printed("transaction/1675952342.289826005", &[], &late);
    assert!(text.contains("CRYPTOTRANSFER"), "{text}");
}

#[test]
fn a_failure_names_the_server_and_no_id_where_none_was_given() {
    let (server, _) = serve(|_| (404, r#"{"_status":{"messages":[{"message":"Not found"}]}}"#.to_owned()));
    for (list, words) in [
        ("schedules", "This server does not offer that."),
        ("contracts", "This server does not offer that."),
        ("transactions", "This server does not offer that."),
        ("schedule/0.0.7002", "Check the id and the network"),
    ] {
        let got = start(&format!("get {list} --network testnet --mirror {server}"), &home(), &[]).end();
        assert!(got.stderr.contains(words), "{list}: {}", got.stderr);
    }
    for line in ["get schedules", "get contract/0.0.5001", "call 0.0.5001 owner()"] {
        let got = start(&format!("{line} --network testnet --mirror {NOWHERE}"), &home(), &[]).end();
        assert_eq!(got.code, Some(4), "{line}: {}", got.stderr);
        assert!(got.stderr.contains(&format!("({NOWHERE}/api/v1/")), "{line}: {}", got.stderr);
    }
}
