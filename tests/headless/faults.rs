//! Faults of the embedded network by name: as the command line takes them.

use super::process::{home, start};

#[test]
fn the_network_fails_as_it_is_told_and_says_so() {
    let ended = start("get 0.0.5003 --json --demo-faults mirror-403", &home(), &[]).end();
    assert_eq!(ended.code, Some(4), "{ended:?}");
    assert!(ended.stderr.contains("fails on purpose: mirror-403"), "{}", ended.stderr);
    assert!(ended.stdout.contains("403 Forbidden; gateway"), "{}", ended.stdout);
}

#[test]
fn each_service_fails_apart() {
    let line = "verify similarity --address 0.0.5001 --chain 298 --json --demo-faults verifier-refused";
    let ended = start(line, &home(), &[]).end();
    let result = ended.result(4, "not-sent");
    assert!(result["creation_tx"].is_string(), "the mirror node answers: {result}");
}

#[test]
fn the_list_needs_no_terminal_and_a_name_that_is_none_is_refused() {
    let list = start("--demo-faults list", &home(), &[]).end();
    assert_eq!(list.code, Some(0), "{}", list.stderr);
    assert!(list.stdout.contains("\nverifier-restart "), "{}", list.stdout);
    let none = start("get 0.0.5001 --demo-faults verifier-restrat", &home(), &[]).end();
    assert_eq!(none.code, Some(2), "{}", none.stderr);
    assert!(none.stderr.contains("near it are verifier-restart"), "{}", none.stderr);
}
