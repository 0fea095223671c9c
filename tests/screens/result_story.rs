//! What happened, on the first tab of a result: calls, creations, failures, transfers, and what is not known.

use std::sync::{Arc, Mutex};

use crate::player::{recorded, serve};
use crate::result::{ANY, RICH, story};
use crate::support::Session;

/// A Safe that hands a call to the token service, which refuses it.
const HIDDEN_FAILURE: &str = "result/0.0.5211/1795217780.000005211";
/// A call that a schedule executed.
const SCHEDULED: &str = "result/0.0.5001/1787392074.000002222";

/// Moves down to the row that begins so.
fn select(session: &mut Session, label: &str) {
    let at = |session: &Session| session.screen().lines().any(|line| line.starts_with(&format!("▌{label} ")));
    while !at(session) {
        let before = session.screen();
        assert_ne!(session.press("j").screen(), before, "{label}");
    }
}

#[test]
fn a_custom_error_is_the_headline() {
    insta::assert_snapshot!(Session::at("result/0.0.5204/1795218140.000005211").size(80, 24).styled_screen());
}

#[test]
fn calls_within_the_call_and_their_failure_are_told() {
    insta::assert_snapshot!(Session::at(HIDDEN_FAILURE).size(80, 24).styled_screen());
}

#[test]
fn a_creation_names_its_constructor() {
    let mut session = Session::at("contract/0.0.5204/results").size(80, 24);
    let told = story(session.press("G enter"));
    assert!(
        told.starts_with(
            "✓ Created 0.0.5204 (inner calls not checked) ▌creation Strongbox.constructor() from 0.0.1010 gas "
        ),
        "{told}"
    );
    let mut session = Session::at("contract/0.0.5014/results").size(80, 24);
    let told = story(session.press("G enter"));
    assert!(told.contains("2,531 bytes of code, 64 bytes of arguments not decoded"), "{told}");
}

#[test]
fn a_system_contract_tells_what_it_answered_and_moved() {
    let mut session = Session::at("contract/0.0.359/results?internal=true").size(80, 24);
    let told = story(session.press("j j j enter"));
    for words in [
        "▌call Token service.transferToken(token: 0.0.2001 HRBR, sender: 0.0.1053,",
        "returned SUCCESS",
        "transfer 0.0.1053 → 0.0.1064 0.00629634 HRBR (0.0.2001)",
        "fee 0 ℏ paid with the transaction that caused this one",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    let told = story(session.press("[ k k k enter"));
    assert!(told.contains("✗ Failed: TOKEN_NOT_ASSOCIATED_TO_ACCOUNT: the account must be"), "{told}");
    assert!(told.contains("effects none: no events, no storage changes"), "{told}");
}

#[test]
fn a_scheduled_call_leads_to_its_schedule_and_says_who_paid() {
    let mut session = Session::at(SCHEDULED).size(80, 24);
    let told = story(&session);
    assert!(told.contains("schedule 0.0.7005 executed this call event "), "{told}");
    assert!(told.contains("paid by 0.0.1005"), "{told}");
    select(&mut session, "schedule");
    session.press("enter");
    assert_eq!(session.place(), "schedule/0.0.7005");
}

#[test]
fn a_transfer_leads_to_the_transaction() {
    let mut session = Session::at(RICH);
    select(&mut session, "transfer");
    session.press("enter");
    assert!(session.place().starts_with("transaction/0.0."), "{}", session.place());
}

#[test]
fn what_is_loading_has_its_line_already() {
    let mut session = Session::late(RICH).size(80, 24);
    session.let_go(0);
    insta::assert_snapshot!(session.styled_screen());
    let mut prompt = Session::at(RICH).size(80, 24);
    while session.let_go(0) {}
    assert_eq!(session.press("j k").screen(), prompt.press("j k").screen());
}

#[test]
fn a_server_without_transactions_is_no_result_without_transfers() {
    let server = serve(|path| match path {
        path if path.contains("/results/") => recorded("070-result-hapi_call"),
        _ => (404, "{}".to_owned()),
    });
    let told = story(&Session::on_server(ANY, &server));
    assert!(told.contains("transfer not available here: "), "{told}");
    assert!(told.contains(" for gas the rest is not available here"), "{told}");
}

#[test]
fn the_transaction_is_known_by_its_id_and_opens_at_once() {
    let mut session = Session::at(RICH);
    session.hold();
    session.press("g t");
    assert!(session.place().starts_with("transaction/0.0."), "{}", session.place());
}

#[test]
fn what_the_first_tab_does_not_show_is_not_asked_for() {
    let paths: Arc<Mutex<Vec<String>>> = Arc::default();
    let seen = Arc::clone(&paths);
    let server = serve(move |path| {
        seen.lock().unwrap().push(path.to_owned());
        match path {
            path if path.contains("/results/") => recorded("070-result-hapi_call"),
            _ => (404, "{}".to_owned()),
        }
    });
    let mut session = Session::on_server(ANY, &server);
    let asked = |part: &str| paths.lock().unwrap().iter().filter(|path| path.contains(part)).count();
    assert_eq!((asked("/transactions"), asked("/actions"), asked("hbar=false")), (1, 1, 0), "{paths:?}");
    session.press("tab r");
    assert_eq!(asked("/transactions"), 1, "it is not on this tab: {paths:?}");
}
