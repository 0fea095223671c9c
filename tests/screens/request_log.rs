//! The request log: what was asked, what came of it, who wanted it, and what each server may be asked still.

use std::time::Duration;

use api::{Answered, Api, Exchange, HostBudget, Stage, Told};
use hieroscope::message::{Command, Event};
use ledger::{RawJson, Text};

use crate::support::{NOW, Session};

fn told(number: u64, stage: Stage) -> Event {
    told_with(number, stage, None)
}

fn told_with(number: u64, stage: Stage, budget: Option<HostBudget>) -> Event {
    let exchange = Exchange {
        number,
        network: "demo".to_owned(),
        api: Api::MirrorNode,
        is_post: false,
        asked: None,
        url: format!("http://127.0.0.1:5551/api/v1/contracts/0.0.{number}"),
        etag: None,
        attempt: 1,
        at: NOW,
        millis: 7,
        stage,
    };
    Event::Told(Box::new(Told { exchange, request: None, budget }))
}

fn refused() -> Stage {
    let headers = vec![("retry-after".to_owned(), Text::from("12\u{1b}[31m"))];
    let body = Some(RawJson::new(r#"{"_status":{"messages":[{"message":"Too many requests"}]}}"#));
    let until = Some(NOW.plus_millis(12_000));
    Stage::Answered(Answered { status: 429, headers, bytes: 58, body, until, is_recorded: false })
}

#[test]
fn every_request_is_listed_with_what_came_of_it_and_who_wanted_it() {
    let mut session = Session::at("contract/0.0.5001");
    session.press("R ! j");
    assert_eq!(session.place(), "requests");
    snapshot!(session.styled_screen());
    session.press("/").type_text("for=contract/* request=*/results*").press("enter");
    let screen = session.screen();
    assert!(screen.contains("/api/v1/contracts/0.0.5001/results?"), "{screen}");
    assert!(!screen.contains("GET   /v2/contract/"), "{screen}");
    session.press("enter");
    assert!(session.screen().contains("as received"), "{}", session.screen());
    assert!(session.screen().contains("\"results\": ["), "{}", session.screen());
    session.press("esc right enter");
    assert_eq!(session.place(), "contract/0.0.5001");
}

#[test]
fn a_request_is_copied_as_a_command_of_curl() {
    let mut session = Session::at("schedule/0.0.7003");
    session.press("! / ").type_text("request=*schedules*").press("enter y");
    let copied = session.carried().iter().rev().find_map(|command| match command {
        Command::Copy(text) => Some(text.clone()),
        _ => None,
    });
    let copied = copied.unwrap();
    assert!(copied.starts_with("curl -s 'http://127.0.0.1:"), "{copied}");
    assert!(copied.ends_with("/api/v1/schedules/0.0.7003'"), "{copied}");
}

#[test]
fn what_waits_is_counted_and_a_server_that_asks_to_wait_is_counted_down() {
    let mut session = Session::unanswered("requests");
    for number in 1..=8 {
        session.event(told(number, Stage::UnderWay));
    }
    session.event(told(9, Stage::Waiting)).event(told(8, refused())).event(told(7, Stage::Cancelled));
    session.event(told(6, Stage::Kept));
    session.press("j j");
    snapshot!(session.styled_screen());
    assert_eq!(session.wakes_in(), Some(1_000));
    session.pass(Duration::from_millis(11_500));
    assert!(session.screen().contains("asks to wait 1 s"), "{}", session.screen());
    session.pass(Duration::from_millis(500));
    assert!(!session.screen().contains("asks to wait"), "{}", session.screen());
    assert!(session.is_quiet());
}

#[test]
fn what_is_left_of_a_hosts_budget_grows_as_time_goes_on() {
    let mut session = Session::unanswered("requests");
    let budget = HostBudget { at: NOW, left: 0, burst: 20, refill_millis: 200, paused_until: None };
    session.event(told_with(1, Stage::Waiting, Some(budget)));
    assert!(session.screen().contains("0 of 20 left, 5 a second"), "{}", session.screen());
    assert_eq!(session.wakes_in(), Some(1_000));
    session.pass(Duration::from_secs(1));
    assert!(session.screen().contains("5 of 20 left, 5 a second"), "{}", session.screen());
    let paused = HostBudget { paused_until: Some(NOW.plus_millis(9_000)), refill_millis: 1_600, ..budget };
    session.event(told_with(1, Stage::Waiting, Some(paused)));
    assert!(session.screen().contains("1 waiting for their turn · asks to wait 8 s"), "{}", session.screen());
    session.pass(Duration::from_secs(10));
    assert!(session.screen().contains("6 of 20 left, 0.6 a second"), "{}", session.screen());
    session.pass(Duration::from_mins(1));
    assert!(session.screen().contains("20 of 20 left"), "{}", session.screen());
    assert!(session.is_quiet());
}

#[test]
fn nothing_is_drawn_for_the_log_while_it_is_not_on_screen() {
    for (place, frames) in [("contract/0.0.5001", 1), ("requests", 2)] {
        let mut session = Session::at(place);
        let before = session.frames();
        session.event(told(1_000_000, Stage::UnderWay));
        assert_eq!(session.frames() - before, frames, "{place}");
        session.press("H !");
        assert!(session.screen().contains("/api/v1/contracts/0.0.1000000"), "{}", session.screen());
    }
}

#[test]
fn an_empty_log_says_so() {
    let session = Session::unanswered("requests");
    assert!(session.screen().contains("Nothing was asked of a server yet."), "{}", session.screen());
    assert!(session.is_quiet());
}
