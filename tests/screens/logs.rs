//! The events of a contract: decoded, filtered by topic and walked by weeks, and what a server without them shows.

use crate::support::Session;

const BUSY: &str = "contract/0.0.5002/logs";
const TRANSFER: &str = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

#[test]
fn events_are_read() {
    insta::assert_snapshot!(Session::at(BUSY).press("j").screen());
}

#[test]
fn events_fit_into_eighty_columns() {
    insta::assert_snapshot!(Session::at(BUSY).size(80, 24).press("j j").screen());
}

#[test]
fn they_are_reached_from_the_contract_and_lead_to_their_result() {
    let mut session = Session::at("contract/0.0.5002");
    assert_eq!(session.press("g l").place(), BUSY);
    session.press("j enter");
    assert!(session.place().starts_with("result/0.0.5002/"), "{}", session.place());
}

#[test]
fn topics_are_searched_week_by_week() {
    insta::assert_snapshot!(Session::at(&format!("{BUSY}?topic0={TRANSFER}")).press("j").screen());
}

#[test]
fn a_topic_that_never_was_is_looked_for_back_to_the_bound() {
    let place = format!("{BUSY}?topic0=0x77&timestamp=gte:1793404800");
    let mut session = Session::at(&place).size(80, 24);
    while session.screen().contains("looking further goes on") {
        session.press("m");
    }
    insta::assert_snapshot!(session.screen());
}

#[test]
fn the_form_takes_an_events_signature() {
    let mut session = Session::at(BUSY);
    session.press("f").paste("Transfer(address,address,uint256)");
    insta::assert_snapshot!(session.screen());
    session.press("enter");
    assert_eq!(session.place(), format!("{BUSY}?topic0={TRANSFER}"));
}
