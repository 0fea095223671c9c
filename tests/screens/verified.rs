//! What the verifier has of a contract: each way of being verified, and the ways to it and on from it.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;

use hieroscope::message::{Command, Event, ExportNews, ExportProgress, ExportState};

use crate::player;
use crate::support::Session;

#[test]
fn an_exact_match_tells_with_what_it_was_made() {
    snapshot!(Session::at("verified/298/0.0.5002").styled_screen());
}

#[test]
fn a_proxy_leads_to_what_lies_behind_it() {
    let mut session = Session::at("verified/298/0.0.5038").size(80, 24);
    snapshot!(session.press("G k").styled_screen());
    session.press("enter");
    assert_eq!(session.place(), "contract/0x486f908e79734386438513b67f2a35ec5bd47ec5");
}

#[test]
fn what_can_be_raised_offers_to() {
    let mut session = Session::at("verified/298/0.0.5024").size(80, 24);
    snapshot!(session.styled_screen());
    session.press("V");
    assert!(session.place().starts_with("verify/"), "{}", session.place());
}

#[test]
fn not_verified_is_an_answer() {
    let mut session = Session::at("verified/298/0.0.5001").size(80, 24);
    snapshot!(session.styled_screen());
    assert!(session.press("J").screen().contains("\"match\": null"), "{}", session.screen());
}

#[test]
fn an_id_of_another_chain_has_no_address_to_ask_for() {
    let screen = Session::at("verified/295/0.0.5002").screen();
    assert!(screen.contains("by its EVM address"), "{screen}");
    let screen = Session::at("verified/295/0xb0551e9ecceb06cf6ea2879174aaf4da84633e85").screen();
    assert!(screen.contains("Not verified on chain 295"), "{screen}");
}

#[test]
fn a_refused_lookup_says_why() {
    let screen = Session::at("verified/7/0xb0551e9ecceb06cf6ea2879174aaf4da84633e85").screen();
    assert!(screen.contains("Could not load") && screen.contains("Chain 7 not found"), "{screen}");
}

#[test]
fn a_verifier_that_does_not_know_all_members_is_asked_for_what_every_one_tells() {
    let server = player::serve(|path| {
        let refusal = r#"{"customCode":"invalid_parameter","message":"Field sourceIds is not valid"}"#;
        let verified = r#"{"matchId":"7","match":"exact_match","creationMatch":"exact_match",
            "runtimeMatch":"exact_match","chainId":"298","address":"0xb0551E9ecceb06cf6EA2879174AAF4Da84633e85"}"#;
        if path.contains("fields=") { (400, refusal.to_owned()) } else { (200, verified.to_owned()) }
    });
    let place = "verified/298/0xb0551e9ecceb06cf6ea2879174aaf4da84633e85";
    let screen = Session::on_server(place, &server).screen();
    assert!(screen.contains("Verified: runtime and creation code match exactly"), "{screen}");
}

#[test]
fn a_verifier_without_the_lookup_says_so() {
    let server = player::serve(|_| (404, "<html><title>Error</title>Cannot GET</html>".to_owned()));
    let screen =
        Session::on_server("verified/298/0xb0551e9ecceb06cf6ea2879174aaf4da84633e85", &server).screen();
    assert!(
        screen.contains("No verification of 0xb0551e9ecceb06cf6ea2879174aaf4da84633e85 on chain 298"),
        "{screen}"
    );
}

#[test]
fn the_go_to_line_leads_here() {
    let mut session = Session::at("home");
    session.press(":").type_text("verified 0.0.5002").press("enter");
    assert_eq!(session.place(), "verified/298/0.0.5002");
    session.press("[ :").paste("verified/298/0.0.5024").press("enter");
    assert_eq!(session.place(), "verified/298/0.0.5024");
}

#[test]
fn its_sources_open_in_a_browser_if_there_is_a_page() {
    let mut session = Session::at("verified/298/0.0.5002");
    session.press("O");
    let browsed = session.carried().iter().any(|command| matches!(command, Command::Browse(_)));
    let refused = session.screen().contains("there is no page of its sources to open");
    assert!(browsed || refused, "{}", session.screen());
}

#[test]
fn other_chains_are_told_and_lead_to_the_contract_there() {
    let mut session = Session::at("verified/298/0.0.5004").size(100, 30);
    snapshot!(session.styled_screen());
    session.press("down down down down down down enter");
    assert!(session.place().starts_with("verified/295/0x"), "{}", session.place());
    assert!(session.screen().contains("chain 298"), "{}", session.screen());
}

