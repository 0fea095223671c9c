//! Functions of a contract, asked without a transaction: the list, the form, answers and pins.

use api::{AnyOperation, Failure};
use hieroscope::message::Ask;

use crate::support::Session;

const TOKEN: &str = "contract/0.0.5002/read";
/// Nobody verified it: its functions are those of its code that this program names.
const UNKNOWN: &str = "contract/0.0.5001/read";

/// Selects the function of this name, which is below what is pinned.
fn select(session: &mut Session, name: &str) {
    session.press("G");
    for _ in 0..60 {
        if session.screen().lines().any(|line| line.trim_start().starts_with(&format!("▌{name} "))) {
            return;
        }
        session.press("k");
    }
    panic!("{name} is not listed: {}", session.screen());
}

#[test]
fn functions_that_change_nothing_are_listed_and_asked() {
    let mut session = Session::at(TOKEN);
    insta::assert_snapshot!("listed", session.styled_screen());
    select(&mut session, "name");
    session.press("enter");
    assert!(session.screen().contains("\"Demo token 5002\""), "{}", session.screen());
    session.press("g a");
    insta::assert_snapshot!("asked", session.styled_screen());
}

#[test]
fn the_form_checks_each_field_by_its_type_and_looks_up_whom_it_names() {
    let mut session = Session::at(TOKEN);
    select(&mut session, "balanceOf");
    session.press("enter").type_text("seven");
    insta::assert_snapshot!("wrong", session.styled_screen());
    session.press("enter");
    assert!(session.screen().contains("write an id such as 0.0.77"), "{}", session.screen());
    session.press("backspace backspace backspace backspace backspace").type_text("0.0.1002").press("enter");
    let screen = session.screen();
    assert!(screen.contains("(holder 0.0.1002)"), "{screen}");
    insta::assert_snapshot!("answered", session.styled_screen());
    session.press("Y");
    assert!(session.screen().contains("cast command"), "{}", session.screen());
}

#[test]
fn a_block_a_sender_and_value_are_taken_and_gas_is_estimated() {
    let mut session = Session::at(TOKEN);
    select(&mut session, "totalSupply");
    session.press("I").type_text("70070000").press("tab").type_text("0.0.1002").press("tab tab right enter");
    let screen = session.screen();
    assert!(screen.contains("at block 70070000") && screen.contains("estimated"), "{screen}");
    session
        .press("I tab")
        .press("backspace backspace backspace backspace backspace backspace backspace backspace");
    session.press("tab").type_text("5").press("enter");
    assert!(session.screen().contains("value needs a sender"), "{}", session.screen());
}

#[test]
fn pins_stay_beside_another_call_and_are_refreshed_together() {
    let mut session = Session::at(TOKEN);
    select(&mut session, "balanceOf");
    session.press("enter").type_text("0.0.1002").press("enter space");
    select(&mut session, "balanceOf");
    session.press("enter").type_text("0.0.1003").press("enter space");
    let screen = session.screen();
    assert!(screen.contains("(holder 0.0.1002)") && screen.contains("(holder 0.0.1003)"), "{screen}");
    insta::assert_snapshot!("pinned", session.styled_screen());
    let before = session.sent();
    session.press("r");
    assert!(session.sent() >= before + 2, "each is asked again");
    session.press("g g x");
    let screen = session.screen();
    assert!(!screen.contains("(holder 0.0.1002)") && screen.contains("(holder 0.0.1003)"), "{screen}");
}

#[test]
fn a_revert_is_told_in_words() {
    let mut session = Session::at("contract/0.0.5022/interfaces");
    session.press("a").type_text("function withText(string why) pure").press("enter g R");
    select(&mut session, "withText");
    session.press("enter").type_text("not today").press("enter");
    let screen = session.screen();
    assert!(screen.contains("reverted") && screen.contains("not today"), "{screen}");
    insta::assert_snapshot!("reverted", session.styled_screen());
}

#[test]
fn what_is_built_in_names_the_functions_of_code_that_nobody_verified() {
    insta::assert_snapshot!(Session::at(UNKNOWN).size(80, 24).styled_screen());
}

#[test]
fn a_server_that_executes_nothing_says_so_in_the_row() {
    let mut session = Session::at(TOKEN);
    select(&mut session, "name");
    session.hold();
    session.press("enter");
    while !session
        .waiting()
        .is_some_and(|request| matches!(request.ask, Ask::Server(AnyOperation::ContractCall(_))))
    {
        assert!(session.let_go(0), "{}", session.screen());
    }
    session.fail(&Failure::NotOffered { status: 501 });
    let screen = session.screen();
    assert!(
        screen.contains("this mirror node executes no calls") && !screen.contains("does not offer"),
        "{screen}"
    );
}

#[test]
fn the_key_works_from_every_page_of_the_contract() {
    for place in ["contract/0.0.5002", "contract/0.0.5002/results", "code/0.0.5002", "contract/0.0.5002/logs"]
    {
        let mut session = Session::at(place);
        session.press("g R");
        assert_eq!(session.place(), TOKEN, "{place}");
    }
}
