//! Which jobs are polled when, and what is remembered of them.

use std::sync::Arc;

use ledger::Field;

use super::*;
use crate::verified::Compilation;
use crate::{JobContract, JobError, JobRecord, Match, Submission, SubmissionBody, Verified};

const SERVER: &str = "http://127.0.0.1:1";

fn id(n: u64) -> JobId {
    JobId::parse(&format!("2f4aeb11-6b52-4e0e-9a44-{n:012x}")).unwrap()
}

fn key(made: u64) -> JobKey {
    JobKey { made: Timestamp::from_secs(made), process: 1 }
}

fn chain() -> ChainId {
    ChainId::parse("296").unwrap()
}

fn submitted(made: u64, contract: u8) -> Job {
    let body = SubmissionBody::Similarity { creation_hash: None };
    let submission = Submission { chain: chain(), address: EvmAddress::new([contract; 20]), body };
    Job::new(key(made), "local", SERVER, &submission, Timestamp::from_secs(made))
}

fn adopted(made: u64) -> Job {
    Job::adopt(key(made), "local", SERVER, id(made), Timestamp::from_secs(made))
}

fn pending() -> JobEvent {
    let record = JobRecord { completed: Field::Known(false), ..JobRecord::default() };
    JobEvent::Polled(Arc::new(record), None)
}

fn done() -> JobEvent {
    let exact = Field::Known(Match::Exact);
    let contract = JobContract { creation: exact.clone(), runtime: exact, ..JobContract::default() };
    let contract = Field::Known(contract);
    JobEvent::Polled(
        Arc::new(JobRecord { completed: Field::Known(true), contract, ..JobRecord::default() }),
        None,
    )
}

fn keys(followed: &Followed) -> Vec<u64> {
    followed.jobs().iter().map(|job| job.key.made.seconds).collect()
}

#[test]
fn jobs_stand_newest_first_wherever_they_come_from() {
    let mut followed = Followed::default();
    for made in [20, 10, 30] {
        followed.insert(submitted(made, 1));
    }
    followed.restore(vec![submitted(25, 1), submitted(20, 1)], Timestamp::from_secs(40));
    assert_eq!(keys(&followed), [30, 25, 20, 10]);
    assert_eq!(
        followed.get(key(20)).map(|job| job.state),
        Some(JobState::Submitting),
        "it is this process's"
    );
    assert_eq!(followed.get(key(25)).map(|job| job.state), Some(JobState::UnknownOutcome));
}

#[test]
fn a_look_is_handed_out_once_until_news_comes() {
    let mut followed = Followed::default();
    followed.insert(adopted(10));
    followed.insert(submitted(11, 1));
    assert_eq!(followed.next_deadline(), Some(Timestamp::from_secs(10)));
    assert_eq!(followed.due_polls(Timestamp::from_secs(12)), [key(10)]);
    assert!(followed.is_looking(key(10)));
    assert_eq!(followed.due_polls(Timestamp::from_secs(12)), []);
    assert_eq!(followed.next_deadline(), Some(Timestamp::from_secs(102)), "when the look counts as gone");
    assert!(followed.apply(key(10), pending(), Timestamp::from_secs(13)).is_some());
    assert!(!followed.is_looking(key(10)));
    let next = followed.next_deadline().unwrap();
    assert!(next > Timestamp::from_secs(13) && next < Timestamp::from_secs(16));
    assert_eq!(followed.due_polls(next), [key(10)]);
}

#[test]
fn a_look_that_brings_no_news_is_made_again() {
    let mut followed = Followed::default();
    followed.insert(adopted(10));
    assert_eq!(followed.due_polls(Timestamp::from_secs(10)), [key(10)]);
    assert_eq!(followed.due_polls(Timestamp::from_secs(99)), []);
    assert_eq!(followed.due_polls(Timestamp::from_secs(100)), [key(10)]);
}