#[test]
fn a_verifier_without_the_lookup_across_chains_says_so() {
    let server = player::serve(|path| {
        let verified = r#"{"match":"exact_match","creationMatch":"exact_match","runtimeMatch":"exact_match",
            "chainId":"298","address":"0xb0551E9ecceb06cf6EA2879174AAF4Da84633e85"}"#;
        match path {
            path if path.contains("/all-chains/") => (404, "<html>Cannot GET</html>".to_owned()),
            _ => (200, verified.to_owned()),
        }
    });
    let place = "verified/298/0xb0551e9ecceb06cf6ea2879174aaf4da84633e85";
    let screen = Session::on_server(place, &server).screen();
    assert!(screen.contains("Verified: runtime") && screen.contains("not known: "), "{screen}");
}

#[test]
fn what_it_was_made_of_can_be_copied() {
    let mut session = Session::at("verified/298/0.0.5002").size(100, 30);
    session.press("Y");
    for what in ["ABI as JSON", "metadata as JSON", "storage layout as JSON"] {
        assert!(session.screen().contains(what), "{what}: {}", session.screen());
    }
}

#[test]
fn all_that_the_verifier_has_is_written_into_a_directory() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().join("token");
    let mut session = Session::at("verified/298/0.0.5002").size(100, 30);
    session.press("e");
    snapshot!(session.styled_screen());
    session.press("ctrl-u").type_text(root.to_str().unwrap()).press("enter");
    let screen = session.screen();
    assert!(screen.contains("5 files (") && screen.contains("written to"), "{screen}");
    assert!(root.join("sources/Token.sol").exists() && root.join("abi.json").exists());
    fs::write(root.join("abi.json"), "mine").unwrap();
    session.press("e ctrl-u").type_text(root.to_str().unwrap()).press("enter");
    let screen = session.screen();
    assert!(screen.contains("has files of these names already"), "{screen}");
    assert_eq!(fs::read_to_string(root.join("abi.json")).unwrap(), "mine");
    session.press("right enter");
    assert!(session.screen().contains("5 files ("), "{}", session.screen());
    assert_ne!(fs::read_to_string(root.join("abi.json")).unwrap(), "mine");
}

const ADDRESS: &str = "0xb0551e9ecceb06cf6ea2879174aaf4da84633e85";

/// A contract of these sources.
fn record(sources: &[&str]) -> String {
    let sources: Vec<String> =
        sources.iter().map(|name| format!(r#""{name}":{{"content":"contract A {{}}"}}"#)).collect();
    format!(
        r#"{{"match":"match","creationMatch":null,"runtimeMatch":"match","chainId":"298","address":"{ADDRESS}",
            "abi":[],"sources":{{{}}}}}"#,
        sources.join(",")
    )
}

/// A session on the page of a contract of these sources, whose files the verifier sends as it is told to.
fn of_sources(
    sources: &'static [&'static str],
    files: impl Fn() -> (u16, String) + Send + 'static,
) -> Session {
    let server = player::serve(move |path| match path {
        path if path.contains("stdJsonInput") => files(),
        path if path.starts_with("/v2/contract/298/") => (200, record(sources)),
        _ => (404, "{}".to_owned()),
    });
    Session::on_server(&format!("verified/298/{ADDRESS}"), &server).size(120, 30)
}

#[test]
fn how_many_files_are_left_out_is_told_and_the_first_ones_by_name() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().join("a");
    for (names, told) in [
        (&["A.sol", "../up.sol"][..], "1 file left out (../up.sol: its name leads out"),
        (
            &["A.sol", "../up.sol", "CON.sol", "x.sh", "/y.sol", "z"][..],
            "5 files left out (../up.sol, CON.sol, x.sh and 2 more); 2 files (",
        ),
    ] {
        let mut session = of_sources(names, move || (200, record(names)));
        session.press("e ctrl-u").type_text(root.to_str().unwrap()).press("enter");
        if session.screen().contains("has files of these names") {
            session.press("right enter");
        }
        assert!(session.screen().contains(told), "{}", session.screen());
    }
}

