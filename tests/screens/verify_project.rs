//! A project's directory in the form: what of it is deployed, before anything is sent, and its submission.

use std::fs;
use std::path::Path;

use tempfile::TempDir;
use verification::SubmissionBody;

use crate::support::Session;
use crate::verify_file::{form, submitted, with_file};

const HARDHAT: &str = "assets/demo/uploads/hardhat";
const FOUNDRY: &str = "assets/demo/uploads/foundry";
const PROJECTS: &str = "tests/fixtures/projects";

/// The form for a contract with a directory pasted into it.
fn with_directory(contract: &str, mode: &str, directory: &str) -> Session {
    let mut session = form(contract, mode);
    session.paste(directory);
    session
}

fn copy(from: impl AsRef<Path>, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let to = to.join(entry.file_name());
        if entry.path().is_dir() { copy(entry.path(), &to) } else { _ = fs::copy(entry.path(), to).unwrap() }
    }
}

#[test]
fn the_contract_that_is_deployed_is_chosen_with_its_file_and_its_mode() {
    let mut session = with_directory("0.0.5151", "standard-json", FOUNDRY);
    let screen = session.screen();
    for words in ["(•) metadata", "(•) exact match  src/Counter.sol:Counter", "out/Counter.sol/Counter.json"]
    {
        assert!(screen.contains(words), "{words}: {screen}");
    }
    assert!(screen.contains("Will send") && screen.contains("artifact with metadata, 1 source"), "{screen}");
    assert!(screen.contains(&format!("file           {FOUNDRY}\n")), "what was typed stays: {screen}");
    assert!(submitted(&session).is_empty());
    session.press("enter enter");
    let [SubmissionBody::Metadata { sources, .. }] = submitted(&session)[..] else { panic!() };
    assert!(sources.reveal().contains("contract Counter {"));
    session.pass(std::time::Duration::from_secs(12));
    let screen = session.screen();
    assert!(screen.contains("exact match") && screen.contains("out/Counter.sol/Counter.json"), "{screen}");
}

#[test]
fn a_build_with_many_contracts_is_sent_for_the_one_that_is_deployed() {
    let mut session = with_directory("0.0.5014", "metadata", HARDHAT);
    snapshot!(session.styled_screen());
    let mut small = with_directory("0.0.5014", "metadata", HARDHAT).size(80, 24);
    snapshot!(small.styled_screen());
    snapshot!(small.press("enter").styled_screen());
    session.press("enter enter");
    let [SubmissionBody::StandardJson { input, contract, .. }] = submitted(&session)[..] else { panic!() };
    assert_eq!(contract.to_string(), "Vault.sol:Vault");
    assert!(input.reveal().contains("Vault.sol") && !input.reveal().contains("Greeter"));
    session.pass(std::time::Duration::from_secs(12));
    assert!(session.screen().contains("exact match"), "{}", session.screen());
}

#[test]
fn what_real_tools_wrote_finds_itself() {
    for (project, contract, grade, name) in [
        ("foundry", "0.0.5012", "match", "src/Counter.sol:Counter"),
        ("foundry-build-info", "0.0.5014", "match", "src/Vault.sol:Vault"),
        ("hardhat-3", "0.0.5014", "match", "project/contracts/Vault.sol:Vault"),
        ("solc", "0.0.5012", "match", "src/Counter.sol:Counter"),
    ] {
        let mut session = with_directory(contract, "metadata", &format!("{PROJECTS}/{project}"));
        let screen = session.screen();
        assert!(screen.contains(&format!("(•) {grade}  ")), "{project}: {screen}");
        assert!(screen.contains("(•) standard JSON") && screen.contains("Will send"), "{project}: {screen}");
        assert!(screen.contains(&format!("contract name  {name}")), "{project}: {screen}");
        session.press("enter enter");
        let [SubmissionBody::StandardJson { contract, .. }] = submitted(&session)[..] else {
            panic!("{project}")
        };
        assert_eq!(contract.to_string(), name);
    }
}

#[test]
fn where_none_would_verify_nothing_is_sent_until_the_user_chooses() {
    let mut session = with_directory("0.0.5151", "standard-json", &format!("{PROJECTS}/foundry"));
    snapshot!(session.styled_screen());
    session.press("enter enter enter");
    assert!(submitted(&session).is_empty(), "{}", session.screen());
    let mut small = with_directory("0.0.5151", "metadata", &format!("{PROJECTS}/foundry")).size(80, 24);
    snapshot!(small.styled_screen());
    small.press("down");
    assert!(small.screen().contains("▌ ( ) other settings"), "{}", small.screen());
    small.type_text("vault").press("enter");
    let screen = small.screen();
    assert!(screen.contains("(•) another contract  src/Vault.sol:Vault"), "{screen}");
    assert!(screen.contains("(•) standard JSON") && screen.contains("Will send"), "{screen}");
    let screen = small.press("enter").screen();
    assert!(screen.contains("! src/Vault.sol:Vault would not verify: "), "{screen}");
    small.press("enter");
    assert_eq!(submitted(&small).len(), 1);
}