#[test]
fn nothing_is_due_when_all_is_done() {
    let mut followed = Followed::default();
    assert_eq!(followed.next_deadline(), None);
    followed.insert(submitted(10, 1));
    assert_eq!(followed.next_deadline(), None);
    followed.apply(key(10), JobEvent::NotSent("refused".into()), Timestamp::from_secs(11));
    assert_eq!(followed.next_deadline(), None);
    assert!(!followed.poll_now(key(10), Timestamp::from_secs(12)), "it has no id");
}

#[test]
fn a_second_submission_is_guarded_against_while_the_first_may_run() {
    let mut followed = Followed::default();
    followed.insert(submitted(10, 1));
    let address = EvmAddress::new([1; 20]);
    let held = |followed: &Followed| followed.running_for(SERVER, &chain(), address).map(|job| job.key);
    assert_eq!(held(&followed), Some(key(10)));
    assert!(followed.running_for(SERVER, &chain(), EvmAddress::new([2; 20])).is_none());
    assert!(followed.running_for(SERVER, &ChainId::parse("295").unwrap(), address).is_none());
    assert!(followed.running_for("http://127.0.0.1:2", &chain(), address).is_none());
    followed.apply(key(10), JobEvent::Accepted(id(1)), Timestamp::from_secs(11));
    assert_eq!(held(&followed), Some(key(10)));
    followed.apply(
        key(10),
        JobEvent::PollFailed { words: "reset".into(), passing: true, until: None },
        Timestamp::from_secs(12),
    );
    assert_eq!(held(&followed), Some(key(10)));
    followed.apply(key(10), done(), Timestamp::from_secs(13));
    assert_eq!(held(&followed), None);
    assert_eq!(followed.latest_for(&chain(), address).map(|job| job.key), Some(key(10)));
}

#[test]
fn the_same_id_is_not_followed_twice() {
    let mut followed = Followed::default();
    followed.insert(adopted(10));
    let again = Job::adopt(key(20), "local", SERVER, id(10), Timestamp::from_secs(20));
    assert_eq!(followed.insert(again), key(10));
    let elsewhere = Job::adopt(key(21), "other", "http://127.0.0.1:2", id(10), Timestamp::from_secs(21));
    assert_eq!(followed.insert(elsewhere), key(21));
    assert_eq!(keys(&followed), [21, 10]);
    assert_eq!(followed.by_id(&id(10)).map(|job| job.key), Some(key(21)));
}

#[test]
fn what_is_forgotten_can_be_taken_in_again() {
    let mut followed = Followed::default();
    for made in [10, 20, 30] {
        followed.insert(adopted(made));
    }
    let job = followed.forget(key(20)).unwrap();
    assert_eq!(keys(&followed), [30, 10]);
    assert!(followed.apply(key(20), pending(), Timestamp::from_secs(31)).is_none(), "late news is not heard");
    followed.insert(job);
    assert_eq!(keys(&followed), [30, 20, 10]);
}

#[test]
fn jobs_are_counted_and_their_median_sets_the_pace() {
    let mut followed = Followed::default();
    assert_eq!(followed.statistics().all.median, None);
    for (made, took) in [(1000, 5), (2000, 500), (3000, 300)] {
        followed.insert(submitted(made, 1));
        followed.apply(key(made), JobEvent::Accepted(id(made)), Timestamp::from_secs(made));
        followed.apply(key(made), done(), Timestamp::from_secs(made + took));
    }
    followed.insert(submitted(4000, 1));
    followed.insert(submitted(5000, 1));
    followed.apply(key(5000), JobEvent::NotSent("refused".into()), Timestamp::from_secs(5000));
    let all = followed.statistics().all;
    assert_eq!((all.ended, all.ok, all.median), (4, 3, Some(300_000_000_000)));
    assert!(!followed.poll_interval().is_stalled(1_500_000_000_000));
    assert!(followed.poll_interval().is_stalled(1_500_000_000_001));
}

