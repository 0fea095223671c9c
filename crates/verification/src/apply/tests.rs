//! Every event against every state, and sequences of them.

use std::sync::Arc;

use ledger::Field;
use proptest::prelude::*;

use super::*;
use crate::{JobContract, JobError, JobKey, Match, Submission, SubmissionBody, Verified};

const ID: &str = "2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f";

fn id() -> JobId {
    JobId::parse(ID).unwrap()
}

fn key() -> JobKey {
    JobKey { made: Timestamp::from_secs(1000), process: 7 }
}

fn submitted() -> Job {
    let submission = Submission {
        chain: ChainId::parse("296").unwrap(),
        address: EvmAddress::new([1; 20]),
        body: SubmissionBody::Similarity { creation_hash: None },
    };
    Job::new(key(), "local", "http://127.0.0.1:1", &submission, Timestamp::from_secs(1000))
}

fn running() -> Job {
    let mut job = submitted();
    assert!(job.apply(JobEvent::Accepted(id()), Timestamp::from_secs(1001), &PollInterval::default()));
    job
}

fn refusal(status: u16, code: Option<&str>) -> JobEvent {
    JobEvent::Refused(Refusal { status, code: code.map(Text::from), until: None }, "the words".into())
}

fn pending() -> JobRecord {
    JobRecord { completed: Field::Known(false), ..JobRecord::default() }
}

fn exact() -> JobRecord {
    let contract = JobContract {
        overall: Field::Known(Match::Exact),
        creation: Field::Known(Match::Exact),
        runtime: Field::Known(Match::Exact),
        ..JobContract::default()
    };
    JobRecord {
        completed: Field::Known(true),
        contract: Field::Known(contract),
        started: Field::Known("2026-11-21T01:20:18Z".into()),
        finished: Field::Known("2026-11-21T01:20:19Z".into()),
        ..JobRecord::default()
    }
}

fn failed(code: &str) -> JobRecord {
    let error = JobError { code: Field::Known(code.into()), ..JobError::default() };
    JobRecord { completed: Field::Known(true), error: Field::Known(error), ..JobRecord::default() }
}

fn polled(record: JobRecord) -> JobEvent {
    JobEvent::Polled(Arc::new(record), Some("W/\"1\"".into()))
}

fn poll_failed() -> JobEvent {
    JobEvent::PollFailed { words: "connection refused".into(), passing: true, until: None }
}

#[test]
fn what_becomes_of_a_submission() {
    for (event, wanted) in [
        (JobEvent::Accepted(id()), JobState::Running),
        (JobEvent::AcceptedWithoutId(RawJson::new("{}")), JobState::UnknownOutcome),
        (JobEvent::NoAnswer("timed out".into()), JobState::UnknownOutcome),
        (JobEvent::NotSent("refused".into()), JobState::NotSent),
        (refusal(400, Some("invalid_parameter")), JobState::Refused),
        (refusal(400, Some("unsupported_chain")), JobState::Refused),
        (refusal(404, Some("not_etherscan_verified")), JobState::Refused),
        (refusal(404, None), JobState::Refused),
        (refusal(409, None), JobState::Refused),
        (refusal(409, Some("a_code_of_tomorrow")), JobState::Refused),
        (refusal(429, Some("duplicate_verification_request")), JobState::Locked),
        (refusal(429, Some("etherscan_limit")), JobState::RateLimited),
        (refusal(429, Some("too_many_requests")), JobState::RateLimited),
        (refusal(429, None), JobState::RateLimited),
        (refusal(502, Some("etherscan_request_failed")), JobState::Refused),
        (refusal(502, Some("failed_to_get_bytecode")), JobState::Refused),
        (refusal(500, Some("internal_error")), JobState::UnknownOutcome),
        (refusal(500, Some("a_code_of_tomorrow")), JobState::UnknownOutcome),
        (refusal(418, Some("a_code_of_tomorrow")), JobState::Refused),
    ] {
        let mut job = submitted();
        assert_eq!(job.next_poll, None, "nothing to look at before there is an id");
        assert!(job.apply(event.clone(), Timestamp::from_secs(1001), &PollInterval::default()), "{event:?}");
        assert_eq!(job.state, wanted, "{event:?}");
        assert_eq!(job.next_poll.is_some(), wanted == JobState::Running, "{event:?}");
    }
}

fn found(overall: Field<Match>) -> JobEvent {
    let contract = JobContract { overall, ..JobContract::default() };
    JobEvent::Contract(Arc::new(Verified { contract, ..Verified::default() }))
}

