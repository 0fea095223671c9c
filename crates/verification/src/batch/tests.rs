//! A batch and its jobs, played through without a server.

use std::sync::Arc;

use ledger::{ContractRef, EntityId, EvmAddress, Field, HexBytes, Text, Timestamp};
use proptest::prelude::*;

use super::*;
use crate::submission_text::Naming;
use crate::{ChainId, CreationHash, Job, JobContract, JobEvent, JobId, Match, Refusal, Verified};

fn terms(at_once: u8, on_error: OnError) -> Terms {
    Terms { mode: Mode::Similarity, project: None, keyed: false, at_once: AtOnce::new(at_once), on_error }
}

fn key(number: u64) -> JobKey {
    JobKey { made: Timestamp::from_secs(1000).plus_millis(number), process: 1 }
}

fn batch_of(text: &str, terms: &Terms) -> Batch {
    let chain = ChainId::parse("296");
    let naming = Naming { network: "testnet", home: EntityId::from_num(0), ledger: None };
    let reading = Reading::parse(text.lines(), Scope { naming, chain: chain.as_ref() });
    Batch::new(BatchId(key(0)), "testnet", "http://127.0.0.1:1", terms, &reading.lines)
}

/// A batch of `count` contracts, by their addresses.
fn batch(count: usize, at_once: u8, on_error: OnError) -> Batch {
    let lines: Vec<String> = (0..count).map(|n| format!("296,0xff{n:038x}")).collect();
    batch_of(&lines.join("\n"), &terms(at_once, on_error))
}

/// A batch that runs, with the jobs of what it has sent.
struct Run {
    batch: Batch,
    jobs: Followed,
    sent: Vec<usize>,
}

impl Run {
    fn new(batch: Batch) -> Self {
        Self { batch, jobs: Followed::default(), sent: Vec::new() }
    }

    /// Sends whatever is next, as the app does.
    fn step(&mut self) {
        self.batch.apply_jobs(&self.jobs);
        while let Some(at) = self.batch.next().first().copied() {
            let key = key(u64::try_from(self.sent.len()).unwrap() + 1);
            let submission = self.batch.submission(at, None).unwrap();
            let job = Job::new(key, "testnet", "http://127.0.0.1:1", &submission, Timestamp::from_secs(1000));
            self.batch.sent(at, key, job.state);
            self.jobs.insert(job);
            self.sent.push(at);
        }
    }

    /// Applies an event to a line's job.
    fn apply(&mut self, at: usize, event: JobEvent) {
        let key = self.batch.lines[at].job().unwrap();
        self.jobs.apply(key, event, Timestamp::from_secs(1001));
        self.step();
    }

    fn accept(&mut self, at: usize) {
        let id = format!("2f4aeb11-6b52-4e0e-9a44-{at:012x}");
        self.apply(at, JobEvent::Accepted(JobId::parse(&id).unwrap()));
    }

    fn refuse(&mut self, at: usize, status: u16, code: &str) {
        let refusal = Refusal { status, code: Some(Text::new(code)), until: None };
        self.apply(at, JobEvent::Refused(refusal, Text::new("no")));
        if code == "already_verified" {
            let contract = JobContract { overall: Field::Known(Match::Exact), ..JobContract::default() };
            self.apply(at, JobEvent::Contract(Arc::new(Verified { contract, ..Verified::default() })));
        }
    }
}

#[test]
fn lines_are_sent_in_order_as_places_come_free() {
    let mut run = Run::new(batch(4, 2, OnError::Stop));
    run.step();
    assert_eq!(run.sent, [0, 1]);
    run.accept(1);
    run.accept(0);
    assert_eq!(run.sent, [0, 1], "accepted is not settled");
    run.apply(1, JobEvent::Missing);
    assert_eq!(run.batch.phase, Phase::Paused(Pause::Error(2)));
    run.batch.go_on();
    run.step();
    assert_eq!(run.sent, [0, 1, 2]);
}

