//! The modes of the form that send a file: chosen, read, checked, shown by its counts, and sent.

use std::fs::{self, File};

use api::{AnyOperation, Submit};
use hieroscope::message::{Ask, Command, Request};
use tempfile::TempDir;
use verification::SubmissionBody;

use crate::support::Session;

const UPLOADS: &str = "assets/demo/uploads";
pub(crate) const BUILD_INFO: &str = "hardhat/artifacts/build-info/5f2a9c0e4b7d18366d90a1c2e8f47b35.json";
const COUNTER: &str = "foundry/out/Counter.sol/Counter.json";
pub(crate) const VERSION: &str = "0.8.37+commit.f401782d";

/// The form for a contract, in a mode, with the focus on the file.
pub(crate) fn form(contract: &str, mode: &str) -> Session {
    let mut session = Session::at(&format!("verify//{contract}?mode={mode}"));
    session.press("tab");
    session
}

/// The form with one of the ready files pasted into it.
pub(crate) fn with_file(contract: &str, mode: &str, file: &str) -> Session {
    let mut session = form(contract, mode);
    session.paste(&format!("{UPLOADS}/{file}"));
    session
}

pub(crate) fn submitted(session: &Session) -> Vec<&SubmissionBody> {
    let sent = session.carried().iter().filter_map(|command| match command {
        Command::Submit(
            _,
            Request { ask: Ask::Server(AnyOperation::Submit(Submit { submission, .. })), .. },
        ) => Some(&submission.body),
        _ => None,
    });
    sent.collect()
}

#[test]
fn both_modes_without_a_file() {
    let standard = Session::at("verify//0.0.5012?mode=standard-json");
    snapshot!(standard.styled_screen());
    let metadata = Session::at("verify//0.0.5012?mode=metadata").size(80, 24);
    snapshot!(metadata.styled_screen());
}

#[test]
fn a_path_is_completed() {
    let mut session = form("0.0.5012", "standard-json");
    session.type_text(&format!("{UPLOADS}/"));
    snapshot!(session.styled_screen());
    session.type_text("cntr");
    let screen = session.screen();
    assert!(screen.contains("▌ counter.standard.json") && !screen.contains("hardhat/"), "{screen}");
    session.press("enter");
    let screen = session.screen();
    assert!(screen.contains(&format!("{UPLOADS}/counter.standard.json")), "{screen}");
    assert!(
        screen.contains("Counter.sol:Counter"),
        "the file was read, and its one contract named: {screen}"
    );
    assert!(submitted(&session).is_empty());
}

#[test]
fn a_directory_is_entered_and_an_arrow_beyond_the_list_leaves_it() {
    let mut session = form("0.0.5012", "metadata");
    session.type_text(&format!("{UPLOADS}/vau")).press("enter");
    assert!(session.screen().contains("▌ ./ (this directory)"), "{}", session.screen());
    session.press("down enter");
    assert!(session.screen().contains(&format!("{UPLOADS}/vault/metadata.json")), "{}", session.screen());
    assert!(session.screen().contains("the contract that was compiled: Vault.sol:Vault"));
    session.press("up ctrl-u").type_text(&format!("{UPLOADS}/")).press("down up up");
    session.press("ctrl-u").type_text("0.0.5001");
    assert!(session.place().contains("0.0.5001"), "the focus went up to the contract: {}", session.screen());
}

#[test]
fn a_contract_is_picked_by_searching() {
    let mut session = with_file("0.0.5012", "standard-json", BUILD_INFO).size(80, 24);
    assert!(session.screen().contains("Counter.sol:Counter would be an exact match"), "{}", session.screen());
    session.press("tab ctrl-u");
    snapshot!(session.styled_screen());
    session.type_text("vau");
    let screen = session.screen();
    assert!(screen.contains("▌ Vault.sol:Vault"), "{screen}");
    session.press("ctrl-u").type_text("count").press("enter");
    snapshot!(session.styled_screen());
}

#[test]
fn what_is_lacking_is_named_before_anything_is_sent() {
    let mut session = with_file("0.0.5010", "metadata", "oracle-incomplete/metadata.json");
    session.press("enter enter enter");
    snapshot!(session.styled_screen());
    assert!(submitted(&session).is_empty());
}