#[test]
fn what_is_said_to_be_verified_already_is_looked_up_first() {
    let claims = [
        (submitted(), refusal(409, Some("already_verified")), JobState::Refused),
        (running(), polled(failed("already_verified")), JobState::Failed),
    ];
    for (job, claim, otherwise) in claims {
        for (event, wanted) in [
            (found(Field::Known(Match::Partial)), JobState::AlreadyVerified),
            (found(Field::Null), otherwise),
        ] {
            let mut job = job.clone();
            let before = job.state;
            assert!(job.apply(claim.clone(), Timestamp::from_secs(1002), &PollInterval::default()));
            assert_eq!((job.state, job.checks_contract), (before, true));
            assert_eq!(job.next_poll, Some(Timestamp::from_secs(1002)));
            assert!(job.apply(event.clone(), Timestamp::from_secs(1003), &PollInterval::default()));
            assert_eq!((job.state, job.next_poll, job.checks_contract), (wanted, None, false), "{event:?}");
            assert!(!job.apply(event, Timestamp::from_secs(1004), &PollInterval::default()), "nobody asked");
        }
    }
    let mut job = submitted();
    job.apply(refusal(409, Some("already_verified")), Timestamp::from_secs(1002), &PollInterval::default());
    job.apply(
        JobEvent::ContractFailed("no answer".into()),
        Timestamp::from_secs(1003),
        &PollInterval::default(),
    );
    assert_eq!((job.state, job.next_poll), (JobState::Refused, None));
    let mut job = running();
    job.apply(polled(failed("already_verified")), Timestamp::from_secs(1002), &PollInterval::default());
    job.apply(
        JobEvent::ContractFailed("no answer".into()),
        Timestamp::from_secs(1003),
        &PollInterval::default(),
    );
    assert_eq!(job.state, JobState::Unreachable, "it is asked for again");
    assert!(job.next_poll.is_some_and(|at| at > Timestamp::from_secs(1003)));
    job.apply(JobEvent::Unchanged, Timestamp::from_secs(1005), &PollInterval::default());
    assert!(job.checks_contract);
}

#[test]
fn a_record_of_something_else_changes_nothing_but_the_state() {
    let of = |id: &str, chain: &str| {
        let Field::Known(contract) = exact().contract else { panic!() };
        let contract = JobContract { chain_id: Field::Known(chain.into()), ..contract };
        JobRecord { verification_id: Field::Known(id.into()), contract: Field::Known(contract), ..exact() }
    };
    let mut job = running();
    job.apply(polled(pending()), Timestamp::from_secs(1002), &PollInterval::default());
    for other in [of("00000000-0000-4000-8000-000000000000", "296"), of(ID, "295")] {
        job.apply(polled(other), Timestamp::from_secs(1003), &PollInterval::default());
        assert_eq!((job.state, job.last_known()), (JobState::WrongRecord, Some(JobState::Running)));
        assert_eq!(job.record.as_deref(), Some(&pending()));
        assert!(
            job.next_poll.is_some_and(|at| at > Timestamp::from_secs(1003)),
            "it may have been an accident"
        );
    }
    job.apply(polled(of(&ID.to_uppercase(), "296")), Timestamp::from_secs(1005), &PollInterval::default());
    assert_eq!((job.state, &job.words), (JobState::ExactMatch, &None));
    job.apply(polled(of(ID, "295")), Timestamp::from_secs(1006), &PollInterval::default());
    assert_eq!(job.state, JobState::ExactMatch, "a verdict stands");
}

#[test]
fn a_refusal_keeps_its_code_and_words() {
    let mut job = submitted();
    job.apply(
        refusal(404, Some("not_etherscan_verified")),
        Timestamp::from_secs(1001),
        &PollInterval::default(),
    );
    assert!(job.code().is_some_and(|code| code.is("not_etherscan_verified")));
    assert!(job.words.as_ref().is_some_and(|words| words.is("the words")));
    let detail = job.timeline.last().and_then(|moment| moment.detail.as_ref());
    assert!(detail.is_some_and(|detail| detail.is("not_etherscan_verified")));
}

#[test]
fn an_answer_that_comes_after_all_is_heard() {
    let mut job = submitted();
    job.apply(JobEvent::NoAnswer("timed out".into()), Timestamp::from_secs(1060), &PollInterval::default());
    assert!(job.apply(JobEvent::Accepted(id()), Timestamp::from_secs(1061), &PollInterval::default()));
    assert_eq!(job.state, JobState::Running);
    assert!(
        !job.apply(refusal(400, None), Timestamp::from_secs(1062), &PollInterval::default()),
        "it is settled by now"
    );
}

