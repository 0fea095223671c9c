//! Steps from a detail to other rows of the list that it was opened from, and back to the list.

use api::Failure;
use hieroscope::message::{Command, Persist};

use crate::player;
use crate::support::Session;

/// Which row is shown, as the rule below the header says.
fn row(session: &Session) -> String {
    let screen = session.screen();
    let rule = screen.lines().nth(1).unwrap_or_default();
    let words = rule.trim_matches(['─', ' ']);
    words.split(" · }").next().unwrap_or_default().to_owned()
}

/// The notice above the footer.
fn notice(session: &Session) -> String {
    let screen = session.screen();
    let line = screen.lines().rev().nth(1).unwrap_or_default();
    line.trim_matches(['─', ' ']).to_owned()
}

#[test]
fn the_next_result_opens_on_the_same_tab_and_the_list_follows() {
    let mut session = Session::at("contract/0.0.5004/results").size(120, 24);
    let places = |session: &mut Session| {
        let place = session.press("enter").place();
        session.press("esc");
        place
    };
    let third = places(session.press("j j"));
    session.press("k k enter tab tab");
    assert_eq!(row(&session), "row 1 of 100 loaded", "{}", session.screen());
    session.press("} }");
    assert_eq!(session.place(), third);
    snapshot!(session.styled_screen());
    // Back is the list, whatever was stepped over, with the row that was stepped to.
    session.press("esc");
    assert_eq!(session.place(), "contract/0.0.5004/results");
    assert!(session.screen().contains("row 3 of 100 loaded"), "{}", session.screen());
    assert_eq!(places(&mut session), third);
    session.press("enter {");
    assert_eq!(row(&session), "row 2 of 100 loaded", "{}", session.screen());
    session.press("{ {");
    assert_eq!(row(&session), "row 1 of 100 loaded", "{}", session.screen());
    assert_eq!(notice(&session), "previous row of the list: this is the first row");
}

#[test]
fn steps_stay_with_one_sender_one_method_or_what_failed() {
    let mut session = Session::at("contract/0.0.5004/results").size(120, 24);
    session.press("enter");
    let mut shown = Vec::new();
    for mode in ["same sender", "same method", "only failed"] {
        session.press("= }");
        assert!(row(&session).ends_with(mode), "{}", session.screen());
        shown.push(session.styled_screen());
        session.press("} {");
        assert!(row(&session).ends_with(mode), "{}", session.screen());
    }
    snapshot!(shown.join("\n\n"));
    session.press("=");
    assert!(!row(&session).contains(" · "), "{}", session.screen());
}

#[test]
fn beyond_the_loaded_rows_the_next_page_is_asked_for_and_the_step_made_when_it_is_there() {
    let mut session = Session::at("contract/0.0.5001/results").size(120, 24);
    session.press("G enter");
    assert_eq!(row(&session), "row 100 of 100 loaded", "{}", session.screen());
    let place = session.place();
    session.hold();
    session.press("}");
    assert_eq!((session.place(), row(&session).as_str()), (place, "row 100 of 100 loaded · loading more"));
    snapshot!(session.styled_screen());
    // It is one step, however often it is asked for, and the detail can be read meanwhile.
    session.press("} } j");
    while session.let_go(0) {}
    assert_eq!(row(&session), "row 101 of 200 loaded", "{}", session.screen());
    // A step shows the next detail at once, while its own answers are on their way.
    session.press("}");
    assert_eq!(row(&session), "row 102 of 200 loaded", "{}", session.screen());
    while session.let_go(0) {}
    session.press("esc");
    assert!(session.screen().contains("row 102 of 200 loaded in 2 pages"), "{}", session.screen());
}

#[test]
fn what_was_opened_by_its_name_has_no_next_row() {
    let mut session = Session::at("contract/0.0.5001/results");
    let place = session.press("enter").place();
    let mut linked = Session::at(&place).size(120, 40);
    assert!(!linked.screen().contains("of 100 loaded"), "{}", linked.screen());
    linked.press("}");
    assert_eq!(notice(&linked), "next row of the list: this page was not opened from a list");
    assert_eq!(linked.place(), place);
    snapshot!(linked.press("? G").styled_screen());
    // A page that is no row's detail does not speak of it.
    let mut home = Session::at("home");
    assert!(home.press("}").screen().contains("not available here"), "{}", home.screen());
}