#[test]
fn what_a_file_is_not_is_said() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("broken.json"), "{\n  nope: 1 }").unwrap();
    fs::write(path("other.json"), "{\"hello\": 1}").unwrap();
    let blanks = " ".repeat(31 << 20);
    let large =
        format!(r#"{{"language":"Solidity","sources":{{"a.sol":{{"content":"contract A {{}}{blanks}"}}}}}}"#);
    fs::write(path("large.json"), large).unwrap();
    File::create(path("huge.json")).unwrap().set_len(300 << 20).unwrap();
    for (name, words) in [
        ("none.json", "There is no such file"),
        ("broken.json", "This is not JSON, from line 2, column 3"),
        ("other.json", "Choose a standard JSON input"),
        ("huge.json", "more than the 268,435,456 bytes that are read"),
        ("large.json", "servers take 31,457,280 at most"),
    ] {
        let mut session = form("0.0.5012", "standard-json");
        session.paste(&path(name)).press("tab ctrl-u");
        session.paste("a.sol:A").press("tab").paste(VERSION).press("enter enter enter");
        let screen = session.screen();
        assert!(screen.contains(words), "{name}: {screen}");
        assert!(submitted(&session).is_empty());
    }
}

#[test]
fn a_file_that_is_no_json_and_a_contract_that_is_not_in_it() {
    let mut session = with_file("0.0.5012", "standard-json", "vault/Vault.sol");
    snapshot!(session.press("enter").styled_screen());
    let mut session = with_file("0.0.5012", "standard-json", BUILD_INFO).size(80, 24);
    session.press("tab ctrl-u").type_text("Other.sol:Other").press("enter");
    snapshot!(session.styled_screen());
    session.press("ctrl-u").type_text("Vault.sol:IAsset").press("enter");
    assert!(session.screen().contains("it is abstract or an inte"), "{}", session.screen());
    assert!(submitted(&session).is_empty());
}

#[test]
fn a_file_that_does_not_serve_the_mode_says_which_does() {
    let mut session = with_file("0.0.5012", "metadata", BUILD_INFO);
    assert!(session.press("enter").screen().contains("send it as standard JSON"), "{}", session.screen());
}

#[test]
fn a_dropped_path_is_understood() {
    let whole = fs::canonicalize(UPLOADS).unwrap();
    let whole = whole.to_str().unwrap();
    for dropped in [format!("'{whole}/{COUNTER}' "), format!("file://{whole}/{COUNTER}\n")] {
        let mut session = form("0.0.5012", "metadata");
        session.paste(&dropped);
        assert!(session.screen().contains("artifact with metadata"), "{}", session.screen());
    }
}

#[test]
fn the_request_is_shown_with_counts_in_place_of_the_sources() {
    let mut session = with_file("0.0.5012", "standard-json", BUILD_INFO);
    session.press("tab ctrl-u").type_text("Counter").press("enter enter");
    snapshot!(session.styled_screen());
    let mut session = with_file("0.0.5012", "metadata", COUNTER).size(80, 24);
    session.press("enter");
    snapshot!(session.styled_screen());
}

#[test]
fn every_end_of_a_file_sent() {
    for (mode, file, name, contract, end) in [
        ("standard-json", BUILD_INFO, "Counter.sol:Counter", "0.0.5012", "exact match"),
        ("standard-json", "greeter.standard.json", "Greeter.sol:Greeter", "0.0.5007", "match"),
        (
            "standard-json",
            "counter.standard.json",
            "Counter.sol:Counter",
            "0.0.5020",
            "4 of 206 instructions differ",
        ),
        ("standard-json", COUNTER, "src/Counter.sol:Counter", "0.0.5151", "exact match"),
        ("metadata", COUNTER, "", "0.0.5151", "exact match"),
        ("metadata", "vault/metadata.json", "", "0.0.5014", "exact match"),
        ("metadata", COUNTER, "", "0.0.5012", "The functions are the same"),
    ] {
        let mut session = with_file(contract, mode, file);
        if mode == "standard-json" {
            session.press("tab ctrl-u").paste(name);
            session.press("tab ctrl-u").paste(VERSION);
        }
        session.press("enter enter");
        assert_eq!(submitted(&session).len(), 1, "{mode} {file}: {}", session.screen());
        session.pass(std::time::Duration::from_secs(12));
        let screen = session.screen();
        assert!(screen.contains(end), "{mode} {file} for {contract}: {screen}");
    }
}

