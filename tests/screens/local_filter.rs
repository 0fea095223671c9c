//! The local filter and the sort: what is chosen among the rows that are loaded, and in which order.

use hieroscope::message::{Click, Event, Input, MouseButton};

use crate::support::Session;

const RESULTS: &str = "contract/0.0.5001/results";

#[test]
fn rows_are_left_out_while_one_types() {
    let mut session = Session::at(RESULTS).size(120, 24);
    session.press("/");
    insta::assert_snapshot!("fields", session.styled_screen());
    session.type_text("status=failed");
    insta::assert_snapshot!("typing", session.styled_screen());
    session.press("enter");
    insta::assert_snapshot!("kept", session.styled_screen());
    session.press("esc");
    assert!(session.screen().contains("row 12 of 100 loaded in 1 page"), "{}", session.screen());
}

#[test]
fn names_are_found_by_the_beginnings_of_their_parts_and_signs_say_where() {
    let mut session = Session::at(RESULTS).size(120, 24);
    session.press("/").type_text("swpex").press("enter");
    insta::assert_snapshot!("abbreviated", session.screen());
    let mut rows = |text: &str| {
        session.press("esc /").type_text(text).press("enter");
        let screen = session.screen();
        let line = screen.lines().find(|line| line.contains(", of 100 loaded")).map(str::to_owned);
        (line.unwrap_or_default(), screen)
    };
    let count = |(line, _): &(String, String)| {
        line.split("row 1 of ").nth(1).and_then(|rest| rest.split(',').next()).map(str::to_owned)
    };
    let (short, exact) = (rows("swpex"), rows("^swapExactTokensForTokens$"));
    assert!(count(&short).is_some() && count(&short) == count(&exact), "{} {}", short.1, exact.1);
    let (_, screen) = rows("'swpex");
    assert!(screen.contains("No matching rows") || !screen.contains("swapExact"), "{screen}");
}

#[test]
fn a_list_is_loaded_until_so_many_rows_pass() {
    let mut session = Session::at(RESULTS).size(120, 24);
    session.press("X U").type_text("20").press("enter");
    let screen = session.screen();
    assert!(screen.contains("row 1 of 24, of 300 loaded in 3 pages"), "{screen}");
}

#[test]
fn what_is_left_is_moved_in_and_opened() {
    let mut session = Session::at(RESULTS).size(120, 24);
    session.press("X");
    let screen = session.screen();
    assert!(screen.contains("/ status=failed ✕"), "{screen}");
    session.press("j enter");
    assert!(session.place().starts_with("result/"), "{}", session.place());
    assert!(session.screen().contains("failed"), "{}", session.screen());
    session.press("[");
    assert!(session.screen().contains("/ status=failed ✕"), "the filter stays: {}", session.screen());
    assert!(session.screen().contains("row 2 of "), "{}", session.screen());
    session.press("X");
    assert!(session.screen().contains("of 100 loaded in 1 page"), "{}", session.screen());
}

#[test]
fn a_filter_that_is_not_understood_says_so_and_the_last_one_stays() {
    let mut session = Session::at(RESULTS).size(120, 24);
    session.press("/").type_text("transfer colour=red");
    insta::assert_snapshot!(session.styled_screen());
    session.press("esc");
    assert!(session.screen().contains("row 1 of 100 loaded in 1 page"), "{}", session.screen());
}

#[test]
fn the_tab_key_completes_fields_and_values() {
    let mut session = Session::at(RESULTS).size(120, 24);
    session.press("/").type_text("me").press("tab");
    insta::assert_snapshot!("values", session.styled_screen());
    session.press("tab");
    let screen = session.screen();
    assert!(screen.contains("/ method=swapExactTokensForTokens"), "{screen}");
    session.press("tab enter");
    let screen = session.screen();
    assert!(screen.contains("/ method=withdraw ✕") || screen.contains("/ method=deposit ✕"), "{screen}");
}

#[test]
fn a_filter_that_leaves_nothing_says_what_to_do() {
    let mut session = Session::at(RESULTS).size(120, 24);
    session.press("/").type_text("nothing-like-this").press("enter");
    insta::assert_snapshot!(session.styled_screen());
}

#[test]
fn rows_are_sorted_by_a_column_and_the_title_says_so() {
    let mut session = Session::at(RESULTS).size(120, 24);
    session.press("> > >");
    insta::assert_snapshot!("by_method", session.styled_screen());
    session.press("g d");
    assert!(session.screen().contains("sorted by method, descending ✕"), "{}", session.screen());
    session.press("< < <");
    assert!(!session.screen().contains("sorted by"), "{}", session.screen());
    let row = session.screen().lines().position(|line| line.contains("method")).unwrap();
    let line = session.screen().lines().nth(row).unwrap().to_owned();
    let column = line.split("amount").next().unwrap().chars().count();
    let click = Click {
        column: u16::try_from(column).unwrap() + 2,
        row: u16::try_from(row).unwrap(),
        button: MouseButton::Press,
    };
    session.event(Event::Input(Input::Mouse(click)));
    assert!(session.screen().contains("sorted by amount, descending ✕"), "{}", session.screen());
}

#[test]
fn the_selected_row_stays_selected_when_others_go() {
    let mut session = Session::at(RESULTS).size(120, 24);
    session.press("X j j");
    let selected = |session: &Session| {
        let screen = session.screen();
        screen.lines().find(|line| line.contains('▌')).unwrap().to_owned()
    };
    let row = selected(&session);
    session.press("X");
    assert_eq!(selected(&session), row);
    session.press("X");
    assert_eq!(selected(&session), row);
}

#[test]
fn events_storage_and_schedules_are_filtered_too() {
    for (place, filter, has) in [
        ("contract/0.0.5002/logs", "event=Transfer*", "Transfer"),
        ("contract/0.0.5204/state", "value~1", "0.0.5204"),
        ("schedules", "state=executed", "executed"),
    ] {
        let mut session = Session::at(place);
        session.press("/").type_text(filter).press("enter");
        let screen = session.screen();
        assert!(screen.contains(&format!("/ {filter} ✕")), "{screen}");
        assert!(screen.contains(" loaded in ") && screen.contains(has), "{screen}");
        assert!(!screen.contains("No loaded row"), "{screen}");
    }
}

#[test]
fn a_local_filter_outlives_a_change_of_the_servers_filters() {
    let mut session = Session::at(RESULTS).size(120, 24);
    session.press("X > > >").press("f").type_text("0.0.1002").press("enter");
    let screen = session.screen();
    assert_eq!(session.place(), "contract/0.0.5001/results?from=0.0.1002");
    assert!(screen.contains("from 0.0.1002 ✕") && screen.contains("/ status=failed ✕"), "{screen}");
    assert!(screen.contains("sorted by method ✕") && !screen.contains("No loaded row"), "{screen}");
}

#[test]
fn slots_are_filtered_by_their_names_and_by_the_names_given_to_them() {
    let mut session = Session::at("contract/0.0.5002/state");
    session.press("/").type_text("name=balanceOf*").press("enter");
    let rows =
        |session: &Session, name: &str| session.screen().lines().filter(|line| line.contains(name)).count();
    assert!(rows(&session, "balanceOf[") > 5, "{}", session.screen());
    session.press("I ctrl-u").type_text("credit").press("enter");
    assert!(session.screen().contains("No loaded row passes"), "{}", session.screen());
    session.press("esc /").type_text("credit").press("enter");
    assert!(rows(&session, "credit[") > 5, "{}", session.screen());
}
