//! The contract pane: fields, bytecode, a past time, what is missing, and the way back.

use std::sync::Arc;

use api::AnyOperation;
use hieroscope::message::{Answer, Ask, Event, Response};
use ledger::{Contract, Field, HexBytes};

use crate::player;
use crate::support::{NOW, Session};

#[test]
fn a_contract_shows_all_of_its_fields() {
    insta::assert_snapshot!(Session::at("contract/0.0.5001").styled_screen());
}

#[test]
fn it_fits_into_eighty_columns() {
    insta::assert_snapshot!(Session::at("contract/0.0.5001").size(80, 24).styled_screen());
}

#[test]
fn bytecode_opens_the_workbench() {
    let mut session = Session::at("contract/0.0.5001");
    assert_eq!(session.press("B").place(), "code/0.0.5001");
}

#[test]
fn what_is_no_contract_leads_to_what_it_is() {
    for (named, kind, words) in [
        ("0.0.1002", "account", "an account"),
        ("0.0.7002", "schedule", "a schedule"),
        ("0.0.2001", "token", "a token"),
    ] {
        let mut session = Session::at("contract/0.0.5001");
        session.press(":").type_text(&format!("contract/{named}")).press("enter");
        assert_eq!(session.place(), format!("{kind}/{named}"));
        let screen = session.screen();
        assert!(screen.contains(&format!("{named} is {words}, not a contract")), "{screen}");
        session.press("[");
        assert_eq!(session.place(), "contract/0.0.5001", "the way back leads past it");
    }
}

#[test]
fn what_is_no_account_or_token_leads_to_what_it_is() {
    for (typed, place, words) in [
        ("token/0.0.5001", "contract/0.0.5001", "0.0.5001 is a contract, not a token"),
        ("token/0.0.1002", "account/0.0.1002", "0.0.1002 is an account, not a token"),
        ("account/0.0.7002", "schedule/0.0.7002", "0.0.7002 is a schedule, not an account"),
    ] {
        let mut session = Session::at("home");
        session.press(":").type_text(typed).press("enter");
        assert_eq!(session.place(), place);
        let screen = session.screen();
        assert!(screen.contains(words), "{screen}");
    }
    let nothing = Session::at("token/0.0.999999").screen();
    assert!(nothing.contains("Nor is 0.0.999999 a contract, an account or a schedule here"), "{nothing}");
}

#[test]
fn what_is_nothing_here_or_may_be_something_says_so() {
    insta::assert_snapshot!(Session::at("contract/0.0.999999").size(80, 24).styled_screen());
    // A server that has neither accounts nor tokens.
    let server = player::serve(|path| {
        let is_offered = path.contains("/schedules/") || path.contains("/contracts/");
        let words =
            if is_offered { r#"{"_status":{"messages":[{"message":"Not found"}]}}"# } else { "<html>" };
        (404, words.to_owned())
    });
    insta::assert_snapshot!(Session::on_server("contract/0.0.1002", &server).size(80, 24).screen());
}

#[test]
fn going_back_shows_the_contract_before_without_asking_again() {
    let mut session = Session::at("contract/0.0.5001");
    let before = session.screen();
    session.press(":").type_text("0.0.5002").press("enter");
    assert_eq!(session.place(), "contract/0.0.5002");
    let asked = session.asked();
    session.press("[");
    assert_eq!(session.screen(), before);
    assert_eq!(session.asked(), asked);
}

#[test]
fn a_past_time_is_another_place_with_a_banner() {
    let mut session = Session::at("contract/0.0.5001");
    session.press("@").type_text("1760000000").press("enter");
    assert_eq!(session.place(), "contract/0.0.5001@1760000000.000000000");
    assert!(session.screen().contains("As of 2025-10-09 08:53:20.000000000"), "{}", session.screen());
}

#[test]
fn a_wrong_time_is_told_at_the_field_and_nothing_typed_is_lost() {
    let mut session = Session::at("contract/0.0.5001");
    session.press("@").type_text("q1s:/?e").press("enter");
    let screen = session.screen();
    assert!(screen.contains("q1s:/?e") && screen.contains("write a time such as"), "{screen}");
}

#[test]
fn nothing_moves_once_everything_is_there() {
    assert!(Session::at("contract/0.0.5001").is_quiet());
}

#[test]
fn a_past_time_can_be_given_in_human_words() {
    let mut session = Session::at("contract/0.0.5001");
    session.press("@").type_text("2025-10-09 08:53:20").press("enter");
    assert_eq!(session.place(), "contract/0.0.5001@1760000000.000000000");
}

#[test]
fn a_system_contract_is_explained_instead_of_missed() {
    let screen = Session::at("contract/0.0.359").screen();
    assert!(screen.contains("It is part of the ledger itself"), "{screen}");
}

#[test]
fn whether_it_is_verified_is_told_and_leads_to_more() {
    for (contract, words) in
        [("0.0.5002", "exact match"), ("0.0.5008", "runtime exact, creation not matched"), ("0.0.5001", "no")]
    {
        let mut session = Session::at(&format!("contract/{contract}")).size(120, 60);
        let screen = session.screen();
        let fact = screen.lines().find(|line| line.starts_with(" verified ")).unwrap_or_default();
        assert!(fact.trim_end().ends_with(words), "{screen}");
        assert_eq!(session.press("g V").place(), format!("verified/298/{contract}"));
    }
}

#[test]
fn a_page_does_not_wait_for_the_verifier_and_says_nothing_where_none_answers() {
    let mut session = Session::at("home").size(120, 60);
    session.hold();
    session.press(":").paste("contract/0.0.5002").press("enter");
    session.let_go(0);
    let screen = session.screen();
    assert!(screen.contains("Lifecycle") && screen.contains("verified                …"), "{screen}");
    let past = Session::at("contract/0.0.5001@1795000000").size(120, 60).screen();
    assert!(!past.contains(" verified "), "{past}");
    let dead = player::serve(|path| match path {
        "/api/v1/contracts/0.0.5001" => (
            200,
            r#"{"contract_id":"0.0.5001","evm_address":"0x00000000000000000000000000000000000013b9"}"#
                .to_owned(),
        ),
        _ => (404, "<html></html>".to_owned()),
    });
    let screen = Session::on_server("contract/0.0.5001", &dead).size(120, 60).screen();
    assert!(screen.contains("This version") && !screen.contains(" verified "), "{screen}");
}

#[test]
fn without_its_code_the_interface_says_why() {
    for (bytecode, words) in [
        (Field::Known(HexBytes::default()), "no code to tell it by"),
        (Field::Null, "no code to tell it by"),
        (Field::Odd("7".into()), "its code is not understood"),
    ] {
        let mut session = Session::unanswered("contract/0.0.5001");
        let asked = session
            .all_waiting()
            .into_iter()
            .find(|request| matches!(request.ask, Ask::Server(AnyOperation::Contract(_))));
        let (request, record) =
            (asked.unwrap(), Contract { runtime_bytecode: bytecode, ..Contract::default() });
        let response =
            Response::here(request, Ok(Answer::Server(api::Answer::Contract(Arc::new(record)))), NOW);
        session.event(Event::Response(Box::new(response)));
        let screen = session.screen();
        let row = screen.lines().find(|line| line.contains("detected interfaces")).unwrap();
        assert!(row.contains(words), "{screen}");
        let functions = screen.lines().find(|line| line.contains("functions ")).unwrap();
        assert!(!functions.contains("code"), "what names them is asked for still: {screen}");
    }
}
