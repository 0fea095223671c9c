//! The list of jobs: how each stands, following an id, filters, forgetting, and a restart.

use std::time::Duration;

use hieroscope::message::{Event, Saved, Stored};
use verification::{Job, JobEvent, JobId, JobKey, JobState, PollInterval};

use crate::support::{NOW, Session};

/// A session that has submitted these contracts and shows the list.
pub(crate) fn jobs(contracts: &[&str]) -> Session {
    let mut session = Session::at("jobs");
    for contract in contracts {
        session.press(":").type_text(&format!("verify//{contract}")).press("enter enter enter");
        session.pass(Duration::from_millis(10));
    }
    session.press(":").type_text("jobs").press("enter");
    session
}

/// How many jobs are listed on a screen.
fn rows(screen: &str) -> usize {
    screen.lines().skip(3).filter(|line| line.contains(" 298  ") && line.contains("0x")).count()
}

#[test]
fn an_empty_list_says_how_to_begin() {
    snapshot!(Session::at("jobs").styled_screen());
}

#[test]
fn every_job_is_listed_with_its_state_and_next_look() {
    let mut session = jobs(&["0.0.5001", "0.0.5015", "0.0.5016", "0.0.5028", "0.0.5024", "0.0.5031"]);
    session.pass(Duration::from_secs(6));
    snapshot!(session.styled_screen());
}

#[test]
fn the_list_fits_into_eighty_columns() {
    let mut session = jobs(&["0.0.5001", "0.0.5028"]).size(80, 24);
    session.pass(Duration::from_secs(6));
    snapshot!(session.styled_screen());
}

#[test]
fn the_selected_job_stays_selected_when_another_comes() {
    let mut session = jobs(&["0.0.5001", "0.0.5015"]);
    session.press("j");
    let marked = |session: &Session| {
        session.screen().lines().find(|line| line.starts_with('▌')).map(|line| line.contains("0xB0551e9E"))
    };
    assert_eq!(marked(&session), Some(true));
    session.press(":").type_text("verify//0.0.5028").press("enter enter enter").press("[ esc");
    assert_eq!(marked(&session), Some(true), "{}", session.screen());
}

#[test]
fn filters_narrow_the_list_and_say_so() {
    let mut session = jobs(&["0.0.5028", "0.0.5016", "0.0.5024"]);
    session.pass(Duration::from_secs(6));
    for (title, shown) in [("under way", "running"), ("without success", "refused"), (" verified", "already")]
    {
        session.press("f");
        let screen = session.screen();
        assert!(screen.lines().next().unwrap().contains(title), "{screen}");
        assert!(screen.lines().nth(3).unwrap().contains(shown), "{screen}");
        assert_eq!(rows(&screen), 1, "{screen}");
    }
    session.press("f");
    assert_eq!(rows(&session.screen()), 3);
}

#[test]
fn jobs_are_left_out_by_a_local_filter_and_sorted() {
    let mut session = jobs(&["0.0.5001", "0.0.5015", "0.0.5016", "0.0.5028"]);
    session.pass(Duration::from_secs(6));
    assert_eq!(rows(&session.screen()), 4);
    session.press("/").type_text("state!=exact*").press("enter >");
    snapshot!(session.styled_screen());
    session.press("enter");
    assert!(session.place().starts_with("job/"), "{}", session.place());
    session.press("[ esc");
    assert_eq!(rows(&session.screen()), 4, "{}", session.screen());
    // The words of the screen find what scripts read.
    for term in [r#"state="exact match""#, "state=exact-match", r#"state~"t match""#, r#""exact match""#] {
        session.press("/").paste(term).press("enter");
        assert_eq!(rows(&session.screen()), 1, "{term}: {}", session.screen());
        session.press("esc");
    }
}

#[test]
fn a_job_of_elsewhere_is_followed_by_its_id() {
    let mut session = jobs(&["0.0.5005"]);
    let id = session.saved().jobs[0].id.clone().unwrap().to_string();
    session.press("x x");
    assert!(session.screen().contains("No verification was submitted here yet."), "{}", session.screen());
    session.press("a").type_text("2f4aeb11");
    snapshot!(session.styled_screen());
    session.press("esc").paste(&format!("http://127.0.0.1:1/v2/verify/{id}/"));
    assert_eq!(session.place(), format!("job/{id}"));
    session.pass(Duration::from_secs(50));
    let screen = session.screen();
    assert!(screen.contains("exact match") && screen.contains("adopted by its id"), "{screen}");
    session.press("b a").type_text(&id).press("enter");
    assert_eq!(session.saved().jobs.len(), 1, "the same id is not followed twice");
}

#[test]
fn a_wrong_id_is_told_while_it_is_typed() {
    let mut session = Session::at("jobs");
    session.press("a").type_text("2f4a");
    assert!(session.screen().contains("32 hex digits in five groups"), "{}", session.screen());
    session.press("esc");
    assert!(!session.screen().contains("five groups"));
}

