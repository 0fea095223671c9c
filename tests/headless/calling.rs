//! `hieroscope call`: functions of contracts, asked without a transaction.

use serde_json::{Value, json};

use super::process::{Ended, demo, home, start};
use super::server::{NOWHERE, serve};

fn told(line: &str) -> (Option<i32>, Value) {
    let Ended { code, stdout, stderr, .. } = demo(&format!("call {line} --json")).end();
    assert!(!stderr.contains("panicked"), "{stderr}");
    let told: Value = serde_json::from_str(&stdout).unwrap_or_else(|_| panic!("{stdout}{stderr}"));
    assert_eq!(told["exit_code"], json!(code), "{told}");
    (code, told)
}

#[test]
fn a_function_returns_by_its_name_and_by_its_signature() {
    let ended = demo("call 0.0.5002 name").end();
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(0), "Demo token 5002\n"), "{}", ended.stderr);
    assert!(ended.stderr.contains("nothing is sent to a ledger"), "{}", ended.stderr);
    let (code, told) = told("0.0.5002 balanceOf(address) 0.0.1002");
    assert_eq!((code, &told["outcome"], &told["source"]), (Some(0), &json!("returned"), &json!("verified")));
    // The account has an address of its own, which is what the contract knows it by.
    let holder = told["arguments"][0]["value"].as_str().unwrap();
    assert!(!holder.starts_with("0x0000000000000000"), "{told}");
    assert_eq!(told["values"][0]["type"], "uint256", "{told}");
    let command =
        format!("cast call {} 'balanceOf(address)(uint256)' {holder}", told["address"].as_str().unwrap());
    assert_eq!(told["cast"], command, "{told}");
}

#[test]
fn a_function_of_code_that_nobody_verified_is_named_by_what_is_built_in() {
    let (code, told) = told("0.0.5014 totalAssets");
    assert_eq!((code, &told["source"]), (Some(0), &json!("built-in")), "{told}");
    assert_eq!(told["values"][0]["type"], "uint256", "{told}");
}

#[test]
fn what_is_returned_is_decoded_by_what_the_signature_says() {
    // The interface of 0.0.5022 is not verified; the signature on the command line says what comes back.
    let (_, told) = told("0.0.5002 decimals()(bytes32)");
    assert_eq!(told["values"][0]["value"], format!("0x{:064x}", 8), "{told}");
    assert_eq!(told["source"], "user", "{told}");
}

#[test]
fn what_is_not_of_the_declared_type_fails_in_words() {
    // The verified interface says uint8: what is typed counts.
    let typed = demo("call 0.0.5002 decimals()(string)").end();
    assert_eq!((typed.code, typed.stdout.as_str()), (Some(1), ""), "{}", typed.stderr);
    assert!(typed.stderr.contains("error: (string) was declared to be returned"), "{}", typed.stderr);
    let call = "0.0.1002 name()(string)";
    let words = "(string) was declared to be returned, and the call returned nothing";
    let ended = demo(&format!("call {call}")).end();
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(1), ""), "{}", ended.stderr);
    assert!(ended.stderr.contains(&format!("error: {words}")), "{}", ended.stderr);
    let (code, told) = told(call);
    assert_eq!((code, &told["error"]), (Some(1), &json!(words)), "{told}");
}

#[test]
fn a_revert_is_told_in_words() {
    let (code, told) = told("0.0.5022 withText(string) soon");
    assert_eq!((code, &told["outcome"]), (Some(1), &json!("reverted")), "{told}");
    assert_eq!(told["error"], "reverted: soon", "{told}");
    let ended = demo("call 0.0.5022 withText(string) soon").end();
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(1), ""));
    assert!(ended.stderr.contains("error: reverted: soon"), "{}", ended.stderr);
    let ended = demo("call 0.0.5002 transfer 0.0.1003 1 --from 0.0.9999").end();
    assert_eq!(ended.code, Some(1));
    assert!(
        ended.stderr.contains("reverted: BalanceTooLow(holder 0.0.9999, balance 0, needed 1)"),
        "{}",
        ended.stderr
    );
    let ended = demo("call 0.0.5022 invalidOpcode()").end();
    assert_eq!(ended.code, Some(1), "{}", ended.stderr);
}

#[test]
fn gas_is_estimated_and_a_block_and_a_sender_are_taken() {
    let ended = demo("call 0.0.5214 grind 50 --estimate").end();
    let gas: u64 = ended.stdout.trim().parse().unwrap();
    assert!((21_000..15_000_000).contains(&gas), "{gas}");
    let (code, told) = told("0.0.5002 totalSupply --block 1 --from 0.0.1002");
    assert_eq!(code, Some(6), "there was no such contract then: {told}");
}

#[test]
fn what_cannot_be_called_says_what_would_do() {
    for (line, code, words) in [
        ("0.0.5002 balanceOf(address) seven", 2, "holder (address): write an id such as 0.0.77"),
        ("0.0.5002 balanceOf(address)", 2, "it takes 1 argument, and there are 0"),
        ("0.0.5002 name 1", 2, "it takes 0 arguments, and there are 1"),
        ("0.0.5002 nothing", 2, "no function of that name is known of it"),
        ("0.0.5002 name --block soon", 2, "--block soon: write a block's height"),
        ("0.0.5002 name --block 999999999", 2, "Unknown block number"),
        ("0.0.5002 name --value 1", 2, "--from"),
        ("schedules name", 2, "is no contract"),
        ("0.0.4999 name()", 6, "Not found"),
    ] {
        let ended = demo(&format!("call {line}")).end();
        assert_eq!(ended.code, Some(code), "{line}: {}{}", ended.stdout, ended.stderr);
        assert!(ended.stderr.contains(words), "{line}: {}", ended.stderr);
    }
}

#[test]
fn a_server_that_executes_nothing_or_is_not_there() {
    let missing = json!({ "_status": { "messages": [{ "message": "Not found" }] } }).to_string();
    let (url, _) =
        serve(
            move |asked| {
                if asked.starts_with("POST") { (501, String::new()) } else { (404, missing.clone()) }
            },
        );
    for (url, code, words) in [(url.as_str(), 7, "executes no calls"), (NOWHERE, 4, "cannot be reached")] {
        let ended = start(&format!("call 0.0.5002 name() --mirror {url}"), &home(), &[]).end();
        assert_eq!(ended.code, Some(code), "{}", ended.stderr);
        assert!(ended.stderr.contains(words), "{}", ended.stderr);
    }
}