#[test]
fn every_list_that_leads_to_details_is_stepped_through() {
    for (list, open) in [
        ("contract/0.0.5001/results", "g t"),
        ("schedules", "enter"),
        ("pending", "enter"),
        ("contract/0.0.5002/logs", "enter"),
        ("contract/0.0.5204/state", "enter"),
        ("contract/0.0.5214/gas", "enter"),
        (
            "contract/0.0.5002/find?event=Transfer(address,address,uint256)&timestamp=gte:1795215000.000000000",
            "enter",
        ),
    ] {
        let mut session = Session::at(list);
        if list.ends_with("/gas") {
            session.press("enter");
        }
        session.press(open);
        assert!(row(&session).starts_with("row 1 of "), "{list}: {}", session.screen());
        let first = session.place();
        session.press("}");
        assert!(row(&session).starts_with("row 2 of "), "{list}: {}", session.screen());
        let second = session.place();
        session.press("{");
        assert_eq!((session.place(), row(&session).starts_with("row 1 of ")), (first, true), "{list}");
        session.press("} esc");
        assert_eq!(session.place(), Session::at(list).place());
        session.press(open);
        assert_eq!(session.place(), second, "{list}");
    }
}

#[test]
fn what_a_local_filter_leaves_is_stepped_through_pages_that_are_still_to_come_included() {
    let mut session = Session::at("contract/0.0.5004/results");
    session.press("X G enter");
    let label = row(&session);
    let numbers: Vec<usize> = label.split(' ').filter_map(|word| word.parse().ok()).collect();
    assert!(label.ends_with(" shown") && numbers.first() == numbers.last(), "{}", session.screen());
    let place = session.place();
    session.press("}");
    let next = format!("row {} of ", numbers.first().unwrap() + 1);
    assert!(row(&session).starts_with(&next) && session.place() != place, "{}", session.screen());
    assert!(session.screen().contains("CONTRACT_REVERT_EXECUTED"), "{}", session.screen());
}

#[test]
fn a_step_beyond_the_last_event_found_has_the_search_go_on() {
    let place =
        "contract/0.0.5002/find?event=Transfer(address,address,uint256)&timestamp=gte:1795215000.000000000";
    let mut session = Session::late(place);
    let found = |session: &Session| {
        let screen = session.screen();
        screen.contains("· hits ") && !screen.contains("· hits 0")
    };
    while !found(&session) && session.let_go(0) {}
    session.press("enter");
    for _ in 0..100 {
        session.press("}");
    }
    assert!(row(&session).ends_with("loading more"), "{}", session.screen());
    let waits = session.place();
    while row(&session).ends_with("loading more") && session.let_go(0) {}
    assert!(!row(&session).ends_with("loading more") && session.place() != waits, "{}", session.screen());
    // Back on screen it goes on by itself.
    session.press("[");
    while session.let_go(0) {}
    assert!(session.screen().contains("end of results"), "{}", session.screen());
}

#[test]
fn a_row_that_was_selected_since_is_not_stepped_from() {
    let mut session = Session::at("contract/0.0.5001/results");
    session.press("enter esc j j j j j m ]");
    assert_eq!(row(&session), "row 1 of 200 loaded", "{}", session.screen());
    session.press("}");
    assert_eq!(row(&session), "row 2 of 200 loaded", "{}", session.screen());
}

#[test]
fn a_page_that_waits_for_its_next_try_is_asked_for_at_once_by_another_press() {
    let mut session = Session::at("contract/0.0.5001/results");
    session.press("G enter");
    session.hold();
    session.press("}").retry(&Failure::Unreachable { words: "refused".into(), sent: false });
    assert_eq!(row(&session), "row 100 of 100 loaded · loading more");
    let before = session.sent();
    session.press("}");
    assert_eq!(session.sent() - before, 1, "{}", session.screen());
    while session.let_go(0) {}
    assert_eq!(row(&session), "row 101 of 200 loaded");
}