#[test]
fn a_job_runs_until_its_record_says_otherwise() {
    let mut job = running();
    assert!(job.apply(polled(pending()), Timestamp::from_secs(1002), &PollInterval::default()));
    assert!(
        !job.apply(polled(pending()), Timestamp::from_secs(1003), &PollInterval::default()),
        "nothing new"
    );
    assert!(!job.apply(JobEvent::Unchanged, Timestamp::from_secs(1004), &PollInterval::default()));
    assert_eq!((job.state, job.seen), (JobState::Running, Some(Timestamp::from_secs(1004))));
    assert!(job.apply(polled(exact()), Timestamp::from_secs(1005), &PollInterval::default()));
    assert_eq!(job.state, JobState::ExactMatch);
    assert_eq!(job.took(), Some(2_000_000_000), "the server's own span, rounded up, is the tighter bound");
}

#[test]
fn a_failed_job_tells_its_code() {
    let mut job = running();
    job.apply(polled(failed("no_match")), Timestamp::from_secs(1005), &PollInterval::default());
    assert_eq!((job.state, job.next_poll), (JobState::Failed, None));
    assert!(job.code().is_some_and(|code| code.is("no_match")));
}

#[test]
fn a_pending_job_that_the_server_does_not_know_is_lost() {
    let mut job = running();
    job.apply(polled(pending()), Timestamp::from_secs(1002), &PollInterval::default());
    assert!(job.apply(JobEvent::Missing, Timestamp::from_secs(1003), &PollInterval::default()));
    assert_eq!(job.state, JobState::Lost);
    assert!(
        job.next_poll.is_some_and(|at| at > Timestamp::from_secs(1003) && at < Timestamp::from_secs(1010))
    );
    assert!(!job.apply(JobEvent::Missing, Timestamp::from_secs(1004), &PollInterval::default()));
    assert!(job.poll_now(Timestamp::from_secs(1100)), "the user may look all the same");
    assert!(job.apply(polled(exact()), Timestamp::from_secs(1101), &PollInterval::default()));
    assert_eq!(job.state, JobState::ExactMatch);
}

#[test]
fn a_failed_look_keeps_what_was_known() {
    let mut job = running();
    job.apply(polled(pending()), Timestamp::from_secs(1002), &PollInterval::default());
    assert!(job.apply(poll_failed(), Timestamp::from_secs(1003), &PollInterval::default()));
    assert_eq!((job.state, job.last_known()), (JobState::Unreachable, Some(JobState::Running)));
    assert_eq!(job.failed_polls, 1);
    assert!(job.words.as_ref().is_some_and(|words| words.is("connection refused")));
    assert!(!job.apply(poll_failed(), Timestamp::from_secs(1005), &PollInterval::default()));
    assert!(job.apply(JobEvent::Unchanged, Timestamp::from_secs(1009), &PollInterval::default()));
    assert_eq!((job.state, job.failed_polls, &job.words), (JobState::Running, 0, &None));
}

#[test]
fn an_adopted_job_learns_what_it_is_about() {
    let mut job = Job::adopt(key(), "local", "http://127.0.0.1:1", id(), Timestamp::from_secs(1000));
    assert_eq!(job.next_poll, Some(Timestamp::from_secs(1000)));
    job.apply(poll_failed(), Timestamp::from_secs(1001), &PollInterval::default());
    assert_eq!(job.last_known(), None, "it was never reached");
    let contract = JobContract {
        chain_id: Field::Known("296".into()),
        address: Field::Known("0x72907B6e1a5c235Ce5653657120D1Fc04C198B05".into()),
        ..JobContract::default()
    };
    let record = JobRecord { contract: Field::Known(contract), ..pending() };
    assert!(job.apply(polled(record), Timestamp::from_secs(1002), &PollInterval::default()));
    assert_eq!(job.chain, ChainId::parse("296"));
    assert!(job.address.is_some());
    assert_eq!(job.mode, None);
}

#[test]
fn a_job_that_runs_for_too_long_is_stalled_by_the_users_own_measure() {
    let mut job = running();
    job.apply(polled(pending()), Timestamp::from_secs(1601), &PollInterval::default());
    assert_eq!(job.state, JobState::Running);
    job.apply(JobEvent::Unchanged, Timestamp::from_secs(1602), &PollInterval::default());
    assert_eq!(job.state, JobState::Stalled);
    assert!(job.next_poll.is_some(), "it is still looked at");
    let slow = PollInterval::of_median(200_000_000_000);
    let mut patient = running();
    patient.apply(polled(pending()), Timestamp::from_secs(1602), &slow);
    assert_eq!(patient.state, JobState::Running);
    patient.apply(JobEvent::Unchanged, Timestamp::from_secs(2002), &slow);
    assert_eq!(patient.state, JobState::Stalled);
    patient.apply(polled(exact()), Timestamp::from_secs(2010), &slow);
    assert_eq!(patient.state, JobState::ExactMatch);
}

