//! Every key that a form or box offers does something: the screen changes, something is asked, copied or written, or
//! it is said why not. And escape leads out of everything that is opened.

use hieroscope::message::Action;

use crate::support::Session;
use crate::support::part::Part;
use crate::support::places::found;

/// The moves in a list.
const MOVES: [&str; 8] = ["up", "down", "pgup", "pgdn", "ctrl-u", "ctrl-d", "g g", "G"];

const RESULT: &str = "result/0.0.5001/1795216207.123456789";

/// Forms, lines and boxes over pages: where, how they are come to, and the spots in them where keys are tried.
const OPENED: [(&str, &str, &[&str]); 21] = [
    (RESULT, "J", &["", "G", "right right"]),
    (RESULT, "J /", &[""]),
    (RESULT, "Y", &["", "G"]),
    (RESULT, ":", &["", "down"]),
    (RESULT, ": 5", &["", "down"]),
    ("contract/0.0.5001", "ctrl-n", &["", "G", "g g"]),
    ("contract/0.0.5001", "@", &[""]),
    ("contract/0.0.5001/results", "f", &["", "5"]),
    ("contract/0.0.5001/results", "f up", &["5"]),
    ("contract/0.0.5001/results", "U", &[""]),
    ("contract/0.0.5001/logs", "f", &["", "5"]),
    ("contract/0.0.5001/state", "I", &[""]),
    ("contract/0.0.5001/results", "e", &["", "down", "down down", "down down down"]),
    ("contract/0.0.5001/interfaces", "a", &["x"]),
    ("contract/0.0.5022/find", "", &["", "down"]),
    ("transaction/0.0.1005-1795216518-468117137", "f", &["5"]),
    ("pending", "f", &["", "5"]),
    ("jobs", "a", &["", "x"]),
    ("code/0.0.5001", "C", &[""]),
    ("code/0.0.5204", "e", &[""]),
    ("sources/298/0.0.5215", "/", &[""]),
];

/// What opens a form or a box on some page.
const OPENERS: [&str; 17] =
    ["?", ":", "ctrl-n", "J", "Y", "f", "@", "/", "a", "e", "I", "U", "L", "v", "enter", "tab tab", "c"];

/// The keys of help's first part that are not switched off, each as it is pressed, with what it says of them.
fn offered(session: &mut Session) -> Vec<(String, String)> {
    let help = session.press("f1").drawn(140, 120);
    let lines: Vec<Vec<char>> = help.lines().map(|line| line.chars().collect()).collect();
    let corner = "┌ What can be done here";
    let at = |line: &Vec<char>| {
        let text: String = line.iter().collect();
        text.split_once(corner).map(|(before, _)| before.chars().count())
    };
    let left = lines.iter().find_map(at).unwrap_or_else(|| panic!("no help: {help}"));
    let inside = |line: &Vec<char>| -> String {
        line.iter().skip(left + 1).take_while(|sign| **sign != '│').collect::<String>().trim().to_owned()
    };
    let rows = lines.iter().map(inside).skip_while(|row| row != "Here").skip(1);
    let rows: Vec<String> = rows.take_while(|row| row != "Everywhere").collect();
    let read = |row: &String| {
        let row = row.trim_start_matches('▌').trim_start();
        let (key, words) = row.split_once("  ").unwrap_or_else(|| panic!("{row}: {help}"));
        (pressed(key), words.trim().to_owned())
    };
    rows.iter().map(read).filter(|(_, words)| !(words.ends_with(')') && words.contains(" ("))).collect()
}

/// A key as tests write it.
fn pressed(key: &str) -> String {
    let signs = [("⏎", "enter"), ("↑", "up"), ("↓", "down"), ("←", "left"), ("→", "right")];
    signs.iter().fold(key.to_owned(), |key, (sign, word)| key.replace(sign, word))
}

/// All that a key can have an effect on.
fn seen(session: &Session) -> (String, usize, usize) {
    (session.styled_screen(), session.sent(), session.carried().len())
}

/// Whether a key does something where these keys lead, at one of the spots.
fn does_something(place: &str, keys: &str, spots: &[&str], key: &str) -> bool {
    spots.iter().any(|spot| {
        let mut session = Session::at(place).size(80, 24);
        session.press(keys).press(spot);
        let before = seen(&session);
        // Whether more is asked for is known without the answers.
        session.hold();
        session.press(key);
        seen(&session) != before
    })
}

