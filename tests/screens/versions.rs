//! The versions of a contract: the walk back, what changed with each, and a walk that does not come to its end.

use crate::player;
use crate::support::Session;

const BUSY: &str = "contract/0.0.5001/versions";

#[test]
fn every_version_says_what_changed() {
    insta::assert_snapshot!(Session::at(BUSY).styled_screen());
}

#[test]
fn changes_of_the_selected_version_fit_into_eighty_columns() {
    insta::assert_snapshot!(Session::at(BUSY).size(80, 24).press("j").styled_screen());
}

#[test]
fn the_first_version_tells_what_the_contract_began_with() {
    insta::assert_snapshot!(Session::at(BUSY).size(100, 30).press("G tab j").styled_screen());
}

#[test]
fn a_contract_that_never_changed_has_one_version() {
    insta::assert_snapshot!(Session::at("contract/0.0.5002/versions").size(80, 24).styled_screen());
}

#[test]
fn it_is_reached_from_the_contract_and_leads_to_the_contract_as_of_then() {
    let mut session = Session::at("contract/0.0.5001");
    assert_eq!(session.press("g v").place(), BUSY);
    let asked = session.asked();
    session.press("j enter");
    assert_eq!(session.place(), "contract/0.0.5001@1773489600.000000000");
    assert!(session.screen().contains("(under review)"), "{}", session.screen());
    session.press("[ g g enter");
    assert_eq!(session.place(), "contract/0.0.5001", "the current version is the contract itself");
    assert!(session.press("[").screen().contains("3 versions, back to the contract's creation"));
    assert!(session.asked() <= asked + 8, "the walk is not made again");
}

#[test]
fn nothing_moves_once_the_walk_is_over() {
    assert!(Session::at(BUSY).is_quiet());
}

#[test]
fn it_grows_as_answers_come_and_can_be_stopped_and_sent_on() {
    let mut session = Session::at("home");
    session.hold();
    session.press(":").paste(BUSY).press("enter");
    assert!(session.screen().contains("Loading contract 0.0.5001"), "{}", session.screen());
    session.let_go(0);
    assert!(session.screen().contains("1 version, looking for older ones"), "{}", session.screen());
    session.press("esc");
    insta::assert_snapshot!(session.styled(80, 24));
    assert!(!session.let_go(0), "nothing is asked after a stop");
    session.press("m");
    while session.let_go(0) {}
    assert!(session.screen().contains("3 versions, back to"), "{}", session.screen());
}

#[test]
fn a_refresh_asks_no_further_than_what_is_known() {
    let mut session = Session::at(BUSY);
    let asked = session.asked();
    session.press("j r");
    assert_eq!(session.asked(), asked + 1);
    let screen = session.screen();
    assert!(screen.lines().any(|line| line.starts_with("▌2026-03-14")), "{screen}");
}

fn version(from: u64, to: Option<u64>) -> String {
    let to = to.map_or("null".to_owned(), |to| format!("\"{to}.000000000\""));
    format!(
        r#"{{"contract_id":"0.0.5","memo":"since {from}","created_timestamp":"1000.000000000","timestamp":{{"from":"{from}.000000000","to":{to}}}}}"#
    )
}

#[test]
fn a_walk_that_fails_keeps_what_was_found_and_can_go_on() {
    let server = player::serve(|path| match path {
        "/api/v1/contracts/0.0.5" => (200, version(3000, None)),
        path if path.ends_with("3000.000000000") => (200, version(2000, Some(3000))),
        _ => (400, r#"{"_status":{"messages":[{"message":"Invalid parameter: timestamp"}]}}"#.to_owned()),
    });
    let mut session = Session::on_server("contract/0.0.5/versions", &server);
    insta::assert_snapshot!(session.styled(80, 24));
    let asked = session.asked();
    assert_eq!(session.press("m").asked(), asked + 1, "the walk goes on where it failed");
}

#[test]
fn a_server_that_always_answers_with_the_same_version_is_asked_twice() {
    let server = player::serve(|_| (200, version(3000, None)));
    let session = Session::on_server("contract/0.0.5/versions", &server);
    assert!(session.screen().contains("it is not asked again"), "{}", session.screen());
    assert_eq!(session.asked(), 2);
}

#[test]
fn what_is_no_contract_has_no_versions() {
    insta::assert_snapshot!(Session::at("contract/0.0.7002/versions").size(80, 24).styled_screen());
}
