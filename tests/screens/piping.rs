//! JSON is piped to a command that the configuration names, and to no other.
#![cfg(unix)]

use hieroscope::message::Command;

use crate::support::Session;

const RESULT: &str = "result/0.0.5001/1795216207.123456789";

fn with(pipe: &str) -> Session {
    let mut session = Session::with_settings(RESULT, &format!("pipe = {pipe}\n"));
    session.press("J");
    session
}

#[test]
fn without_a_command_it_is_said_how_one_is_named() {
    let mut session = Session::at(RESULT).size(140, 40);
    session.press("J |");
    let help = session.press("?").screen();
    assert!(help.contains("pipe to a command") && help.contains("off: set pipe = "), "{help}");
    session.press("esc |");
    let screen = session.screen();
    assert!(
        screen.contains("as received") && screen.contains("pipe to a command: off: set pipe"),
        "{screen}"
    );
}

#[test]
fn the_values_on_screen_are_given_to_the_command_and_its_output_is_shown() {
    let mut session = with(r#"["cat"]"#);
    session.press("|");
    let screen = session.screen();
    assert!(screen.contains("| cat") && screen.contains("exit code 0"), "{screen}");
    session.press("y");
    let copied = |session: &Session| {
        let mut copies = session.carried().iter().filter_map(|command| match command {
            Command::Copy(text) => Some(text.clone()),
            _ => None,
        });
        copies.next_back().unwrap_or_default()
    };
    let piped = copied(&session);
    session.press("esc y");
    assert_eq!(copied(&session).trim_end(), piped, "all of it, as received");
    session.press("f").type_text("logs[].index").press("enter |");
    assert!(session.screen().contains("exit code 0, 4 lines"), "{}", session.screen());
    session.press("y");
    assert_eq!(copied(&session), "0\n1\n2\n3");
    session.press("esc esc esc");
    assert!(!session.screen().contains("as received"), "{}", session.screen());
}

#[test]
fn what_it_writes_cannot_act_and_its_failure_is_said() {
    let mut session = with(r#"["sh", "-c", "printf 'x\\033[2J\\ty'; echo no such field >&2; exit 3"]"#);
    session = session.size(100, 24);
    session.press("|");
    insta::assert_snapshot!("failed", session.styled_screen());
    let mut session = with(r#"["no-such-command-anywhere", "-r"]"#);
    session.press("|");
    assert!(session.screen().contains("it could not be started"), "{}", session.screen());
}

#[test]
fn closing_it_stops_it() {
    let mut session = with(r#"["cat"]"#);
    session.hold();
    session.press("|");
    let screen = session.screen();
    assert!(screen.contains("running") && screen.contains("esc stop it"), "{screen}");
    assert_eq!(session.all_waiting().len(), 1);
    session.press("esc");
    assert!(
        session.all_waiting().is_empty() && session.screen().contains("as received"),
        "{}",
        session.screen()
    );
}
