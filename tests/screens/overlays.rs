//! What lies over a pane: nothing of the pane shows through it, help works in it, and its keys are those it names.

use std::time::Duration;

use hieroscope::message::{Command, Event};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use crate::support::Session;

/// How to come to an overlay: where, what is pressed, and what is typed then.
type Way = (&'static str, &'static str, &'static str);

/// What is asked while a submission is made that cannot be recorded, and while one is not answered yet.
const UNRECORDED: Way = ("verify//0.0.5001", "enter enter", "");
const QUIT: Way = ("verify//0.0.5001", "enter enter [ esc q", "");

/// A session in which this overlay is open, and the screen before it was.
fn opened(way: Way) -> (Session, String) {
    let (at, keys, text) = way;
    let mut session = Session::at(at);
    if way == UNRECORDED {
        session.break_store(Some("A change was not saved: there is no room left. Make room and try again."));
    }
    let before = session.screen();
    if way == QUIT {
        session.hold();
    }
    session.press(keys).type_text(text);
    (session, before)
}

const RESULT: &str = "result/0.0.5001/1795216207.123456789";

const OVERLAYS: [Way; 18] = [
    (RESULT, "?", ""),
    (RESULT, "? j j", ""),
    (RESULT, "J", ""),
    (RESULT, "J j j", ""),
    (RESULT, "J /", "gas"),
    (RESULT, "J ?", ""),
    (RESULT, "Y", ""),
    (RESULT, "ctrl-n", ""),
    (RESULT, ":", ""),
    (RESULT, ":", "0.0.5002"),
    ("contract/0.0.5001/results", "j j f", ""),
    ("contract/0.0.5001", "@", "yesterday"),
    ("contract/0.0.5001", "j j Y", ""),
    ("jobs", "a", ""),
    ("code/0.0.5204", "e", ""),
    ("contract/0.0.5001/results", "e", ""),
    UNRECORDED,
    QUIT,
];

/// A style and a sign that nothing of the program has.
fn below() -> Cell {
    let mut cell = Cell::new("\u{2603}");
    let style = Style::new().fg(Color::LightMagenta).bg(Color::LightBlue).underline_color(Color::LightRed);
    cell.set_style(style.add_modifier(Modifier::ITALIC | Modifier::CROSSED_OUT | Modifier::HIDDEN));
    cell
}

/// Whether anything about a cell comes from the one below.
fn shines_through(cell: &Cell) -> bool {
    let (cell, below) = (cell.clone(), below());
    cell.symbol() == below.symbol()
        || cell.fg == below.fg
        || cell.bg == below.bg
        || cell.underline_color == below.underline_color
        || cell.modifier.intersects(below.modifier)
}

/// Where the overlay is: the last box whose corners are drawn, or else the whole body.
fn place(buffer: &Buffer) -> Rect {
    let corner = |sign: &str| {
        let at = buffer.content.iter().rposition(|cell| cell.symbol() == sign)?;
        Some(buffer.pos_of(at))
    };
    match (corner("┌"), corner("┘")) {
        (Some((left, top)), Some((right, bottom))) => {
            Rect { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
        }
        _ => Rect { y: 2, height: buffer.area.height - 4, ..buffer.area },
    }
}

#[test]
fn nothing_of_what_lies_below_shines_through() {
    for way in OVERLAYS {
        let (at, keys, text) = way;
        let (session, before) = opened(way);
        assert_ne!(session.screen(), before, "{keys} opened nothing at {at}");
        let buffer = session.buffer(below());
        let place = place(&buffer);
        for (x, y) in place.rows().flat_map(Rect::columns).map(|cell| (cell.x, cell.y)) {
            let cell = &buffer[(x, y)];
            assert!(!shines_through(cell), "{at} {keys} {text}: {cell:?} at {x},{y}\n{}", session.screen());
        }
        assert!(buffer.content.iter().any(shines_through), "{at} {keys}: nothing lies below");
    }
}

#[test]
fn help_and_escape_work_in_every_overlay() {
    for way in OVERLAYS {
        let (mut session, _) = opened(way);
        let open = session.screen();
        let footer = open.lines().last().unwrap_or_default().to_owned();
        assert_eq!(footer.matches("esc ").count(), 1, "{way:?}: {open}");
        if !open.contains("What can be done here") {
            let help = session.press("f1").screen();
            assert!(help.contains("What can be done here"), "{way:?}: {help}");
            assert_eq!(session.press("esc").screen(), open, "{way:?}");
        }
        assert_ne!(session.press("esc").screen(), open, "{way:?}");
    }
}

#[test]
fn what_is_asked_before_quitting_is_answered_by_the_keys_it_names() {
    let (session, _) = opened(QUIT);
    let screen = session.drawn(80, 24);
    assert!(screen.contains("1 submission has not been answered yet"), "{screen}");
    assert!(screen.contains("⏎ quit") && screen.contains("esc stay"), "{screen}");
    let quits = |keys: &str| {
        let (mut session, _) = opened(QUIT);
        session.press(keys);
        session.carried().iter().any(|command| matches!(command, Command::Quit))
    };
    assert!(quits("enter") && quits("q") && quits("Q") && !quits("esc"));
}

#[test]
fn overlays_look_like_this() {
    for (name, (at, keys, text)) in [
        ("raw", (RESULT, "J j j", "")),
        ("raw_search", (RESULT, "J /", "gas")),
        ("raw_help", (RESULT, "J ?", "")),
        ("copy_menu", (RESULT, "J Y", "")),
        ("networks", ("contract/0.0.5001", "ctrl-n", "")),
        ("go_to", ("contract/0.0.5001", ":", "5002")),
        ("help_80", ("contract/0.0.5001/results", "? G", "")),
    ] {
        let mut session = Session::at(at).size(80, 24);
        session.press(keys).type_text(text);
        insta::assert_snapshot!(name, session.styled_screen());
    }
}

#[test]
fn the_json_says_what_is_found_and_how_often() {
    let mut session = Session::at(RESULT);
    session.press("J /").type_text("gas");
    assert!(session.screen().contains("hit 1 of "), "{}", session.screen());
    session.type_text("zzz");
    assert!(session.screen().contains("not found"), "{}", session.screen());
    // What is looked for goes first, then the document.
    session.press("enter esc");
    assert!(session.screen().contains("as received") && !session.screen().contains("gaszzz"));
    session.press("esc");
    assert!(!session.screen().contains("as received"), "{}", session.screen());
    session.press("J /").type_text("gas").press("enter n");
    assert!(session.screen().contains("hit 2 of "), "{}", session.screen());
    session.press("N N");
    assert!(!session.screen().contains("hit 2 of "), "{}", session.screen());
}

#[test]
fn copying_from_the_json_leaves_it_open_where_it_was() {
    let line = |session: &Session| session.screen().lines().nth(2).unwrap_or_default().trim_end().to_owned();
    let mut session = Session::at(RESULT);
    session.press("J j j");
    let open = line(&session);
    assert!(open.contains("as received") && open.ends_with("line 3 of 172"), "{open}");
    session.press("y");
    assert!(session.screen().contains("copied value (1 character)"), "{}", session.screen());
    assert_eq!(line(&session), open);
    session.press("Y");
    assert!(session.screen().contains(" Copy ") && line(&session) == open, "{}", session.screen());
    session.press("J");
    assert!(session.screen().contains("copied the document as received"), "{}", session.screen());
    assert_eq!(line(&session), open);
    session.press("Y p");
    assert!(session.screen().contains("copied path"), "{}", session.screen());
    session.press("Y esc");
    assert_eq!(line(&session), open);
    session.press("esc");
    assert!(!session.screen().contains("as received"), "{}", session.screen());
}

#[test]
fn help_works_over_every_overlay_and_leads_back() {
    for (keys, mark) in [("J", "as received"), ("Y", " Copy "), ("ctrl-n", " Network ")] {
        let mut session = Session::at(RESULT);
        let open = session.press(keys).screen();
        assert!(open.contains(mark), "{open}");
        let help = session.press("?").screen();
        assert!(help.contains("What can be done here") && help.contains("redraw"), "{help}");
        assert_eq!(session.press("esc").screen(), open);
    }
}

#[test]
fn the_footer_of_an_overlay_names_its_own_keys() {
    let footer = |keys: &str, text: &str| {
        let mut session = Session::at(RESULT);
        let screen = session.press(keys).type_text(text).screen();
        screen.lines().last().unwrap_or_default().trim().to_owned()
    };
    let raw = footer("J", "");
    assert!(raw.contains("/ find") && raw.contains("esc close") && !raw.contains("choose"), "{raw}");
    let search = footer("J /", "gas");
    assert!(search.contains("esc end the search"), "{search}");
    let line = footer(":", "");
    assert!(line.contains("choose another") && line.contains("esc close"), "{line}");
    let line = footer(":", "zzzz");
    assert!(!line.contains("choose") && line.contains("esc close"), "{line}");
}

#[test]
fn a_long_message_is_shown_whole() {
    let words = "The file /home/somebody/with/a/long/name/.local/share/hieroscope/hieroscope.sqlite cannot be written: \
                 there is no room left on the device. Jobs are followed and not recorded until there is: make room.";
    let mut session = Session::at(RESULT).size(80, 24);
    let below = session.screen();
    session.event(Event::StoreFault(words.to_owned()));
    let screen = session.screen();
    let shown: String = screen.replace('─', "").split_whitespace().collect();
    assert!(shown.contains(&words.split_whitespace().collect::<String>()), "{screen}");
    let differing = screen.lines().zip(below.lines()).filter(|(one, other)| one != other).count();
    assert_eq!((differing, screen.lines().last()), (4, below.lines().last()), "{screen}");
    let help = session.press("?").screen();
    assert!(help.contains("The file") && !help.contains("cannot be written"), "it covers no box: {help}");
    session.press("esc").pass(Duration::from_secs(9));
    assert_eq!(session.screen(), screen, "it takes longer to read");
    session.pass(Duration::from_secs(3));
    assert_eq!(session.screen(), below);
}
