//! Interfaces and signatures: where names come from, and what the user adds.

use std::time::Duration;

use api::{AnyOperation, Failure};
use hieroscope::message::Ask;

use crate::support::Session;

/// A contract that nobody verified, and one that somebody did.
const UNKNOWN: &str = "contract/0.0.5001/interfaces";
const VERIFIED: &str = "contract/0.0.5004/interfaces";

#[test]
fn a_verified_interface_is_listed_by_selector() {
    insta::assert_snapshot!(Session::at(VERIFIED).styled_screen());
    insta::assert_snapshot!(Session::at(VERIFIED).size(80, 24).styled_screen());
}

#[test]
fn a_verifier_that_fails_is_told_and_asked_again() {
    let mut session = Session::late(VERIFIED);
    while !session
        .waiting()
        .is_some_and(|request| matches!(request.ask, Ask::Server(AnyOperation::Verified(_))))
    {
        assert!(session.let_go(0), "{}", session.screen());
    }
    session.fail(&Failure::TimedOut { after: 30 });
    while session.let_go(0) {}
    insta::assert_snapshot!(session.styled_screen());
    session.press("r");
    while session.let_go(0) {}
    assert_eq!(session.screen(), Session::at(VERIFIED).screen(), "as if nothing had failed");
}

#[test]
fn a_signature_is_checked_as_it_is_typed_and_known_at_once() {
    let mut session = Session::at(UNKNOWN);
    session.press("a").type_text("function withdraw(uint25)");
    assert!(session.screen().contains("none that Solidity knows"), "{}", session.screen());
    session.press("backspace").type_text("6 amount)");
    insta::assert_snapshot!(session.styled_screen());
    session.press("enter");
    assert!(session.screen().contains("0x2e1a7d4d"), "{}", session.screen());
    assert_eq!(session.saved().interfaces.len(), 1);
    session.press("R");
    assert!(session.screen().contains("withdraw"), "{}", session.screen());
    let again = Session::started(UNKNOWN, session.saved().clone());
    assert!(again.screen().contains("withdraw(uint256 amount)"), "{}", again.screen());
}

#[test]
fn a_signature_for_every_contract_is_removed_again() {
    let mut session = Session::at(UNKNOWN);
    session.press("a").type_text("error Halted()").press("tab right enter");
    assert!(session.screen().contains("for every contract"), "{}", session.screen());
    assert_eq!(session.saved().signatures.len(), 1);
    session.press("x");
    assert!(session.saved().signatures.is_empty());
    assert!(session.screen().contains("No verified ABI is known"), "{}", session.screen());
}

#[test]
fn a_file_is_picked_and_a_wrong_one_says_why() {
    let dir = tempfile::tempdir().unwrap();
    let good = dir.path().join("Router.json");
    let abi =
        r#"{"abi":[{"type":"function","name":"withdraw","inputs":[{"name":"amount","type":"uint256"}]}]}"#;
    std::fs::write(&good, abi).unwrap();
    std::fs::write(dir.path().join("wrong.json"), "[1, 2").unwrap();
    let mut session = Session::at(UNKNOWN);
    session.press("a").paste(&dir.path().join("wrong.json").display().to_string()).press("enter");
    assert!(session.screen().contains("this is no ABI"), "{}", session.screen());
    session.press("esc a").paste(&format!("{}/Rou", dir.path().display()));
    assert!(session.screen().contains("Router.json"), "{}", session.screen());
    session.press("enter enter");
    assert!(session.screen().contains("1 function"), "{}", session.screen());
    assert_eq!(session.saved().interfaces[0].origin, good.display().to_string());
}

#[test]
fn a_hostile_abi_is_refused_with_the_reason() {
    let deep = format!("uint8{}", "[]".repeat(2_000));
    let abi = format!(r#"[{{"type":"function","name":"f","inputs":[{{"name":"a","type":"{deep}"}}]}}]"#);
    let mut session = Session::at(UNKNOWN);
    session.press("a").paste(&abi).press("enter");
    assert!(
        session.screen().contains("nothing in it can be read: a type has more than"),
        "{}",
        session.screen()
    );
    assert!(session.saved().interfaces.is_empty());
}

#[test]
fn why_it_is_asked_again_is_said_until_it_is_answered() {
    let failure = Failure::Unreachable { words: "refused".into(), sent: false };
    for place in [VERIFIED, "contract/0.0.5004/read"] {
        let mut session = Session::late(place);
        while !session
            .waiting()
            .is_some_and(|request| matches!(request.ask, Ask::Server(AnyOperation::Verified(_))))
        {
            assert!(session.let_go(0), "{}", session.screen());
        }
        session.retry(&failure);
        let screen = session.screen();
        assert!(screen.contains("The server cannot be reached. Trying again."), "{place}\n{screen}");
        session.fail(&failure);
        assert!(session.screen().contains("The server cannot be reached."), "{}", session.screen());
        session.pass(Duration::from_secs(6));
        assert!(session.screen().contains("The server cannot be reached."), "{}", session.screen());
        while session.let_go(0) {}
        assert!(!session.screen().contains("cannot be reached"), "{}", session.screen());
    }
}