#[test]
fn nothing_of_a_source_is_kept_shown_or_printed() {
    let mut session = with_file("0.0.5012", "metadata", COUNTER);
    session.press("enter enter");
    assert_eq!(submitted(&session).len(), 1);
    session.pass(std::time::Duration::from_secs(12));
    let kept = format!("{:?}{:?}", session.saved(), session.carried());
    assert!(kept.contains(&format!("{UPLOADS}/{COUNTER}")), "the path is kept");
    session.press("[");
    for text in [kept, session.screen(), session.press("Y").screen()] {
        assert!(!text.contains("SPDX") && !text.contains("contract Counter {"), "{text}");
    }
    let [SubmissionBody::Metadata { sources, .. }] = submitted(&session)[..] else { panic!() };
    assert!(sources.reveal().contains("contract Counter {"), "but it is sent");
}

#[test]
fn a_file_that_changed_is_looked_at_again_before_it_is_sent() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("input.json");
    fs::copy(format!("{UPLOADS}/counter.standard.json"), &path).unwrap();
    let mut session = form("0.0.5012", "standard-json");
    session.paste(path.to_str().unwrap()).press("tab tab").paste(VERSION).press("enter");
    assert!(session.screen().contains("Send this?"), "{}", session.screen());
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("Counts in", "Does count in")).unwrap();
    session.press("enter");
    let screen = session.screen();
    assert!(screen.contains("The file has changed") && screen.contains("Send this?"), "{screen}");
    assert!(submitted(&session).is_empty());
    session.press("enter");
    let [SubmissionBody::StandardJson { input, .. }] = submitted(&session)[..] else { panic!() };
    assert!(input.reveal().contains("Does count in"));
}

#[test]
fn what_was_chosen_survives_the_other_modes_and_a_restart() {
    let mut session = with_file("0.0.5012", "standard-json", "counter.standard.json");
    session.press("tab tab").paste(VERSION).press("ctrl-t");
    assert!(
        session.screen().contains("needs no metadata")
            || session.screen().contains("send it as standard JSON")
    );
    session.press("ctrl-t ctrl-t ctrl-t");
    let screen = session.screen();
    assert!(screen.contains("Will send") && screen.contains("Counter.sol:Counter"), "{screen}");
    let again = Session::started("verify", session.saved().clone()).screen();
    assert!(again.contains("Will send") && again.contains("Counter.sol:Counter"), "{again}");
    let other = Session::started("verify//0.0.5014?mode=standard-json", session.saved().clone()).screen();
    assert!(other.contains("counter.standard.json"), "a file holds many contracts: {other}");
}

#[test]
fn a_job_that_failed_is_edited_with_its_file_and_contract() {
    let mut session = with_file("0.0.5020", "standard-json", BUILD_INFO);
    session.press("tab").type_text("Counter").press("enter enter enter");
    session.pass(std::time::Duration::from_secs(12));
    assert!(session.screen().contains("failed"), "{}", session.screen());
    let screen = session.press("I").screen();
    assert!(screen.contains("(•) standard JSON") && screen.contains("Counter.sol:Counter"), "{screen}");
    assert!(screen.contains("build-info, 4 sources"), "{screen}");
}

#[test]
fn a_submission_that_is_called_off_in_the_last_look_is_not_sent() {
    let mut session = with_file("0.0.5012", "metadata", COUNTER);
    session.press("enter");
    session.hold();
    session.press("enter esc");
    while session.let_go(0) {}
    assert!(submitted(&session).is_empty());
    assert!(session.screen().contains("Will send"), "{}", session.screen());
}

#[test]
fn a_late_answer_about_another_file_is_not_heard() {
    let mut session = form("0.0.5012", "metadata");
    session.hold();
    session.paste(&format!("{UPLOADS}/{COUNTER}")).press("ctrl-u");
    session.paste(&format!("{UPLOADS}/vault/metadata.json")).press("tab");
    while session.let_go(1) {}
    let screen = session.screen();
    assert!(screen.contains("Vault.sol:Vault") && !screen.contains("Counter.sol:Counter"), "{screen}");
}

#[test]
fn every_size_can_be_drawn() {
    for (columns, rows) in [(60, 15), (61, 16), (80, 24), (99, 20), (10, 4), (0, 0), (300, 15)] {
        for mode in ["standard-json", "metadata"] {
            let mut session = with_file("0.0.5012", mode, BUILD_INFO).size(columns, rows);
            session.screen();
            session.press("tab").screen();
            session.press("down down pgdn enter enter").screen();
        }
    }
}