/// The offered keys that do nothing where these keys lead.
fn dead(place: &str, keys: &str, spots: &[&str]) -> Vec<String> {
    let offered = offered(Session::at(place).size(80, 24).press(keys));
    let (moves, others): (Vec<_>, Vec<_>) = offered.into_iter().partition(|(key, _)| MOVES.contains(&&**key));
    let is_dead = |(key, _): &(String, String)| !does_something(place, keys, spots, key);
    let mut dead: Vec<_> = others.into_iter().filter(is_dead).collect();
    // Where there is nothing to move among, no move does anything.
    let (still, moving): (Vec<_>, Vec<_>) = moves.into_iter().partition(is_dead);
    if !moving.is_empty() {
        dead.extend(still);
    }
    dead.into_iter().map(|(key, words)| format!("{place} after {keys:?}: {key} {words}")).collect()
}

#[test]
fn every_key_that_a_form_or_box_offers_does_something() {
    let mut found = Vec::new();
    for (place, keys, spots) in Part::chosen().of(OPENED) {
        found.extend(dead(place, keys, spots));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The keys that a page offers and that do nothing.
fn dead_on_page(place: &str) -> Vec<String> {
    let begin = || {
        let mut session = Session::at(place).size(80, 24);
        // Whether more is asked for is known without the answers.
        session.hold();
        session
    };
    let does = |session: &mut Session, key: &str| {
        let before = seen(session);
        seen(session.press(key)) != before
    };
    let mut session = begin();
    let start = session.place();
    let mut offered = offered(&mut session);
    // Where there is nothing to move among, no move does anything, and at an end there is no way on.
    offered.retain(|(key, _)| !MOVES.contains(&&**key) && !["left", "right"].contains(&&**key));
    let is_dead = |(key, _): &(String, String)| {
        session.press("esc esc esc");
        if session.place() != start {
            session.press("[");
        }
        if session.place() != start || session.is_open() {
            session = begin();
        }
        // What other keys have left behind may be why; on a fresh page nothing is.
        !does(&mut session, key) && !does(&mut begin(), key)
    };
    let dead = offered.into_iter().filter(is_dead);
    dead.map(|(key, words)| format!("{place}: {key} {words}")).collect()
}

#[test]
fn every_key_that_a_page_offers_does_something() {
    let dead = found(dead_on_page);
    assert!(dead.is_empty(), "{}", dead.join("\n"));
}

#[test]
fn escape_leads_out_of_everything_that_is_opened() {
    let stuck = found(|place| {
        let begin = || Session::at(place).size(80, 24);
        let (mut session, mut stuck) = (begin(), Vec::new());
        let start = session.place();
        for keys in OPENERS {
            session.press(keys);
            let opened = session.is_open();
            session.press("esc esc esc");
            if opened && session.is_open() {
                stuck.push(format!("{place} {keys}:\n{}", session.screen()));
            }
            if session.place() != start || session.is_open() {
                session = begin();
            }
        }
        stuck
    });
    assert!(stuck.is_empty(), "{}", stuck.join("\n"));
}

#[test]
fn no_action_is_called_by_its_inner_name() {
    // These are words as well.
    let words = [Action::AsOf, Action::GoTo];
    let named: Vec<&str> = Action::ALL.iter().filter(|it| !words.contains(it)).map(|it| it.name()).collect();
    let named: Vec<&str> = named.into_iter().filter(|name| name.contains('-')).collect();
    let told = found(|place| {
        let mut session = Session::at(place).size(120, 40);
        let mut told = Vec::new();
        for keys in
            ["", "f1", "esc .", "ctrl-p", "p", "D", "d", "M", "U", "esc n", "N", "/", "esc Y", "esc J"]
        {
            let screen = session.press(keys).screen();
            told.extend(
                named
                    .iter()
                    .filter(|name| screen.contains(*name))
                    .map(|name| format!("{place} {keys}: {name}\n{screen}")),
            );
        }
        told
    });
    assert!(told.is_empty(), "{}", told.join("\n"));
}