#[test]
fn another_candidate_is_chosen_by_the_arrows() {
    let mut session = with_directory("0.0.5014", "standard-json", HARDHAT);
    session.press("down");
    let screen = session.screen();
    assert!(screen.contains("▌ ( ) another contract") && screen.contains("⏎ take"), "{screen}");
    let help = session.press("f1").screen();
    assert!(help.contains("another contract of the project"), "{help}");
    session.press("esc");
    assert!(screen.contains("contract name  Vault.sol:Vault"), "nothing is chosen yet: {screen}");
    session.press("enter");
    let screen = session.screen();
    assert!(screen.contains("▌ (•) another contract  Escrow.sol:Escrow"), "{screen}");
    assert!(screen.contains("contract name  Escrow.sol:Escrow"), "{screen}");
    session.press("enter enter");
    let [SubmissionBody::StandardJson { contract, .. }] = submitted(&session)[..] else { panic!() };
    assert_eq!(contract.to_string(), "Escrow.sol:Escrow");
}

#[test]
fn beyond_the_candidates_are_the_other_fields() {
    let mut session = with_directory("0.0.5014", "standard-json", HARDHAT);
    assert!(session.screen().contains("▌ contract name"), "{}", session.screen());
    session.press("up");
    assert!(session.screen().contains("▌ file "), "{}", session.screen());
    session.press("tab down down down down");
    assert!(session.screen().contains("▌ compiler"), "{}", session.screen());
}

#[test]
fn what_is_missing_for_the_comparison_is_said_at_the_field() {
    let empty = TempDir::new().unwrap();
    let empty = empty.path().to_str().unwrap();
    let nothing = format!("{HARDHAT}/../oracle-incomplete");
    for (contract, directory, words) in [
        ("0.0.4999999", HARDHAT, "no code to compare with: demo has none of 0.0.4999999"),
        ("0.0.5014", empty, "nothing compiled in it: build the project, or name the directory"),
        ("0.0.5014", &nothing, "nothing compiled in it"),
        ("0.0.5014", "assets/demo/uploads/none", "There is no such file"),
    ] {
        let mut session = with_directory(contract, "standard-json", directory);
        session.press("tab");
        let screen = session.screen();
        assert!(screen.contains(words), "{words}: {screen}");
        let kept: String = directory.chars().take(12).collect();
        assert!(screen.contains(&format!("file           {kept}")), "it stays: {screen}");
        session.press("enter enter enter");
        assert!(session.screen().contains("Cannot be sent yet") && submitted(&session).is_empty());
        let small = with_directory(contract, "metadata", directory).size(80, 24).screen();
        let begin: String = words.chars().take(20).collect();
        assert!(small.to_lowercase().contains(&format!("! {}", begin.to_lowercase())), "{small}");
    }
    let mut session = Session::at("verify?mode=standard-json");
    session.press("tab").paste(FOUNDRY).press("tab");
    let screen = session.screen();
    assert!(screen.contains("! fill in the contract"), "{screen}");
    session.press("shift-tab shift-tab shift-tab").paste("0.0.5151");
    assert!(session.screen().contains("(•) exact match"), "{}", session.screen());
}

#[test]
fn a_chain_that_is_not_the_networks_has_no_code_to_compare() {
    let mut session = with_directory("0.0.5014", "standard-json", HARDHAT);
    session.press("shift-tab shift-tab shift-tab ctrl-u").type_text("295").press("tab");
    let screen = session.screen();
    assert!(screen.contains("no code to compare with: the chain is not that of demo"), "{screen}");
    assert!(!screen.contains("exact match"), "{screen}");
}

#[test]
fn while_the_code_is_awaited_nothing_is_at_fault() {
    let mut session = form("0.0.5014", "standard-json");
    session.press("shift-tab ctrl-u").hold();
    session.paste("0.0.5012").press("tab").paste(HARDHAT);
    session.let_go(0);
    let screen = session.screen();
    assert!(!screen.contains("! fill in") && screen.contains("Cannot be sent yet"), "{screen}");
    while session.let_go(0) {}
    let screen = session.screen();
    assert!(screen.contains("(•) exact match       Counter.sol:Counter"), "{screen}");
}

#[test]
fn another_contract_has_another_candidate() {
    let mut session = with_directory("0.0.5014", "standard-json", HARDHAT);
    assert!(session.screen().contains("contract name  Vault.sol:Vault"), "{}", session.screen());
    session.press("shift-tab shift-tab ctrl-u").type_text("0.0.5012");
    assert!(!session.screen().contains("Will send"), "{}", session.screen());
    session.press("tab");
    let screen = session.screen();
    assert!(
        screen.contains("contract name  Counter.sol:Counter") && screen.contains("Will send"),
        "{screen}"
    );
}

