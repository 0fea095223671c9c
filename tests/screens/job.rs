//! One job: its verdict, what to do about it, its record, and looks that fail.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use api::Failure;
use hieroscope::message::{Event, Response};

use crate::player::{Reply, serve};
use crate::support::{NOW, Session};

/// A session that has submitted this and stands at its job after some time.
fn job(place: &str, seconds: u64) -> Session {
    let mut session = Session::at(place);
    session.press("enter enter");
    session.pass(Duration::from_secs(seconds));
    session
}

#[test]
fn an_exact_match_tells_both_sides_and_other_explorers() {
    snapshot!(job("verify//0.0.5013", 30).styled_screen());
}

#[test]
fn a_failed_job_compares_the_codes() {
    snapshot!(job("verify//0.0.5020?mode=import", 30).styled_screen());
}

#[test]
fn the_compilers_words_stand_on_lines_and_cannot_act() {
    snapshot!(job("verify//0.0.5012?mode=import", 30).styled_screen());
}

#[test]
fn a_refusal_says_what_to_do() {
    snapshot!(job("verify//0.0.5026?mode=import", 1).size(80, 24).styled_screen());
}

#[test]
fn a_job_is_never_called_unmatched_while_it_runs() {
    let mut session = job("verify//0.0.5028", 0);
    for _ in 0..50 {
        let screen = session.screen();
        assert!(!screen.contains("not matched") && !screen.contains("no match"), "{screen}");
        session.pass(Duration::from_secs(20));
    }
    assert!(session.screen().contains("stalled"), "{}", session.screen());
}

#[test]
fn looks_become_rare_and_end_with_the_verdict() {
    let mut session = job("verify//0.0.5028", 0);
    let before = session.asked();
    session.pass(Duration::from_mins(2));
    let early = session.asked() - before;
    assert!((25..=40).contains(&early), "{early}");
    session.pass(Duration::from_mins(8));
    let later = session.asked() - before - early;
    assert!((28..=34).contains(&later), "{later}");
    let mut session = job("verify//0.0.5001", 60);
    assert!(session.is_quiet());
    let before = session.asked();
    session.press("r");
    assert_eq!(session.asked(), before + 1, "the user may look all the same");
}

#[test]
fn looks_that_fail_keep_what_was_known() {
    let mut session = job("verify//0.0.5028", 5);
    let failed = |session: &Session, failure| {
        let request = session.poll();
        Event::Response(Box::new(Response::here(request, Err(failure), NOW)))
    };
    let event = failed(&session, Failure::Unreachable { words: "connection refused".into(), sent: false });
    session.event(event);
    snapshot!(session.styled_screen());
    let event = failed(&session, Failure::NotFound { words: vec!["Cannot GET".into()], code: None });
    session.event(event);
    let screen = session.screen();
    assert!(screen.contains("probably not a verifier with API v2"), "{screen}");
    assert!(screen.contains("last known: running"), "{screen}");
    session.press("r");
    assert!(!session.screen().contains("last known"), "{}", session.screen());
}

