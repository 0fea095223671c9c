//! Every pane and every overlay at every size: nothing panics, and the way out is always on the screen.

use std::time::Duration;

use hieroscope::message::{Click, Event, Input, MouseButton};

use crate::support::Session;
use crate::support::places::found;

/// Keys that lay something over a pane, unfold a part of it, or leave it half-way through something. Those that do not
/// go away by themselves come last.
const KEYS: [&str; 14] = ["", "?", ":", "ctrl-n", "J", "Y", "f", "@", "/", "a", "g", "tab tab", "enter", "B"];

/// Those after which the mouse is used.
const CLICKED: [&str; 5] = ["", ":", "?", "ctrl-n", "J"];

/// The smallest size that is drawn, the commonest, one where lists stand side by side, and a large one.
pub(crate) const SIZES: [(u16, u16); 4] = [(200, 50), (101, 17), (80, 24), (60, 15)];

/// More of them: beside the widths at which layouts change, and out of all proportion.
const MORE_SIZES: [(u16, u16); 10] = [
    (61, 16),
    (79, 24),
    (99, 17),
    (100, 18),
    (119, 20),
    (120, 40),
    (140, 15),
    (60, 60),
    (200, 60),
    (300, 100),
];

pub(crate) fn resize(session: &mut Session, (columns, rows): (u16, u16)) {
    session.event(Event::Resize(columns, rows));
}

/// Draws at sizes that the session knows, and at others that it has not heard of yet.
fn sweep(session: &mut Session, sizes: &[(u16, u16)], what: &str) {
    for size in sizes.iter().copied() {
        resize(session, size);
        let screen = session.screen();
        let footer = screen.lines().last().unwrap_or_default();
        // Help says how it is left; everything else says how help is had.
        let is_help = screen.contains("What can be done here");
        assert!(
            footer.contains(if is_help { "esc close" } else { "help" }),
            "{what} at {size:?} leaves no way out:\n{screen}"
        );
    }
    session.drawn(60, 15);
    session.drawn(100, 40);
}

/// A list with an end in the place of one without: a press on its bar loads all of it, and a hundred thousand rows look
/// like two hundred.
fn with_end(place: &str) -> &str {
    match place {
        "contract/0.0.5001/results" => "contract/0.0.5034/results",
        "transactions?account.id=0.0.1002" => "transactions?account.id=0.0.1002&timestamp=gte:1795217000",
        other => other,
    }
}

#[test]
fn every_place_draws_at_every_size() {
    found(|place| {
        let place = with_end(place);
        let mut session = Session::at(place);
        let start = session.place();
        sweep(&mut session, &MORE_SIZES, place);
        smallest(&mut session, TINY_COLUMNS, &TINY_ROWS, place);
        for keys in KEYS {
            // Where the way back leads to this page, it is not loaded once more.
            resize(&mut session, (120, 40));
            session.press("esc esc esc");
            if session.place() != start || session.is_open() {
                session = Session::at(place);
            }
            session.press(keys);
            sweep(&mut session, &SIZES, &format!("{place} after {keys:?}"));
            if CLICKED.contains(&keys) {
                resize(&mut session, (120, 40));
                click_anywhere(&mut session);
            }
        }
        move_about(&mut Session::at(place));
        Vec::new()
    });
}

/// Sizes at the edges of what is too small to be drawn.
const TINY_COLUMNS: [u16; 6] = [0, 1, 2, 3, 17, 59];
const TINY_ROWS: [u16; 5] = [0, 1, 2, 3, 14];

/// The smallest screens say what is missing.
fn smallest(session: &mut Session, columns: impl IntoIterator<Item = u16>, rows: &[u16], place: &str) {
    for columns in columns {
        for rows in rows.iter().copied() {
            resize(session, (columns, rows));
            let screen = session.screen();
            assert_eq!(screen.trim().is_empty(), columns == 0 || rows == 0, "{place} {columns}x{rows}");
        }
    }
}

/// What a screen says that is too small is the same at every place.
#[test]
fn every_tiny_screen_says_what_is_missing() {
    let rows: Vec<u16> = (0..=20).collect();
    smallest(&mut Session::at("contract/0.0.5001"), 0..=30, &rows, "a contract");
}

fn click_anywhere(session: &mut Session) {
    for (column, row) in [(0, 0), (119, 39), (60, 20), (1, 3), (300, 100), (u16::MAX, u16::MAX)] {
        for button in [MouseButton::WheelDown, MouseButton::WheelUp, MouseButton::Press] {
            session.event(Event::Input(Input::Mouse(Click { column, row, button })));
        }
    }
}

fn move_about(session: &mut Session) {
    for size in [(0, 0), (1, 1), (200, 1), (1, 100), (60, 15), (80, 24)] {
        resize(session, size);
        // From the top: the end of a list that one is at already loads all of it, a thousand pages.
        session.press("home down pgdn ctrl-d end pgdn up pgup ctrl-u home tab right left pgdn");
        resize(session, (120, 40));
        session.press("end");
        resize(session, (60, 15));
    }
}

#[test]
fn codes_side_by_side_draw_at_every_size() {
    for contract in ["0.0.5010", "0.0.5020", "0.0.5037"] {
        let mut session = Session::at(&format!("verify//{contract}?mode=import"));
        session.press("enter enter").pass(Duration::from_secs(30));
        session.press("D");
        assert!(session.place().ends_with("/difference"), "{}", session.screen());
        for keys in ["", "enter", "B", "tab", "n n end", "enter", "B", "pgup", "Y", "?"] {
            session.press(keys);
            sweep(&mut session, &SIZES, &format!("the codes of {contract} after {keys:?}"));
            for (columns, rows) in [(0, 0), (1, 1), (20, 3), (60, 6), (5, 60), (200, 2)] {
                resize(&mut session, (columns, rows));
                session.press("n down pgdn enter up N").drawn(columns, rows);
            }
        }
    }
}
