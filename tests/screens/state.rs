//! The storage of a contract, now and as of a time.

use crate::support::Session;

const YARD: &str = "contract/0.0.5002/state";

#[test]
fn slots_are_listed_with_what_they_hold() {
    insta::assert_snapshot!(Session::at(YARD).press("j").styled_screen());
}

#[test]
fn slots_fit_into_eighty_columns() {
    insta::assert_snapshot!(Session::at(YARD).size(80, 24).press("j j").styled_screen());
}

#[test]
fn it_is_reached_from_the_contract_as_of_the_same_time() {
    let mut session = Session::at("contract/0.0.5002");
    assert_eq!(session.press("g s").place(), YARD);
    let mut session = Session::at("contract/0.0.5001@1791000000");
    session.press("g s");
    assert_eq!(session.place(), "contract/0.0.5001/state?timestamp=1791000000.000000000");
    insta::assert_snapshot!(session.size(80, 24).styled_screen());
}

#[test]
fn slots_are_named_by_the_way_to_them() {
    let mut session = Session::at(YARD);
    let screen = session.press("j j j").screen();
    assert!(screen.contains("[0xB0551e…3E85]") && screen.contains("location "), "{screen}");
    assert!(session.is_quiet(), "the search has come to its end");
}

#[test]
fn a_name_given_to_a_slot_stands_in_every_slot_of_the_variable() {
    let mut session = Session::at(YARD).size(80, 24);
    let screen = session.press("j j j I ctrl-u").type_text("credit").press("enter").screen();
    let named = screen.lines().filter(|line| line.contains("credit[")).count();
    assert!(named > 5 && !screen.contains("balanceOf["), "{screen}");
    let screen = session.press("I").screen();
    assert!(screen.contains("name (empty removes it) credit"), "{screen}");
    let screen = session.type_text("x").press("esc").screen();
    assert!(screen.contains("credit[") && !screen.contains("creditx"), "{screen}");
    let screen = session.press("I ctrl-u enter").screen();
    assert!(screen.contains("balanceOf[") && !screen.contains("credit["), "{screen}");
}

#[test]
fn a_contract_that_there_is_not_is_said_to_be_none() {
    let screen = Session::at("contract/0.0.999999/state").size(80, 24).screen();
    assert!(screen.contains("No contract 0.0.999999 on demo."), "{screen}");
}

#[test]
fn values_without_a_layout_are_read_as_what_they_most_likely_are() {
    let screen = Session::at("contract/0.0.5205/state").size(80, 24).press("j").screen();
    assert!(screen.contains("\"lamp room\""), "{screen}");
    assert!(screen.contains("1,003 · 50,367,081,480,192"), "{screen}");
}
