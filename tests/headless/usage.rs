//! Command lines that cannot be carried out: exit code 2, the reason on both streams, and nothing sent.

use super::process::{Ended, demo, home, start};

#[test]
fn what_cannot_stand_is_refused_before_anything_is_sent() {
    let all = "--network demo --json";
    for (line, words) in [
        ("verify similarity --chain 29x --address 0.0.5001", "digits"),
        ("verify similarity --chain 298", "--address"),
        ("verify guess --chain 298 --address 0.0.5001", "guess"),
        ("verify similarity --chain 298 --address 0x1234", "40 hex digits"),
        ("verify similarity --chain 298 --address 0.0.5001-aaaaa", "checksum"),
        ("verify similarity --chain 298 --address 0.0.359", "Token service is part of the ledger"),
        ("verify similarity --chain 296 --address 0.0.5001", "chain 296 is not that of demo, which is 298"),
        ("verify similarity --chain 298 --address 0.0.5001 --creation-tx 0xab", "2 hex digits"),
        ("verify similarity --chain 298 --address 0.0.5001 --api-key-env KEY", "only an import takes a key"),
        (
            "verify import --chain 298 --address 0.0.5001 --creation-tx 0xab",
            "an import takes no creation hash",
        ),
        ("verify similarity --chain 298 --address 0.0.5001 --timeout 5", "--watch"),
        (
            "verify similarity --chain 298 --address 0.0.5001 --mirror http://127.0.0.1:1",
            "a mirror node of its own",
        ),
    ] {
        let ended = start(&format!("{line} {all}"), &home(), &[]).end();
        let result = ended.result(2, "not-sent");
        let message = result["message"].as_str().unwrap();
        assert!(message.contains(words), "{line}: {message}");
        assert!(ended.stderr.contains(words), "{line}: {}", ended.stderr);
        assert!(!ended.stderr.contains("submitting"), "{line}: {}", ended.stderr);
    }
}

#[test]
fn a_network_without_a_verifier_needs_one() {
    let line = "verify similarity --network previewnet --chain 297 --json \
                --address 0xb0551e9ecceb06cf6ea2879174aaf4da84633e85";
    let result = start(line, &home(), &[]).end().result(2, "not-sent");
    assert!(result["message"].as_str().unwrap().contains("--verifier"), "{result}");
}

#[test]
fn a_contract_that_the_mirror_node_does_not_know_yet_is_no_typo() {
    let ended = demo("verify similarity --address 0.0.4999999 --json").end();
    let result = ended.result(6, "not-sent");
    assert_eq!(result["outcome"], "not-found");
    assert!(
        result["message"].as_str().unwrap().contains("knows no contract 0.0.4999999, or not yet"),
        "{result}"
    );
}

#[test]
fn the_chain_is_that_of_the_network_unless_another_is_named() {
    let result =
        demo_without_chain("verify similarity --address 0.0.5002 --json").result(0, "already-verified");
    assert_eq!(result["chain"], "298");
    let line = "verify similarity --mirror http://127.0.0.1:1 --verifier http://127.0.0.1:1 --json \
                --address 0xb0551e9ecceb06cf6ea2879174aaf4da84633e85";
    let result = start(line, &home(), &[]).end().result(2, "not-sent");
    assert!(result["message"].as_str().unwrap().contains("--chain is missing"), "{result}");
}

/// A command line on the embedded network that leaves the chain to it.
fn demo_without_chain(line: &str) -> Ended {
    start(&format!("{line} --network demo"), &home(), &[]).end()
}

#[test]
fn another_chain_is_meant_by_an_address_only() {
    // Nothing is deployed on the embedded verifier's chain 296, and its mirror node is not asked about it.
    let line = "verify similarity --network demo --chain 296 --json \
                --address 0xb0551e9ecceb06cf6ea2879174aaf4da84633e85";
    let ended = start(line, &home(), &[]).end();
    assert_eq!(ended.result(3, "refused")["code"], "cannot_fetch_bytecode");
    assert!(!ended.stderr.contains("looked up"), "{}", ended.stderr);
}

#[test]
fn help_tells_the_exit_codes_and_places_open_as_before() {
    for line in ["--help", "verify --help"] {
        let help = demo(line).end();
        assert_eq!(help.code, Some(0));
        assert!(help.stdout.contains("5    timed out"), "{}", help.stdout);
    }
    for place in [":jobs", "verify/298/0.0.5018?mode=import", "verify"] {
        let ended = demo(place).end();
        assert_eq!((ended.code, ended.stdout.as_str()), (Some(2), ""), "{place}");
        assert!(ended.stderr.contains("standard output is no terminal"), "{place}: {}", ended.stderr);
    }
}

#[test]
fn what_a_selector_stands_for_is_answered_without_a_terminal() {
    let ended = start("sig 0xa9059cbb", &home(), &[]).end();
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
    assert!(ended.stdout.starts_with("0xa9059cbb is function transfer(address"), "{}", ended.stdout);
}

#[test]
fn a_mirror_node_alone_is_asked_below_one_path_and_has_no_verifier() {
    let line = "verify similarity --chain 298 --json --address 0xb0551e9ecceb06cf6ea2879174aaf4da84633e85";
    let (server, _) = super::server::serve(|asked| {
        assert!(!asked.contains("/api/v1/api/v1"), "{asked}");
        (404, "{}".to_owned())
    });
    let result = start(&format!("{line} --mirror {server}/api/v1"), &home(), &[]).end().result(2, "not-sent");
    assert!(result["message"].as_str().unwrap().contains("--verifier"), "{result}");
    assert_eq!(result["network"], server.trim_start_matches("http://"), "{result}");
}
