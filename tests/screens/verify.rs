//! The verification form: prefilled, checked while typing, shown before it is sent, sent once, and kept.

use hieroscope::message::{Command, Saved};

use crate::support::Session;

const ROUTER: &str = "0xb0551e9ecceb06cf6ea2879174aaf4da84633e85";

fn submissions(session: &Session) -> usize {
    session.carried().iter().filter(|command| matches!(command, Command::Submit(..))).count()
}

#[test]
fn it_is_prefilled_from_the_contract_on_screen() {
    let mut session = Session::at("contract/0.0.5001");
    snapshot!(session.press("V").styled_screen());
}

#[test]
fn the_request_stands_for_a_last_look_before_it_is_sent() {
    let mut session = Session::at("verify//0.0.5001").size(80, 24);
    snapshot!(session.press("enter").styled_screen());
    assert_eq!(submissions(&session), 0);
    session.press("esc");
    assert!(session.place().starts_with("verify"), "escape goes back to the form");
    assert!(session.screen().contains("Will send"));
    session.press("enter enter");
    assert_eq!(submissions(&session), 1);
    assert!(session.place().starts_with("job/"));
}

#[test]
fn an_id_is_resolved_to_the_address_that_is_sent() {
    let mut session = Session::at("verify");
    session.type_text("5001").press("tab");
    let screen = session.screen();
    assert!(screen.contains(&format!("POST /v2/verify/similarity/298/{ROUTER}")), "{screen}");
    assert!(screen.contains("its EVM address"), "{screen}");
}

#[test]
fn a_chain_that_is_not_this_networks_leaves_ids_without_meaning() {
    let mut session = Session::at("verify");
    session.type_text("5001").press("up ctrl-u").type_text("295").press("tab");
    let screen = session.screen();
    assert!(screen.contains("write the EVM address"), "{screen}");
    session.press("ctrl-u").type_text(ROUTER);
    let screen = session.screen();
    assert!(screen.contains("confirm that it is meant") && !screen.contains("POST"), "{screen}");
    let screen = session.press("ctrl-p").screen();
    assert!(screen.contains(&format!("POST /v2/verify/similarity/295/{ROUTER}")), "{screen}");
    assert!(screen.contains("nothing is known of the contract here"), "{screen}");
}

#[test]
fn faults_are_told_at_the_field_while_typing() {
    let mut session = Session::at("verify");
    session
        .type_text("0xb0551E9ecceb06cf6ea2879174aaf4da84633e85")
        .press("tab")
        .type_text("0xg")
        .press("up up");
    session.press("ctrl-u").type_text("0298");
    snapshot!(session.styled_screen());
}

#[test]
fn every_letter_is_text_in_every_field() {
    let mut session = Session::at("verify");
    for field in ["tab", "tab", "tab"] {
        session.press(field).type_text("q1s:/?e");
    }
    assert!(session.place().starts_with("verify"));
    // What is no hash may be a key: it is masked.
    assert_eq!(session.screen().matches("q1s:/?e").count(), 1, "{}", session.screen());
    assert!(session.screen().contains("'q' is no hex digit"), "{}", session.screen());
}

#[test]
fn why_nothing_can_be_sent_is_said() {
    for (typed, reason) in [
        ("", "write the contract's EVM address or its id"),
        ("0.0.7002", "there is no contract 0.0.7002 on demo"),
        ("0x0000000000000000000000000000000000000167", "there is no code to verify"),
    ] {
        let mut session = Session::at("verify");
        session.type_text(typed).press("enter enter");
        let screen = session.screen();
        assert!(screen.contains("Cannot be sent yet") && screen.contains(reason), "{typed}: {screen}");
        assert_eq!(submissions(&session), 0);
    }
}

