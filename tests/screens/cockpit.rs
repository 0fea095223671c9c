//! A contract at a glance: chips, interface, what it passes its calls on to, and what it holds.

use hieroscope::message::{Click, Event, Input, MouseButton};

use crate::player::serve;
use crate::support::Session;

#[test]
fn a_verified_token_says_so() {
    snapshot!(Session::at("contract/0.0.5002").size(80, 24).styled_screen());
}

#[test]
fn a_verified_token_on_a_wide_screen() {
    snapshot!(Session::at("contract/0.0.5002").styled_screen());
}

#[test]
fn a_proxy_leads_to_its_implementation() {
    let mut session = Session::at("contract/0.0.5207");
    snapshot!(session.styled_screen());
    session.press("k right enter");
    assert_eq!(session.place(), "contract/0.0.5204");
    session.press("[");
    assert!(session.screen().contains("▌✓ VERIFIED"), "{}", session.screen());
    session.press("left enter");
    assert_eq!(session.place(), "verified/298/0.0.5207");
}

#[test]
fn the_parts_of_a_wide_page_are_a_key_away() {
    let mut session = Session::at("contract/0.0.5207").size(160, 40);
    snapshot!(session.styled_screen());
    let marked = |session: &Session, words: &str| {
        assert!(session.screen().contains(&format!("▌{words}")), "{words}: {}", session.screen());
    };
    session.press("right");
    marked(&session, "outcomes");
    session.press("j enter");
    assert!(session.place().starts_with("result/0.0.5207/"), "{}", session.place());
    session.press("[ left");
    marked(&session, "contract id");
    session.press("tab tab");
    marked(&session, "✓ VERIFIED");
    session.press("j j");
    marked(&session, "EVM address");
    let session = session.size(80, 24);
    marked(&session, "EVM address");
}

#[test]
fn a_chip_is_followed_by_a_click_and_by_a_letter() {
    let mut session = Session::at("contract/0.0.5207");
    let line = session.screen().lines().nth(2).unwrap().to_owned();
    let column = line.chars().position(|c| c == 'P').unwrap();
    let click = Click { column: u16::try_from(column).unwrap(), row: 2, button: MouseButton::Press };
    session.event(Event::Input(Input::Mouse(click)));
    assert_eq!(session.place(), "contract/0.0.5204", "{line}");
    let mut session = Session::at("contract/0.0.5207");
    session.press("o a");
    assert_eq!(session.place(), "verified/298/0.0.5207");
}

#[test]
fn a_beacon_is_asked_for_its_implementation() {
    snapshot!(Session::at("contract/0.0.5209").size(80, 40).styled_screen());
}

#[test]
fn a_diamond_has_its_facets() {
    snapshot!(Session::at("contract/0.0.5210").size(80, 40).styled_screen());
}

#[test]
fn a_diamond_that_lists_no_facets_has_those_of_its_events() {
    let session = Session::at("contract/0.0.5217").size(80, 24);
    insta::assert_snapshot!("diamond_by_events", session.screen());
    let mut session = session.size(80, 40);
    insta::assert_snapshot!("diamond_by_events_whole", session.screen());
    while !session.screen().contains("▌facets") {
        session.press("j");
    }
    session.press("enter");
    assert!(session.place().starts_with("contract/0.0.5217/logs?topic0=0x8faa7087"), "{}", session.place());
}

#[test]
fn a_minimal_proxy_looks_like_what_it_runs() {
    let session = Session::at("contract/0.0.5009");
    let line = session.screen().lines().nth(2).unwrap().to_owned();
    assert!(line.contains("PROXY → 0.0.5002   looks like ERC-20"), "{}", session.screen());
}

#[test]
fn a_deleted_contract_at_a_glance() {
    snapshot!(Session::at("contract/0.0.5003").size(80, 24).styled_screen());
}

#[test]
fn without_a_verifier_nothing_is_said_of_verification() {
    let profile = "[networks.plain]\nmirror = \"http://127.0.0.1:1\"\nchain = 298\n";
    snapshot!(Session::on_profile("contract/0.0.5207", "plain", profile).size(80, 40).styled_screen());
}

#[test]
fn what_a_slow_server_owes_is_kept_room_for() {
    let mut session = Session::late("contract/0.0.5207").size(80, 40);
    session.let_go(0);
    snapshot!(session.styled_screen());
}

#[test]
fn what_a_server_does_not_offer_is_left_out() {
    let record = r#"{"contract_id":"0.0.5001","evm_address":"0x0000000000000000000000000000000000001389","runtime_bytecode":"0x00"}"#;
    for refusal in
        [(404, "<html></html>"), (501, ""), (400, r#"{"_status":{"messages":[{"message":"no"}]}}"#)]
    {
        let server = serve(move |path| match path {
            "/api/v1/contracts/0.0.5001" => (200, record.to_owned()),
            _ if path.contains("/results") => (200, r#"{"results":[],"links":{"next":null}}"#.to_owned()),
            _ => (refusal.0, refusal.1.to_owned()),
        });
        let screen = Session::on_server("contract/0.0.5001", &server).size(120, 60).screen();
        assert!(screen.contains("Interface") && !screen.contains("Balance"), "{screen}");
        assert!(!screen.lines().any(|line| line.starts_with(" tokens")), "{screen}");
    }
}
