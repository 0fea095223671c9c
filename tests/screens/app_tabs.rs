//! Tabs: several places open side by side, each with its own way back.

use hieroscope::message::{Click, Event, Input, MouseButton, Saved};

use crate::support::Session;

/// A session with a contract's results in the first tab and the schedules in the second.
fn two() -> Session {
    let mut session = Session::at("contract/0.0.5001").size(100, 24);
    session.press("R g n S");
    session
}

#[test]
fn each_tab_goes_back_on_its_own() {
    let mut session = two();
    assert_eq!(session.place(), "schedules?order=desc");
    insta::assert_snapshot!(session.styled_screen());
    session.press(")");
    assert_eq!(session.place(), "contract/0.0.5001/results");
    session.press("[");
    assert_eq!(session.place(), "contract/0.0.5001");
    session.press("( [");
    assert_eq!(session.place(), "home");
    session.press("( ]");
    assert_eq!(session.place(), "contract/0.0.5001/results");
    assert!(session.screen().contains("row 1 of 100 loaded"), "{}", session.screen());
}

#[test]
fn a_tab_is_closed_by_its_key_and_by_leaving_its_first_place() {
    let mut session = two();
    session.press("g q");
    assert_eq!(session.place(), "contract/0.0.5001/results");
    assert!(
        !session.screen().contains("1 results of 0.0.5001"),
        "one tab has no label: {}",
        session.screen()
    );
    session.press("g q");
    assert!(session.screen().contains("this is the only tab"), "{}", session.screen());
    session.press(")");
    assert!(session.screen().contains("g n opens another"), "{}", session.screen());
    session.press("g n");
    assert!(session.screen().contains("q close the tab"), "{}", session.screen());
    session.press("q");
    assert_eq!(session.place(), "contract/0.0.5001/results");
}

#[test]
fn a_click_on_a_label_shows_its_tab_and_many_labels_are_numbers() {
    let mut session = two();
    let screen = session.screen();
    let rule = screen.lines().nth(1).unwrap();
    let column = rule.split("1 results").next().unwrap().chars().count();
    let click = Click { column: u16::try_from(column).unwrap(), row: 1, button: MouseButton::Press };
    session.event(Event::Input(Input::Mouse(click)));
    assert_eq!(session.place(), "contract/0.0.5001/results");
    for _ in 0..9 {
        session.press("g n");
    }
    let screen = session.screen();
    assert!(screen.contains("9 tabs are open: g q closes this one"), "{screen}");
    assert!(screen.lines().nth(1).unwrap().contains("1   2   3   4   5   6   7  ▌8   9"), "{screen}");
}

#[test]
fn all_tabs_are_opened_again_and_the_one_that_was_shown_is() {
    let mut session = Session::plainly("", Saved::default());
    session.press("S g n").press(":").type_text("0.0.5001").press("enter R g n").press(":");
    session.type_text("0.0.5002").press("enter ( Q");
    let mut again = Session::plainly("", session.saved().clone());
    assert_eq!(again.place(), "contract/0.0.5001/results");
    assert_eq!(again.press(")").place(), "contract/0.0.5002");
    assert_eq!(again.press(")").place(), "schedules?order=desc");
    assert_eq!(again.press(") [").place(), "contract/0.0.5001");
}

#[test]
fn what_a_tab_asked_for_is_there_when_one_comes_back() {
    let mut session = two();
    session.press(")");
    let asked = session.asked();
    session.press(") )");
    assert_eq!(session.asked(), asked, "nothing is asked twice");
    assert!(session.is_quiet());
}
