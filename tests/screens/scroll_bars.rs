//! The bars of what is longer than its area, and the mouse on them.

use std::time::Duration;

use hieroscope::message::{Click, Event, Input, MouseButton};

use crate::support::Session;

const RESULTS: &str = "contract/0.0.5001/results";
/// Longer than the selection has to rest.
const PAUSE: Duration = Duration::from_millis(200);
const THUMB: &str = "▐";

fn mouse(session: &mut Session, (column, row): (u16, u16), button: MouseButton) {
    session.event(Event::Input(Input::Mouse(Click { column, row, button })));
}

/// The rows of the screen with the thumb of a bar in this column.
fn thumb(session: &Session, column: usize) -> Vec<u16> {
    let screen = session.styled_screen();
    let is_thumb = |line: &str| line.chars().nth(column).is_some_and(|sign| THUMB.contains(sign));
    (0..).zip(screen.lines()).filter(|(_, line)| is_thumb(line)).map(|(row, _)| row).collect()
}

#[test]
fn a_list_goes_where_its_bar_is_pressed_and_is_dragged() {
    let mut session = Session::at(RESULTS).size(80, 24);
    let rows = 3..18;
    assert_eq!(thumb(&session, 79).first(), Some(&rows.start), "{}", session.screen());
    mouse(&mut session, (79, 10), MouseButton::Press);
    insta::assert_snapshot!("a_list_in_its_middle", session.styled_screen());
    assert!(thumb(&session, 79).contains(&10) && session.screen().contains("row 51 of 100 loaded"));
    // The mouse need not stay in the column, nor within the bar.
    mouse(&mut session, (79, 10), MouseButton::Drag(0));
    assert!(session.screen().contains("row 1 of 100 loaded"), "{}", session.screen());
    mouse(&mut session, (79, 10), MouseButton::Drag(4));
    assert!(session.screen().contains("row 8 of 100 loaded"), "{}", session.screen());
    // At its end are the last rows; more of them are loaded as with any other move.
    mouse(&mut session, (79, 10), MouseButton::Drag(23));
    assert!(session.screen().contains("row 100 of 200 loaded"), "{}", session.screen());
    // What is dragged from anywhere else goes nowhere.
    let before = session.screen();
    mouse(&mut session, (30, 10), MouseButton::Drag(4));
    mouse(&mut session, (79, 21), MouseButton::Drag(4));
    assert_eq!((session.screen(), session.place()), (before, RESULTS.to_owned()));
}

#[test]
fn a_short_list_has_none() {
    let mut session = Session::at(RESULTS).size(80, 24);
    session.press("X");
    assert!(session.screen().contains("row 1 of 7, "), "{}", session.screen());
    assert_eq!(thumb(&session, 79), [] as [u16; 0], "{}", session.screen());
}

#[test]
fn facts_and_texts_have_one_in_a_column_of_their_own() {
    for (place, keys, name) in [
        ("sources/298/0.0.5002", "j", "sources"),
        ("code/0.0.5001", "tab tab", "code"),
        ("contract/0.0.5001", "J", "document"),
    ] {
        let mut session = Session::at(place).size(80, 24);
        session.press(keys);
        let top = thumb(&session, 79);
        mouse(&mut session, (79, 18), MouseButton::Press);
        insta::assert_snapshot!(name, session.styled_screen());
        assert!(thumb(&session, 79).last() > top.last(), "{name}: {}", session.screen());
        mouse(&mut session, (79, 18), MouseButton::Drag(1));
        assert_eq!(thumb(&session, 79), top, "{name}: {}", session.screen());
    }
}

#[test]
fn the_bar_of_a_box_is_on_its_edge() {
    let mut session = Session::at(RESULTS).size(80, 24);
    session.press("?");
    insta::assert_snapshot!("help", session.styled_screen());
    let screen = session.styled_screen();
    let (row, line) = screen.lines().enumerate().find(|(_, line)| line.contains(THUMB)).unwrap();
    let column = u16::try_from(line.chars().position(|sign| THUMB.contains(sign)).unwrap()).unwrap();
    mouse(&mut session, (column, u16::try_from(row).unwrap()), MouseButton::Press);
    mouse(&mut session, (column, u16::try_from(row).unwrap()), MouseButton::Drag(23));
    assert!(thumb(&session, column.into()).iter().min() > Some(&u16::try_from(row).unwrap()));
}

#[test]
fn the_bar_of_a_preview_scrolls_it_and_opens_nothing() {
    let mut session = Session::previewing(RESULTS).size(120, 20);
    session.pass(PAUSE);
    let before = thumb(&session, 119);
    mouse(&mut session, (119, 15), MouseButton::Press);
    assert_eq!(session.place(), RESULTS);
    assert!(thumb(&session, 119).last() > before.last(), "{}", session.screen());
    mouse(&mut session, (119, 15), MouseButton::Drag(0));
    assert_eq!(thumb(&session, 119), before, "{}", session.screen());
    insta::assert_snapshot!("a_preview", session.styled_screen());
}

#[test]
fn ascii_terminals_have_bars_of_ascii() {
    let session = Session::plain(RESULTS).size(80, 24);
    let screen = session.screen();
    assert!(screen.is_ascii() && screen.lines().filter(|line| line.ends_with('#')).count() > 1, "{screen}");
}
