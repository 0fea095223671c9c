//! What is known before sending, beside the form: every finding, what it forbids, and the step that it calls for.

use hieroscope::message::Command;

use crate::player;
use crate::support::Session;

const ROUTER: &str = "0xb0551e9ecceb06cf6ea2879174aaf4da84633e85";

fn submissions(session: &Session) -> usize {
    session.carried().iter().filter(|command| matches!(command, Command::Submit(..))).count()
}

/// That Enter sends nothing, and the step's key is named.
fn refuses(session: &mut Session, step: Option<&str>) {
    session.press("enter enter");
    assert_eq!(submissions(session), 0);
    let screen = session.screen();
    assert!(screen.contains("Cannot be sent yet"), "{screen}");
    if let Some(step) = step {
        let footer = screen.lines().last().unwrap();
        assert!(footer.contains(step), "{footer}");
    }
}

#[test]
fn everything_is_fine() {
    snapshot!(Session::at("verify//0.0.5001").styled_screen());
}

#[test]
fn everything_is_fine_on_a_small_screen() {
    snapshot!(Session::at("verify//0.0.5001").size(80, 24).styled_screen());
}

#[test]
fn what_is_being_asked_has_its_line_already() {
    let mut session = Session::at("verify").size(80, 24);
    session.hold();
    session.type_text("0.0.5001").press("tab");
    snapshot!(session.styled_screen());
    while session.let_go(0) {}
    session.press("shift-tab tab");
    assert_eq!(session.screen(), {
        let mut prompt = Session::at("verify").size(80, 24);
        prompt.type_text("0.0.5001").press("tab").screen()
    });
}

#[test]
fn a_deleted_contract_says_what_servers_will_do() {
    snapshot!(Session::at("verify//0.0.5003").size(80, 24).styled_screen());
}

#[test]
fn a_minimal_proxy_leads_to_its_target() {
    let mut session = Session::at("verify//0.0.5009?mode=import");
    session.press("tab").paste("demo-key");
    snapshot!(session.styled_screen());
    let screen = session.press("ctrl-p").screen();
    assert!(screen.contains("0.0.5002 exists") && screen.contains("verified already, exactly"), "{screen}");
    assert!(!screen.contains("minimal proxy") && screen.contains("(•) import"), "{screen}");
    assert!(screen.contains("••••••••"), "the key stays: {screen}");
}

#[test]
fn a_system_contract_is_refused() {
    let mut session = Session::at("verify").size(80, 24);
    session.paste("0x0000000000000000000000000000000000000167");
    snapshot!(session.styled_screen());
    refuses(&mut session, None);
}

#[test]
fn a_chain_without_import_leads_to_similarity() {
    let mut session = Session::at(&format!("verify/295/{ROUTER}?mode=import")).size(80, 24);
    snapshot!(session.styled_screen());
    refuses(&mut session, Some("similarity instead"));
    session.press("ctrl-p");
    assert!(session.screen().contains("(•) similarity"), "{}", session.screen());
    let screen = session.press("ctrl-p").screen();
    assert!(screen.contains("Will send"), "{screen}");
}

#[test]
fn a_chain_that_the_verifier_does_not_take_is_refused() {
    for (chain, words) in [("3", "is not supported any more"), ("9999", "does not know chain 9999")] {
        let mut session = Session::at(&format!("verify/{chain}/{ROUTER}"));
        assert!(session.screen().contains(words), "{}", session.screen());
        refuses(&mut session, None);
    }
}

#[test]
fn what_is_verified_exactly_is_shown_instead_of_sent() {
    let mut session = Session::at("verify//0.0.5002").size(80, 24);
    snapshot!(session.styled_screen());
    refuses(&mut session, Some("see how it is verified"));
    session.press("ctrl-p");
    assert_eq!(session.place(), "verified/298/0x000000000000000000000000000000000000138a");
}

#[test]
fn what_matches_but_for_metadata_may_be_raised() {
    let mut session = Session::at("verify//0.0.5024?mode=import").size(80, 24);
    snapshot!(session.styled_screen());
    session.press("enter enter");
    assert_eq!(submissions(&session), 1);
}

