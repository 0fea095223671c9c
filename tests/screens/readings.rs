//! What bytes say on screen: calls within calls, signatures that share a selector, and whose interface wins.

use crate::support::Session;

/// The creation of a vault that is verified.
const VAULT_MADE: &str = "result/0.0.5202/1752747801.000005202";

/// A scene of the contract that shows calls within calls.
fn scene(seconds: u64) -> String {
    format!("result/0.0.5211/{seconds}.000005211")
}

/// The second tab of a scene, tall enough for all of it.
fn input(seconds: u64) -> Session {
    let mut session = Session::at(&scene(seconds)).size(120, 70);
    session.press("tab");
    session
}

/// A session that was taught a signature for a contract.
fn taught(contract: &str, signature: &str) -> Session {
    let mut session = Session::at(&format!("contract/{contract}/interfaces")).size(120, 70);
    session.press("a").type_text(signature).press("enter");
    session
}

fn go(session: &mut Session, seconds: u64) {
    session.press(":").paste(&scene(seconds)).press("enter tab");
}

#[test]
fn signatures_that_share_a_selector_are_all_listed_and_taken_in_turn() {
    let mut session = taught("0.0.5211", "function collate_propagate_storage(bytes16 sixteen)");
    go(&mut session, 1_795_217_240);
    let first = session.styled_screen();
    insta::assert_snapshot!("collision_first", first);
    insta::assert_snapshot!("collision_second", session.press("d").styled_screen());
    insta::assert_snapshot!("collision_bytes", session.press("d").styled_screen());
    assert_eq!(session.press("d").styled_screen(), first);
}

#[test]
fn the_users_interface_wins_over_the_verified_one_and_that_over_what_is_shipped() {
    assert!(input(1_795_217_120).screen().contains("multicall(bytes[])  built-in"));
    assert!(input(1_795_217_360).screen().contains("transfer(address,uint256)  verified"));
    let mut session = taught("0.0.5002", "function transfer(address whom, uint256 much)");
    go(&mut session, 1_795_217_360);
    let screen = session.screen();
    assert!(screen.contains("transfer(address,uint256)  user") && screen.contains("whom"), "{screen}");
    assert!(!screen.contains("transfer(address,uint256)  verified"), "{screen}");
}

#[test]
fn an_error_of_a_contracts_own_is_read() {
    insta::assert_snapshot!("error_of_a_token", input(1_795_217_120).styled_screen());
    insta::assert_snapshot!("error_of_a_timelock", input(1_795_217_540).styled_screen());
}

/// A vault that an Ethereum transaction made: its code, what compiled it, and what its constructor was given.
#[test]
fn the_arguments_of_a_constructor_are_read() {
    let mut session = Session::at(VAULT_MADE).size(120, 40);
    insta::assert_snapshot!("constructor_verified", session.press("tab").styled_screen());
}

#[test]
fn a_batch_is_unfolded() {
    insta::assert_snapshot!(input(1_795_217_000).styled_screen());
}

#[test]
fn calls_that_may_fail_are_unfolded() {
    insta::assert_snapshot!(input(1_795_217_060).styled_screen());
}

#[test]
fn a_safe_is_unfolded_down_to_the_transfer() {
    insta::assert_snapshot!(input(1_795_217_180).styled_screen());
}

#[test]
fn a_wallet_is_unfolded() {
    insta::assert_snapshot!(input(1_795_217_360).styled_screen());
}

#[test]
fn a_timelock_is_unfolded() {
    insta::assert_snapshot!("timelock_schedule", input(1_795_217_420).styled_screen());
    insta::assert_snapshot!("timelock_execute", input(1_795_217_480).styled_screen());
}

#[test]
fn both_encodings_of_a_redirect_are_unfolded() {
    insta::assert_snapshot!("redirect_encoded", input(1_795_217_600).styled_screen());
    insta::assert_snapshot!("redirect_packed", input(1_795_217_660).styled_screen());
}
