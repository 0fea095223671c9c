//! The storage slots of a result: where each lies, its values before and after, the proof, and names for it.

use serde_json::{Value, json};

use crate::player::recorded;
use crate::result::on;
use crate::support::Session;

/// A call that touched five contracts, recorded from an EVM.
const MANAGER: &str = include_str!("../fixtures/storage/manager-open.json");

/// A session on the storage of a recorded call, of which no layout is known.
fn on_call(file: &str) -> Session {
    let file: Value = serde_json::from_str(file).unwrap();
    let body = file.get("result").unwrap().to_string();
    let mut session = on((200, body), recorded("095-result-hbar-false-500"));
    session.press("tab tab tab");
    session
}

#[test]
fn slots_are_found_by_their_hashes() {
    insta::assert_snapshot!(on_call(MANAGER).styled_screen());
}

#[test]
fn slots_fit_into_eighty_columns() {
    insta::assert_snapshot!(on_call(MANAGER).size(80, 24).press("j j").styled_screen());
}

#[test]
fn the_proof_of_a_slot_can_be_walked_and_copied() {
    let mut session = on_call(MANAGER);
    session.press("j j enter j j j j j");
    insta::assert_snapshot!(session.styled_screen());
    let screen = session.press("esc").screen();
    assert!(screen.contains("proof and values"), "{screen}");
}

#[test]
fn slots_are_looked_for_by_place_and_by_digits() {
    let mut session = on_call(MANAGER);
    let rows =
        |session: &Session| session.screen().lines().filter(|line| line.starts_with("   m4[-60]")).count();
    session.press("/").type_text("m4[-60]");
    assert_eq!(rows(&session), 3, "the first is the selected one: {}", session.screen());
    let screen = session.type_text(".+2").press("enter").screen();
    assert!(screen.contains("with \"m4[-60].+2\"") && screen.contains("▌  m4[-60].+2"), "{screen}");
    let screen = session.press("esc /").type_text("231F94e5df0e").press("enter").screen();
    assert!(screen.contains("▌  m3[0.0.5109]"), "{screen}");
    let screen = session.press("/").type_text("zzz").screen();
    assert!(screen.contains("No matching slots"), "{screen}");
    assert!(session.press("esc").screen().contains("m0[0.0.5101]"));
}

#[test]
fn reads_can_be_left_out() {
    let mut session = on_call(MANAGER);
    assert!(session.screen().contains("read, unchanged"));
    let screen = session.press("f").screen();
    assert!(!screen.lines().any(|line| line.ends_with("read, unchanged")), "{screen}");
    assert!(session.press("f").screen().lines().any(|line| line.ends_with("read, unchanged")));
}

#[test]
fn a_name_given_once_stands_in_every_slot_of_the_variable() {
    let mut session = on_call(MANAGER);
    let mut place = || {
        let screen = session.press("j").screen();
        screen.lines().any(|line| line.contains('▌') && line.contains("m4[-60]"))
    };
    assert!((0..40).any(|_| place()));
    session.press("I").type_text("ticks").press("enter j j j");
    let screen = session.screen();
    assert!(screen.contains("ticks[-60].+1") && screen.contains("ticks[120].+2"), "{screen}");
    // The same slot of another contract is another variable.
    assert!(!screen.contains("ticks[0.0."), "{screen}");
    let screen = session.press("I ctrl-u enter").screen();
    assert!(screen.contains("m4[-60].+1") && !screen.contains("ticks["), "{screen}");
}

#[test]
fn a_slot_that_is_none_is_shown_as_it_was_sent() {
    let body = json!({"contract_id": "0.0.5001", "result": "SUCCESS", "state_changes": [
        {"address": null, "contract_id": null, "slot": "no slot", "value_read": "0x7", "value_written": 5},
        {"slot": "0x1", "value_read": "0x", "value_written": null}]});
    let mut session = on((200, body.to_string()), recorded("095-result-hbar-false-500"));
    insta::assert_snapshot!(session.press("tab tab tab").styled_screen());
}
