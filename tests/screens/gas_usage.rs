//! What calls of a contract cost: sums by method over a window that grows, and where there is nothing to sum up.

use crate::player;
use crate::support::Session;

const BUSY: &str = "contract/0.0.5001/gas";

#[test]
fn calls_are_summed_up_by_method() {
    insta::assert_snapshot!(Session::at(BUSY).styled_screen());
}

#[test]
fn it_fits_into_eighty_columns() {
    insta::assert_snapshot!(Session::at(BUSY).size(80, 24).press("j").styled_screen());
}

#[test]
fn the_calls_of_a_method_lead_to_their_results() {
    let mut session = Session::at(BUSY).size(120, 30);
    session.press("enter j");
    insta::assert_snapshot!(session.styled_screen());
    session.press("enter");
    assert!(session.place().starts_with("result/0.0.5001/"), "{}", session.place());
    session.press("[ esc");
    assert!(session.screen().contains("suggested limit"), "{}", session.screen());
}

#[test]
fn failing_calls_are_counted_and_no_limit_is_made_of_them() {
    insta::assert_snapshot!(Session::at("contract/0.0.5022/gas").size(120, 24).styled_screen());
}

#[test]
fn a_window_that_begins_with_the_oldest_call_grows_until_a_later_time() {
    let mut session = Session::at("contract/0.0.5001/gas?order=asc");
    session.hold();
    session.press("U").type_text("1h ago").press("enter");
    assert!(session.screen().contains("loading until"), "{}", session.screen());
}

#[test]
fn the_window_grows_as_wished_and_says_so() {
    let mut session = Session::at("contract/0.0.5001/results?from=0.0.1042");
    session.press("g e");
    assert_eq!(session.place(), "contract/0.0.5001/gas?from=0.0.1042");
    let mut session = Session::at(BUSY);
    assert!(session.screen().contains("300 calls in "), "{}", session.screen());
    session.press("m");
    assert!(session.screen().contains("400 calls in "), "{}", session.screen());
    assert!(session.is_quiet());
}

#[test]
fn without_calls_there_is_nothing_to_sum_up() {
    let screen = Session::at("contract/0.0.999999/gas").screen();
    assert!(screen.contains("No calls to summarise."), "{screen}");
}

#[test]
fn it_can_be_stopped_and_widened_again() {
    let mut session = Session::at("home");
    session.hold();
    session.press(":").paste(BUSY).press("enter");
    insta::assert_snapshot!(session.styled(80, 24));
    session.let_go(0);
    session.press("esc");
    assert!(session.screen().contains("100 calls in "), "{}", session.screen());
    while session.let_go(0) {}
    assert!(session.screen().contains("100 calls in "), "no page is asked for after a stop");
}

#[test]
fn a_server_that_fails_is_told_of_and_asked_again() {
    let server =
        player::serve(|_| (400, r#"{"_status":{"messages":[{"message":"Invalid limit"}]}}"#.to_owned()));
    let mut session = Session::on_server(BUSY, &server);
    insta::assert_snapshot!(session.styled(80, 24));
    let asked = session.asked();
    assert_eq!(session.press("r").asked(), asked + 1);
}

#[test]
fn money_is_not_guessed_where_no_price_is_known() {
    let rows = r#"{"results":[
        {"timestamp":"30.000000000","gas_limit":1000,"gas_used":800,"gas_consumed":100,"error_message":null,"function_parameters":"0xa9059cbb"},
        {"timestamp":"20.000000000","gas_limit":1000,"gas_used":990,"gas_consumed":990,"error_message":null,"function_parameters":"0x"}
    ],"links":{"next":null}}"#;
    let server = player::serve(move |path| {
        if path.contains("/results?") {
            (200, rows.to_owned())
        } else {
            (404, r#"{"_status":{"messages":[{"message":"Not found"}]}}"#.to_owned())
        }
    });
    let session = Session::on_server("contract/0.0.5/gas", &server);
    insta::assert_snapshot!(session.styled(120, 30));
}
