//! A project's directory: which of its contracts is deployed, before anything is sent, and its verification.

use serde_json::Value;

use super::process::demo;

fn uploads(name: &str) -> String {
    format!("{}/assets/demo/uploads/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_contract_finds_itself_and_what_would_not_verify_is_said_with_the_difference() {
    let foundry = uploads("foundry");
    let right = demo(&format!("verify check {foundry} --address 0.0.5151 --json")).end();
    let result: Value = serde_json::from_str(&right.stdout).unwrap();
    assert_eq!((right.code, &result["outcome"]), (Some(0), &"would-verify".into()), "{}", right.stderr);
    assert_eq!(result["candidates"][0]["contract"], "src/Counter.sol:Counter");
    assert_eq!(result["candidates"][0]["grade"], "exact match");
    let hardhat = uploads("hardhat");
    let vault = demo(&format!("verify check {hardhat} --address 0.0.5014 --match exact")).end();
    assert_eq!(vault.code, Some(0), "{}", vault.stderr);
    assert!(vault.stdout.contains("Vault.sol:Vault would be an exact match"), "{}", vault.stdout);
    assert!(vault.stdout.contains("3 immutables were filled in by deployment"), "{}", vault.stdout);
    let other = demo(&format!("verify check {hardhat} --address 0.0.5002")).end();
    assert_eq!(other.code, Some(1), "{}", other.stderr);
    assert!(other.stdout.contains("none of the project would verify; the nearest is"), "{}", other.stdout);
}

#[test]
fn a_match_is_not_good_enough_where_an_exact_one_is_wanted() {
    let hardhat = uploads("hardhat");
    // A word of a comment was changed before it was deployed.
    let line = format!("verify check {hardhat} --address 0.0.5203");
    let either = demo(&line).end();
    assert_eq!(either.code, Some(0), "{}{}", either.stdout, either.stderr);
    assert!(either.stdout.contains("Vault.sol:Vault would be a match\n"), "{}", either.stdout);
    let exact = demo(&format!("{line} --match exact")).end();
    assert_eq!(exact.code, Some(1), "{}", exact.stdout);
    assert!(exact.stdout.contains("a match only, and an exact match is wanted"), "{}", exact.stdout);
}

#[test]
fn the_contract_that_was_found_is_verified_and_nothing_else_is_sent() {
    let sent =
        demo(&format!("verify project {} --address 0.0.5151 --watch --json", uploads("foundry"))).end();
    let result = sent.result(0, "exact-match");
    assert_eq!(result["mode"], "metadata");
    let build =
        demo(&format!("verify project {} --address 0.0.5014 --watch --json", uploads("hardhat"))).end();
    assert_eq!(build.result(0, "exact-match")["mode"], "standard-json");
    let none = demo(&format!("verify project {} --address 0.0.5002 --json", uploads("hardhat"))).end();
    let result = none.result(1, "not-sent");
    assert!(
        result["message"].as_str().unwrap().starts_with("nothing was sent: none of the project"),
        "{result}"
    );
}

#[test]
fn a_directory_without_anything_compiled_is_told_what_to_do() {
    for (directory, words) in [
        (uploads("oracle-incomplete"), "build the project, or name the directory"),
        (uploads("nothing"), "There is no such file."),
    ] {
        for command in ["check", "project"] {
            let got = demo(&format!("verify {command} {directory} --address 0.0.5151")).end();
            assert_eq!((got.code, got.stdout.as_str()), (Some(2), ""), "{}", got.stderr);
            assert!(got.stderr.contains(words), "{}", got.stderr);
        }
    }
    let gone = demo(&format!("verify check {} --address 0.0.4999999", uploads("foundry"))).end();
    assert_eq!(gone.code, Some(6), "{}", gone.stderr);
}
