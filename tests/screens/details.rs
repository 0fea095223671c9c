//! Details of the rows in view: what only single records have, fetched a few at a time and stopped at will.

use api::{AnyOperation, Failure};
use hieroscope::message::Ask;

use crate::player::serve;
use crate::support::Session;

const RESULTS: &str = "contract/0.0.5001/results";

/// The line that says where in the list one is.
fn indicator(session: &Session) -> String {
    let screen = session.screen();
    let is_it = |line: &&str| line.contains(" loaded") || line.contains("details ");
    screen.lines().find(is_it).unwrap_or_default().to_owned()
}

/// How many questions for single records wait.
fn asked(session: &Session) -> usize {
    session
        .all_waiting()
        .iter()
        .filter(|request| matches!(request.ask, Ask::Server(AnyOperation::Result(_))))
        .count()
}

#[test]
fn what_single_records_have_stands_in_the_rows_once_it_is_fetched() {
    let mut session = Session::at(RESULTS).size(230, 24);
    let before = session.screen();
    assert!(!before.contains("nonce") && !before.contains("block"), "{before}");
    let sent = session.sent();
    session.press("E");
    insta::assert_snapshot!("after", session.styled_screen());
    assert_eq!(session.sent() - sent, 15, "a record for each row in view");
    session.press("E");
    assert!(session.screen().contains("the details of these rows are known"), "{}", session.screen());
    assert_eq!(session.sent() - sent, 15);
    session.press("/").type_text("nonce>0").press("enter");
    assert!(indicator(&session).contains("nonce known of 15 of 100 loaded"), "{}", session.screen());
    session.press("esc X");
    assert!(!indicator(&session).contains("known of"), "{}", session.screen());
}

#[test]
fn progress_is_shown_few_are_asked_at_once_and_a_second_press_stops() {
    let mut session = Session::at(RESULTS).size(118, 24);
    session.hold();
    session.press("E");
    assert_eq!(asked(&session), 2);
    assert!(indicator(&session).starts_with("─ details 0 of 15 · E stops"), "{}", session.screen());
    session.let_go(0);
    session.let_go(0);
    insta::assert_snapshot!("progress", session.styled_screen());
    assert_eq!(asked(&session), 2);
    session.press("E");
    assert_eq!(asked(&session), 0, "what is asked is given up");
    assert!(!session.screen().contains("details"), "{}", session.screen());
    session.press("E");
    assert!(
        indicator(&session).contains("details 0 of 13"),
        "what is known is not asked again: {}",
        session.screen()
    );
    session.press("esc");
    assert_eq!(asked(&session), 0);
    assert_eq!(session.place(), RESULTS);
}

#[test]
fn who_leaves_the_list_fetches_no_more() {
    let mut session = Session::at(RESULTS).size(118, 24);
    session.hold();
    session.press("j j E");
    assert_eq!(asked(&session), 2);
    session.press("g c");
    assert_eq!(asked(&session), 0);
    session.press("[");
    assert_eq!((asked(&session), session.place()), (0, RESULTS.to_owned()));
}

#[test]
fn who_goes_to_another_tab_fetches_no_more() {
    let mut session = Session::at(RESULTS).size(118, 24);
    session.press("g n )");
    session.hold();
    session.press("E");
    assert_eq!(asked(&session), 2);
    session.press(")");
    assert_eq!((asked(&session), session.place()), (0, "home".to_owned()));
    session.press(") E g n");
    assert_eq!((asked(&session), session.place()), (0, "home".to_owned()), "nor in a new one");
}

#[test]
fn a_server_that_is_asked_too_much_is_left_alone() {
    let mut session = Session::at(RESULTS).size(118, 24);
    session.hold();
    session.press("E");
    session.let_go(0);
    let busy = Failure::RateLimited { until: None, words: Vec::new(), code: None };
    session.retry(&busy);
    assert!(indicator(&session).contains("Next try in 12 s"), "{}", session.screen());
    session.fail(&busy);
    insta::assert_snapshot!("refused", session.styled_screen());
    assert_eq!(asked(&session), 0);
    session.press("E");
    assert!(indicator(&session).contains("details 0 of 14"), "{}", session.screen());
}

#[test]
fn where_lists_leave_nothing_out_there_is_nothing_to_fetch() {
    let list = r#"{"results":[{"timestamp":"30.000000000","contract_id":"0.0.5001","hash":"0x01",
        "from":"0x0000000000000000000000000000000000000389","to":"0x0000000000000000000000000000000000001389",
        "block_number":7,"transaction_index":1,"type":2,"nonce":9,"gas_price":"0x47","gas_used":1000000,
        "gas_consumed":800000,"gas_limit":1250000,"status":"0x1","result":"SUCCESS","amount":0,"bloom":"0x",
        "call_result":"0x","function_parameters":"0x","created_contract_ids":[],"error_message":null}],
        "links":{"next":null}}"#;
    let server =
        serve(
            move |path| {
                if path.contains("/results?") { (200, list.to_owned()) } else { (404, "{}".to_owned()) }
            },
        );
    let mut session = Session::on_server(RESULTS, &server).size(118, 24);
    session.press("E");
    assert!(
        session.screen().contains("these rows have all that single records have"),
        "{}",
        session.screen()
    );
    session.press("/").type_text("nonce>5 fee>=0.5h fee<1h to=0.0.5001 overcharge=200000").press("enter");
    assert!(session.screen().contains("00:00:30"), "the row passes: {}", session.screen());
    assert!(!indicator(&session).contains("known of"), "{}", session.screen());
}

#[test]
fn arguments_and_what_was_returned_are_columns_to_filter_by() {
    let mut session = Session::at(RESULTS).size(200, 24);
    session.press("c");
    for name in ["arguments", "to", "returned", "overcharge"] {
        session.press("g g");
        while !session.screen().lines().any(|line| line.contains("│▌") && line.contains(&format!(" {name} ")))
        {
            session.press("j");
        }
        session.press("space");
    }
    session.press("esc");
    insta::assert_snapshot!("arguments", session.styled_screen());
    session.press("/").type_text("arguments~0.0.1").press("enter");
    assert!(!session.screen().contains("No loaded row passes"), "{}", session.screen());
}
