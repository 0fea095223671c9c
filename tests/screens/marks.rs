//! Marks of a list: rows that are copied and written together, wherever they are in it.

use std::time::Duration;

use hieroscope::message::Command;

use crate::support::Session;

const RESULTS: &str = "contract/0.0.5001/results";

/// How many rows on screen have the sign of a mark.
fn marked(session: &Session) -> usize {
    session.screen().lines().filter(|line| line.starts_with(['◆', '◈'])).count()
}

fn copied(session: &Session) -> String {
    let mut texts = session.carried().iter().filter_map(|command| match command {
        Command::Copy(text) => Some(text.clone()),
        _ => None,
    });
    texts.next_back().unwrap_or_default()
}

#[test]
fn marks_stay_with_their_rows_when_these_are_sorted_filtered_and_move() {
    let mut session = Session::at(RESULTS).size(120, 24);
    session.press("space j space");
    insta::assert_snapshot!("marked", session.styled_screen());
    session.press("y");
    let places = copied(&session);
    assert_eq!(places.lines().count(), 2, "{places}");
    assert!(places.lines().all(|place| place.starts_with("result/")), "{places}");
    assert!(session.screen().contains("copied place of 2 marked rows"), "{}", session.screen());

    session.press("> > > g g");
    insta::assert_snapshot!("sorted", session.styled_screen());
    session.press("y");
    let sorted: Vec<String> = copied(&session).lines().map(ToOwned::to_owned).collect();
    assert!(places.lines().all(|place| sorted.iter().any(|it| it == place)), "{sorted:?}");

    session.press("< < <").press("X");
    assert!(session.screen().contains("2 marked"), "{}", session.screen());
    session.press("X g g").press("t");
    session.pass(Duration::from_secs(30));
    session.press("g g");
    let screen = session.screen();
    assert!(screen.contains("2 marked"), "{screen}");
    session.press("y");
    assert_eq!(copied(&session), places, "new rows have come above: {screen}");
}

#[test]
fn a_range_follows_the_selection_until_it_ends() {
    let mut session = Session::at(RESULTS).size(120, 24);
    session.press("j v j j");
    insta::assert_snapshot!("range", session.styled_screen());
    session.press("k");
    assert_eq!(marked(&session), 2);
    // Leaving it marks nothing; ending it does.
    session.press("esc");
    assert_eq!((marked(&session), session.place().as_str()), (0, RESULTS));
    session.press("v k k v");
    assert_eq!(marked(&session), 3);
    assert!(session.screen().contains("3 marked"), "{}", session.screen());
    session.press("v G space");
    assert!(session.screen().contains("100 marked"), "{}", session.screen());
    session.press("space");
    assert!(session.screen().contains("99 marked"), "{}", session.screen());
    session.press("esc");
    assert!(!session.screen().contains("marked"), "{}", session.screen());
    assert_eq!(session.place(), RESULTS);
}

#[test]
fn esc_clears_marks_before_the_local_filter() {
    let mut session = Session::at(RESULTS).size(120, 24);
    session.press("X space esc");
    let screen = session.screen();
    assert!(screen.contains("/ status=failed ✕") && marked(&session) == 0, "{screen}");
    session.press("esc");
    assert!(!session.screen().contains("/ status=failed"), "{}", session.screen());
}

#[test]
fn a_refresh_and_more_pages_leave_the_marks() {
    let mut session = Session::at(RESULTS).size(120, 24);
    session.press("space space m r");
    assert!(session.screen().contains("2 marked"), "{}", session.screen());
    session.press("g g");
    assert_eq!(marked(&session), 2, "{}", session.screen());
}

#[test]
fn marked_rows_are_copied_as_tables_and_as_json() {
    let mut session = Session::at(RESULTS).size(120, 24);
    session.press("space space space").press("Y");
    insta::assert_snapshot!("menu", session.styled_screen());
    let copy = |session: &mut Session, row: usize| {
        session.press("Y");
        for _ in 0..row {
            session.press("down");
        }
        session.press("enter");
        copied(session)
    };
    session.press("esc");
    let csv = copy(&mut session, 1);
    assert_eq!(csv.lines().count(), 4, "{csv}");
    assert!(csv.starts_with("success,consensus_time,method,"), "{csv}");
    let markdown = copy(&mut session, 2);
    assert!(markdown.lines().nth(1).unwrap().starts_with("|---|"), "{markdown}");
    assert!(markdown.contains("| 2026-11-20 23:5"), "{markdown}");
    let json = copy(&mut session, 3);
    let rows: Vec<serde_json::Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(rows.len() == 3 && rows.iter().all(|row| row["timestamp"].is_string()), "{json}");
}

#[test]
fn far_rows_are_decoded_like_near_ones() {
    let mut session = Session::at(RESULTS).size(120, 24);
    session.press("m m").press("g g v G v Y").press("down enter");
    let csv = copied(&session);
    let decoded = csv.lines().filter(|line| line.contains(",withdraw,") || line.contains(",deposit,"));
    assert!(csv.lines().count() > 200 && decoded.count() > 50, "{}", csv.len());
    assert!(!csv.contains(",0x2e1a7d4d,"), "withdraw without its name");
}

#[test]
fn events_are_copied_by_what_they_say() {
    let mut session = Session::at("contract/0.0.5002/logs").size(120, 24);
    session.press("space space y");
    let events = copied(&session);
    assert!(events.lines().count() == 2 && events.lines().all(|event| event.contains('(')), "{events}");
}

#[test]
fn marks_need_no_colour_and_no_unicode() {
    let mut session = Session::plain(RESULTS);
    session.press("space space k k j");
    let screen = session.screen();
    assert!(screen.lines().any(|line| line.starts_with('*')), "{screen}");
    assert!(screen.lines().any(|line| line.starts_with('#')), "{screen}");
}