#[test]
fn what_is_verified_already_is_no_error() {
    let mut run = Run::new(batch(3, 1, OnError::Stop));
    run.step();
    for at in 0..3 {
        run.refuse(at, 409, "already_verified");
    }
    assert_eq!(run.batch.phase, Phase::Ended);
    assert_eq!(run.batch.progress(), Progress { all: 3, verified: 3, ..Progress::default() });
}

#[test]
fn an_error_stops_the_rest_once_or_not_at_all() {
    for (on_error, phase, sent) in
        [(OnError::Stop, Phase::Paused(Pause::Error(1)), 1), (OnError::GoOn, Phase::Running, 2)]
    {
        let mut run = Run::new(batch(3, 1, on_error));
        run.step();
        run.refuse(0, 404, "not_etherscan_verified");
        assert_eq!((run.batch.phase, run.sent.len()), (phase, sent));
        run.batch.go_on();
        run.step();
        assert_eq!((run.batch.phase, run.sent.len()), (Phase::Running, 2), "it stops at each error once");
    }
}

#[test]
fn too_many_requests_pause_even_a_batch_that_goes_on() {
    let mut run = Run::new(batch(3, 1, OnError::GoOn));
    run.step();
    run.refuse(0, 429, "etherscan_limit");
    assert_eq!(run.batch.phase, Phase::Paused(Pause::TooMany(1)));
    run.batch.go_on();
    run.step();
    run.refuse(1, 429, "duplicate_verification_request");
    assert_eq!(run.sent.len(), 3, "a contract that is locked says nothing of the others");
}

#[test]
fn what_failed_is_sent_again_only_when_asked_and_what_may_be_running_never() {
    let mut run = Run::new(batch(3, 3, OnError::GoOn));
    run.step();
    run.refuse(0, 404, "no");
    run.apply(1, JobEvent::NoAnswer(Text::new("lost")));
    run.apply(2, JobEvent::NotSent(Text::new("refused")));
    assert_eq!(run.batch.phase, Phase::Ended);
    assert_eq!(run.batch.retry_failed(), 2);
    run.step();
    assert_eq!(run.sent, [0, 1, 2, 0, 2]);
    assert_eq!(run.batch.lines[1].standing(), Standing::Unknown);
}

#[test]
fn a_restart_pauses_and_what_was_on_its_way_is_not_sent_again() {
    let mut run = Run::new(batch(3, 2, OnError::GoOn));
    run.step();
    run.accept(0);
    // A kill: of the second line only the batch knows, its job was not written down any more.
    let mut jobs: Vec<Job> = run.jobs.jobs().to_vec();
    jobs.retain(|job| job.id.is_some());
    run.jobs = Followed::default();
    run.jobs.restore(jobs, Timestamp::from_secs(2000));
    run.batch.resume();
    run.step();
    assert_eq!(run.batch.phase, Phase::Paused(Pause::Restart));
    assert_eq!(run.batch.lines[1].state, LineState::Sent(key(2), JobState::UnknownOutcome));
    run.batch.go_on();
    run.step();
    assert_eq!(run.sent, [0, 1, 2]);
}

/// A record without the time of the creation.
fn found(address: EvmAddress) -> FoundRecord {
    FoundRecord { address, created: None, code: None }
}

#[test]
fn the_creation_of_a_line_without_a_hash_is_looked_up() {
    let hash = CreationHash::new([7; 32]);
    let (address, other) = (EvmAddress::new([0xb0; 20]), EvmAddress::new([0xb1; 20]));
    let created = (ContractRef::Id(EntityId::from_num(5001)), Timestamp::from_secs(1));
    let text = format!("{address}\n296,{other},{hash}\n0.0.5001");
    let mut run = Run::new(batch_of(&text, &terms(1, OnError::GoOn)));
    let here = ContractRef::Address(address);
    assert_eq!(run.batch.question(0), Some(LineQuestion::Record(here)));
    run.batch.looking_up(0);
    run.batch.looked_up(0, Ok(FoundRecord { address, created: Some(created), code: None }));
    assert_eq!(run.batch.lines[0].state, LineState::LookingUp);
    assert_eq!(run.batch.question(0), Some(LineQuestion::Creation(created.0, created.1)));
    run.batch.found_creation(0, Some(hash));
    assert_eq!((run.batch.question(0), run.batch.next()), (None, vec![0]));
    let body = SubmissionBody::Similarity { creation_hash: Some(hash) };
    assert_eq!(run.batch.submission(0, None).map(|submission| submission.body), Some(body));
    assert_eq!(run.batch.question(1), None, "what is given is not looked for");
    // An address that is not known here is sent as it was written.
    run.batch.lines[0].lookup = Lookup::Nothing;
    run.batch.looking_up(0);
    run.batch.looked_up(0, Err("there is none".to_owned()));
    assert_eq!((run.batch.question(0), run.batch.next()), (None, vec![0]));
    let import = Terms { mode: Mode::Import, ..terms(1, OnError::GoOn) };
    let run = Run::new(batch_of(&address.to_string(), &import));
    assert_eq!(run.batch.question(0), None, "an import takes no hash");
}