#[test]
fn a_restart_resumes() {
    let mut job = submitted();
    job.resume(Timestamp::from_secs(5000));
    assert_eq!((job.state, job.next_poll), (JobState::UnknownOutcome, None));
    let mut job = running();
    job.resume(Timestamp::from_secs(5000));
    assert_eq!((job.state, job.next_poll), (JobState::Running, Some(Timestamp::from_secs(5000))));
    let mut job = running();
    job.apply(polled(exact()), Timestamp::from_secs(1005), &PollInterval::default());
    job.resume(Timestamp::from_secs(5000));
    assert_eq!((job.state, job.next_poll), (JobState::ExactMatch, None));
}

#[test]
fn the_timeline_stays_bounded_and_keeps_its_beginning() {
    let mut job = running();
    for round in 0..200_u64 {
        let event = if round.is_multiple_of(2) { poll_failed() } else { JobEvent::Unchanged };
        job.apply(event, Timestamp::from_secs(1002 + round), &PollInterval::default());
    }
    assert!(job.timeline.len() <= 100);
    assert_eq!(job.timeline.first().map(|moment| moment.state), Some(JobState::Submitting));
}

fn any_event() -> impl Strategy<Value = JobEvent> {
    let field = prop_oneof![Just(Field::Absent), Just(Field::Null), Just(Field::Odd("?".into()))];
    prop_oneof![
        Just(JobEvent::Accepted(id())),
        Just(JobEvent::AcceptedWithoutId(RawJson::new("[]"))),
        (400_u16..600, proptest::option::of("[a-z_]{1,12}"))
            .prop_map(|(status, code)| refusal(status, code.as_deref())),
        Just(JobEvent::NoAnswer("timed out".into())),
        Just(JobEvent::NotSent("refused".into())),
        Just(polled(pending())),
        Just(polled(exact())),
        "[a-z_]{1,20}".prop_map(|code| polled(failed(&code))),
        (field, proptest::option::of(".{0,12}")).prop_map(|(completed, word)| {
            polled(JobRecord { completed, status_word: word.map(Text::from), ..JobRecord::default() })
        }),
        Just(JobEvent::Unchanged),
        (any::<bool>(), proptest::option::of(0_u64..9_999_999_999)).prop_map(|(passing, until)| {
            JobEvent::PollFailed { words: "reset".into(), passing, until: until.map(Timestamp::from_secs) }
        }),
        Just(JobEvent::Missing),
        Just(found(Field::Null)),
        Just(found(Field::Known(Match::Exact))),
        Just(JobEvent::ContractFailed("reset".into())),
    ]
}

proptest! {
    #[test]
    fn a_verdict_outlives_whatever_is_heard_later(
        events in proptest::collection::vec((any_event(), 0_u64..100_000), 0..40),
        adopted: bool,
    ) {
        let mut job = submitted();
        if adopted {
            job = Job::adopt(key(), "local", "http://127.0.0.1:1", id(), Timestamp::from_secs(1000));
        }
        let mut now = Timestamp::from_secs(1000);
        for (event, later) in events {
            let before = job.clone();
            let is_record = matches!(event, JobEvent::Polled(..) | JobEvent::Contract(_));
            let is_look = matches!(event, JobEvent::Polled(..)) || matches!(event, JobEvent::Unchanged | JobEvent::PollFailed { .. } | JobEvent::Missing);
            now = now.plus_millis(later);
            let changed = job.apply(event, now, &PollInterval::default());
            prop_assert!(changed || job.state == before.state);
            if before.state.is_verdict() {
                prop_assert!(job.state.is_verdict());
                prop_assert!(is_record || job.state == before.state);
                prop_assert!(is_record || job.record == before.record);
            }
            prop_assert!(job.next_poll.is_none() || job.id.is_some() || job.checks_contract);
            prop_assert!(
                !is_look || job.checks_contract || job.next_poll.is_none_or(|next| next > now),
                "no look without a pause"
            );
            prop_assert_eq!(job.timeline.last().map(|moment| moment.state), Some(job.state));
            prop_assert!(before.id.is_none() || job.id == before.id);
            let _ = (job.advice(), job.elapsed(now), job.last_known());
        }
    }
}