#[test]
fn a_job_under_way_is_forgotten_only_when_asked_twice() {
    let mut session = jobs(&["0.0.5028", "0.0.5016"]);
    session.press("j x");
    assert_eq!(session.saved().jobs.len(), 2);
    session.press("k j x");
    assert_eq!(session.saved().jobs.len(), 2, "other keys between do not count");
    session.press("x");
    assert_eq!(session.saved().jobs.len(), 1);
    session.press("F F");
    assert_eq!(session.saved().jobs.len(), 0);
    assert!(session.screen().contains("No verification was submitted here yet."));
}

#[test]
fn a_restart_takes_running_jobs_up_again() {
    let mut session = jobs(&["0.0.5005", "0.0.5016"]);
    session.pass(Duration::from_secs(3));
    let again = Session::started("jobs", session.saved().clone());
    let screen = again.screen();
    // The embedded network of the new session knows nothing of the old one's jobs.
    assert!(screen.contains("lost") && screen.contains("refused"), "{screen}");
}

#[test]
fn nothing_moves_once_every_job_has_ended() {
    let mut session = jobs(&["0.0.5016", "0.0.5001"]);
    assert!(!session.is_quiet(), "a job is running");
    session.pass(Duration::from_mins(1));
    assert!(session.is_quiet(), "{}", session.screen());
}

/// So many jobs that run, as an earlier process left them.
fn left(count: u64) -> Saved {
    let job = |number: u64| {
        let key = JobKey { made: NOW.minus_seconds(number), process: 7 };
        let id = JobId::parse(&format!("2f4aeb11-6b52-4e0e-9a44-{number:012x}")).unwrap();
        Job::adopt(key, "demo", "", id, key.made)
    };
    Saved { jobs: (0..count).map(job).collect(), ..Saved::default() }
}

#[test]
fn of_many_running_jobs_all_are_looked_at_and_not_all_at_once() {
    let mut session = Session::started("home", left(700));
    session.pass(Duration::from_secs(1));
    assert!((5..=25).contains(&session.asked()), "{}", session.asked());
    session.pass(Duration::from_secs(90));
    let seen = session.saved().jobs.iter().filter(|job| job.seen.is_some()).count();
    assert_eq!(seen, 700);
    assert!(session.asked() <= 930, "{}", session.asked());
}

#[test]
fn a_look_that_the_user_asks_for_does_not_wait_for_the_others() {
    let saved = left(700);
    let id = saved.jobs[690].id.clone().unwrap();
    let mut session = Session::started("home", saved);
    session.press(":").type_text(&format!("job/{id}")).press("enter");
    session.pass(Duration::from_secs(2));
    assert!(session.screen().contains("lost"), "{}", session.screen());
}

#[test]
fn a_job_of_another_instance_is_shown_and_left_alone() {
    let mut saved = left(1);
    saved.elsewhere = vec![saved.jobs[0].key];
    let mut session = Session::started("jobs", saved.clone());
    session.pass(Duration::from_mins(5));
    let screen = session.screen();
    assert!(screen.contains("running") && screen.contains("Another hieroscope is handling it."), "{screen}");
    assert_eq!(session.asked(), 0);
    let mut ended = saved.jobs[0].clone();
    ended.apply(JobEvent::Missing, session.now(), &PollInterval::default());
    let stored = Stored { jobs: vec![ended], elsewhere: saved.elsewhere, ..Stored::default() };
    session.event(Event::Stored(Box::new(stored)));
    assert!(session.screen().contains("lost"), "{}", session.screen());
    // The other instance has ended: what it left is this one's now.
    let stored = Stored { jobs: saved.jobs, ..Stored::default() };
    session.event(Event::Stored(Box::new(stored))).pass(Duration::from_mins(1));
    assert!(session.asked() > 0);
}

#[test]
fn what_another_instance_has_sent_in_the_same_moment_is_not_sent_and_can_be_after_all() {
    let mut session = Session::at("verify//0.0.5001");
    session.hold();
    session.press("enter enter");
    let own = session.saved().jobs[0].clone();
    let other = Job { key: JobKey { process: own.key.process + 1, ..own.key }, ..own.clone() };
    let (elsewhere, unsent) = (vec![other.key], Some(own.key));
    let stored = Stored { jobs: vec![other], elsewhere, unsent, ..Stored::default() };
    session.event(Event::Stored(Box::new(stored)));
    let screen = session.screen();
    assert!(screen.contains("not sent"), "{screen}");
    assert!(screen.contains("another hieroscope has sent the same meanwhile"), "{screen}");
    assert!(screen.contains("send it again"), "{screen}");
    let saved = &session.saved().jobs;
    assert!(saved.iter().any(|job| job.key == own.key && job.state == JobState::NotSent), "{saved:?}");
}

#[test]
fn a_job_that_sent_sources_is_known_by_its_contract_its_compiler_and_its_file() {
    let mut session = Session::at("verify//0.0.5014?mode=metadata");
    session.press("tab").paste("assets/demo/uploads/vault/metadata.json").press("enter enter");
    session.pass(Duration::from_secs(10));
    let facts = ["contract name", "Vault.sol:Vault", "0.8.37+commit.f401782d", "uploads/vault/metadata.json"];
    for words in facts {
        assert!(session.screen().contains(words), "{words}: {}", session.screen());
    }
    let again = Session::started("jobs", session.saved().clone()).size(100, 40);
    assert!(again.screen().contains("Vault 0x"), "{}", again.screen());
}
