//! The verified sources of a contract.

use insta::assert_snapshot;

use crate::support::Session;

#[test]
fn files_and_text_stand_side_by_side() {
    let mut session = Session::at("contract/0.0.5002");
    session.press("g o");
    assert_eq!(session.place(), "sources/298/0.0.5002");
    assert_snapshot!("sources", session.styled_screen());
    session.press("/").type_text("function").press("enter n");
    assert_snapshot!("sources_80", session.size(80, 24).styled_screen());
}

#[test]
fn what_is_not_verified_has_no_sources() {
    let session = Session::at("sources/298/0.0.5001");
    assert!(session.screen().contains("has no sources"), "{}", session.screen());
}