#[test]
fn ids_are_looked_up_and_a_contract_that_turns_up_twice_is_sent_once() {
    let address = EvmAddress::new([0xb0; 20]);
    let text = format!("0.0.5001\n{address}\n0.0.5002\n0.0.5003");
    let mut run = Run::new(batch_of(&text, &terms(1, OnError::GoOn)));
    assert_eq!(run.batch.next(), [0]);
    assert_eq!(run.batch.submission(0, None), None);
    run.batch.looking_up(0);
    assert_eq!(run.batch.next(), [] as [usize; 0], "a lookup takes up a place");
    run.batch.looked_up(0, Ok(found(address)));
    assert_eq!(run.batch.lines[1].state, LineState::Skipped(Skipped::Double(1)));
    assert_eq!(run.batch.submission(0, None).map(|submission| submission.address), Some(address));
    run.batch.sent(0, key(1), JobState::ExactMatch);
    run.batch.looking_up(2);
    run.batch.looked_up(2, Ok(found(address)));
    assert_eq!(run.batch.lines[2].state, LineState::Skipped(Skipped::Double(1)));
    run.batch.looking_up(3);
    run.batch.looked_up(3, Err("there is none".to_owned()));
    assert_eq!((run.batch.lines[3].standing(), run.batch.phase), (Standing::Failed, Phase::Ended));
}

#[test]
fn lines_can_be_skipped_taken_back_and_all_stopped() {
    let mut run = Run::new(batch(5, 1, OnError::Stop));
    assert!(run.batch.skip(0) && run.batch.skip(1) && run.batch.skip(1));
    run.step();
    assert_eq!(run.sent, [1]);
    assert!(!run.batch.skip(1), "what was sent cannot be skipped");
    run.batch.stop();
    assert_eq!(run.batch.phase, Phase::Running, "what is under way is followed to its end");
    run.refuse(1, 404, "no");
    assert_eq!((run.batch.phase, run.sent.len()), (Phase::Ended, 1));
    assert!(!run.batch.skip(2));
}

/// A batch of these lines from a project.
fn of_project(text: &str) -> Run {
    let project = Some("/projects/one".to_owned());
    Run::new(batch_of(text, &Terms { mode: Mode::StandardJson, project, ..terms(1, OnError::GoOn) }))
}

fn contract(is_exact: bool) -> FoundContract {
    let contract = crate::ContractIdentifier::parse("src/C.sol:C").unwrap();
    FoundContract { contract, source: "out/C.json".into(), compiler: None, is_exact }
}

/// The line at this place, from its code to what the verifier has of it.
fn looked_for(run: &mut Run, at: usize, is_exact: bool, has: Option<Match>) {
    let address = EvmAddress::new([0xb0 + u8::try_from(at).unwrap(); 20]);
    let code = HexBytes::from(vec![0x60, 0x01]);
    run.batch.looking_up(at);
    run.batch.looked_up(at, Ok(FoundRecord { address, created: None, code: Some(code.clone()) }));
    assert_eq!(run.batch.question(at), Some(LineQuestion::Project(code)));
    run.batch.looking_up(at);
    run.batch.matched(at, Ok(contract(is_exact)));
    assert!(matches!(run.batch.question(at), Some(LineQuestion::Verified(_, asked)) if asked == address));
    run.batch.looking_up(at);
    let runtime = has.map_or(Field::Null, Field::Known);
    let contract = JobContract { runtime, ..JobContract::default() };
    run.batch.at_verifier(at, Some(&Verified { contract, ..Verified::default() }));
}

