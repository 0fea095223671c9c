//! With every key rebound, no page, form or box names a key that is not bound.

use hieroscope::message::event::{Key, KeyInput, Mods};
use hieroscope::message::{Action, Event, Input};

use crate::support::Session;
use crate::support::places::found;

/// What is opened on every page, verb by verb, and what is typed there.
const STATES: [(&[Action], &str); 14] = [
    (&[], ""),
    (&[Action::Help], ""),
    (&[Action::GoTo], ""),
    (&[Action::GoTo], "5001"),
    (&[Action::Network], ""),
    (&[Action::Raw], ""),
    (&[Action::CopyMenu], ""),
    (&[Action::Filter], ""),
    (&[Action::AsOf], ""),
    (&[Action::Find], "x"),
    (&[Action::Adopt], ""),
    (&[Action::Open], ""),
    (&[Action::Export], ""),
    (&[Action::LoadUntil], ""),
];

/// The sign of a verb's only key, which is pressed with alt: nothing types it, and no key built in is like it.
fn sign(action: Action) -> char {
    let at = Action::ALL.iter().position(|known| *known == action).unwrap();
    char::from_u32(0x0430 + u32::try_from(at).unwrap()).unwrap()
}

fn settings() -> String {
    let line = |action: &Action| format!("{} = [\"alt-{}\"]\n", action.name(), sign(*action));
    format!("[keys]\n{}", Action::ALL.iter().map(line).collect::<String>())
}

/// Whether a word is a key that is bound.
fn is_bound(word: &str) -> bool {
    Action::ALL.iter().any(|action| word == format!("alt-{}", sign(*action)))
}

fn act(session: &mut Session, action: Action) {
    session.event(Event::Input(Input::Key(KeyInput::new(Key::Char(sign(action)), Mods::ALT))));
}

/// What a screen says of keys that are not bound, or says twice. The letters of the menu of copies are its own, whatever
/// is bound.
fn lies(screen: &str, has_letters: bool) -> Vec<String> {
    let mut lies = Vec::new();
    let footer = screen.lines().last().unwrap_or_default().trim();
    let hints: Vec<&str> = footer.split("   ").map(str::trim).filter(|hint| !hint.is_empty()).collect();
    let keys: Vec<&str> = hints.iter().filter_map(|hint| hint.split(' ').next()).collect();
    for (at, key) in keys.iter().enumerate() {
        if !is_bound(key) || keys.iter().take(at).any(|other| other == key) {
            lies.push(format!("{key} in the footer: {footer}"));
        }
    }
    // What lies beside a box is cut by it.
    for text in
        screen.lines().filter_map(|line| if line.contains('│') { line.split('│').nth(1) } else { Some(line) })
    {
        let own = if has_letters { text.trim_start_matches(['▌', ' ']).split_once(' ') } else { None };
        let text = own.filter(|(letter, _)| letter.len() == 1).map_or(text, |(_, rest)| rest);
        let words: Vec<&str> =
            text.split([' ', ',', '.', ';', ':', '(', ')']).filter(|it| !it.is_empty()).collect();
        for at in 0..words.len() {
            let word = |at: usize| words.get(at).copied().unwrap_or_default();
            if names_a_key(at.checked_sub(1).map(word).unwrap_or_default(), word(at), word(at + 1)) {
                lies.push(format!("{} {}: {}", word(at), word(at + 1), text.trim()));
            }
        }
    }
    lies
}

/// Whether a word, between these, is the name of a key that is built in.
fn names_a_key(before: &str, word: &str, after: &str) -> bool {
    let is_a_letter = word.len() == 1 && word != "a" && word.chars().all(|c| c.is_ascii_alphabetic());
    let does = after.len() > 2 && after.ends_with('s') && after.chars().all(char::is_lowercase);
    let counts = before.chars().all(|c| c.is_ascii_digit()) && !before.is_empty();
    match word {
        "⏎" | "esc" | "Esc" | "Enter" | "pgup" | "pgdn" | "backspace" => true,
        "tab" => !matches!(before, "a" | "new" | "next" | "only" | "previous" | "the"),
        "press" | "Press" => !is_bound(after),
        _ => word.starts_with("ctrl-") || word.starts_with("shift-") || (is_a_letter && does && !counts),
    }
}

#[test]
fn no_page_form_or_box_names_a_key_that_is_not_bound() {
    let settings = settings();
    let lies = found(|place| lies_at(place, &settings));
    assert!(lies.is_empty(), "{}", lies.join("\n"));
}

fn lies_at(place: &str, settings: &str) -> Vec<String> {
    let begin = || Session::with_settings(place, settings).size(80, 24);
    let mut session = begin();
    assert!(!session.screen().contains("The configuration has faults"), "{}", session.screen());
    let (start, mut found) = (session.place(), Vec::new());
    for (verbs, text) in STATES {
        for verb in verbs {
            act(&mut session, *verb);
        }
        session.type_text(text);
        let screens = [session.screen(), session.drawn(160, 40)];
        let has_letters = verbs.contains(&Action::CopyMenu);
        for lie in screens.iter().flat_map(|screen| lies(screen, has_letters)) {
            found.push(format!("{place} {verbs:?} {text}: {lie}"));
        }
        [Action::Close; 3].iter().for_each(|verb| act(&mut session, *verb));
        if session.place() != start {
            session = begin();
        }
    }
    found
}
