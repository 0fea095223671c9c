//! One visit from beginning to end: a contract, its verification, its success, and the way out.

use super::program::Start;

#[test]
fn a_contract_is_shown_verified_and_left() {
    let mut program = Start::demo().with(["0.0.5017"]).run();
    program.see("read at").see("runtime bytecode").send("v");
    program.see("creation hash: found").send("\r");
    program.see("Send this?").send("\r");
    program.see("exact match").see("Verified: creation and runtime code match exactly");
    program.send("\x03");
    assert_eq!(program.end(), 0);
    assert!(program.is_given_back(), "the terminal is not as it was");
}