fn locked() -> JobEvent {
    let code = Some("duplicate_verification_request".into());
    JobEvent::Refused(crate::Refusal { status: 429, code, until: None }, "words".into())
}

fn import(made: u64) -> (Job, Submission) {
    let body = SubmissionBody::Import { api_key: crate::ApiKey::parse("hunter2") };
    let submission = Submission { chain: chain(), address: EvmAddress::new([9; 20]), body };
    (Job::new(key(made), "local", SERVER, &submission, Timestamp::from_secs(made)), submission)
}

#[test]
fn a_retry_sends_the_same_again_and_is_due_once() {
    let mut followed = Followed::default();
    let (job, submission) = import(10);
    followed.submit(job, submission.clone());
    assert!(!followed.retry_later(key(10), Timestamp::from_secs(11)), "it is on its way");
    followed.apply(key(10), locked(), Timestamp::from_secs(11));
    assert_eq!(followed.next_deadline(), None, "nothing is sent again unasked");
    assert!(followed.retry_later(key(10), Timestamp::from_secs(11)));
    assert_eq!(followed.next_deadline(), Some(Timestamp::from_secs(41)));
    assert_eq!(followed.due_retries(Timestamp::from_secs(40)), []);
    assert_eq!(followed.due_retries(Timestamp::from_secs(41)), [key(10)]);
    let (job, again) = followed.send_again(key(10), Timestamp::from_secs(41)).unwrap();
    assert_eq!((job.state, job.attempt, &again), (JobState::Submitting, 2, &submission));
    assert_eq!(followed.due_retries(Timestamp::from_secs(99)), [], "it is under way");
    assert!(followed.send_again(key(10), Timestamp::from_secs(41)).is_none());
    followed.apply(key(10), locked(), Timestamp::from_secs(42));
    assert_eq!(followed.next_deadline(), Some(Timestamp::from_secs(102)), "the next wait is longer");
    assert!(followed.retry_never(key(10)) && !followed.retry_never(key(10)));
    assert_eq!(followed.next_deadline(), None);
}

#[test]
fn a_submission_is_let_go_once_it_cannot_be_sent_again() {
    let mut followed = Followed::default();
    for made in [10, 20] {
        let (job, submission) = import(made);
        followed.submit(job, submission);
    }
    followed.apply(key(10), JobEvent::Accepted(id(10)), Timestamp::from_secs(11));
    assert_eq!(followed.submissions.len(), 1);
    followed.apply(key(20), locked(), Timestamp::from_secs(21));
    assert!(followed.can_send_again(key(20)) && !followed.can_send_again(key(10)));
    followed.forget(key(20));
    assert!(followed.submissions.is_empty());
}

#[test]
fn after_a_restart_a_similarity_search_is_made_anew_from_its_job() {
    let mut followed = Followed::default();
    let mut job = submitted(10, 1);
    job.apply(locked(), Timestamp::from_secs(11), &PollInterval::default());
    let (mut import, _) = import(20);
    import.apply(locked(), Timestamp::from_secs(21), &PollInterval::default());
    followed.restore(vec![import, job], Timestamp::from_secs(30));
    assert!(!followed.can_send_again(key(20)), "its key is gone");
    assert_eq!(followed.next_deadline(), None);
    let (_, submission) = followed.send_again(key(10), Timestamp::from_secs(31)).unwrap();
    assert_eq!(submission.body, SubmissionBody::Similarity { creation_hash: None });
}

#[test]
fn what_was_tried_in_vain_is_known() {
    let mut followed = Followed::default();
    let (job, submission) = import(10);
    followed.submit(job, submission);
    let code = Some("unsupported_chain".into());
    let refusal = crate::Refusal { status: 400, code, until: None };
    followed.apply(key(10), JobEvent::Refused(refusal, "words".into()), Timestamp::from_secs(11));
    let search = submitted(20, 1);
    assert!(followed.in_vain(&search, Mode::Import), "the whole chain is not imported for");
    assert!(!followed.in_vain(&search, Mode::Similarity));
}

