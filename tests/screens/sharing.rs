//! Two panes that want the same: it is asked for once, and goes on for the one that stays when the other is left.

use api::Failure;
use hieroscope::message::{Event, Retrying};

use crate::support::{NOW, Session};

#[test]
fn a_pane_that_is_left_takes_nothing_from_another_that_waits_for_the_same() {
    let mut session = Session::at("home");
    session.hold();
    session.press(":").paste("contract/0.0.5002").press("enter");
    let asked = session.sent();
    session.press(":").paste("verified/298/0.0.5002").press("enter");
    assert_eq!(session.sent(), asked, "the same contract is not asked for twice");
    assert!(session.screen().contains("esc stop"), "{}", session.screen());
    session.press("esc");
    assert_eq!(session.place(), "verified/298/0.0.5002", "the first one stops");
    session.press("esc");
    assert_eq!(session.place(), "contract/0.0.5002");
    assert!(session.screen().contains("Loading contract 0.0.5002"), "{}", session.screen());
    while session.let_go(0) {}
    assert!(session.screen().contains("Lifecycle"), "{}", session.screen());
    assert!(session.is_quiet(), "nothing moves at rest");
}

#[test]
fn what_two_pages_of_a_contract_share_is_there_at_once() {
    let mut session = Session::at("contract/0.0.5002");
    session.hold();
    session.press("g V");
    let screen = session.screen();
    assert!(!screen.contains("Loading contract"), "{screen}");
    assert!(
        screen.contains("Loading verification of 0.0.5002 on chain 298 at the embedded verifier"),
        "{screen}"
    );
}

#[test]
fn the_last_pages_come_back_without_a_request_and_older_ones_ask_again() {
    let mut session = Session::at("contract/0.0.5001");
    session.press("g V");
    let asked = session.sent();
    session.press("[");
    assert_eq!((session.place().as_str(), session.sent()), ("contract/0.0.5001", asked));
    for number in 5002..5014 {
        session.press(":").paste(&format!("contract/0.0.{number}")).press("enter");
    }
    for _ in 0..12 {
        session.press("[");
    }
    assert_eq!(session.place(), "contract/0.0.5001");
    assert!(session.screen().contains("Lifecycle"), "{}", session.screen());
}

#[test]
fn a_refresh_stops_what_waits_for_its_next_try_and_asks_it_at_once() {
    let mut session = Session::at("home");
    session.hold();
    session.press(":").paste("code/0.0.5001/compare/0.0.5002").press("enter");
    let request = session.waiting().unwrap();
    let failure = Failure::ServerFault { status: 503, words: Vec::new(), code: None };
    let at = NOW.plus_millis(5_000);
    session.event(Event::Retrying(Box::new(Retrying {
        request: request.clone(),
        attempt: 2,
        of: 4,
        at,
        failure,
    })));
    let sent = session.sent();
    session.press("r");
    assert_eq!(session.sent() - sent, 1, "what is under way is not begun anew");
    assert_ne!(session.waiting(), Some(request), "it was stopped, and is the last to be asked now");
}
