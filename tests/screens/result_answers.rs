//! The answers behind one result: units, partial answers, and what is missing.

use std::time::Duration;

use crate::player::{recorded, serve};
use crate::result::{ANY, on, on_recorded, story};
use crate::support::Session;

#[test]
fn weibar_are_asked_for_once_and_only_when_wanted() {
    let mut session = Session::at("result/0.0.5001/1795216306.851851835");
    // What the contract's interface is was asked, too.
    let asked = session.asked();
    session.press("u");
    assert_eq!(session.asked(), asked, "tinybar is what was asked for first");
    session.press("u");
    assert_eq!(session.asked(), asked + 1);
    assert!(session.press("tab tab tab tab").screen().contains("Exact weibar, as answered."));
    session.press("u u u");
    assert_eq!(session.asked(), asked + 1, "both answers are kept");
    session.press("r");
    assert_eq!(session.asked(), asked + 4, "a refresh asks for both, and for the trace");
}

#[test]
fn amounts_beyond_sixty_four_bits_are_exact_in_every_unit() {
    let base = recorded("084-result-big_amount_tinybar");
    let mut session = on(base, recorded("094-result-big-wei-hbar-false"));
    assert!(story(&session).contains("49,999,999,999.99999999 ℏ sent"));
    session.press("u");
    assert!(story(&session).contains("4,999,999,999,999,999,999 tinybar sent"));
    session.press("u");
    assert!(story(&session).contains("49,999,999,999,999,999,990,000,000,000 weibar sent"));
}

#[test]
fn weibar_that_cannot_be_read_are_told_at_the_figures() {
    let mut session = on_recorded("070-result-hapi_call");
    insta::assert_snapshot!(session.press("u u left left left").styled_screen());
    assert!(story(session.press("tab tab tab")).contains("at least 10,000,000,000 weibar sent"));
}

#[test]
fn going_back_in_weibar_asks_for_what_was_opened_in_coins() {
    let mut session = Session::at("result/0.0.5001/1795216256.987654312");
    session.press("g c u u");
    let asked = session.asked();
    session.press("[");
    assert_eq!(session.asked(), asked + 1);
    assert!(story(&session).contains("1,099,430,000,000,000,000,000 weibar sent"), "{}", session.screen());
}

#[test]
fn a_partial_result_is_asked_for_twice_again_and_then_left_alone() {
    let mut session = on_recorded("065-result-by-timestamp-206");
    assert!(session.screen().contains("Checking again in 3 s (1 of 2)"), "{}", session.screen());
    session.pass(Duration::from_millis(2_500));
    assert!(session.screen().contains("Checking again in 1 s (1 of 2)"), "{}", session.screen());
    let asked = session.asked();
    session.pass(Duration::from_secs(1));
    assert_eq!(session.asked(), asked + 1);
    assert!(session.screen().contains("(2 of 2)"), "{}", session.screen());
    session.pass(Duration::from_mins(1));
    assert_eq!(session.asked(), asked + 2);
    assert!(session.is_quiet());
    assert!(session.screen().contains("Checked 2 more times; refresh to try again"), "{}", session.screen());
    session.press("r");
    assert!(session.screen().contains("Checking again in 3 s (1 of 2)"), "{}", session.screen());
}

#[test]
fn a_partial_result_that_was_completed_is_a_result() {
    let answers = std::sync::Mutex::new(vec![
        recorded("070-result-hapi_call"),
        recorded("065-result-by-timestamp-206"),
    ]);
    let reply = move |path: &str| {
        if path.contains("/results/") {
            answers.lock().unwrap().pop().unwrap()
        } else {
            // Nothing is known of the contract itself.
            recorded("065-result-by-timestamp-206")
        }
    };
    let mut session = Session::on_server(ANY, &serve(reply));
    assert!(session.screen().contains("PARTIAL"), "{}", session.screen());
    session.pass(Duration::from_mins(1));
    assert!(!session.screen().contains("PARTIAL"), "{}", session.screen());
    assert!(story(&session).contains("Succeeded"));
}

#[test]
fn what_is_not_found_is_explained_and_the_list_is_offered() {
    let mut session = Session::at("result/0.0.5001/1795216207.123456788");
    insta::assert_snapshot!(session.styled_screen());
    session.press("enter");
    assert_eq!(session.place(), "contract/0.0.5001/results?timestamp=lte:1795216207.123456788&internal=true");
}