fn found(how: Match) -> JobEvent {
    let how = Field::Known(how);
    let contract =
        JobContract { overall: how.clone(), creation: how.clone(), runtime: how, ..JobContract::default() };
    JobEvent::Contract(Arc::new(Verified { contract, ..Verified::default() }))
}

#[test]
fn a_contract_is_looked_up_again_while_its_job_has_no_known_outcome() {
    let mut followed = Followed::default();
    followed.insert(submitted(10, 1));
    followed.apply(key(10), JobEvent::NoAnswer("reset".into()), Timestamp::from_secs(11));
    let mut asked = Vec::new();
    let mut now = Timestamp::from_secs(11);
    loop {
        assert_eq!(followed.due_lookups(now), [key(10)]);
        assert_eq!(followed.due_lookups(now), [], "each is handed out once");
        asked.push(now.seconds - 11);
        followed.apply(key(10), JobEvent::Contract(Arc::default()), now);
        assert!(matches!(followed.lookup(key(10)), Some(LookupState::Found(..))));
        let Some(next) = followed.next_deadline() else { break };
        now = next;
    }
    assert_eq!(asked, [0, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 5120]);
    assert_eq!(followed.get(key(10)).unwrap().state, JobState::UnknownOutcome);
    followed.apply(key(10), found(Match::Partial), now);
    assert_eq!(
        followed.get(key(10)).unwrap().state,
        JobState::UnknownOutcome,
        "it may be by another submission"
    );
    let ended = followed.apply(key(10), found(Match::Exact), now).unwrap();
    assert!(ended.state == JobState::AlreadyVerified && ended.is_verified_by_look_up());
    assert_eq!((followed.lookup(key(10)), followed.next_deadline()), (None, None));
}

#[test]
fn what_another_process_has_left_lately_without_an_outcome_is_looked_up() {
    let left = |made: u64| {
        let mut job = submitted(made, 1);
        job.apply(locked(), Timestamp::from_secs(made + 1), &PollInterval::default());
        job
    };
    let mut followed = Followed::default();
    followed.merge(vec![left(10), left(9000)], &[], Timestamp::from_secs(9002));
    assert_eq!(followed.due_lookups(Timestamp::from_secs(9002)), [key(9000)], "the other is an old story");
}

#[test]
fn a_verdict_of_the_server_is_not_replaced_by_a_lookup() {
    let mut followed = Followed::default();
    followed.insert(adopted(10));
    let error = JobError { code: Field::Known("no_match".into()), ..JobError::default() };
    let record = JobRecord {
        completed: Field::Known(true),
        contract: Field::Known(JobContract::default()),
        error: Field::Known(error),
        ..JobRecord::default()
    };
    followed.apply(key(10), JobEvent::Polled(Arc::new(record), None), Timestamp::from_secs(12));
    assert!(followed.apply(key(10), found(Match::Exact), Timestamp::from_secs(13)).is_none());
    assert_eq!(followed.get(key(10)).unwrap().state, JobState::Failed);
}

/// What a verifier has of a contract, with what it was made of.
fn named() -> JobEvent {
    let compilation = Compilation {
        full_name: Field::Known("src/Vault.sol:Vault".into()),
        version: Field::Known("0.8.26+commit.8a97fa7a".into()),
        ..Compilation::default()
    };
    JobEvent::Contract(Arc::new(Verified { compilation: Field::Known(compilation), ..Verified::default() }))
}

