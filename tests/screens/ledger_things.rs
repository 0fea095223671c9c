//! Tokens and blocks: every field of their records, and where they lead.

use crate::support::Session;

#[test]
fn a_token_has_its_supply_its_fees_and_its_keys() {
    let mut session = Session::at("token/0.0.2002").size(110, 60);
    insta::assert_snapshot!(session.styled_screen());
    session.press(":").type_text("token/0.0.2005").press("enter");
    assert!(session.screen().contains("each has a serial number"), "{}", session.screen());
}

#[test]
fn the_holders_of_a_token_lead_to_their_accounts() {
    let mut session = Session::at("token/0.0.2001/balances").size(100, 20);
    insta::assert_snapshot!(session.screen());
    session.press("enter");
    assert!(session.place().starts_with("account/0.0.10"), "{}", session.place());
}

#[test]
fn a_block_leads_to_its_results_and_to_the_blocks_beside_it() {
    let mut session = Session::at("block/70070000").size(120, 34);
    insta::assert_snapshot!(session.styled_screen());
    session.press("}");
    assert_eq!(session.place(), "block/70070001");
    session.press("{ {");
    assert_eq!(session.place(), "block/70069999");
    session.press("} R");
    assert_eq!(session.place(), "results?block.number=70070000");
}

#[test]
fn a_block_is_found_by_the_hash_that_the_next_one_names() {
    let mut session = Session::at("block/70070001").size(140, 34);
    session.press("j j enter");
    assert!(session.place().starts_with("block/0x"), "{}", session.place());
    assert!(session.screen().contains("block 70070000"), "{}", session.screen());
    assert!(Session::at("block/99999999").screen().contains("Not found (404)"));
}

#[test]
fn all_contracts_are_a_list() {
    let mut session = Session::at("contracts").size(120, 20);
    insta::assert_snapshot!(session.screen());
    session.press("enter");
    assert!(session.place().starts_with("contract/0.0."), "{}", session.place());
}
