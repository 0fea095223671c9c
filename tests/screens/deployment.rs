//! Deployments: lines that are verified from a project, and files of tools that they are loaded from.

use std::time::Duration;

use hieroscope::message::Command;

use crate::support::Session;

fn submissions(session: &Session) -> usize {
    session.carried().iter().filter(|command| matches!(command, Command::Submit(..))).count()
}

/// A session in which these lines are to be verified from a project, under review.
fn reviewed_from(project: &str, lines: &str) -> Session {
    let mut session = Session::at("batch");
    session.paste(lines).press("ctrl-t ctrl-t tab");
    session.press("shift-tab shift-tab").paste(project).press("enter");
    session.pass(Duration::from_secs(1));
    session
}

#[test]
fn lines_are_matched_with_a_project_and_only_what_would_verify_is_sent() {
    let mut session =
        reviewed_from("assets/demo/uploads/hardhat", "0.0.5012 Counter\n0.0.5151\n0.0.5203 Vault\n0.0.5014");
    snapshot!(session.styled_screen());
    session.press("enter").pass(Duration::from_secs(20));
    session.press("p").pass(Duration::from_secs(30));
    snapshot!(session.styled_screen());
    assert_eq!(submissions(&session), 2, "one would not verify, and one is verified");
}

#[test]
fn a_directory_without_anything_compiled_is_told_at_the_field() {
    let mut session = reviewed_from("assets/demo/uploads/nothing", "0.0.5012");
    assert!(session.screen().contains("There is no such file."), "{}", session.screen());
    session.press("enter");
    assert_eq!(submissions(&session), 0);
    let session = reviewed_from("assets/demo/uploads/oracle-incomplete", "0.0.5012");
    assert!(session.screen().contains("build the project first"), "{}", session.screen());
}

#[test]
fn a_broadcast_is_loaded_with_the_project_that_it_lies_in() {
    let mut session = Session::at("batch");
    let run = "tests/fixtures/projects/foundry/broadcast/Deploy.s.sol/298/run-latest.json";
    session.press("tab down down down").type_text(run).press("enter").pass(Duration::from_secs(1));
    let screen = session.screen();
    assert!(screen.contains("4 lines read from the Foundry broadcast"), "{screen}");
    assert!(
        screen.contains("(•) from a project") && screen.contains("fixtures/projects/foundry"),
        "{screen}"
    );
    assert!(screen.contains("4 lines: 4 ready"), "{screen}");
    let mut session = Session::at("batch");
    session
        .press("tab down down down")
        .type_text("Cargo.toml.none")
        .press("enter")
        .pass(Duration::from_secs(1));
    assert!(session.screen().contains("There is no such file."), "{}", session.screen());
}
