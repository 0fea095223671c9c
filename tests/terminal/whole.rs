//! Whole visits from beginning to end: to a contract, through its verification, and out again.

use super::program::Start;

#[test]
fn a_contract_is_shown_verified_and_left() {
    let mut program = Start::demo().with(["0.0.5017"]).run();
    program.see("updated at").see("Latest calls").send("V");
    program.see("creation hash: found").send("\r");
    program.see("Send this?").send("\r");
    program.see("exact match").see("Verified: creation and runtime code match exactly");
    program.send("\x03");
    assert_eq!(program.end(), 0);
    assert!(program.is_given_back(), "the terminal is not as it was");
}

#[test]
fn a_refused_import_becomes_a_similarity_search_that_verifies() {
    let mut program = Start::demo().with(["verify/298/0.0.5026?mode=import"]).run();
    program.see("Will send").send("\r");
    program.see("Send this?").send("\r");
    program.see("etherscan_request_failed").see("try similarity").send(".");
    program.see("creation hash: found").see("/v2/verify/similarity/298/").send("\r");
    program.see("Send this?").send("\r");
    program.see("exact match").see("Verified: creation and runtime code match exactly");
    program.send("\x03");
    assert_eq!(program.end(), 0);
}
