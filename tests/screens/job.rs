//! One job: its verdict, what to do about it, its record, and looks that fail.

use std::time::Duration;

use hieroscope::message::{Ask, Event, Failure, JobLook, Request, Response};

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
    snapshot!(job("verify//0.0.5013", 30).screen());
}

#[test]
fn a_failed_job_compares_the_codes() {
    snapshot!(job("verify//0.0.5020?mode=import", 30).screen());
}

#[test]
fn the_compilers_words_stand_on_lines_and_cannot_act() {
    snapshot!(job("verify//0.0.5012?mode=import", 30).screen());
}

#[test]
fn a_refusal_says_what_to_do() {
    snapshot!(job("verify//0.0.5026?mode=import", 1).size(80, 24).screen());
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
        let job = &session.saved().jobs[0];
        let look =
            JobLook { key: job.key, id: job.id.clone().unwrap(), server: job.server.clone(), etag: None };
        let request = Request { network: "demo".to_owned(), ask: Ask::Job(look) };
        Event::Response(Box::new(Response { request, outcome: Err(failure), at: NOW, url: String::new() }))
    };
    let event = failed(&session, Failure::Unreachable { words: "connection refused".into(), sent: false });
    session.event(event);
    snapshot!(session.screen());
    let event = failed(&session, Failure::NotFound { words: vec!["Cannot GET".into()], code: None });
    session.event(event);
    let screen = session.screen();
    assert!(screen.contains("probably not a verifier with API v2"), "{screen}");
    assert!(screen.contains("last known: running"), "{screen}");
    session.press("r");
    assert!(!session.screen().contains("last known"), "{}", session.screen());
}

#[test]
fn a_lost_job_is_not_asked_for_again() {
    let mut session = job("verify//0.0.5029", 10);
    assert!(session.screen().contains("lost"), "{}", session.screen());
    let before = session.asked();
    session.pass(Duration::from_mins(10));
    assert_eq!(session.asked(), before);
}

#[test]
fn another_mode_is_one_key_away() {
    let mut session = job("verify//0.0.5015?mode=import", 30);
    session.press("ctrl-t");
    assert!(session.place().contains("mode=similarity"), "{}", session.place());
    let mut session = job("verify//0.0.5016", 1);
    session.press("e");
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
