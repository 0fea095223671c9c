//! The contract pane: fields, bytecode, a past time, what is missing, and the way back.

use crate::support::Session;

#[test]
fn a_contract_shows_all_of_its_fields() {
    insta::assert_snapshot!(Session::at("contract/0.0.5001").screen());
}

#[test]
fn it_fits_into_eighty_columns() {
    insta::assert_snapshot!(Session::at("contract/0.0.5001").size(80, 24).screen());
}

#[test]
fn bytecode_is_shown_in_hex() {
    let mut session = Session::at("contract/0.0.5001");
    insta::assert_snapshot!(session.press("B j j").screen());
}

#[test]
fn what_is_no_contract_can_be_looked_up_as_a_schedule() {
    insta::assert_snapshot!(Session::at("contract/0.0.7002").screen());
}

#[test]
fn going_back_shows_the_contract_before_without_asking_again() {
    let mut session = Session::at("contract/0.0.5001");
    let before = session.screen();
    session.press(":").type_text("0.0.5002").press("enter");
    assert_eq!(session.place(), "contract/0.0.5002");
    let asked = session.asked();
    session.press("[");
    assert_eq!(session.screen(), before);
    assert_eq!(session.asked(), asked);
}

#[test]
fn a_past_time_is_another_place_with_a_banner() {
    let mut session = Session::at("contract/0.0.5001");
    session.press("@").type_text("1760000000").press("enter");
    assert_eq!(session.place(), "contract/0.0.5001@1760000000.000000000");
    assert!(session.screen().contains("As of 1760000000.000000000"), "{}", session.screen());
}

#[test]
fn a_wrong_time_is_told_at_the_field_and_nothing_typed_is_lost() {
    let mut session = Session::at("contract/0.0.5001");
    session.press("@").type_text("q1s:/?e").press("enter");
    let screen = session.screen();
    assert!(screen.contains("q1s:/?e") && screen.contains("write a time such as"), "{screen}");
}

#[test]
fn nothing_moves_once_everything_is_there() {
    assert!(Session::at("contract/0.0.5001").is_quiet());
}

#[test]
fn a_past_time_can_be_given_in_human_words() {
    let mut session = Session::at("contract/0.0.5001");
    session.press("@").type_text("2025-10-09 08:53:20").press("enter");
    assert_eq!(session.place(), "contract/0.0.5001@1760000000.000000000");
}

#[test]
fn a_system_contract_is_explained_instead_of_missed() {
    let screen = Session::at("contract/0.0.359").screen();
    assert!(screen.contains("It is part of the ledger itself"), "{screen}");
}
