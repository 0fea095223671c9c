//! Which sources a submission from a file has: found, checked, listed, and left out.

use std::fs;

use tempfile::TempDir;
use verification::SubmissionBody;

use crate::support::Session;
use crate::verify_file::{BUILD_INFO, VERSION, form, submitted, with_file};

/// A project whose metadata names these sources, each with the members that it is to have.
fn project(files: &[(&str, &str)], sources: &serde_json::Value) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let metadata = serde_json::json!({
        "compiler": { "version": VERSION },
        "language": "Solidity",
        "settings": { "compilationTarget": { "A.sol": "A" } },
        "sources": sources,
    });
    fs::write(folder.path().join("metadata.json"), metadata.to_string()).unwrap();
    folder
}

/// The form with the metadata of a project.
fn with_project(folder: &TempDir, mode: &str) -> Session {
    let mut session = form("0.0.5012", mode);
    session.paste(folder.path().join("metadata.json").to_str().unwrap());
    session
}

#[test]
fn a_source_without_a_valid_hash_or_in_a_hidden_file_is_not_sent() {
    let secret = "the private text";
    let hash = alloy_primitives::keccak256(secret).to_string();
    for (path, members, words) in [
        (".ssh/id_ed25519", serde_json::json!({}), "no valid keccak256 hash"),
        ("notes.txt", serde_json::json!({ "keccak256": "0xnothex" }), "no valid keccak256 hash"),
        (".env", serde_json::json!({ "keccak256": hash }), "hidden"),
    ] {
        let sources = serde_json::json!({ "A.sol": { "content": "contract A {}" }, path: members });
        let folder = project(&[(path, secret)], &sources);
        for mode in ["metadata", "standard-json"] {
            let mut session = with_project(&folder, mode);
            session.press("enter enter enter");
            let screen = session.screen();
            assert!(screen.contains(path) && screen.contains(words), "{screen}");
            assert!(screen.contains("Cannot be sent yet") && submitted(&session).is_empty(), "{screen}");
        }
    }
}

/// The beginning of a text's hash.
fn short(text: &str) -> String {
    alloy_primitives::keccak256(text).to_string().get(..10).unwrap().to_owned()
}

#[test]
fn what_the_contract_does_not_need_is_listed_and_left_out() {
    let mut session = with_file("0.0.5012", "standard-json", BUILD_INFO).size(80, 24);
    session.press("tab ctrl-u");
    assert!(
        !session.screen().contains("sends"),
        "what is sent depends on the contract: {}",
        session.screen()
    );
    session.type_text("Counter").press("enter");
    assert!(session.screen().contains("sends 1 of them in"), "{}", session.screen());
    let screen = session.press("enter").screen();
    assert!(screen.contains("Sends 1 file in") && screen.contains(", leaves out 3"), "{screen}");
    let mut seen = screen;
    for _ in 0..4 {
        seen.push_str(&session.press("down").screen());
    }
    assert!(seen.contains("Greeter.sol") && seen.contains("left out, as it is not needed"), "{seen}");
    session.press("enter");
    let [SubmissionBody::StandardJson { input, .. }] = submitted(&session)[..] else { panic!() };
    assert!(input.reveal().contains("Counter.sol") && !input.reveal().contains("Greeter"));
}

#[test]
fn sources_that_lie_elsewhere_are_found_once_their_root_is_named() {
    let text = "library B {}";
    let hash = alloy_primitives::keccak256(text).to_string();
    let sources = serde_json::json!({
        "A.sol": { "content": "contract A {}" },
        "lib/B.sol": { "keccak256": hash },
    });
    let folder = project(&[("package.json", "{}")], &sources);
    let far = TempDir::new().unwrap();
    fs::create_dir_all(far.path().join("more/lib")).unwrap();
    fs::write(far.path().join("more/lib/B.sol"), text).unwrap();
    for mode in ["metadata", "standard-json"] {
        let mut session = with_project(&folder, mode);
        assert!(
            session.screen().contains("source roots   directories in which sources"),
            "{}",
            session.screen()
        );
        // The last field, above which are the mode and its choices.
        session.press("up up up up up up shift-tab");
        assert!(session.screen().contains("▌ source roots"), "{}", session.screen());
        session.paste("/nowhere/at/all").press("tab");
        let screen = session.screen();
        assert!(screen.contains("! /nowhere/at/all is no directory to search"), "{screen}");
        session.press("shift-tab ctrl-u").type_text(&format!("src, {}/mo", far.path().display()));
        assert!(session.screen().contains("▌ more/"), "directories are listed: {}", session.screen());
        session.press("enter enter");
        let screen = session.screen();
        assert!(screen.contains("Will send") && !screen.contains("is missing"), "{screen}");
        assert!(screen.contains("source roots   src, "), "{screen}");
        let again = Session::started("verify", session.saved().clone()).screen();
        assert!(again.contains("Will send") && again.contains("source roots   src, "), "{again}");
        session.press("enter enter");
        assert_eq!(submitted(&session).len(), 1, "{}", session.screen());
    }
}

