//! Signs before ids: the same for the same thing, where there is room, and only if they are wanted.

use crate::support::Session;

const RESULTS: &str = "contract/0.0.5001/results";

/// The sign before each sender in the rows of results, with the sender.
fn signs(screen: &str) -> Vec<(String, String)> {
    let rows = screen.lines().filter(|line| line.contains('✓') || line.contains('✗'));
    let sign = |line: &str| {
        let (before, behind) = line.split_once("0.0.10")?;
        let digits: String = behind.chars().take_while(char::is_ascii_digit).collect();
        Some((before.chars().last()?.to_string(), digits))
    };
    rows.filter_map(sign).collect()
}

#[test]
fn the_same_account_has_the_same_sign_in_every_row_and_nothing_moves() {
    let mut session = Session::at(RESULTS).size(120, 30);
    let before = session.screen();
    session.press(":").type_text("identities on").press("enter");
    insta::assert_snapshot!("identities_list", session.styled_screen());
    let screen = session.screen();
    let signs = signs(&screen);
    assert!(signs.len() > 15, "{screen}");
    for (sign, sender) in &signs {
        assert_ne!(sign, " ", "{screen}");
        assert!(signs.iter().all(|(other, of)| of != sender || other == sign), "{sender}: {screen}");
    }
    let kinds: std::collections::BTreeSet<_> = signs.iter().map(|(sign, _)| sign).collect();
    assert!(kinds.len() > 3, "{kinds:?}");
    for (old, new) in before.lines().zip(screen.lines()).take(25) {
        let differ = old.chars().zip(new.chars()).filter(|(old, new)| old != new);
        assert!(differ.clone().all(|(old, _)| old == ' '), "{old}\n{new}");
    }
    session.press(":").type_text("identities off").press("enter");
    assert!(!session.screen().contains('▲') && !session.screen().contains('■'), "{}", session.screen());
}

#[test]
fn details_have_signs_too_at_eighty_columns_and_in_ascii() {
    let mut session = Session::with_settings("contract/0.0.5001", "identities = true").size(80, 24);
    insta::assert_snapshot!("identities_detail", session.styled_screen());
    let id = session.screen();
    let sign = |screen: &str, name: &str| {
        let line = screen.lines().find(|line| line.contains(name)).unwrap_or_default().to_owned();
        line.split_once("0.0.5001").and_then(|(before, _)| before.chars().last())
    };
    assert!(sign(&id, "contract id").is_some_and(|sign| !sign.is_ascii()), "{id}");
    let mut ascii = Session::plain("contract/0.0.5001").size(80, 24);
    ascii.press(":").type_text("identities on").press("enter");
    let screen = ascii.screen();
    assert!(sign(&screen, "contract id").is_some_and(|sign| sign.is_ascii_punctuation()), "{screen}");
    session.press("R");
    assert!(!session.screen().contains("not found"));
}
