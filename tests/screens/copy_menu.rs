//! The menu of what can be copied: a letter copies at once.

use hieroscope::message::Command;

use crate::support::Session;

const RESULTS: &str = "contract/0.0.5001/results";
const RICH: &str = "result/0.0.5001/1795216207.123456789";
const FAMILY: &str = "transaction/0.0.1005-1795216518-468117137";

fn copied(session: &Session) -> String {
    let mut texts = session.carried().iter().filter_map(|command| match command {
        Command::Copy(text) => Some(text.clone()),
        _ => None,
    });
    texts.next_back().unwrap_or_default()
}

/// Each row of the menu on screen: its letter and its name.
fn lettered(screen: &str) -> Vec<(char, String)> {
    let rows = screen.lines().filter_map(|line| line.split('│').nth(1)?.get(..).map(ToOwned::to_owned));
    let row = |row: String| {
        let row = row.trim_start_matches('▌').trim_start();
        let (letter, rest) = row.split_once(' ')?;
        let name = rest.split("  ").next()?.trim().to_owned();
        let mut letters = letter.chars();
        Some((letters.next().filter(|_| letters.next().is_none())?, name))
    };
    rows.filter_map(row).collect()
}

#[test]
fn the_hash_of_a_row_is_two_keys_away() {
    let mut session = Session::at(RESULTS).size(80, 24);
    session.press("j Y");
    // The address is cut, so that the session does not know the server in it.
    insta::with_settings!({filters => vec![(r"127\.0\.0\.1:\d+", "SERVER")]}, {
        insta::assert_snapshot!("letters", session.styled_screen());
    });
    session.press("h");
    let hash = copied(&session);
    assert!(hash.starts_with("0x") && hash.len() >= 66, "{hash}");
    let screen = session.screen();
    assert!(!session.is_open() && screen.contains("copied transaction hash"), "{screen}");
    session.press("Y J");
    assert!(copied(&session).contains(&format!("\"hash\":\"{hash}\"")), "{}", copied(&session));
}

#[test]
fn the_same_letters_copy_from_a_detail() {
    let mut session = Session::at(RICH).size(80, 24);
    session.press("Y h");
    assert!(copied(&session).starts_with("0xb05460ef1c808c6b"), "{}", copied(&session));
    session.press("Y p");
    assert_eq!(copied(&session), RICH);
    session.press("Y r");
    assert!(copied(&session).starts_with("curl -s 'http"), "{}", copied(&session));
    let mut family = Session::at(FAMILY);
    family.press("Y t");
    assert_eq!(Some(copied(&family).as_str()), FAMILY.strip_prefix("transaction/"));
    family.press("Y h");
    assert!(copied(&family).starts_with("0x96a16df0"), "{}", copied(&family));
}

#[test]
fn letters_stay_with_their_names_and_leave_the_moves_alone() {
    let mut session = Session::at(RESULTS);
    let first = lettered(&session.press("Y").screen());
    assert!(first.len() > 8, "{first:?}");
    session.press("esc j Y");
    for (letter, name) in lettered(&session.screen()) {
        let before = first.iter().find(|(_, known)| *known == name);
        let is_same = before.is_none_or(|(known, _)| *known == letter);
        // What is wanted less may make room for what another row has.
        assert!(is_same || !"htiafocvmTJpur".contains(letter), "{name}: {before:?}, {letter}");
        assert!(!"jkgGqy".contains(letter), "{name} took {letter}");
    }
    let top = session.screen();
    session.press("j k G g g");
    assert_eq!(session.screen(), top, "moves only move");
    session.press("G k").press("y");
    assert!(!session.is_open() && !copied(&session).is_empty());
}

#[test]
fn letters_reach_what_is_below_the_edge_of_the_menu() {
    let mut session = Session::at(FAMILY).size(80, 12);
    let screen = session.press("Y").screen();
    assert!(!screen.contains("curl"), "{screen}");
    session.press("r");
    assert!(copied(&session).starts_with("curl -s"), "{}", copied(&session));
}

#[test]
fn a_letter_ends_a_sequence_that_was_begun() {
    let mut session = Session::at(RESULTS);
    session.press("Y g h");
    assert!(copied(&session).starts_with("0x"), "{}", session.screen());
    // The sequence would go to the contract's events.
    session.press("l");
    assert_eq!(session.place(), RESULTS);
}
