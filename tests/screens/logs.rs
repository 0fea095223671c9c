//! The events of a contract: decoded, filtered by topic and walked by weeks, and what a server without them shows.

use std::sync::{Arc, Mutex};

use crate::player;
use crate::support::Session;

const BUSY: &str = "contract/0.0.5002/logs";
const TRANSFER: &str = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

#[test]
fn events_are_read() {
    insta::assert_snapshot!(Session::at(BUSY).press("j").styled_screen());
}

#[test]
fn events_fit_into_eighty_columns() {
    insta::assert_snapshot!(Session::at(BUSY).size(80, 24).press("j j").styled_screen());
}

#[test]
fn they_are_reached_from_the_contract_and_lead_to_their_result() {
    let mut session = Session::at("contract/0.0.5002");
    assert_eq!(session.press("g l").place(), BUSY);
    session.press("j enter");
    assert!(session.place().starts_with("result/0.0.5002/"), "{}", session.place());
}

#[test]
fn topics_are_searched_week_by_week() {
    insta::assert_snapshot!(Session::at(&format!("{BUSY}?topic0={TRANSFER}")).press("j").styled_screen());
}

#[test]
fn a_topic_that_never_was_is_looked_for_back_to_the_bound() {
    let place = format!("{BUSY}?topic0=0x77&timestamp=gte:1793404800");
    let mut session = Session::at(&place).size(80, 24);
    while session.screen().contains("load more to continue") {
        session.press("m");
    }
    insta::assert_snapshot!(session.styled_screen());
}

#[test]
fn the_form_takes_an_events_signature() {
    let mut session = Session::at(BUSY);
    session.press("f").paste("Transfer(address,address,uint256)");
    insta::assert_snapshot!(session.styled_screen());
    session.press("enter");
    assert_eq!(session.place(), format!("{BUSY}?topic0={TRANSFER}"));
}

#[test]
fn the_form_takes_what_topics_stand_for() {
    let mut session = Session::at(BUSY).size(80, 24);
    session.press("f").type_text("Transfer").press("tab").type_text("0.0.1002, 5").press("enter");
    let word = |digits: &str| format!("0x{digits:0>64}");
    let topics = format!("topic0={TRANSFER}&topic1={}&topic1={}", word("3ea"), word("5"));
    assert_eq!(session.place(), format!("{BUSY}?{topics}"));
    let mut session = Session::at(BUSY).size(80, 24);
    session.press("f").paste("event Transfer(address indexed from, address to, uint amount)");
    assert!(session.screen().contains("topic0=0xddf252ad"), "{}", session.screen());
}

#[test]
fn the_form_says_what_cannot_be_a_topic() {
    let mut session = Session::at(BUSY).size(80, 24);
    let screen = session.press("f").type_text("Transfr").screen();
    assert!(screen.contains("! write an event as Transfer(address,address,uint256)"), "{screen}");
    session.press("ctrl-u tab").type_text("0.0.x").press("tab tab tab").type_text("yesterdy");
    session.press("tab").type_text("3").press("enter");
    insta::assert_snapshot!(session.styled_screen());
    assert_eq!(session.place(), BUSY, "nothing is sent");
}

#[test]
fn a_contract_that_there_is_not_is_not_searched() {
    let session = Session::at("contract/0.0.999999/logs").size(80, 24);
    assert!(session.screen().contains("No contract 0.0.999999 on demo."), "{}", session.screen());
    let mut session = Session::at(&format!("contract/0.0.999999/logs?topic0={TRANSFER}")).size(80, 24);
    assert!(session.screen().contains("No contract 0.0.999999 on demo."), "{}", session.screen());
    assert!(session.press("r").is_quiet(), "{}", session.screen());
}

#[test]
fn a_walk_that_waits_for_its_contract_can_be_stopped_and_begun() {
    let (address, asked) = quiet_server();
    let mut session = Session::on_server("home", &address).size(80, 24);
    session.hold();
    session.press(":").paste("contract/0.0.5/logs?topic0=0x77").press("enter esc");
    assert!(session.screen().contains("Stopped loading contract 0.0.5"), "{}", session.screen());
    session.press("r");
    while asked.lock().unwrap().len() < 2 {
        assert!(session.let_go(0));
    }
    assert!(session.screen().contains("searched back to"), "{}", session.screen());
}