#[test]
fn a_projects_line_is_matched_checked_and_read_before_it_is_sent() {
    let mut run =
        of_project("0.0.5001 C\n0.0.5002\n0.0.5003\n0.0.5004\n1,0xff00000000000000000000000000000000000001");
    assert_eq!(run.batch.lines[4].standing(), Standing::Faulty, "no code of another chain is here");
    looked_for(&mut run, 0, true, Some(Match::Partial));
    assert_eq!(run.batch.question(0), Some(LineQuestion::File("out/C.json".into())), "it can be raised");
    assert_eq!(run.batch.submission(0, None), None);
    run.batch.looking_up(0);
    let body = SubmissionBody::Similarity { creation_hash: None };
    run.batch.ready(0, Ok(body.clone()));
    assert_eq!(run.batch.question(0), None);
    assert_eq!(run.batch.submission(0, None).map(|submission| submission.body), Some(body));
    looked_for(&mut run, 1, false, Some(Match::Partial));
    assert_eq!(run.batch.lines[1].standing(), Standing::Verified, "a match is all that it could become");
    run.batch.looking_up(2);
    run.batch.looked_up(2, Ok(found(EvmAddress::new([0xbb; 20]))));
    assert_eq!(run.batch.lines[2].standing(), Standing::Failed, "there is no code to compare with");
    looked_for(&mut run, 3, true, None);
    run.batch.looking_up(3);
    run.batch.ready(3, Err("the file is gone".to_owned()));
    assert_eq!(run.batch.lines[3].state, LineState::Unsent("the file is gone".to_owned()));
    run.batch.sent(0, key(1), JobState::Failed);
    assert_eq!(run.batch.retry_failed(), 3);
    assert!(
        matches!(run.batch.question(0), Some(LineQuestion::Record(_))),
        "the project may have been built again"
    );
}

/// An event of a line.
fn happen(run: &mut Run, what: u8, at: usize) {
    let open = |run: &Run| {
        run.batch.lines.iter().position(|line| line.standing() == Standing::UnderWay && line.job().is_some())
    };
    match what % 9 {
        0 => run.batch.pause(),
        1 | 2 => run.batch.go_on(),
        3 => _ = run.batch.skip(at % run.batch.lines.len()),
        4 => run.batch.resume(),
        other => {
            let Some(at) = open(run) else { return run.step() };
            match other {
                5 => run.accept(at),
                6 => run.refuse(at, 404, "not_etherscan_verified"),
                7 => run.refuse(at, 409, "already_verified"),
                _ => run.apply(at, JobEvent::Missing),
            }
        }
    }
    run.step();
}

proptest! {
    #[test]
    fn never_too_many_never_twice_always_in_order(
        count in 1_usize..12,
        at_once in 0_u8..5,
        go_on: bool,
        events in prop::collection::vec((any::<u8>(), any::<usize>()), 0..80),
    ) {
        let on_error = if go_on { OnError::GoOn } else { OnError::Stop };
        let mut run = Run::new(batch(count, at_once, on_error));
        run.step();
        for (what, at) in events {
            let before = run.sent.len();
            happen(&mut run, what, at);
            let progress = run.batch.progress();
            prop_assert!(progress.under_way <= usize::from(run.batch.at_once.get()));
            let settled = progress.all + progress.skipped + progress.faulty;
            prop_assert_eq!(settled, count);
            let mut sent = run.sent.clone();
            sent.sort_unstable();
            sent.dedup();
            prop_assert_eq!(sent.len(), run.sent.len(), "a line was sent twice");
            // The first waiting lines are sent.
            for at in run.sent.iter().skip(before) {
                let earlier = run.batch.lines.iter().take(*at);
                prop_assert!(!earlier.into_iter().any(|line| line.state == LineState::Waiting));
            }
            prop_assert_eq!(run.batch.phase == Phase::Ended, progress.waiting + progress.under_way == 0);
        }
    }
}
