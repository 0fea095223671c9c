//! The local filter and the sort in lists that are all in memory.

use crate::support::Session;

/// The rows that are shown, below the titles.
fn rows<'a>(screen: &'a str, titles: &str) -> Vec<&'a str> {
    let below = screen.lines().skip_while(|line| !line.contains(titles)).skip(1);
    below.take_while(|line| !line.trim().is_empty() && !line.starts_with('─')).collect()
}

#[test]
fn methods_are_left_out_and_sorted() {
    let mut session = Session::at("contract/0.0.5001/gas");
    let titles = "suggested limit";
    let all = rows(&session.screen(), titles).len();
    session.press("/").type_text("calls<40");
    insta::assert_snapshot!("typing", session.styled_screen());
    session.press("enter > >");
    let screen = session.screen();
    assert!(screen.contains("/ calls<40 ✕   sorted by calls, descending ✕"), "{screen}");
    assert!((1..all).contains(&rows(&screen, titles).len()), "{screen}");
    session.press("enter");
    assert!(session.screen().contains("gas usage ›"), "the selected method opens: {}", session.screen());
    session.press("esc esc");
    assert_eq!(rows(&session.screen(), titles).len(), all, "{}", session.screen());
}

#[test]
fn pending_schedules_are_left_out_and_stepped_through() {
    let mut session = Session::at("pending");
    session.press("/").type_text("creator=0.0.100*").press("enter");
    insta::assert_snapshot!("pending", session.styled_screen());
    let whole = Session::at("pending").press("enter }").screen();
    session.press("enter }");
    assert!(session.place().starts_with("schedule/"), "{}", session.place());
    let screen = session.screen();
    let shown = |screen: &str| screen.split("row 2 of ").nth(1)?.split(' ').next()?.parse::<usize>().ok();
    assert!(shown(&screen).unwrap() < shown(&whole).unwrap(), "{screen}");
    assert!(screen.contains("creator                 0.0.100"), "{screen}");
}

#[test]
fn versions_keep_the_one_before_them_beside_them() {
    let mut session = Session::at("contract/0.0.5001/versions");
    let whole = session.screen();
    session.press("/").type_text("nothing-like-this").press("enter");
    assert!(session.screen().contains("No row passes / nothing-like-this"), "{}", session.screen());
    session.press("esc > g d");
    let turned = session.screen();
    assert!(turned.contains("sorted by valid from, descending ✕"), "{turned}");
    session.press("esc");
    let changes = |screen: &str| screen.lines().skip(30).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(changes(&session.screen()).len(), changes(&whole).len());
}

#[test]
fn found_events_are_left_out() {
    let mut session = Session::at(super::find_events::TRANSFERS);
    let all = rows(&session.screen(), "emitter").len();
    assert!(all > 1, "{}", session.screen());
    session.press("> > > >");
    assert!(session.screen().contains("sorted by event in words"), "{}", session.screen());
    session.press("esc /").type_text("log=0").press("enter");
    let screen = session.screen();
    assert!(screen.contains("/ log=0 ✕"), "{screen}");
    assert!(rows(&screen, "emitter").len() <= all, "{screen}");
}

#[test]
fn found_events_are_compared_as_results_are() {
    let mut session = Session::at(super::find_events::TRANSFERS);
    session.press("space C");
    assert!(session.place().starts_with("compare/"), "{}: {}", session.place(), session.screen());
}