/// The looks at jobs that a session has sent on a server of its own, which answers each as `look` says.
fn on_verifier(look: impl Fn(usize) -> Reply + Send + 'static) -> Session {
    let looks = AtomicUsize::new(0);
    let server = serve(move |path| {
        let id = path.strip_prefix("/v2/verify/");
        match id {
            Some(id) if id.len() == 36 => look(looks.fetch_add(1, Ordering::Relaxed)),
            Some(_) => (202, r#"{"verificationId":"2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f"}"#.to_owned()),
            None => (404, "{}".to_owned()),
        }
    });
    let mut session = Session::on_server("verify/298/0x00000000000000000000000000000000000fffff", &server);
    session.press("enter enter");
    session
}

const NOT_FOUND: &str = r#"{"customCode":"job_not_found","message":"no such job","errorId":"x"}"#;

#[test]
fn a_job_that_was_not_known_once_is_found_again() {
    let done =
        r#"{"isJobCompleted":true,"contract":{"runtimeMatch":"exact_match","creationMatch":"exact_match"}}"#;
    let mut session =
        on_verifier(move |look| if look == 0 { (404, NOT_FOUND.to_owned()) } else { (200, done.to_owned()) });
    session.pass(Duration::from_secs(2));
    let screen = session.screen();
    assert!(screen.contains("lost") && screen.contains("next check in"), "{screen}");
    session.pass(Duration::from_secs(10));
    assert!(session.screen().contains("exact match"), "{}", session.screen());
}

#[test]
fn a_job_that_is_not_known_is_looked_for_less_and_less_for_a_day() {
    let mut session = on_verifier(|_| (404, NOT_FOUND.to_owned()));
    session.pass(Duration::from_mins(5));
    let early = session.asked();
    session.pass(Duration::from_hours(1));
    let hour = session.asked() - early;
    // A look every five minutes, and a few lookups of the contract, each after twice as long.
    assert!((13..=17).contains(&hour), "{hour}");
    let again = Session::started("jobs", session.saved().clone());
    assert!(!again.is_quiet(), "a restart does not end it");
    session.pass(Duration::from_hours(24));
    let day = session.asked() - early - hour;
    assert!((35..=50).contains(&day), "{day}");
    assert!(session.is_quiet(), "{}", session.screen());
}

#[test]
fn what_the_job_does_not_tell_is_asked_of_the_contract() {
    for (contract, state, pass) in [(5031, "unknown outcome", 0), (5029, "lost", 10), (5033, "failed", 30)] {
        let session = job(&format!("verify//0.0.{contract}"), pass);
        let screen = session.screen();
        assert!(screen.contains(state), "{screen}");
        assert!(screen.contains("The verifier was asked for the contract: it is not verified"), "{screen}");
    }
    let mut session = job("verify//0.0.5028", 1);
    session.press("x x enter enter");
    let screen = session.screen();
    assert!(screen.contains("locked") && screen.contains("it is not verified"), "{screen}");
}

#[test]
fn nothing_is_left_to_do_after_an_exact_match() {
    let mut session = job("verify//0.0.5013", 14);
    let screen = session.screen();
    assert!(screen.contains("exact match"), "{screen}");
    for words in ["next look", "checking now", "try import", "edit and resubmit"] {
        assert!(!screen.contains(words), "{words}: {screen}");
    }
    session.press("?");
    assert!(!session.screen().contains("next look"), "{}", session.screen());
}

#[test]
fn a_clock_that_is_put_back_stops_no_look() {
    let mut session = job("verify//0.0.5028", 5);
    let before = session.asked();
    session.put_clock_back(Duration::from_hours(2)).pass(Duration::from_secs(30));
    assert!((5..=20).contains(&(session.asked() - before)), "{}", session.asked() - before);
}

#[test]
fn another_mode_is_one_key_away() {
    let mut session = job("verify//0.0.5015?mode=import", 30);
    session.press("ctrl-t");
    assert!(session.place().contains("mode=similarity"), "{}", session.place());
    let mut session = job("verify//0.0.5016", 1);
    session.press("I");
    assert!(session.place().contains("mode=similarity"), "{}", session.place());
}

#[test]
fn a_job_that_is_not_followed_can_be() {
    let mut session = Session::at("job/2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f");
    assert!(session.screen().contains("not followed here"), "{}", session.screen());
    session.press("a");
    assert!(session.screen().contains("lost"), "{}", session.screen());
    session.press("x");
    assert!(session.saved().jobs.is_empty());
}

#[test]
fn the_record_is_shown_as_received() {
    let mut session = job("verify//0.0.5001", 30);
    assert!(session.press("J").screen().contains("\"isJobCompleted\": true"), "{}", session.screen());
}

#[test]
fn a_report_can_be_copied() {
    let mut session = job("verify//0.0.5020?mode=import", 30);
    assert!(session.press("Y").screen().contains("report in Markdown"), "{}", session.screen());
}
