//! The storage of a contract, now and as of a time.

use crate::support::Session;

const YARD: &str = "contract/0.0.5002/state";

#[test]
fn slots_are_listed_with_what_they_hold() {
    insta::assert_snapshot!(Session::at(YARD).press("j").screen());
}

#[test]
fn slots_fit_into_eighty_columns() {
    insta::assert_snapshot!(Session::at(YARD).size(80, 24).press("j j").screen());
}

#[test]
fn it_is_reached_from_the_contract_as_of_the_same_time() {
    let mut session = Session::at("contract/0.0.5002");
    assert_eq!(session.press("g s").place(), YARD);
    let mut session = Session::at("contract/0.0.5001@1791000000");
    session.press("g s");
    assert_eq!(session.place(), "contract/0.0.5001/state?timestamp=1791000000.000000000");
    insta::assert_snapshot!(session.size(80, 24).screen());
}

#[test]
fn slots_are_named_by_the_way_to_them() {
    let mut session = Session::at(YARD);
    let screen = session.press("j").screen();
    assert!(screen.contains("[0xB0551e…3E85]") && screen.contains("lies at "), "{screen}");
    assert!(session.is_quiet(), "the search has come to its end");
}
