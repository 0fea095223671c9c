//! The watch list: what is on it is looked at once a minute, and home shows what was found.

use std::time::Duration;

use hieroscope::message::Saved;

use crate::support::Session;

/// A session at home in which this is watched.
fn watching(places: &[&str]) -> Session {
    let mut session = Session::at(places.first().unwrap());
    for place in places {
        session.press(":").paste(place).press("enter g w");
    }
    let saved = Saved { watched: session.saved().watched.clone(), ..Saved::default() };
    assert_eq!(saved.watched.len(), places.len());
    Session::started("home", saved)
}

#[test]
fn a_contract_is_watched_from_its_pages_and_once_by_whatever_name() {
    let mut session = Session::at("contract/0.0.5001/results").size(100, 24);
    session.press("g w");
    assert!(session.screen().contains("contract 0.0.5001 is watched"), "{}", session.screen());
    session.press("R g c g w");
    assert!(session.screen().contains("is not watched any more"), "{}", session.screen());
    assert!(session.saved().watched.is_empty());
    let mut session = Session::at("jobs");
    session.press("g w");
    assert!(session.screen().contains("open a contract or a schedule first"), "{}", session.screen());
    assert!(session.saved().watched.is_empty());
}

#[test]
fn nothing_is_asked_while_nothing_is_watched() {
    let mut session = Session::at("home");
    let asked = session.sent();
    session.pass(Duration::from_mins(10));
    assert_eq!(session.sent(), asked);
    assert!(session.is_quiet());
    session.press(":").paste("contract/0.0.5001").press("enter g w g w");
    let asked = session.sent();
    session.pass(Duration::from_mins(10));
    assert_eq!(session.sent(), asked, "it was taken off the list");
}

#[test]
fn an_entry_is_looked_at_once_a_minute_wherever_one_is() {
    let mut session = watching(&["contract/0.0.5002", "schedule/0.0.7002"]);
    session.press(":").paste("jobs").press("enter");
    let asked = session.sent();
    session.pass(Duration::from_secs(55));
    assert_eq!(session.sent(), asked);
    session.pass(Duration::from_secs(10));
    let look = session.sent() - asked;
    assert!((2..=3).contains(&look), "{look}");
    session.pass(Duration::from_mins(4));
    assert!(session.sent() - asked <= 15, "{}", session.sent() - asked);
}

#[test]
fn home_shows_failures_and_opens_them() {
    let mut session = watching(&["contract/0.0.5001", "schedule/0.0.7002"]).size(120, 40);
    insta::assert_snapshot!("watched", session.styled_screen());
    session.forget_carried();
    session.pass(Duration::from_mins(5));
    insta::assert_snapshot!("watched_failures", session.styled_screen());
    let small = session.drawn(80, 24);
    assert!(small.contains("failed"), "{small}");
    session.press("j enter");
    assert!(session.place().starts_with("contract/0.0.5001/results?timestamp=gte"), "{}", session.place());
    let screen = session.screen();
    assert!(screen.contains("/ status=failed"), "{screen}");
    session.press("[");
    assert!(!session.screen().contains("failed, the last"), "{}", session.screen());
}

#[test]
fn a_changed_field_is_found_after_a_restart_and_dismissed() {
    let mut before = watching(&["contract/0.0.5001"]);
    let mut saved = before.press("j").saved().clone();
    let memo = saved.watched[0].seen.fields.iter_mut().find(|(name, _)| name == "memo").unwrap();
    memo.1 = "an older \u{1b}[2J memo".into();
    let mut session = Session::started("home", saved).size(120, 30);
    let screen = session.screen();
    assert!(screen.contains("memo: an older"), "{screen}");
    insta::assert_snapshot!("watched_change", session.styled_screen());
    let mut again = Session::started("home", session.saved().clone());
    assert!(again.screen().contains("memo: an older"), "what was found is kept: {}", again.screen());
    again.press("j x");
    assert!(!again.screen().contains("memo: an older"), "{}", again.screen());
    assert!(again.saved().watched[0].seen.findings.is_empty());
    session.press("x");
    assert!(session.saved().watched.is_empty());
    assert!(!session.screen().contains("Watched"), "{}", session.screen());
}

#[test]
fn a_schedule_counts_down_and_is_asked_no_more_once_it_has_ended() {
    let mut session = watching(&["schedule/0.0.80363"]).size(120, 30);
    assert!(session.screen().contains("left"), "{}", session.screen());
    session.pass(Duration::from_mins(30));
    let screen = session.screen();
    assert!(screen.contains("state: "), "{screen}");
    let asked = session.sent();
    session.pass(Duration::from_mins(5));
    assert_eq!(session.sent(), asked, "{}", session.screen());
}

#[test]
fn what_cannot_be_looked_at_is_said() {
    let mut session = Session::on_server("schedule/0.0.7002", "http://127.0.0.1:1").size(120, 30);
    session.press("g w").press("H");
    session.pass(Duration::from_mins(2));
    assert!(session.screen().contains("not checked: "), "{}", session.screen());
}
