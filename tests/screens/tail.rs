//! The live tail of a list: new rows come on top, and nothing moves under the user.

use std::time::Duration;

use hieroscope::message::Command;

use crate::support::Session;

const RESULTS: &str = "contract/0.0.5001/results";

fn selected(session: &Session) -> String {
    let screen = session.screen();
    screen.lines().find(|line| line.contains('▌')).unwrap_or_default().to_owned()
}

#[test]
fn new_rows_come_on_top_and_the_selection_stays() {
    let mut session = Session::at(RESULTS).size(120, 24);
    let first = selected(&session);
    session.press("t");
    assert!(session.screen().contains("live"), "{}", session.screen());
    session.pass(Duration::from_secs(12));
    assert_eq!(selected(&session), first);
    insta::assert_snapshot!("live", session.styled_screen());
    session.press("G k k k");
    let low = selected(&session);
    session.pass(Duration::from_secs(30));
    assert_eq!(selected(&session), low);
    assert!(session.screen().contains("new above"), "{}", session.screen());
    session.press("g g");
    assert!(!session.screen().contains("new above"), "{}", session.screen());
    session.press("t");
    let asked = session.asked();
    session.pass(Duration::from_secs(30));
    assert_eq!(session.asked(), asked, "it is off");
}

#[test]
fn what_is_asked_for_before_the_first_page_is_done_once_it_is_here() {
    for (keys, has) in [("t", "live"), ("e", "Export"), ("t t", "row 1 of 100 loaded")] {
        let mut session = Session::late(RESULTS).size(120, 24);
        session.press(keys);
        while !session.screen().contains("of 100 loaded") && session.let_go(0) {}
        assert!(session.screen().contains(has), "{keys}: {}", session.screen());
        assert_eq!(session.screen().contains(" live"), keys == "t", "{keys}: {}", session.screen());
    }
}

#[test]
fn where_nothing_new_can_come_there_is_no_tail() {
    let mut session = Session::at("contract/0.0.5001/results?order=asc");
    session.press("t");
    assert!(session.screen().contains("it is for lists with the newest first"), "{}", session.screen());
    let mut session = Session::at("contract/0.0.5001/results?timestamp=lt:1795218000");
    session.press("t");
    assert!(session.screen().contains("nothing new can come into this list"), "{}", session.screen());
}

#[test]
fn what_passes_a_local_filter_comes_and_nothing_else() {
    let mut session = Session::with_settings(RESULTS, "notify-bell = true\n").size(120, 24);
    session.press("/").type_text("method=withdraw").press("enter t");
    session.pass(Duration::from_mins(1));
    let screen = session.screen();
    let rows: Vec<&str> = screen.lines().filter(|line| line.contains(" 0.0.10")).collect();
    assert!(rows.len() > 3 && rows.iter().all(|row| row.contains("withdraw")), "{screen}");
    assert!(screen.contains("00:00:"), "rows of the new day: {screen}");
    assert!(session.carried().contains(&Command::Bell), "{:?}", session.carried());
}

#[test]
fn the_windows_title_says_what_has_come_until_something_is_pressed() {
    let mut session = Session::at(RESULTS).size(120, 24);
    session.press("/").type_text("method=withdraw").press("enter t");
    session.pass(Duration::from_mins(1));
    let title = |session: &Session| {
        let mut titles = session.carried().iter().filter_map(|command| match command {
            Command::Title(title) => Some(title.clone()),
            _ => None,
        });
        titles.next_back().unwrap_or_default()
    };
    let words = title(&session);
    let count = words.strip_prefix("● ").and_then(|rest| rest.strip_suffix(" new hieroscope"));
    assert!(count.and_then(|count| count.parse::<usize>().ok()).is_some_and(|count| count > 0), "{words}");
    session.press("j");
    assert_eq!(title(&session), "hieroscope");
}

#[test]
fn at_rest_nothing_is_asked_twice_a_second() {
    let mut session = Session::at("contract/0.0.5034/results").size(120, 24);
    session.press("t");
    let asked = session.asked();
    session.pass(Duration::from_secs(20));
    let polls = session.asked() - asked;
    assert!((8..=11).contains(&polls), "{polls} polls");
}