/// A contract's results, a hundred a page, of which only the one at second `rare` has this sender.
fn senders(rows: usize, rare: usize) -> String {
    player::serve(move |path| {
        if !path.contains("/results?") {
            return (404, "{}".to_owned());
        }
        let bound = path.split_once("timestamp=lt:").and_then(|(_, bound)| bound.split('.').next());
        let first: usize = bound.and_then(|bound| bound.parse().ok()).unwrap_or(1_000 + rows);
        let page: Vec<String> = (first.saturating_sub(100).max(1_000)..first)
            .rev()
            .map(|at| {
                let sender = if at == rare || at + 1 == 1_000 + rows { 7 } else { 8 };
                format!(
                    r#"{{"timestamp":"{at}.000000000","from":"0x{sender:040x}","bloom":"0x{}"}}"#,
                    "00".repeat(256)
                )
            })
            .collect();
        let next = if first > 1_100 {
            format!("\"/api/v1/contracts/0.0.7/results?limit=100&timestamp=lt:{}.000000000\"", first - 100)
        } else {
            "null".to_owned()
        };
        (200, format!(r#"{{"results":[{}],"links":{{"next":{next}}}}}"#, page.join(",")))
    })
}

#[test]
fn a_rare_row_is_looked_for_as_far_as_one_key_goes_and_further_with_the_next() {
    let server = senders(700, 1_200);
    let mut session = Session::on_server("contract/0.0.7/results", &server);
    session.press("enter = }");
    assert_eq!(
        notice(&session),
        "no row with the same sender within 300 rows: press it again to look further"
    );
    assert!(row(&session).starts_with("row 1 of 400 loaded"), "{}", session.screen());
    session.press("}");
    assert!(row(&session).starts_with("row 500 of 500 loaded · same sender"), "{}", session.screen());
    session.press("}");
    assert_eq!(notice(&session), "there is no further row with the same sender");
    assert!(row(&session).starts_with("row 500 of 700 loaded"), "{}", session.screen());
    session.press("{ {");
    assert!(row(&session).starts_with("row 1 of 700 loaded"), "{}", session.screen());
    session.press("= =");
    assert!(row(&session).starts_with("row 1 of 700 loaded · only failed"), "{}", session.screen());
}

#[test]
fn the_last_row_is_the_last() {
    let server = senders(30, 1_000);
    let mut session = Session::on_server("contract/0.0.7/results", &server);
    session.press("G enter }");
    assert_eq!(notice(&session), "next row of the list: this is the last row");
    assert_eq!(row(&session), "row 30 of 30 loaded");
}

#[test]
fn only_what_one_stays_with_is_a_visit() {
    let mut session = Session::at("contract/0.0.5001/results");
    session.press("g t");
    session.forget_carried();
    session.press("} } }");
    let visits = |session: &Session| {
        let visit = |command: &Command| match command {
            Command::Persist(Persist::Visit(visit)) => Some(visit.place.to_string()),
            _ => None,
        };
        session.carried().iter().filter_map(visit).collect::<Vec<_>>()
    };
    assert!(visits(&session).is_empty());
    let place = session.place();
    session.press("tab");
    assert_eq!(visits(&session), std::slice::from_ref(&place));
    session.press("tab esc");
    assert_eq!(visits(&session), [place]);
}

#[test]
fn a_page_that_fails_is_said_and_asked_for_again_by_the_next_press() {
    let mut session = Session::at("contract/0.0.5001/results");
    session.press("G enter");
    session.hold();
    session.press("}").fail(&Failure::Unreachable { words: "refused".into(), sent: false });
    let failed = notice(&session);
    assert!(failed.starts_with("the next page could not be loaded: "), "{failed}");
    assert_eq!(row(&session), "row 100 of 100 loaded");
    session.press("}");
    assert_eq!(row(&session), "row 100 of 100 loaded · loading more");
    // A step that waits is given up by leaving.
    session.press("esc ]");
    assert_eq!(row(&session), "row 100 of 100 loaded");
    while session.let_go(0) {}
    assert_eq!(row(&session), "row 100 of 100 loaded");
    session.press("}");
    assert_eq!(row(&session), "row 101 of 200 loaded");
}

#[test]
fn the_money_trail_stays_open_from_transaction_to_transaction() {
    let mut session = Session::at("contract/0.0.5001/results");
    session.press("g t tab");
    let tab = |session: &Session| session.screen().contains("▌Money trail");
    assert!(tab(&session), "{}", session.screen());
    let place = session.press("}").place();
    assert!(tab(&session) && place.starts_with("transaction/"), "{place}: {}", session.screen());
    session.press("esc");
    assert_eq!(session.place(), "contract/0.0.5001/results");
}

#[test]
fn one_key_quits_from_anywhere() {
    let mut session = Session::at("home");
    session.press("S enter ?");
    let quit = |session: &Session| session.carried().contains(&Command::Quit);
    assert!(!quit(&session) && quit(session.press("Q")), "{:?}", session.carried());
    // What is on its way is asked about.
    let mut session = Session::at("verify//0.0.5001");
    session.hold();
    session.press("enter enter Q");
    assert!(
        !quit(&session) && session.screen().contains("has not been answered yet"),
        "{}",
        session.screen()
    );
    assert!(quit(session.press("Q")), "{}", session.screen());
}