#[test]
fn a_root_alone_proves_nothing_and_no_field_asks_for_one_in_vain() {
    let whole = with_file("0.0.5012", "standard-json", BUILD_INFO).screen();
    assert!(!whole.contains("source roots") && whole.contains("(•) what the contract needs"), "{whole}");
    let one = with_file("0.0.5012", "standard-json", "counter.standard.json").screen();
    assert!(!one.contains("what the contract needs"), "there is nothing to leave out: {one}");
    let similarity = Session::at("verify//0.0.5012").screen();
    assert!(!similarity.contains("source roots") && !similarity.contains("what the contract needs"));
}

#[test]
fn all_sources_are_sent_only_where_the_user_says_so() {
    let mut session = with_file("0.0.5012", "standard-json", BUILD_INFO);
    session.press("down down down down right");
    let screen = session.screen();
    assert!(
        screen.contains("(•) all of the file") && screen.contains("build-info, 4 sources, sends"),
        "{screen}"
    );
    assert!(!screen.contains("of them in"), "{screen}");
    let again = Session::started("verify", session.saved().clone()).screen();
    assert!(again.contains("(•) all of the file"), "{again}");
    let screen = session.press("enter").screen();
    assert!(screen.contains("Sends 4 files in") && !screen.contains("leaves out"), "{screen}");
    session.press("enter");
    let [SubmissionBody::StandardJson { input, .. }] = submitted(&session)[..] else { panic!() };
    assert!(input.reveal().contains("Greeter.sol"));
}

#[test]
fn a_short_version_is_completed_and_a_build_that_never_was_is_not_sent() {
    let mut session = with_file("0.0.5012", "standard-json", "counter.standard.json");
    session.press("tab tab").paste("0.8.37");
    assert!(session.screen().contains("compiler 0.8.37+commit.f401782d"), "{}", session.screen());
    session.press("enter");
    let screen = session.screen();
    assert!(screen.contains(r#""compilerVersion":"0.8.37+commit.f401782d""#), "{screen}");
    session.press("esc");
    session.press("ctrl-u").paste("0.8.37+commit.deadbeef").press("enter enter");
    assert!(session.screen().contains("that version is 0.8.37+commit.f401782d"), "{}", session.screen());
    assert!(submitted(&session).is_empty());
}

#[test]
fn a_vyper_file_asks_for_a_vyper_compiler() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("vault.json");
    fs::write(&path, r#"{"language":"Vyper","sources":{"vault.vy":{"content":"x: uint256"}}}"#).unwrap();
    let mut session = form("0.0.5012", "standard-json");
    session.paste(path.to_str().unwrap()).press("tab");
    assert!(session.screen().contains("such as 0.4.3+commit.bff19ea2"), "{}", session.screen());
}

#[test]
fn every_file_is_listed_before_it_is_sent() {
    let text = "library B {}";
    let hash = alloy_primitives::keccak256(text).to_string();
    let sources = serde_json::json!({
        "A.sol": { "content": "contract A {}" },
        "lib/B.sol": { "keccak256": hash },
    });
    let folder = project(&[("package.json", "{}"), ("node_modules/lib/B.sol", text)], &sources);
    let mut session = with_project(&folder, "metadata").size(80, 24);
    let screen = session.press("enter").screen();
    for words in [
        "Send this?",
        "Sends 3 files in ",
        &format!("A.sol        13 bytes  {} unchecked, in the file", short("contract A {}")),
        &format!("lib/B.sol    12 bytes  {} matches, from node_modules/", short(text)),
    ] {
        assert!(screen.contains(words), "{words}: {screen}");
    }
    assert!(submitted(&session).is_empty());
    session.press("enter");
    assert_eq!(submitted(&session).len(), 1);
}

#[test]
fn a_long_list_of_files_can_be_read_to_its_end_before_it_is_sent() {
    let names: Vec<String> = (0..40).map(|number| format!("src/Part{number:02}.sol")).collect();
    let content = |name: &String| (name.clone(), serde_json::json!({ "content": "contract A {}" }));
    let sources: serde_json::Map<String, serde_json::Value> = names.iter().map(content).collect();
    let folder = project(&[], &sources.into());
    let mut session = with_project(&folder, "metadata").size(80, 24);
    let mut seen = session.press("enter").screen();
    assert!(seen.contains("Sends 41 files in") && !seen.contains("Part39"), "{seen}");
    for _ in 0..41 {
        seen.push_str(&session.press("down").screen());
    }
    assert!(names.iter().all(|name| seen.contains(name)), "{seen}");
    let screen = session.screen();
    assert!(screen.contains("to 41") && screen.contains("Send this?"), "still the last look: {screen}");
    assert!(session.press("pgup pgup pgup pgup pgup pgup pgup").screen().contains("(metadata)"));
    session.press("esc down");
    assert!(!session.screen().contains("Send this?") && submitted(&session).is_empty());
}
