//! The trace tab of a result: the calls as a tree that folds, the first failure, and results without a trace.

use crate::support::Session;

const AT: &str = "result/0.0.5001/1795216207.123456789";
const TO_TRACE: &str = "shift-tab shift-tab";

#[test]
fn calls_are_a_tree_with_the_selected_one_whole() {
    insta::assert_snapshot!(Session::at(AT).press(TO_TRACE).styled_screen());
}

#[test]
fn the_tree_fits_into_eighty_columns() {
    insta::assert_snapshot!(Session::at(AT).size(80, 24).press(TO_TRACE).press("g g j j").styled_screen());
}

#[test]
fn it_is_asked_for_only_when_it_is_looked_at() {
    let mut session = Session::at(AT);
    let before = session.asked();
    session.press("tab");
    assert_eq!(session.asked(), before);
    session.press("shift-tab").press(TO_TRACE);
    assert!(session.asked() > before);
    let after = session.asked();
    session.press("tab shift-tab");
    assert_eq!(session.asked(), after, "the trace is kept");
}

#[test]
fn a_call_folds_and_leads_to_the_called_contract() {
    let mut session = Session::at(AT);
    session.press(TO_TRACE).press("g g enter");
    assert!(session.screen().contains("[+"), "{}", session.screen());
    session.press("enter");
    assert!(!session.screen().contains("[+"), "{}", session.screen());
    session.press("g c");
    assert_eq!(session.place(), "contract/0.0.5001");
}

#[test]
fn failures_are_reached_one_after_another() {
    let mut session = Session::at(AT);
    let first = session.press(TO_TRACE).press("g g n").screen();
    assert!(first.contains("first failure"), "{first}");
    let next = session.press("n").screen();
    assert_ne!(first, next);
    assert_eq!(session.press("N").screen(), first);
}