#[test]
fn a_directory_is_picked_itself_and_kept() {
    let mut session = form("0.0.5014", "standard-json");
    session.type_text("assets/demo/uploads/hard").press("enter");
    snapshot!(session.styled_screen());
    session.press("enter");
    let screen = session.screen();
    assert!(screen.contains("▌ contract name  Vault.sol:Vault"), "{screen}");
    session.press("shift-tab");
    assert!(session.screen().contains("(•) exact match"), "the candidates stay: {}", session.screen());
    session.press("ctrl-t ctrl-t");
    assert!(session.screen().contains("(•) similarity"), "{}", session.screen());
    session.press("ctrl-t ctrl-t");
    let screen = session.screen();
    assert!(screen.contains("(•) standard JSON") && screen.contains("(•) exact match"), "{screen}");
    let again = Session::started("verify", session.saved().clone()).screen();
    assert!(again.contains("uploads/hardhat/") && again.contains("(•) exact match"), "{again}");
}

#[test]
fn the_mode_that_a_place_names_stays_with_a_directory_that_was_kept() {
    let mut session = with_directory("0.0.5151", "standard-json", FOUNDRY);
    assert!(session.screen().contains("(•) metadata"), "{}", session.screen());
    session.press("shift-tab");
    let again = Session::started("verify//0.0.5151?mode=standard-json", session.saved().clone()).screen();
    assert!(again.contains("(•) standard JSON") && again.contains("Will send"), "{again}");
}

#[test]
fn a_project_that_was_built_again_is_compared_again() {
    let folder = TempDir::new().unwrap();
    copy(format!("{PROJECTS}/foundry"), folder.path());
    let mut session = with_directory("0.0.5151", "standard-json", folder.path().to_str().unwrap());
    assert!(session.screen().contains("None of"), "{}", session.screen());
    copy(FOUNDRY, folder.path());
    session.pass(std::time::Duration::from_secs(1));
    session.press("enter");
    let screen = session.screen();
    assert!(screen.contains("(•) exact match") && screen.contains("Will send"), "{screen}");
}

#[test]
fn a_build_that_came_between_the_review_and_the_sending_is_not_sent() {
    let folder = TempDir::new().unwrap();
    copy(FOUNDRY, folder.path());
    let mut session = with_directory("0.0.5151", "standard-json", folder.path().to_str().unwrap());
    assert!(session.press("enter").screen().contains("Send this?"), "{}", session.screen());
    copy(format!("{PROJECTS}/foundry"), folder.path());
    session.pass(std::time::Duration::from_secs(1));
    session.press("enter");
    let screen = session.screen();
    assert!(screen.contains("None of 5 compiled contracts would verify"), "{screen}");
    assert!(screen.contains("Cannot be sent yet: none would verify"), "{screen}");
    assert!(submitted(&session).is_empty());
}

#[test]
fn what_was_chosen_is_there_after_another_page() {
    let mut session = with_directory("0.0.5014", "standard-json", HARDHAT);
    session.press("down enter ctrl-g").type_text("jobs").press("enter");
    assert!(session.place().starts_with("jobs"), "{}", session.place());
    session.press("[");
    let screen = session.screen();
    assert!(screen.contains("(•) another contract  Escrow.sol:Escrow"), "{screen}");
    assert!(screen.contains("contract name  Escrow.sol:Escrow") && screen.contains("Will send"), "{screen}");
    session.press("enter enter");
    let [SubmissionBody::StandardJson { contract, .. }] = submitted(&session)[..] else { panic!() };
    assert_eq!(contract.to_string(), "Escrow.sol:Escrow");
}

#[test]
fn a_cleared_form_takes_the_same_directory_again() {
    let mut session = with_directory("0.0.5014", "standard-json", HARDHAT);
    session.press("ctrl-r");
    assert!(!session.screen().contains("Vault.sol") && !session.screen().contains("exact match"));
    session.press("tab shift-tab").paste("0.0.5014").press("tab").paste(HARDHAT);
    let screen = session.screen();
    assert!(screen.contains("contract name  Vault.sol:Vault") && screen.contains("Will send"), "{screen}");
}