#[test]
fn while_the_verifier_is_asked_that_is_shown_and_what_is_typed_sends_nothing_again() {
    let mut session = Session::at("verified/298/0.0.5002").size(100, 24);
    let news = |session: &mut Session, progress| {
        let state = ExportState::Running(progress);
        session.event(Event::Export(ExportNews { path: "token".to_owned(), state }));
    };
    let exports = |session: &Session| {
        session.carried().iter().filter(|command| matches!(command, Command::Export(_))).count()
    };
    session.press("e ctrl-u").type_text("token").press("enter");
    news(&mut session, ExportProgress::Asking(1));
    snapshot!(session.styled_screen());
    session.press("enter x enter");
    assert_eq!(exports(&session), 1);
    news(&mut session, ExportProgress::Asking(3));
    assert!(session.screen().contains("asking the verifier, attempt 3"), "{}", session.screen());
    news(&mut session, ExportProgress::Files(12, 40));
    let screen = session.screen();
    assert!(screen.contains("exporting token  12 of 40 files") && !screen.contains("Write what"), "{screen}");
    // While it is written, nothing else is written there, and quitting asks.
    session.press("e ctrl-u").type_text("token").press("enter");
    assert!(session.screen().contains("an export to token is in progress"), "{}", session.screen());
    assert_eq!(exports(&session), 1);
    session.press("esc Q");
    assert!(session.screen().contains("The export to token is not finished."), "{}", session.screen());
    session.press("esc g x");
    assert_eq!(session.carried().last(), Some(&Command::CancelExport("token".to_owned())));
}

#[test]
fn a_verifier_that_fails_is_told_in_the_form_which_asks_it_again() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().join("a");
    let failing = Arc::new(AtomicBool::new(true));
    let fails = Arc::clone(&failing);
    let mut session = of_sources(&["A.sol"], move || {
        if fails.load(Ordering::Relaxed) { (400, "{}".to_owned()) } else { (200, record(&["A.sol"])) }
    });
    session.press("e ctrl-u").type_text(root.to_str().unwrap()).press("enter");
    let screen = session.screen();
    assert!(
        screen.contains("refused the request as invalid") && screen.contains("Write what the verifier has"),
        "{screen}"
    );
    assert!(!screen.contains("exporting") && !root.exists(), "{screen}");
    failing.store(false, Ordering::Relaxed);
    session.press("enter");
    assert!(session.screen().contains("2 files ("), "{}", session.screen());
    assert!(root.join("sources/A.sol").exists());
}

#[test]
fn asking_the_verifier_can_be_cancelled_and_nothing_is_made() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().join("a");
    let (keyboards, keyboard) = channel::<Box<dyn Fn(&str) + Send>>();
    let (end, ended) = channel::<()>();
    let mut session = of_sources(&["A.sol"], move || {
        // It answers only when nobody asks any more.
        (keyboard.recv().unwrap())("esc");
        let _ = ended.recv();
        (200, record(&["A.sol"]))
    });
    keyboards.send(Box::new(session.keyboard())).unwrap();
    session.press("e ctrl-u").type_text(root.to_str().unwrap()).press("enter");
    let screen = session.screen();
    assert!(screen.contains("export cancelled: nothing is written to"), "{screen}");
    assert!(!screen.contains("exporting") && !screen.contains("Write what"), "{screen}");
    assert!(!root.exists());
    drop(end);
}

#[test]
fn what_is_not_verified_has_nothing_to_write() {
    let mut session = Session::at("verified/298/0.0.5001");
    session.press("e");
    assert!(session.screen().contains("there are no verified sources"), "{}", session.screen());
}

#[test]
fn code_without_metadata_has_no_better_match() {
    let address = "0x00000000000000000000000000000000000fffff";
    let record = |code: &str| {
        let code = format!(r#""runtime_bytecode":"0x{code}","bytecode":"0x{code}""#);
        format!(r#"{{"contract_id":"0.0.1048575","evm_address":"{address}","deleted":false,{code}}}"#)
    };
    let metadata = "a164736f6c634300081a000a";
    for (code, bare) in [("6001600255".to_owned(), true), (format!("6001600255fe{metadata}"), false)] {
        let record = record(&code);
        let server = player::serve(move |path| {
            if path.starts_with("/v2/contract/") {
                let matches = r#""match":"match","creationMatch":"match","runtimeMatch":"match""#;
                (200, format!(r#"{{{matches},"chainId":"298","address":"{address}"}}"#))
            } else if path.starts_with("/api/v1/contracts/") && !path.contains("/results") {
                (200, record.clone())
            } else {
                (404, "{}".to_owned())
            }
        });
        let session = Session::on_server(&format!("verified/298/{address}"), &server);
        let screen = session.screen();
        assert_eq!(screen.contains("there is no better match"), bare, "{screen}");
        assert_eq!(screen.contains("verify better"), !bare, "{screen}");
        let session = Session::on_server(&format!("verify/298/{address}"), &server);
        assert_eq!(session.screen().contains("so nothing is better"), bare, "{}", session.screen());
    }
}
