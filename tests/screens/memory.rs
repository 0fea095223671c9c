//! What is loaded has a ceiling: pages that were left give back what they know.

use crate::support::Session;

/// Whether anything is asked when one comes back to its page.
fn is_asked_again(settings: &str) -> bool {
    let mut session = Session::with_settings("contract/0.0.5001", settings);
    assert!(session.screen().contains("busy DEX router"), "{}", session.screen());
    session.press(":").type_text("schedule/0.0.7002").press("enter");
    assert_eq!(session.place(), "schedule/0.0.7002");
    let before = session.asked();
    session.press("backspace");
    assert!(session.screen().contains("busy DEX router"), "{}", session.screen());
    session.asked() > before
}

#[test]
fn a_page_that_was_left_gives_back_its_answers_only_where_there_is_no_room() {
    assert!(!is_asked_again(""), "there is room");
    assert!(is_asked_again("memory-mebibytes = 0"));
}

/// The rows of results, sorted by what they used, before and after another page was opened.
fn before_and_after(settings: &str) -> [String; 2] {
    let mut session = Session::with_settings("contract/0.0.5001/results", settings);
    session.press("/").type_text("gas_limit>0").press("enter > > > >");
    let before = session.screen();
    assert!(before.contains("sorted by"), "{before}");
    session.press(":").type_text("schedule/0.0.7002").press("enter");
    assert_eq!(session.place(), "schedule/0.0.7002");
    session.press("backspace");
    [before, session.screen()]
}

#[test]
fn a_sorted_list_whose_values_were_given_back_is_as_it_was() {
    let [before, after] = before_and_after("memory-mebibytes = 0");
    assert_eq!(before, after);
}

#[test]
fn the_request_log_tells_what_is_loaded() {
    let session = Session::unanswered("requests");
    assert!(session.screen().contains(" · 0 of 256 MiB loaded"), "{}", session.screen());
    let mut session = Session::with_settings("contract/0.0.5001", "memory-mebibytes = 8");
    session.press("!");
    assert!(session.screen().contains(" · 1 of 8 MiB loaded"), "{}", session.screen());
}
