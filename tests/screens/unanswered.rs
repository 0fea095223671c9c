//! Every place while nothing is answered, while it is tried again, once it has failed, and once it was stopped: it is
//! drawn at every size, nothing moves at rest, and a failure is told with what can be done.

use api::Failure;
use ledger::Text;

use crate::sizes::{SIZES, resize};
use crate::support::places::found;
use crate::support::{NOW, Session};

/// How often questions may follow from the failure of others.
const MAX_ROUNDS: usize = 20;

/// What moves more often than this is a spinner, in milliseconds.
const MIN_WAKE: u128 = 1_000;

/// A day, in milliseconds.
const LATER: u64 = 100_000_000;

/// Draws at all sizes, when it is fresh and after a while.
fn draw(session: &mut Session) {
    for size in SIZES {
        resize(session, size);
        session.drawn_after(LATER);
    }
}

/// Failures with few words, with many, and with those of a hostile server.
fn failures() -> Vec<Failure> {
    let hostile = Text::new("\u{1b}[31m\u{202e}\0\n".repeat(500));
    let many = [vec![hostile.clone()], vec!["more".into(); 50]].concat();
    vec![
        Failure::NotFound { words: Vec::new(), code: None },
        Failure::Invalid {
            words: many,
            field: Some("timestamp".to_owned()),
            code: Some(Text::new("invalid_parameter")),
        },
        Failure::RateLimited {
            until: Some(NOW.plus_millis(60_000)),
            words: vec![hostile.clone()],
            code: None,
        },
        Failure::Unreachable { words: hostile, sent: true },
        Failure::TimedOut { after: u64::MAX },
        Failure::NotUnderstood { at: "results[1].gas_used".repeat(20), words: Text::new("") },
    ]
}

#[test]
fn what_has_not_come_draws_at_every_size() {
    let bad = found(|place| {
        draw(&mut Session::unanswered(place));
        failures().iter().flat_map(|failure| failed(place, failure)).collect()
    });
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

/// Whether something moves as often as a spinner.
fn spins(session: &Session) -> bool {
    session.wakes_in().is_some_and(|millis| millis < MIN_WAKE)
}

/// What is wrong with a place all of whose questions fail.
fn failed(place: &str, failure: &Failure) -> Vec<String> {
    let mut session = Session::unanswered(place);
    let asks = session.waiting().is_some();
    draw(session.retry(failure));
    for _ in 0..MAX_ROUNDS {
        session.fail(failure);
    }
    draw(&mut session);
    resize(&mut session, (120, 40));
    let screen = session.screen();
    let footer = screen.lines().last().unwrap_or_default();
    // A form is gone on with all the same.
    let has_way_on = [" refresh ", " again ", "esc "].iter().any(|it| footer.contains(it));
    let faults = [
        (session.waiting().is_some(), "asks for ever"),
        (spins(&session), "spins"),
        (asks && !has_way_on, "has no next step"),
    ];
    let faults = faults.iter().filter(|(is_so, _)| *is_so);
    faults.map(|(_, fault)| format!("{place} {fault} after a failure:\n{screen}")).collect()
}

#[test]
fn escape_stops_what_is_not_answered() {
    let bad = found(|place| {
        let mut session = Session::unanswered(place);
        let asks = session.waiting().is_some();
        session.press("esc");
        let screen = session.screen();
        // What others need to know is asked for all the same.
        let goes_on = screen.contains("Asking for") || session.waiting().is_none() && spins(&session);
        if asks && goes_on { vec![format!("{place} goes on:\n{screen}")] } else { Vec::new() }
    });
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

#[test]
fn late_answers_in_any_order_lead_to_the_same_screen() {
    let bad = found(|place| {
        let prompt = Session::at(place).screen();
        let mut late = Session::late(place);
        let mut at = 0;
        while late.let_go(at) {
            at += 1;
        }
        let screen = late.screen();
        if screen == prompt { Vec::new() } else { vec![format!("{place}:\n{prompt}\nlate:\n{screen}")] }
    });
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}
