//! The latest calls on the contract's page: how they ended, when they came, and the ways on.

use crate::player::serve;
use crate::support::Session;

#[test]
fn failures_are_counted_and_each_call_can_be_opened() {
    let mut session = Session::at("contract/0.0.5022").size(80, 24);
    snapshot!(session.styled_screen());
    session.press("j j j j enter");
    assert!(session.place().starts_with("result/0.0.5022/"), "{}", session.place());
}

#[test]
fn the_count_of_failures_leads_to_them_and_so_does_a_key() {
    for keys in ["j j j enter", "X"] {
        let mut session = Session::at("contract/0.0.5022").size(80, 24);
        session.press(keys);
        assert_eq!(session.place(), "contract/0.0.5022/results");
        let screen = session.screen();
        assert!(screen.contains("status=failed") && screen.contains("of 53 loaded"), "{screen}");
    }
}

#[test]
fn a_creation_whose_code_is_not_kept_is_no_transfer() {
    let screen = Session::at("contract/0.0.5013/results?order=asc&limit=1").screen();
    assert!(screen.contains("creation") && !screen.contains("transfer"), "{screen}");
}

#[test]
fn a_contract_that_nobody_called_says_so() {
    snapshot!(Session::at("contract/0.0.5011").size(80, 24).styled_screen());
}

#[test]
fn a_system_contract_has_calls_by_others() {
    snapshot!(Session::at("contract/0.0.359").size(80, 24).styled_screen());
}

#[test]
fn the_calls_are_those_before_a_past_time() {
    let screen = Session::at("contract/0.0.5001@1760000000").size(80, 24).screen();
    assert!(screen.contains("2025-10-09 08:53:") && !screen.contains("2026-11-20"), "{screen}");
}

#[test]
fn nothing_moves_when_the_calls_come() {
    let mut session = Session::late("contract/0.0.5001");
    session.let_go(0);
    let row = |session: &Session| session.screen().lines().position(|line| line.contains("Lifecycle"));
    let before = session.screen();
    assert!(before.contains("░░░░") && row(&session).is_some(), "{before}");
    let begin = row(&session);
    while session.let_go(0) {
        assert_eq!(row(&session), begin, "{}", session.screen());
    }
    assert!(session.screen().contains("of 100 calls failed"), "{}", session.screen());
}

#[test]
fn a_page_without_them_says_why_and_is_no_failure() {
    let server = serve(|path| match path {
        "/api/v1/contracts/0.0.5001" => (
            200,
            r#"{"contract_id":"0.0.5001","evm_address":"0x0000000000000000000000000000000000001389"}"#
                .to_owned(),
        ),
        _ => (500, r#"{"_status":{"messages":[{"message":"Internal error"}]}}"#.to_owned()),
    });
    let session = Session::on_server("contract/0.0.5001", &server);
    let screen = session.screen();
    assert!(screen.contains("Could not load them") && screen.contains("Lifecycle"), "{screen}");
    assert!(!screen.lines().nth(1).unwrap().contains("failed"), "{screen}");
}

#[test]
fn the_list_of_results_begins_with_the_page_that_is_there() {
    let mut session = Session::at("contract/0.0.5001");
    let asked = session.asked();
    session.press("R");
    assert!(session.screen().contains("row 1 of 100 loaded"), "{}", session.screen());
    assert_eq!(session.asked(), asked);
    session.press("r");
    assert!(session.asked() > asked);
}
