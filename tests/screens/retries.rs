//! Submissions that are sent again: after which waits, when they are given up, and how the end is told.

use std::time::Duration;

use hieroscope::message::{Command, Event, Exported, Stored};

use crate::support::Session;

/// A session whose submission is refused because a job that hangs holds the contract.
fn locked() -> Session {
    locked_by().0
}

/// The same, and the id of that job, which was forgotten here.
fn locked_by() -> (Session, String) {
    let mut session = Session::at("verify//0.0.5028");
    session.press("enter enter");
    session.pass(Duration::from_secs(2));
    let own = session.saved().jobs.first().unwrap().id.clone().unwrap().to_string();
    session.press("x x enter enter");
    assert!(session.screen().contains("! locked"), "{}", session.screen());
    (session, own)
}

fn sent(session: &Session) -> usize {
    session.carried().iter().filter(|command| matches!(command, Command::Submit(..))).count()
}

#[test]
fn a_lock_by_a_job_of_ones_own_leads_to_it() {
    let (mut session, own) = locked_by();
    assert!(!session.screen().contains("locked by"), "{}", session.screen());
    let place = session.place();
    session
        .pass(Duration::from_secs(1))
        .press("b a")
        .type_text(&own)
        .press("enter")
        .pass(Duration::from_secs(3));
    assert_eq!(session.place(), format!("job/{own}"));
    session.press("[ [");
    assert_eq!(session.place(), place);
    let screen = session.screen();
    let line = screen.lines().find(|line| line.contains("locked by")).unwrap_or_else(|| panic!("{screen}"));
    assert!(line.contains(&format!("job {own}")) && line.contains("running"), "{line}");
    snapshot!(session.styled_screen());
    session.press("g g down down down enter");
    assert_eq!(session.place(), format!("job/{own}"), "{}", session.screen());
}

#[test]
fn nothing_is_sent_again_unasked() {
    let mut session = locked();
    let before = sent(&session);
    session.pass(Duration::from_hours(2));
    assert_eq!(sent(&session), before);
    assert!(session.is_quiet());
    snapshot!(session.styled_screen());
}

#[test]
fn a_retry_counts_down_and_can_be_stopped() {
    let mut session = locked();
    let before = sent(&session);
    session.press(".").pass(Duration::from_secs(5));
    snapshot!(session.styled_screen());
    session.press("b");
    let screen = session.screen();
    assert!(screen.contains("25 s") && screen.contains(". stop retrying"), "{screen}");
    session.press(".").pass(Duration::from_mins(10));
    assert_eq!(sent(&session), before, "{}", session.screen());
    assert!(session.screen().contains(". retry in 30 s"), "{}", session.screen());
}

#[test]
fn a_lock_that_stays_is_given_up() {
    let mut session = locked();
    let before = sent(&session);
    session.press(".");
    for (wait, attempts) in [(29, 0), (2, 1), (60, 2), (120, 3), (240, 4), (480, 5), (100_000, 5)] {
        session.pass(Duration::from_secs(wait));
        assert_eq!(sent(&session) - before, attempts, "after {wait} s more\n{}", session.screen());
    }
    assert!(session.is_quiet());
    snapshot!(session.styled_screen());
    session.press("r");
    assert_eq!(sent(&session) - before, 6, "the user may try all the same");
    session.pass(Duration::from_hours(1));
    assert_eq!(sent(&session) - before, 6);
}

#[test]
fn trying_now_goes_on_with_the_plan() {
    let mut session = locked();
    let before = sent(&session);
    session.press(". r");
    assert_eq!(sent(&session) - before, 1);
    assert!(session.screen().contains("attempt 2 of 6, sent again in 60 s"), "{}", session.screen());
    session.press(". r").pass(Duration::from_hours(1));
    assert_eq!(sent(&session) - before, 2, "once stopped, only what is asked for");
}

#[test]
fn a_plan_is_not_taken_up_after_a_restart_but_offered() {
    let mut session = locked();
    session.press(".").pass(Duration::from_secs(31));
    let mut again = Session::started("jobs", session.saved().clone());
    let before = sent(&again);
    again.pass(Duration::from_mins(10));
    assert_eq!(sent(&again), before, "the contract is looked up, and nothing is sent");
    assert!(again.screen().contains(". retry in 60 s"), "{}", again.screen());
    again.press("enter");
    assert!(again.screen().contains("attempt 2"), "{}", again.screen());
    again.press("r").pass(Duration::from_mins(1));
    assert!(again.screen().contains("attempt 3"), "the other process's lock is gone\n{}", again.screen());
}