#[test]
fn of_a_file_it_is_said_whether_it_would_verify() {
    let build = "hardhat/artifacts/build-info/5f2a9c0e4b7d18366d90a1c2e8f47b35.json";
    let mut session = with_file("0.0.5014", "standard-json", build);
    let screen = session.screen();
    assert!(screen.contains("contract name  Vault.sol:Vault"), "the one that is deployed: {screen}");
    assert!(screen.contains("✓ Vault.sol:Vault would be an exact match: 3 immutables"), "{screen}");
    session.press("tab ctrl-u").type_text("Greeter").press("enter");
    let screen = session.screen();
    assert!(screen.contains("! Greeter.sol:Greeter would not verify: "), "{screen}");
    assert!(screen.contains("✓ Vault.sol:Vault would be an exact match"), "{screen}");
    let screen = session.press("enter").screen();
    assert!(screen.contains("! Greeter.sol:Greeter would not verify: "), "also in the review: {screen}");
    let none = with_file("0.0.5002", "standard-json", build).screen();
    assert!(none.contains("! none of its contracts would verify; the nearest is "), "{none}");
    assert!(none.contains("contract name  path:Name"), "{none}");
    let one = with_file("0.0.5012", "metadata", "foundry/out/Counter.sol/Counter.json").screen();
    assert!(one.contains("! src/Counter.sol:Counter would not verify: "), "{one}");
    let bare = with_file("0.0.5012", "standard-json", "counter.standard.json").screen();
    assert!(!bare.contains("verify: ") && bare.contains("standard JSON input, 1 source"), "{bare}");
}

#[test]
fn hostile_names_reach_the_screen_escaped() {
    let folder = TempDir::new().unwrap();
    let artifact = fs::read_to_string(format!("{FOUNDRY}/out/Counter.sol/Counter.json")).unwrap();
    let name = "Evil\u{1b}[31m\u{202e}.json";
    fs::create_dir_all(folder.path().join("out")).unwrap();
    let renamed = artifact.replace("src/Counter.sol", "src/\u{202e}Counter.sol");
    fs::write(folder.path().join("out").join(name), renamed).unwrap();
    fs::write(folder.path().join("out/Bad\u{1b}]0;x\u{7}.json"), r#"{"deployedBytecode": {"#).unwrap();
    for (columns, rows) in [(80, 24), (120, 40)] {
        let mut session = form("0.0.5151", "standard-json").size(columns, rows);
        session.paste(folder.path().to_str().unwrap());
        let screen = session.screen();
        assert!(screen.contains("exact match") && screen.contains("left out"), "{screen}");
        for hostile in ['\u{1b}', '\u{202e}', '\u{7}'] {
            assert!(!screen.contains(hostile), "{screen:?}");
        }
        session.press("enter");
        assert!(!session.screen().contains(['\u{1b}', '\u{202e}']), "{}", session.screen());
    }
}

#[test]
fn every_size_can_be_drawn() {
    for (columns, rows) in [(60, 15), (80, 24), (99, 20), (10, 4), (0, 0), (300, 15)] {
        for project in ["hardhat-3", "foundry"] {
            let mut session = with_directory("0.0.5014", "standard-json", &format!("{PROJECTS}/{project}"))
                .size(columns, rows);
            session.screen();
            session.press("down").screen();
            session.press("enter enter").screen();
        }
    }
}

#[test]
fn of_contracts_with_the_same_code_none_is_chosen_for_the_user() {
    let counter = include_str!("../../crates/demo/assets/artifacts/Counter.json");
    let counter: serde_json::Value = serde_json::from_str(counter).unwrap();
    let runtime = counter["runtime"].as_str().unwrap();
    let at = runtime.rfind("a264697066735822").unwrap() + 20;
    let (front, rest) = (runtime.get(..at).unwrap(), runtime.get(at + 64..).unwrap());
    let with = |hash: &str| format!("{front}{}{rest}", hash.repeat(32));
    let code = |hash: &str| {
        serde_json::json!({ "abi": [], "evm": { "bytecode": { "object": "6000" },
        "deployedBytecode": { "object": with(hash) } } })
    };
    let source = serde_json::json!({ "content": "contract A {}" });
    let build = serde_json::json!({ "solcLongVersion": "0.8.37+commit.f401782d",
        "input": { "language": "Solidity", "settings": {}, "sources": { "a.sol": source, "b.sol": source } },
        "output": { "contracts": { "a.sol": { "A": code("aa") }, "b.sol": { "B": code("bb") } } } });
    let clone = TempDir::new().unwrap();
    fs::create_dir_all(clone.path().join("artifacts/build-info")).unwrap();
    fs::write(clone.path().join("artifacts/build-info/1.json"), build.to_string()).unwrap();
    let mut session =
        with_directory("0.0.5012", "standard-json", clone.path().to_str().unwrap()).size(120, 40);
    session.press("enter enter");
    let screen = session.screen();
    assert!(screen.contains("a.sol:A and b.sol:B have the same code: choose one"), "{screen}");
    assert!(submitted(&session).is_empty());
    session.press("down down enter");
    let screen = session.screen();
    assert!(screen.contains("contract name  b.sol:B") && screen.contains("Will send"), "{screen}");
}