#[test]
fn a_job_that_runs_is_opened_instead_of_doubled() {
    let mut session = Session::at("verify//0.0.5028").size(80, 24);
    session.press("enter enter [");
    snapshot!(session.styled_screen());
    let job = session.press("ctrl-p").place();
    assert!(job.starts_with("job/"), "{job}");
}

#[test]
fn a_job_that_has_verified_it_is_heard_of_without_a_key() {
    let mut session = Session::at("verify//0.0.5001");
    assert!(session.screen().contains("not verified yet"), "{}", session.screen());
    session.press("enter enter");
    session.pass(std::time::Duration::from_secs(30));
    session.press("[");
    let screen = session.screen();
    assert!(screen.contains("verified already, exactly"), "{screen}");
    assert!(screen.contains("last job for it: exact match"), "{screen}");
}

#[test]
fn a_contract_made_by_another_has_no_creation_hash_and_needs_none() {
    let screen = Session::at("verify//0.0.5011").size(80, 24).screen();
    assert!(screen.contains("made by another contract"), "{screen}");
    assert!(screen.contains("Will send"), "{screen}");
}

#[test]
fn a_verifier_without_a_list_of_chains_is_allowed() {
    let session = Session::on_server(&format!("verify//{ROUTER}"), &bare("0x12a"));
    snapshot!(session.size(80, 24).styled_screen());
}

#[test]
fn another_chain_than_that_of_its_results_must_be_confirmed() {
    let mut session = Session::on_server(&format!("verify//{ROUTER}"), &bare("0x128")).size(80, 24);
    snapshot!(session.styled_screen());
    refuses(&mut session, Some("the chain is meant"));
    session.press("ctrl-p");
    let screen = session.screen();
    assert!(screen.contains("is meant all the same") && screen.contains("Will send"), "{screen}");
    session.press("up ctrl-u").type_text("9999").press("tab");
    session.press("up ctrl-u").type_text("298").press("tab");
    assert!(
        session.screen().contains("is meant all the same"),
        "it was said of this chain: {}",
        session.screen()
    );
}

#[test]
fn servers_that_are_out_of_order_leave_the_form_usable() {
    let server = player::serve(|_| (500, "<html><title>500</title></html>".to_owned()));
    let mut session = Session::on_server(&format!("verify//{ROUTER}"), &server).size(80, 24);
    snapshot!(session.styled_screen());
    session.press("enter");
    assert!(session.screen().contains("Send this?"), "{}", session.screen());
}

#[test]
fn leaving_stops_every_question() {
    let mut session = Session::at("home");
    session.hold();
    session.press(":").paste("verify//0.0.5001").press("enter esc");
    session.press(":").paste("jobs").press("enter");
    assert!(!session.let_go(0), "a question is still asked");
}

/// A network whose contract has results of this chain, and a verifier that has neither a list of chains nor
/// anything verified.
fn bare(chain: &str) -> String {
    let chain = chain.to_owned();
    player::serve(move |path| {
        let path = path.split('?').next().unwrap();
        if path == format!("/api/v1/contracts/{ROUTER}") {
            let body = format!(
                r#"{{"contract_id":"0.0.5001","evm_address":"{ROUTER}","deleted":false,
                "runtime_bytecode":"0x6080604052","created_timestamp":"1700000000.000000001"}}"#
            );
            return (200, body);
        }
        if path.ends_with("/results") {
            return (
                200,
                r#"{"results":[{"timestamp":"1700000009.000000001"}],"links":{"next":null}}"#.to_owned(),
            );
        }
        if path.ends_with("/results/1700000009.000000001") {
            return (200, format!(r#"{{"chain_id":"{chain}","hash":"0x{}"}}"#, "ab".repeat(32)));
        }
        if path.starts_with("/api/") {
            return (404, r#"{"_status":{"messages":[{"message":"Not found"}]}}"#.to_owned());
        }
        if path.starts_with("/v2/contract/") {
            return (404, format!(r#"{{"match":null,"chainId":"298","address":"{ROUTER}"}}"#));
        }
        (404, "<html><title>Error</title></html>".to_owned())
    })
}
