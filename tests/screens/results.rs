//! The results list: columns, paging, the filter form, chips, and why a list is empty.

use crate::support::Session;

#[test]
fn the_newest_results_come_first() {
    insta::assert_snapshot!(Session::at("contract/0.0.5001/results").size(120, 24).styled_screen());
}

#[test]
fn narrow_screens_keep_what_matters() {
    insta::assert_snapshot!(Session::at("contract/0.0.5001/results").size(80, 24).styled_screen());
}

#[test]
fn wide_screens_show_more() {
    insta::assert_snapshot!(Session::at("contract/0.0.5001/results").size(200, 24).styled_screen());
}

#[test]
fn scrolling_loads_the_next_page_and_the_end_key_does_not() {
    let mut session = Session::at("contract/0.0.5001/results");
    session.press("G");
    assert!(session.screen().contains("row 100 of 100 loaded in 1 page"), "{}", session.screen());
    session.press("j");
    assert!(session.screen().contains("of 200 loaded in 2 pages, more below"), "{}", session.screen());
    session.press("m");
    assert!(session.screen().contains("of 300 loaded in 3 pages"), "{}", session.screen());
}

#[test]
fn the_form_checks_as_one_types_and_shows_what_will_be_sent() {
    let mut session = Session::at("contract/0.0.5001/results");
    session.press("f").type_text("0.0.1042").press("tab").type_text("last 2h");
    insta::assert_snapshot!(session.styled_screen());
    session.press("tab tab tab").type_text("3").press("enter");
    let screen = session.screen();
    assert!(screen.contains("needs a block number or a block hash"), "{screen}");
    assert!(screen.contains("0.0.1042") && screen.contains("last 2h"), "{screen}");
}

#[test]
fn applied_filters_are_in_the_place_and_can_be_cleared() {
    let mut session = Session::at("contract/0.0.5001/results");
    session.press("f").type_text("1042").press("enter");
    assert_eq!(session.place(), "contract/0.0.5001/results?from=0.0.1042");
    assert!(session.screen().contains("from 0.0.1042 ✕"), "{}", session.screen());
    session.press("o");
    assert_eq!(session.place(), "contract/0.0.5001/results?from=0.0.1042&order=asc");
    session.press("i");
    assert_eq!(session.place(), "contract/0.0.5001/results?from=0.0.1042&internal=true&order=asc");
    session.press("F");
    assert_eq!(session.place(), "contract/0.0.5001/results");
}

#[test]
fn every_key_is_text_in_a_field_and_escape_leaves_without_a_change() {
    let mut session = Session::at("contract/0.0.5001/results");
    session.press("f").type_text("q1s:/?e");
    assert!(session.screen().contains("q1s:/?e"), "{}", session.screen());
    session.press("esc");
    assert_eq!(session.place(), "contract/0.0.5001/results");
}

#[test]
fn an_empty_list_says_why() {
    let filtered = Session::at("contract/0.0.5001/results?block.number=1");
    assert!(filtered.screen().contains("No result passes these filters."), "{}", filtered.screen());
    let unknown = Session::at("contract/0.0.999999/results");
    assert!(unknown.screen().contains("There is no contract 0.0.999999 on demo."), "{}", unknown.screen());
}

#[test]
fn new_results_come_on_top_and_the_selected_one_stays_selected() {
    let mut session = Session::at("contract/0.0.5001/results");
    session.press("j j j");
    let selected = marked(&session.screen());
    session.pass(std::time::Duration::from_secs(30)).press("r");
    assert_eq!(marked(&session.screen()), selected);
    assert!(session.screen().contains("row 1"), "{}", session.screen());
    session.press("g g");
    assert_ne!(marked(&session.screen()), selected);
}

fn marked(screen: &str) -> String {
    screen.lines().find(|line| line.starts_with('▌')).unwrap_or_default().to_owned()
}

#[test]
fn nothing_moves_once_the_page_is_there() {
    assert!(Session::at("contract/0.0.5001/results").is_quiet());
}

#[test]
fn methods_and_errors_are_read_in_the_list() {
    let mut session = Session::at("contract/0.0.5004/results");
    insta::assert_snapshot!(session.press("j j").styled_screen());
    insta::assert_snapshot!(session.size(80, 24).styled_screen());
}