#[test]
fn a_plan_that_was_stopped_stays_stopped_when_its_record_is_read_once_more() {
    let mut session = locked();
    let before = sent(&session);
    session.press(".");
    let planned = session.saved().jobs.clone();
    assert!(planned.iter().any(|job| job.retry_at.is_some()));
    session.press(".");
    assert!(session.saved().jobs.iter().all(|job| job.retry_at.is_none()), "others hear that it is stopped");
    session.event(Event::Stored(Box::new(Stored { jobs: planned, ..Stored::default() })));
    session.pass(Duration::from_mins(10));
    assert_eq!(sent(&session), before, "{}", session.screen());
    assert!(session.screen().contains(". retry in 30 s"), "{}", session.screen());
}

#[test]
fn what_another_instance_plans_is_not_sent_from_here() {
    let mut session = locked();
    let before = sent(&session);
    let refused = session.saved().jobs.clone();
    session.press(".");
    let planned = session.saved().jobs.clone();
    session.press(".");
    let elsewhere: Vec<_> = planned.iter().filter(|job| job.retry_at.is_some()).map(|job| job.key).collect();
    let hear = |session: &mut Session, jobs| {
        let stored = Stored { jobs, elsewhere: elsewhere.clone(), ..Stored::default() };
        session.event(Event::Stored(Box::new(stored)));
    };
    hear(&mut session, planned);
    snapshot!(session.styled_screen());
    session.press(". r").pass(Duration::from_mins(10));
    assert_eq!(sent(&session), before, "{}", session.screen());
    hear(&mut session, refused);
    assert!(session.screen().contains(". retry in 30 s"), "{}", session.screen());
    session.press("r");
    assert_eq!(sent(&session) - before, 1, "what nobody plans anybody may send");
}

#[test]
fn an_import_that_meets_a_limit_is_sent_again_with_all_it_had() {
    let mut session = Session::at("verify//0.0.5022?mode=import");
    session.press("tab").type_text("hunter2").press("enter enter");
    assert!(session.screen().contains(". retry in 60 s"), "{}", session.screen());
    session.press(".").pass(Duration::from_secs(61));
    let bodies = session.carried().iter().filter_map(|command| match command {
        Command::Submit(_, request) => Some(request.clone()),
        _ => None,
    });
    let bodies: Vec<_> = bodies.map(|request| request.ask).collect();
    assert_eq!(bodies.len(), 2);
    assert_eq!(bodies[0], bodies[1]);
    assert!(!format!("{:?}", session.saved()).contains("hunter2"));
}

#[test]
fn the_title_counts_and_nothing_else_is_told_by_default() {
    let mut session = Session::at("verify//0.0.5001");
    session.press("enter enter").pass(Duration::from_mins(1));
    session.press(":").type_text("verify//0.0.5016").press("enter enter enter");
    let titles: Vec<&str> = session
        .carried()
        .iter()
        .filter_map(|command| match command {
            Command::Title(title) => Some(title.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(titles, ["… 1 hieroscope", "✓ 1 hieroscope", "✓ 1 … 1 hieroscope", "✓ 1 ✗ 1 hieroscope"]);
    let told = |command: &&Command| matches!(command, Command::Bell | Command::Notify(..));
    assert_eq!(session.carried().iter().filter(told).count(), 0);
}

#[test]
fn a_report_is_written_to_a_file_of_the_jobs_name() {
    let mut session = Session::at("verify//0.0.5020?mode=import");
    session.press("enter enter").pass(Duration::from_mins(1));
    let id = session.saved().jobs.first().unwrap().id.clone().unwrap().to_string();
    session.press("W enter");
    let Some(Command::Export(export)) = session.carried().last() else {
        panic!("{:?}", session.carried().last())
    };
    assert_eq!(export.path, format!("hieroscope-report-{}.md", id.split('-').next().unwrap()));
    let Exported::Text(text) = &export.what else { panic!("{export:?}") };
    assert!(text.contains("no_match") || text.contains("bytecode_length"), "{text}");
}
