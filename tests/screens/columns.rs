//! The chooser of a list's columns: what is shown, in which order, and how wide; remembered for lists of its kind.

use hieroscope::message::{Command, Persist};

use crate::support::Session;

const RESULTS: &str = "contract/0.0.5001/results";
const OTHER_RESULTS: &str = "contract/0.0.5204/results";

/// The titles of the table on screen, left to right.
fn titles(session: &Session) -> String {
    let screen = session.screen();
    let line = screen.lines().find(|line| line.contains("time (UTC)")).unwrap();
    line.split("  ").map(str::trim).filter(|title| !title.is_empty()).collect::<Vec<_>>().join("|")
}

#[test]
fn the_chooser_says_of_every_column_whether_it_is_seen_and_why_not() {
    let mut session = Session::at(RESULTS).size(80, 24);
    session.press("c");
    insta::assert_snapshot!("chooser", session.styled_screen());
    session.press("G");
    insta::assert_snapshot!("chooser_end", session.styled_screen());
    session.press("esc");
    assert!(!session.screen().contains("Columns of the list"), "{}", session.screen());
}

#[test]
fn a_column_is_hidden_and_shown_at_once_and_the_choice_outlives_the_program() {
    let mut session = Session::at(RESULTS).size(118, 24);
    assert_eq!(titles(&session), "time (UTC)|method|from|amount ℏ|gas limit|used|outcome");
    session.press("c j j space");
    insta::assert_snapshot!("hidden", session.styled_screen());
    session.press("esc");
    assert_eq!(titles(&session), "time (UTC)|from|amount ℏ|gas limit|used|outcome|transaction hash");
    let saved = session.saved().clone();
    assert!(saved.columns.get("results").is_some_and(|choice| !choice.is_empty()));
    let mut later = Session::started(OTHER_RESULTS, saved).size(118, 24);
    assert!(!titles(&later).contains("method"), "it applies to every list of results: {}", later.screen());
    later.press("c j j enter esc");
    assert!(titles(&later).contains("time (UTC)|method|from"), "{}", later.screen());
    later.press("c F esc");
    assert!(later.saved().columns["results"].is_empty());
    later.press("g l");
    assert!(later.screen().contains("event"), "other lists have their own: {}", later.screen());
}

#[test]
fn what_one_chooses_goes_before_what_is_there_by_default() {
    let mut session = Session::at(RESULTS).size(80, 24);
    assert!(!titles(&session).contains("transaction hash"), "{}", titles(&session));
    session.press("c");
    select(&mut session, "transaction hash");
    session.press("space");
    insta::assert_snapshot!("wanted", session.styled_screen());
    session.press("esc");
    assert!(titles(&session).ends_with("transaction hash"), "{}", titles(&session));
    session.press("c");
    select(&mut session, "transaction hash");
    session.press("space esc");
    assert!(!titles(&session).contains("transaction hash"), "{}", titles(&session));
}

/// Selects the line of the chooser that begins with this name.
fn select(session: &mut Session, name: &str) {
    session.press("g g");
    for _ in 0..40 {
        let is_selected = |line: &str| line.contains('▌') && line.contains(&format!(" {name} "));
        if session.screen().lines().any(|line| line.contains('│') && is_selected(line)) {
            return;
        }
        session.press("j");
    }
    panic!("{name}: {}", session.screen());
}

#[test]
fn columns_are_moved_and_made_wider_and_the_default_is_a_key_away() {
    let mut session = Session::at(RESULTS).size(118, 24);
    session.press("c");
    select(&mut session, "outcome");
    session.press("shift-up shift-up shift-up shift-up shift-up");
    insta::assert_snapshot!("moved", session.styled_screen());
    select(&mut session, "method");
    session.press("right right right right right right");
    insta::assert_snapshot!("widened", session.styled_screen());
    session.press("left left left left left left left left left left left left");
    session.press("esc");
    assert!(titles(&session).starts_with("time (UTC)|outcome|met"), "{}", titles(&session));
    session.press("c F esc");
    assert_eq!(titles(&session), "time (UTC)|method|from|amount ℏ|gas limit|used|outcome");
}

#[test]
fn one_column_stays_and_nothing_is_written_that_did_not_change() {
    let mut session = Session::at("contract/0.0.5002/logs").size(118, 24);
    session.press("c");
    session.forget_carried();
    session.press("shift-up F");
    let kept = |session: &Session| {
        let is_choice = |command: &&Command| matches!(command, Command::Persist(Persist::Columns(..)));
        session.carried().iter().filter(is_choice).count()
    };
    assert_eq!(kept(&session), 0);
    session.press("space j space j space j space j space j space j space j space j space j space j space");
    assert!(session.screen().contains("one column has to stay"), "{}", session.screen());
    session.press("F");
    assert!(!session.screen().contains("hidden by you"), "{}", session.screen());
}

#[test]
fn every_list_has_a_chooser_and_sorting_goes_by_what_is_shown() {
    for place in [
        RESULTS,
        "contract/0.0.5002/logs",
        "contract/0.0.5204/state",
        "contract/0.0.5001/versions",
        "contract/0.0.5001/gas",
        "schedules",
        "pending",
    ] {
        let mut session = Session::at(place);
        session.press("c");
        assert!(session.screen().contains("Columns of the list"), "{place}: {}", session.screen());
        session.press("c");
        assert!(!session.screen().contains("Columns of the list"), "{place}: {}", session.screen());
    }
    let mut session = Session::at(RESULTS).size(118, 24);
    session.press("c space j space esc >");
    assert!(session.screen().contains("sorted by method"), "{}", session.screen());
}