#[test]
fn the_key_is_masked_and_goes_nowhere_but_into_the_request() {
    let mut session = Session::at("verify//0.0.5018?mode=import");
    session.press("tab").paste("demo-key");
    let screen = session.screen();
    assert!(screen.contains(r#"{"apiKey":"********"}"#) && !screen.contains("demo-key"), "{screen}");
    session.press("enter enter");
    assert!(session.screen().contains("running"), "{}", session.screen());
    assert!(!format!("{:?}{:?}", session.saved(), session.carried()).contains("demo-key"));
    assert!(!session.press("Y").screen().contains("demo-key"));
}

#[test]
fn a_second_submission_is_impossible_while_the_first_is_in_flight() {
    let mut session = Session::at("verify//0.0.5028");
    session.press("enter enter [");
    let screen = session.screen();
    assert!(screen.contains("a job for it is under way already"), "{screen}");
    session.press("enter enter enter");
    assert_eq!(submissions(&session), 1);
}

#[test]
fn a_key_for_a_verifier_on_plain_http_elsewhere_is_refused_at_its_field() {
    let profile = "[networks.plain]\nmirror = \"http://127.0.0.1:1\"\nverifier = \"http://verifier.invalid\"\n\
                   chain = 298\n";
    let session = |more: &str| {
        let place = "verify//0.0.5017?mode=import";
        let mut session = Session::on_profile(place, "plain", &format!("{profile}{more}"));
        session.press("tab").paste("demo-key").press("enter enter");
        session
    };
    let refused = session("");
    let screen = refused.screen();
    assert!(screen.contains("plain http") && screen.contains("Cannot be sent yet"), "{screen}");
    assert_eq!(submissions(&refused), 0);
    let allowed = session("plain-http-key = true\n");
    assert!(!allowed.screen().contains("plain http"), "{}", allowed.screen());
    assert_eq!(submissions(&allowed), 1);
}

#[test]
fn what_was_typed_survives_the_other_mode_a_refusal_and_the_way_back() {
    let mut session = Session::at("verify//0.0.5016");
    session.press("tab ctrl-u").type_text(&"ab".repeat(32));
    session.press("ctrl-t ctrl-t ctrl-t ctrl-t enter enter");
    assert!(session.screen().contains("refused"), "{}", session.screen());
    session.press("[");
    assert!(session.screen().contains(&format!(r#":"0x{}""#, "ab".repeat(32))), "{}", session.screen());
}

#[test]
fn what_was_typed_survives_a_restart_but_for_the_key() {
    let mut session = Session::at("verify");
    session.type_text("0.0.5018").press("ctrl-t tab").type_text("hunter2");
    let saved: Saved = session.saved().clone();
    let again = Session::started("verify", saved.clone());
    let screen = again.screen();
    assert!(screen.contains("(•) import") && screen.contains("0.0.5018"), "{screen}");
    assert!(screen.contains("it is never stored"), "the field of the key is empty: {screen}");
    assert!(!format!("{saved:?}").contains("hunter2"));
}

#[test]
fn a_draft_about_one_contract_does_not_fill_in_another() {
    let mut session = Session::at("verify//0.0.5016");
    session.press("tab ctrl-u").type_text(&"ab".repeat(32));
    let saved = session.saved().clone();
    let other = Session::started("verify//0.0.5014", saved).screen();
    assert!(!other.contains("abababab"), "{other}");
}

#[test]
fn a_hash_that_was_found_leaves_with_its_contract() {
    let mut session = Session::at("verify//0.0.5001");
    assert!(session.screen().contains("found from its creation time"));
    let found = session.screen();
    session.press("ctrl-u").type_text("0.0.5014").press("tab");
    let screen = session.screen();
    assert!(screen.contains("found from its creation time"), "{screen}");
    let hash = |screen: &str| {
        screen.split("creationTransactionHash\":").nth(1).and_then(|rest| rest.get(..20).map(str::to_owned))
    };
    assert_ne!(hash(&found), hash(&screen));
}

#[test]
fn the_footer_names_no_key_that_would_be_typed() {
    let session = Session::at("verify");
    let screen = session.screen();
    let footer = screen.lines().last().unwrap();
    assert!(footer.contains("f1 help") && footer.contains("esc leave"), "{footer}");
    assert!(!footer.contains("? help") && !footer.contains(" q "), "{footer}");
}

#[test]
fn the_whole_request_is_seen_on_the_smallest_screen() {
    let mut session = Session::at("verify//0.0.5001").size(60, 15);
    let screen = session.press("enter").screen();
    let shown: String = screen.lines().map(str::trim).collect();
    assert!(shown.contains(&format!("POST /v2/verify/similarity/298/{ROUTER}")), "{screen}");
    assert!(shown.contains(r#"{"creationTransactionHash":"0x"#) && shown.contains(r#""}"#), "{screen}");
}

#[test]
fn every_size_can_be_drawn() {
    for (columns, rows) in
        [(60, 15), (61, 16), (80, 24), (99, 20), (100, 30), (200, 60), (10, 4), (0, 0), (300, 15)]
    {
        for place in ["verify//0.0.5012?mode=import", "jobs", "job/2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f"] {
            let mut session = Session::at(place).size(columns, rows);
            session.press("enter enter a G y Y esc");
            session.pass(std::time::Duration::from_secs(6));
            session.screen();
            session.press("b a").screen();
        }
    }
}

#[test]
fn a_request_that_stands_for_a_last_look_stays_when_a_hash_is_found_that_is_no_part_of_it() {
    let mut session = Session::at("home");
    session.hold();
    session.press(":").type_text(&format!("verify/298/{ROUTER}?mode=import")).press("enter enter");
    assert!(session.screen().contains("Send this?"), "{}", session.screen());
    while session.let_go(0) {}
    assert!(session.screen().contains("Send this?"), "{}", session.screen());
    session.press("ctrl-t ctrl-t ctrl-t");
    assert!(session.screen().contains("creation hash: found"), "{}", session.screen());
}

#[test]
fn a_mode_that_does_not_fit_beside_the_others_stands_alone() {
    let mut session = Session::at("verify//0.0.5006?mode=metadata").size(60, 15);
    assert!(session.screen().contains("(•) metadata  4 of 4"), "{}", session.screen());
    let screen = session.press("ctrl-t").screen();
    assert!(screen.contains("(•) similarity  1 of 4") && !screen.contains("import"), "{screen}");
}

/// What the form was kept as.
fn draft(session: &Session) -> String {
    format!("{:?}", session.saved().drafts)
}

#[test]
fn after_a_refused_key_the_key_is_typed_again_where_it_was() {
    let mut session = Session::at("verify//0.0.5018?mode=import");
    session.press("tab").paste("wrong-key").press("enter enter");
    let screen = session.screen();
    assert!(screen.contains("refused") && screen.contains("type it again"), "{screen}");
    session.press(".").type_text("demo-key");
    let screen = session.screen();
    assert!(screen.contains("(•) import") && screen.contains(r#"{"apiKey":"********"}"#), "{screen}");
    assert!(!screen.contains("demo-key") && !draft(&session).contains("demo-key"), "{screen}");
    session.press("enter enter").pass(std::time::Duration::from_secs(20));
    assert!(session.screen().contains("exact match"), "{}", session.screen());
    // Without a key there is none to correct.
    let mut session = Session::at("verify//0.0.5018?mode=import");
    session.press("enter enter .");
    assert!(session.place().contains("mode=similarity"), "{}", session.place());
}

#[test]
fn a_key_that_is_typed_as_a_hash_is_neither_shown_nor_kept() {
    let mut session = Session::at("verify//0.0.5018");
    session.press("tab ctrl-u").type_text("7QX2K9AB");
    let screen = session.screen();
    assert!(!screen.contains("7QX2K9AB") && screen.contains("is no hex digit"), "{screen}");
    assert!(!draft(&session).contains("7QX"), "{}", draft(&session));
    session.press("ctrl-u").type_text(&format!("0x{}", "ab".repeat(32)));
    assert!(session.screen().contains(&"ab".repeat(32)), "{}", session.screen());
    assert!(draft(&session).contains(&"ab".repeat(32)), "{}", draft(&session));
}

#[test]
fn a_hash_comes_back_with_its_contract() {
    let given = format!("0x{}", "ab".repeat(32));
    let place = format!("verify//0.0.5001?creationTransactionHash={given}");
    let mut opened = Session::at(&place);
    assert!(opened.screen().contains(&given), "{}", opened.screen());
    let mut found = Session::at("verify//0.0.5001");
    let again = Session::started("verify", found.saved().clone());
    let hash = |session: &Session| {
        let screen = session.screen();
        let line = screen.lines().find(|line| line.contains("creation hash  ")).unwrap_or_default();
        line.split("0x").nth(1).map(str::to_owned)
    };
    let mut again = again;
    for (session, keys) in [(&mut opened, "up up"), (&mut found, ""), (&mut again, "")] {
        let before = hash(session);
        assert!(before.is_some(), "{}", session.screen());
        if !keys.is_empty() {
            session.press("tab").press("up");
        }
        session.press("backspace");
        assert_ne!(hash(session), before, "it is another contract's: {}", session.screen());
        session.press("tab up").type_text("1");
        assert_eq!(hash(session), before, "{}", session.screen());
    }
}

#[test]
fn escape_leaves_a_form_that_the_program_was_started_with() {
    for place in ["verify//0.0.5001", "verify//0.0.5001?mode=standard-json", "batch"] {
        let mut session = Session::at(place);
        assert_eq!(session.press("esc").place(), "home", "{place}");
    }
}