/// A server with a contract of many years whose one event was emitted in the fourth week back, and the windows that
/// it was asked for.
fn quiet_server() -> (String, Arc<Mutex<Vec<String>>>) {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&asked);
    let address = player::serve(move |path| {
        if let Some((_, query)) = path.split_once("/results/logs?") {
            let mut seen = seen.lock().unwrap();
            seen.push(query.to_owned());
            let topic = "0".repeat(62);
            let row = format!(
                r#"{{"contract_id":"0.0.5","index":0,"data":"0x","topics":["0x{topic}77"],"timestamp":"1793000000.000000001"}}"#
            );
            let rows = if seen.len() == 4 { row } else { String::new() };
            return (200, format!(r#"{{"logs":[{rows}],"links":{{"next":null}}}}"#));
        }
        if path.ends_with("/contracts/0.0.5") {
            return (200, r#"{"contract_id":"0.0.5","created_timestamp":"1600000000.000000000"}"#.to_owned());
        }
        (404, r#"{"_status":{"messages":[{"message":"Not found"}]}}"#.to_owned())
    });
    (address, asked)
}

#[test]
fn the_walk_goes_on_by_itself_past_what_it_finds_until_half_a_year_was_quiet() {
    let (address, asked) = quiet_server();
    let mut session = Session::on_server("contract/0.0.5/logs?topic0=0x77", &address).size(80, 24);
    assert_eq!(asked.lock().unwrap().len(), 4 + 26, "{}", session.screen());
    assert!(session.screen().contains("row 1 of 1 loaded in 30 pages, more below"), "{}", session.screen());
    assert!(session.screen().contains("searched back to 2026-04-25"), "{}", session.screen());
    session.press("j");
    assert_eq!(asked.lock().unwrap().len(), 30, "a move is no wish to look further");
    session.press("m");
    assert_eq!(asked.lock().unwrap().len(), 56);
}

#[test]
fn a_window_that_cannot_be_read_is_asked_for_again_only_by_the_user() {
    let asked = Arc::new(Mutex::new(0));
    let count = Arc::clone(&asked);
    let address = player::serve(move |path| {
        if path.ends_with("/contracts/0.0.5") {
            let body = r#"{"contract_id":"0.0.5","created_timestamp":"1600000000.000000000"}"#;
            return (200, body.to_owned());
        }
        let mut count = count.lock().unwrap();
        *count += usize::from(path.contains("/results/logs?"));
        if *count == 1 {
            (200, r#"{"logs":[],"links":{"next":null}}"#.to_owned())
        } else {
            (403, "{}".to_owned())
        }
    });
    let mut session = Session::on_server("contract/0.0.5/logs?topic0=0x77", &address).size(80, 24);
    assert!(session.screen().contains("next page failed"), "{}", session.screen());
    assert_eq!(*asked.lock().unwrap(), 2);
    session.press("j k m");
    assert_eq!(*asked.lock().unwrap(), 3);
}

#[test]
fn the_walk_says_how_far_it_is_and_stops_on_a_key() {
    let (address, asked) = quiet_server();
    let mut session = Session::on_server("home", &address).size(80, 24);
    session.hold();
    session.press(":").paste("contract/0.0.5/logs?topic0=0x77").press("enter");
    while asked.lock().unwrap().len() < 2 {
        assert!(session.let_go(0));
    }
    insta::assert_snapshot!(session.styled_screen());
    session.press("esc");
    assert!(session.screen().contains("Stopped; load more"), "{}", session.screen());
    session.press("j k");
    while session.let_go(0) {}
    assert_eq!(
        (session.place().as_str(), asked.lock().unwrap().len()),
        ("contract/0.0.5/logs?topic0=0x77", 2)
    );
    session.press("m");
    while asked.lock().unwrap().len() < 5 {
        assert!(session.let_go(0));
    }
    assert!(session.screen().contains("row 1 of 1 loaded in 5 pages, loading more"), "{}", session.screen());
    assert!(session.screen().contains("esc stop"), "{}", session.screen());
}
