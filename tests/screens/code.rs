//! The code of a contract, read; and of two, compared.

use insta::assert_snapshot;

use crate::support::Session;

#[test]
fn the_overview_tells_sizes_compiler_and_standards() {
    let session = Session::at("code/0.0.5001");
    assert_snapshot!("code_overview", session.styled_screen());
    assert_snapshot!("code_overview_80", Session::at("code/0.0.5001").size(80, 24).styled_screen());
}

#[test]
fn functions_lead_to_their_code_and_back() {
    let mut session = Session::at("code/0.0.5001");
    session.press("tab j");
    assert_snapshot!("code_functions", session.styled_screen());
    session.press("enter");
    assert_snapshot!("code_function_code", session.styled_screen());
    session.press("esc");
    assert!(session.screen().contains("code at"), "{}", session.screen());
}

#[test]
fn code_is_searched_by_opcode_bytes_and_name() {
    let mut session = Session::at("code/0.0.5001").size(80, 24);
    session.press("tab tab /").type_text("sstore").press("enter n");
    assert_snapshot!("code_found", session.styled_screen());
    session.press("/").type_text("0xdeadbeef").press("enter");
    assert!(session.screen().contains("not found"), "{}", session.screen());
    session.press("esc B");
    assert_snapshot!("code_hex", session.styled_screen());
}

#[test]
fn two_contracts_are_compared() {
    let mut session = Session::at("code/0.0.5001");
    session.press("C").type_text("5001").press("enter");
    assert!(session.screen().contains("same contract"), "{}", session.screen());
    session.press("backspace").type_text("2").press("enter");
    assert_snapshot!("code_compared", session.styled_screen());
    assert_snapshot!("code_compared_80", session.size(80, 24).styled_screen());
}

#[test]
fn what_the_constructor_was_given_is_read_by_the_verified_interface() {
    let screen = Session::at("code/0.0.5202").size(100, 36).screen();
    let (_, behind) = screen.split_once("Constructor arguments").unwrap();
    let rows: Vec<&str> = behind.lines().skip(1).take(3).map(str::trim).collect();
    assert_eq!(
        rows,
        [
            "constructor            constructor(address,uint256)  verified",
            "asset_               0.0.5002  address",
            "feeBasisPoints_      25  uint256",
        ]
    );
}
