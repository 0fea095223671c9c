//! Counts of the loaded rows of a list.

use std::time::Duration;

use hieroscope::message::{Click, Command, Event, Input, MouseButton};

use crate::support::Session;

const RESULTS: &str = "contract/0.0.5001/results";

#[test]
fn rows_are_counted_by_method_and_enter_leaves_those_of_one() {
    let mut session = Session::at(RESULTS).size(120, 40);
    session.press("A");
    insta::assert_snapshot!("by_method", session.styled_screen());
    session.press("j enter");
    insta::assert_snapshot!("filtered", session.styled_screen());
    session.press("A esc esc");
    assert!(session.screen().contains("of 100 loaded in 1 page"), "{}", session.screen());
}

#[test]
fn rows_are_counted_by_sender_outcome_and_time() {
    let mut session = Session::at(RESULTS).size(80, 24);
    session.press("A tab");
    insta::assert_snapshot!("by_sender", session.styled_screen());
    session.press("right");
    insta::assert_snapshot!("by_outcome", session.styled_screen());
    session.press("j enter");
    let screen = session.screen();
    assert!(screen.contains("/ error=") && screen.contains(" ✗ ") | screen.contains("▌✗"), "{screen}");
    session.press("esc A shift-tab");
    insta::assert_snapshot!("by_time", session.styled_screen());
    session.press("j enter");
    let screen = session.screen();
    assert!(screen.contains("/ time>=2026-11-20T23:5"), "{screen}");
    assert!(screen.lines().filter(|line| line.contains("23:58:")).count() > 5, "{screen}");
    assert!(!screen.contains("23:59:"), "{screen}");
}

#[test]
fn what_is_counted_passes_the_local_filter_and_the_choice_narrows_it() {
    let mut session = Session::at(RESULTS).size(120, 24);
    session.press("X A");
    let screen = session.screen();
    assert!(screen.contains("7 pass and are counted, of 100 loaded"), "{screen}");
    assert!(screen.contains("✗ 7 failed") && screen.contains("success rate 0.0 %"), "{screen}");
    session.press("enter");
    let screen = session.screen();
    assert!(screen.contains("/ status=failed method=") && screen.contains("of 100 loaded"), "{screen}");
    // A filter that leaves nothing leaves nothing to count.
    session.press("esc /").type_text("no-such-thing").press("enter A");
    insta::assert_snapshot!("none_passes", session.styled_screen());
}

#[test]
fn marked_rows_are_counted_alone() {
    let mut session = Session::at(RESULTS).size(120, 24);
    session.press("v j j A");
    insta::assert_snapshot!("of_marks", session.styled_screen());
    session.press("esc");
    assert!(session.screen().contains("3 marked"), "{}", session.screen());
}

#[test]
fn more_pages_and_new_rows_are_counted_as_they_come() {
    let mut session = Session::at(RESULTS).size(200, 60);
    session.press("A");
    insta::assert_snapshot!("wide", session.styled_screen());
    session.press("m");
    let screen = session.screen();
    assert!(screen.contains("200 counted of 200 loaded"), "{screen}");
    assert!(screen.contains("more below is not counted"), "{screen}");
    session.press("t");
    session.pass(Duration::from_secs(30));
    let screen = session.screen();
    assert!(screen.contains("live") && !screen.contains("200 counted of 200 loaded"), "{screen}");
}

#[test]
fn where_nothing_is_loaded_there_is_nothing_to_count() {
    let mut session = Session::at("contract/0.0.5001/results?from=0.0.99999");
    session.press("A");
    assert!(session.screen().contains("nothing is loaded"), "{}", session.screen());
    let mut session = Session::late(RESULTS);
    session.press("A");
    assert!(session.screen().contains("nothing is loaded"), "{}", session.screen());
}

#[test]
fn while_rows_are_counted_it_is_said() {
    let mut session = Session::at(RESULTS).size(80, 24);
    session.hold();
    session.press("A");
    insta::assert_snapshot!("counting", session.styled_screen());
    while session.let_go(0) {}
    assert!(session.screen().contains("100 counted of 100 loaded"), "{}", session.screen());
    // Another count is not shown under the name of the last one.
    session.press("tab");
    assert!(session.screen().contains("Counting the loaded rows."), "{}", session.screen());
    session.press("esc");
    assert!(session.screen().contains("row 1 of 100 loaded"), "{}", session.screen());
}

#[test]
fn counts_are_drawn_at_every_size() {
    let mut session = Session::at(RESULTS);
    session.press("X A tab");
    for columns in [1, 2, 11, 60, 80, 130, 200] {
        for rows in (1..48).step_by(2) {
            let screen = session.drawn(columns, rows);
            assert!(columns < 60 || rows < 15 || screen.contains("counts by"), "{columns}x{rows}: {screen}");
        }
    }
}

#[test]
fn events_schedules_and_storage_are_counted_by_columns_of_their_own() {
    let mut session = Session::at("contract/0.0.5002/logs");
    session.press("A");
    insta::assert_snapshot!("events", session.styled_screen());
    session.press("enter");
    assert!(session.screen().contains("/ event=Transfer(* ✕"), "{}", session.screen());
    let mut session = Session::at("schedules");
    session.press("A");
    insta::assert_snapshot!("schedules", session.styled_screen());
    session.press("enter");
    assert!(session.screen().contains("/ state="), "{}", session.screen());
    let mut session = Session::at("contract/0.0.5204/state");
    session.press("A enter");
    assert!(session.screen().contains("/ time_of_the_last_write>="), "{}", session.screen());
}

#[test]
fn counts_are_read_without_colour_and_without_unicode() {
    let mut session = Session::plain(RESULTS);
    session.press("A");
    insta::assert_snapshot!("plain", session.styled_screen());
}

#[test]
fn counts_are_chosen_with_the_mouse_and_copied() {
    let mut session = Session::at(RESULTS).size(120, 30);
    session.press("A");
    let click = |session: &mut Session, row: usize, column: usize| {
        let (row, column) = (u16::try_from(row).unwrap(), u16::try_from(column).unwrap());
        let click = Click { column, row, button: MouseButton::Press };
        session.event(Event::Input(Input::Mouse(click)));
    };
    let find = |session: &Session, text: &str| {
        let screen = session.screen();
        let row = screen.lines().position(|line| line.contains(text)).unwrap();
        let line = screen.lines().nth(row).unwrap().to_owned();
        (row, line.split(text).next().unwrap().chars().count())
    };
    let (row, column) = find(&session, "sender");
    click(&mut session, row, column);
    assert!(session.screen().contains(" 0.0.10"), "{}", session.screen());
    session.press("down y");
    let copied = |session: &Session| {
        let mut texts = session.carried().iter().filter_map(|command| match command {
            Command::Copy(text) => Some(text.clone()),
            _ => None,
        });
        texts.next_back().unwrap()
    };
    let sender = copied(&session);
    assert!(sender.starts_with("0.0.10"), "{sender}");
    session.press("Y C");
    let csv = copied(&session);
    let rows: usize =
        csv.lines().skip(1).map(|line| line.split(',').nth(1).unwrap().parse::<usize>().unwrap()).sum();
    assert!(csv.starts_with("sender,rows,failed\n") && rows == 100, "{csv}");
    let (row, column) = find(&session, &sender);
    click(&mut session, row, column);
    let screen = session.screen();
    assert!(screen.contains(&format!("/ from={sender} ✕")), "{screen}");
}