#[test]
fn a_verified_contract_that_nothing_sent_names_is_looked_up_by_its_name_once() {
    let mut followed = Followed::default();
    let now = Timestamp::from_secs(12);
    for made in [10, 20] {
        followed.insert(submitted(made, 1));
        followed.apply(key(made), JobEvent::Accepted(id(made)), Timestamp::from_secs(made));
    }
    followed.set_elsewhere(key(20), true);
    assert_eq!(followed.due_lookups(now), [], "it is not verified yet");
    for made in [10, 20] {
        followed.apply(key(made), done(), now);
    }
    assert_eq!(followed.due_lookups(now), [key(10)], "another instance asks for the other");
    assert_eq!(followed.lookup(key(10)), None, "its outcome is known");
    let job = followed.apply(key(10), named(), now).unwrap();
    assert_eq!((job.state, job.origin.name().unwrap().escaped().as_str()), (JobState::ExactMatch, "Vault"));
    assert!(job.origin.compiler.as_ref().unwrap().is("0.8.26+commit.8a97fa7a"));
    assert!(followed.apply(key(10), named(), now).is_none(), "nothing changes any more");
    followed.apply(key(10), done(), now);
    assert_eq!(followed.due_lookups(now), []);
    // A verifier that does not tell is not asked again.
    followed.insert(submitted(30, 2));
    followed.apply(key(30), JobEvent::Accepted(id(30)), now);
    followed.apply(key(30), done(), now);
    assert_eq!(followed.due_lookups(now), [key(30)]);
    assert!(followed.apply(key(30), JobEvent::ContractFailed("HTTP 400".into()), now).is_none());
    assert_eq!(followed.due_lookups(Timestamp::from_secs(9000)), []);
    assert_eq!(followed.get(key(30)).unwrap().state, JobState::ExactMatch);
}

#[test]
fn a_running_job_is_looked_at_soon_whatever_the_clock_does() {
    let (begun, year) = (1_800_000_000, 365 * 86_400);
    for moved in [begun - 3_600, begun - 30 * year, begun + 30 * year] {
        let mut followed = Followed::default();
        followed.insert(adopted(begun));
        let before = Timestamp::from_secs(begun);
        assert_eq!(followed.due_polls(before).len(), 1);
        followed.apply(key(begun), pending(), before);
        let now = Timestamp::from_secs(moved);
        followed.clock(before, now);
        let next = followed.next_deadline().unwrap();
        assert!(next <= now.plus_millis(66_000), "{next} after {now}");
        assert_eq!(followed.due_polls(next.max(now)).len(), 1);
    }
}

#[test]
fn what_may_be_running_is_not_doubled_for_an_hour() {
    let mut followed = Followed::default();
    followed.insert(submitted(100, 1));
    let doubled = |followed: &Followed, contract, now| {
        followed.doubled_by(&submitted(now, contract), Timestamp::from_secs(now)).map(|job| job.key)
    };
    assert_eq!(doubled(&followed, 1, 101), Some(key(100)));
    followed.apply(key(100), JobEvent::NoAnswer("reset".into()), Timestamp::from_secs(102));
    assert_eq!(followed.running_for(SERVER, &chain(), EvmAddress::new([1; 20])), None);
    assert_eq!(doubled(&followed, 1, 103), Some(key(100)));
    assert_eq!((doubled(&followed, 2, 103), doubled(&followed, 1, 3_800)), (None, None));
}

#[test]
fn a_clock_that_is_put_forward_makes_no_job_stalled() {
    let begun = 1_800_000_000;
    let at = Timestamp::from_secs;
    let mut followed = Followed::default();
    followed.insert(adopted(begun));
    followed.apply(key(begun), pending(), at(begun));
    let due = followed.next_deadline().unwrap();
    let moved = begun + 86_400;
    followed.clock(at(begun), at(moved));
    assert_eq!(followed.due_polls(at(moved)), [key(begun)]);
    for (since, state) in [(0, JobState::Running), (590, JobState::Running), (605, JobState::Stalled)] {
        followed.apply(key(begun), pending(), at(moved + since));
        assert_eq!(followed.get(key(begun)).unwrap().state, state, "after {since} s, due at {due}");
    }
}
