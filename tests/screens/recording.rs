//! The record before the request: what cannot be recorded is sent only after one more yes.

use std::time::Duration;

use hieroscope::message::Command;

use crate::support::Session;

const FAULT: &str = "A change was not saved: there is no room left for /data/store. Make room and try again.";
const TITLE: &str = "Send without a record?";

/// How many submissions left, recorded and not.
fn sent(session: &Session) -> (usize, usize) {
    let count =
        |which: fn(&Command) -> bool| session.carried().iter().filter(|command| which(command)).count();
    (
        count(|command| matches!(command, Command::Submit(..))),
        count(|command| matches!(command, Command::SubmitUnrecorded(..))),
    )
}

#[test]
fn a_submission_from_the_form_asks_once_more() {
    let mut session = Session::at("verify//0.0.5001").size(80, 24);
    session.break_store(Some(FAULT)).press("enter enter");
    snapshot!(session.styled_screen());
    assert_eq!(sent(&session), (0, 0));
    session.press("enter enter space");
    assert_eq!(sent(&session), (0, 0), "no other key sends: {}", session.screen());
    session.press("n");
    let screen = session.screen();
    assert!(!screen.contains(TITLE) && screen.contains("not sent"), "{screen}");
    session.pass(Duration::from_hours(2));
    assert_eq!(sent(&session), (0, 0));
    session.press("r");
    assert!(session.screen().contains(TITLE), "{}", session.screen());
    session.press("y");
    assert_eq!(sent(&session), (0, 1));
    session.pass(Duration::from_secs(20));
    let screen = session.drawn(80, 60);
    assert!(screen.contains("exact match") && screen.contains("not recorded"), "{screen}");
}

#[test]
fn the_next_confirmation_says_it_and_a_store_that_was_mended_is_written() {
    let mut session = Session::at("verify//0.0.5001");
    session.break_store(Some(FAULT)).press("enter enter esc [ enter");
    let screen = session.screen();
    assert!(screen.contains("Send this?") && screen.contains("may not be recorded"), "{screen}");
    session.break_store(None).press("enter");
    assert_eq!(sent(&session), (1, 0), "{}", session.screen());
    let screen = session.screen();
    assert!(!screen.contains(TITLE) && screen.contains("recorded"), "{screen}");
    let mut again = Session::at("verify//0.0.5003");
    assert!(!again.press("enter").screen().contains("may not be recorded"));
}

#[test]
fn a_retry_by_itself_waits_for_the_user_and_one_by_hand_asks() {
    let mut session = Session::at("verify//0.0.5028");
    session.press("enter enter");
    session.pass(Duration::from_secs(2));
    session.press("x x enter enter");
    assert!(session.screen().contains("! locked"), "{}", session.screen());
    let before = sent(&session).0;
    session.press(". H").break_store(Some(FAULT)).pass(Duration::from_mins(30));
    assert_eq!(sent(&session), (before, 0));
    assert!(!session.screen().contains(TITLE), "no box opens over another page: {}", session.screen());
    assert!(session.is_quiet(), "it is not tried again and again");
    session.press("b enter");
    assert!(session.screen().contains("not sent"), "{}", session.screen());
    session.press("r");
    assert!(session.screen().contains(TITLE), "{}", session.screen());
    session.press("y");
    assert_eq!(sent(&session), (before, 1));
}

#[test]
fn a_batch_waits_with_all_its_lines() {
    let mut session = Session::at("batch");
    session.paste("0.0.5001\n0.0.5015\n0.0.5003\n0.0.5005").press("tab down down right");
    session.break_store(Some(FAULT)).press("enter enter");
    session.pass(Duration::from_mins(5));
    snapshot!(session.styled_screen());
    assert_eq!(sent(&session), (0, 0));
    session.press("esc");
    let screen = session.screen();
    assert!(screen.contains("cannot be recorded") && screen.contains("4 waiting"), "{screen}");
    session.press("p");
    assert!(session.screen().contains(TITLE), "{}", session.screen());
    assert_eq!(sent(&session), (0, 0));
    session.press("y").pass(Duration::from_mins(2));
    assert_eq!(sent(&session).0, 0);
    assert!(sent(&session).1 >= 3, "{:?} {}", sent(&session), session.screen());
    assert!(session.screen().contains("4 of 4 done"), "{}", session.screen());
}
