//! What is stored is restored, whatever happens in between.

use std::sync::Arc;
use std::{fs, thread};

use ledger::{EntityId, EvmAddress, Field, Labelled, Text, Timestamp};
use verification::{
    ChainId, CreationHash, Job, JobId, JobState, Mode, Moment, Origin, Refusal, SourcesDigest,
};

use super::*;
use crate::message::{Draft, Label, Persist, Place, Visit};

const KEY_FOR_AN_EXPLORER: &str = "Zx9-very-secret-key-for-an-explorer";

fn read_record(raw: &RawJson) -> JobRecord {
    let completed = Field::Known(raw.raw().contains(r#""isJobCompleted":true"#));
    JobRecord { completed, raw: raw.clone(), ..JobRecord::default() }
}

const READERS: Readers = Readers { job: read_record, verified: |_| None };

fn open(dir: &Path) -> Store {
    Store::open(dir, READERS).unwrap()
}

fn secs(seconds: u64) -> Timestamp {
    Timestamp { seconds: 1_795_216_207 + seconds, nanos: 123_456_789 }
}

fn job(process: u32) -> Job {
    Job {
        key: JobKey { made: secs(0), process },
        network: "testnet".into(),
        server: "https://sourcify.dev/server".into(),
        mode: Some(Mode::Similarity),
        chain: ChainId::parse("99999999999999999999"),
        address: Some(EvmAddress::new([0xab; 20])),
        creation_hash: Some(CreationHash::new([7; 32])),
        origin: Origin {
            contract: Some("src/A.sol:A".into()),
            compiler: Some(Text::from_bytes(*b"0.8 \xff")),
            file: Some("build.json".into()),
        },
        digest: Some(SourcesDigest::new([9; 32])),
        id: None,
        state: JobState::Submitting,
        refusal: None,
        words: None,
        record: None,
        etag: None,
        timeline: vec![Moment { at: secs(0), state: JobState::Submitting, detail: None }],
        seen: None,
        next_poll: None,
        failed_polls: 0,
        attempt: 1,
        retry_at: None,
        checks_contract: false,
        unwatched: 0,
    }
}

/// A job somewhat later.
trait Later {
    /// The job, having entered a state.
    fn in_state(self, state: JobState, when: Timestamp) -> Self;

    /// The job, accepted, and polled.
    fn seen_at(self, when: Timestamp, json: &str) -> Self;
}

impl Later for Job {
    fn in_state(mut self, state: JobState, when: Timestamp) -> Self {
        self.state = state;
        self.timeline.push(Moment { at: when, state, detail: Some(Text::from_bytes(*b"why \xff\x00")) });
        self
    }

    fn seen_at(mut self, when: Timestamp, json: &str) -> Self {
        self.id = JobId::parse("2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f");
        self.seen = Some(when);
        self.record = Some(Arc::new(read_record(&RawJson::new(json))));
        self.etag = Some("\"tag\"".into());
        self
    }
}

fn keep_job(store: &mut Store, job: &Job) {
    store.persist(&Persist::Job(Box::new(job.clone()))).unwrap();
}

fn visit(number: u64, when: Timestamp) -> Persist {
    let place = Place::parse(&format!("contract/0.0.{number}"), EntityId::from_num(0)).unwrap();
    Persist::Visit(Visit { network: "testnet".into(), place, at: when })
}

fn label(name: &str) -> Label {
    let of = Labelled::parse_whole("0.3.1002").unwrap();
    Label { network: "demo".into(), of, name: name.into(), note: "".into(), at: secs(1) }
}

#[test]
fn a_job_comes_back_as_it_was_in_every_state() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path());
    let mut jobs: Vec<Job> = vec![job(0)];
    for (process, state) in (1..).zip(JobState::ALL) {
        let mut full =
            job(process).in_state(state, secs(3)).seen_at(secs(4), r#"{"isJobCompleted":true,"é":1e99}"#);
        full.refusal = Some(Refusal { status: 429, code: Some("too_many_requests".into()), until: None });
        full.words = Some(Text::from_bytes(*b"\x1b[2J \xff\xfe"));
        full.next_poll = Some(secs(9));
        full.failed_polls = 3;
        full.attempt = 4;
        full.retry_at = Some(secs(10));
        jobs.push(full);
    }
    for job in &jobs {
        keep_job(&mut store, job);
    }
    jobs.reverse();
    assert_eq!(store.saved().unwrap().jobs, jobs);
    drop(store);
    assert_eq!(open(dir.path()).saved().unwrap().jobs, jobs);
}

#[test]
fn jobs_are_handed_out_newest_first() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path());
    for seconds in [5, 1_795_216_207, 70, 6] {
        keep_job(
            &mut store,
            &Job { key: JobKey { made: Timestamp::from_secs(seconds), process: 1 }, ..job(1) },
        );
    }
    let made: Vec<u64> = store.saved().unwrap().jobs.iter().map(|job| job.key.made.seconds).collect();
    assert_eq!(made, [1_795_216_207, 70, 6, 5]);
}

#[test]
fn what_another_instance_has_learnt_is_not_overwritten() {
    let dir = tempfile::tempdir().unwrap();
    let (mut here, mut there) = (open(dir.path()), open(dir.path()));
    let accepted = job(1).in_state(JobState::Running, secs(1)).seen_at(secs(2), "{}");
    let verdict = accepted
        .clone()
        .in_state(JobState::ExactMatch, secs(5))
        .seen_at(secs(5), r#"{"isJobCompleted":true}"#);
    keep_job(&mut here, &accepted);
    keep_job(&mut there, &verdict);
    for stale in [
        job(1),
        job(1).in_state(JobState::UnknownOutcome, secs(8)),
        accepted.clone().in_state(JobState::Unreachable, secs(8)),
        accepted.clone().in_state(JobState::Running, secs(8)).seen_at(secs(8), "{}"),
        accepted.clone().in_state(JobState::Lost, secs(9)).seen_at(secs(9), "{}"),
    ] {
        keep_job(&mut here, &stale);
        assert_eq!(here.saved().unwrap().jobs, std::slice::from_ref(&verdict), "{:?}", stale.state);
    }
    let better = verdict.clone().in_state(JobState::Match, secs(20)).seen_at(secs(20), "{}");
    keep_job(&mut here, &better);
    assert_eq!(there.saved().unwrap().jobs, [better]);
}

#[test]
fn an_accepted_job_is_not_made_uncertain_by_an_instance_that_saw_it_leave() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path());
    let mut accepted = job(1).in_state(JobState::Running, secs(1));
    accepted.id = JobId::parse("2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f");
    let refused =
        Job { key: JobKey { process: 2, ..accepted.key }, ..job(2).in_state(JobState::Refused, secs(1)) };
    for settled in [&accepted, &refused] {
        keep_job(&mut store, settled);
        let unsure = Job { key: settled.key, ..job(1).in_state(JobState::UnknownOutcome, secs(9)) };
        keep_job(&mut store, &unsure);
    }
    assert_eq!(store.saved().unwrap().jobs, [refused, accepted]);
}

#[test]
fn a_timeline_ends_with_the_state_that_stands() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path());
    let accepted = job(1).in_state(JobState::Running, secs(1)).seen_at(secs(2), "{}");
    keep_job(&mut store, &accepted.clone().in_state(JobState::Unreachable, secs(7)));
    let verdict = accepted.in_state(JobState::Failed, secs(6)).seen_at(secs(6), "{}");
    keep_job(&mut store, &verdict);
    assert_eq!(store.saved().unwrap().jobs[0].timeline, verdict.timeline);
}

#[test]
fn a_long_timeline_keeps_its_beginning_and_its_end() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path());
    let long = (1..=300).fold(job(1), |job, number| {
        job.in_state(if number % 2 == 0 { JobState::Running } else { JobState::Unreachable }, secs(number))
    });
    keep_job(&mut store, &long);
    let timeline = store.saved().unwrap().jobs.remove(0).timeline;
    assert_eq!(timeline.len(), 100);
    assert_eq!(timeline.first(), long.timeline.first());
    assert_eq!(timeline[1..], long.timeline[202..]);
}

#[test]
fn a_record_too_large_is_left_out_together_with_its_tag() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path());
    let large = format!("\"{}\"", "x".repeat(jobs::MAX_RECORD_BYTES));
    keep_job(&mut store, &job(1).in_state(JobState::Running, secs(1)).seen_at(secs(2), &large));
    let back = store.saved().unwrap().jobs.remove(0);
    assert_eq!((back.record, back.etag, back.seen), (None, None, Some(secs(2))));
}

/// A record of this many bytes of code.
fn large(bytes: usize) -> String {
    let code = "60".repeat(bytes / 2);
    format!(
        r#"{{"isJobCompleted":true,"contract":{{"chainId":"296"}},"error":{{"customCode":"no_match","recompiledRuntimeCode":"0x{code}","message":"{}"}}}}"#,
        "é".repeat(2_000)
    )
}

#[test]
fn of_a_large_record_a_start_reads_what_lists_show_and_the_whole_is_there() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path());
    let failed = job(1).in_state(JobState::Failed, secs(1)).seen_at(secs(2), &large(1 << 20));
    keep_job(&mut store, &failed);
    let listed = store.saved().unwrap().jobs.remove(0);
    let record = listed.record.clone().unwrap();
    assert!(record.abridged && record.raw.raw().len() < 4096, "{} bytes", record.raw.raw().len());
    assert_eq!(record.completed, Field::Known(true));
    assert!(record.raw.raw().contains(r#""customCode":"no_match""#) && record.raw.raw().contains("296"));
    assert_eq!(store.record(listed.key).as_ref(), Ok(&**failed.record.as_ref().unwrap()));
    // What is written of it without its record leaves that as it is.
    keep_job(&mut store, &listed.clone().in_state(JobState::Lost, secs(9)));
    keep_job(&mut store, &Job { words: Some("later".into()), ..listed });
    assert_eq!(store.record(failed.key).as_ref(), Ok(&**failed.record.as_ref().unwrap()));
    let kept = store.saved().unwrap().jobs.remove(0);
    assert_eq!((kept.etag, kept.record.map(|record| record.abridged)), (Some("\"tag\"".into()), Some(true)));
    // A newer one that is small takes its place.
    let small = failed.in_state(JobState::Match, secs(20)).seen_at(secs(20), r#"{"isJobCompleted":true}"#);
    keep_job(&mut store, &small);
    assert_eq!(store.saved().unwrap().jobs, [small]);
    let fault = store.record(job(1).key).unwrap_err();
    assert!(fault.to_string().contains("no longer in"), "{fault}");
}

#[test]
fn a_large_record_that_is_no_json_is_there_whole_and_lists_know_nothing_of_it() {
    for text in [format!("{{{}", "x".repeat(9_000)), format!("{{\"contract\":\"{}\"}}", "x".repeat(9_000))] {
        let dir = tempfile::tempdir().unwrap();
        let mut store = open(dir.path());
        keep_job(&mut store, &job(1).in_state(JobState::UnknownShape, secs(1)).seen_at(secs(2), &text));
        let listed = store.saved().unwrap().jobs.remove(0);
        assert_eq!((listed.etag, listed.state), (None, JobState::UnknownShape), "it is asked for whole");
        assert_eq!(listed.record.unwrap().raw, RawJson::default());
        assert_eq!(store.record(listed.key).unwrap().raw.raw(), text);
    }
}

#[test]
fn a_forgotten_job_comes_back_only_from_the_instance_that_forgot_it() {
    let dir = tempfile::tempdir().unwrap();
    let (mut here, mut there) = (open(dir.path()), open(dir.path()));
    keep_job(&mut there, &job(1));
    here.persist(&Persist::ForgetJob(job(1).key)).unwrap();
    keep_job(&mut there, &job(1).in_state(JobState::Refused, secs(3)));
    assert_eq!(there.saved().unwrap().jobs, []);
    keep_job(&mut here, &job(1));
    assert_eq!(there.saved().unwrap().jobs, [job(1).in_state(JobState::Refused, secs(3))]);
}

#[test]
fn a_place_is_remembered_once_with_its_newest_time() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path());
    for (number, seconds) in [(1, 10), (2, 20), (1, 30), (2, 5)] {
        store.persist(&visit(number, secs(seconds))).unwrap();
    }
    let back: Vec<Persist> = store.saved().unwrap().visits.into_iter().map(Persist::Visit).collect();
    assert_eq!(back, [visit(1, secs(30)), visit(2, secs(20))]);
}

#[test]
fn the_oldest_visits_make_room() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path());
    for number in 0..=u64::from(places::MAX_VISITS) {
        store.persist(&visit(number, secs(number))).unwrap();
    }
    let visits = store.saved().unwrap().visits;
    assert_eq!(visits.len(), places::MAX_VISITS as usize);
    assert_eq!(visits.last().unwrap().place.to_string(), "contract/0.0.1");
}

#[test]
fn a_form_comes_back_with_its_last_words() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path());
    let fields = |pairs: &[(&str, &str)]| pairs.iter().map(|(n, t)| ((*n).into(), (*t).into())).collect();
    let filter = Draft { form: "filter".into(), fields: fields(&[("from", "0.0.98")]) };
    let first = Draft { form: "verify".into(), fields: fields(&[("z", "1"), ("a", "2"), ("m", "3")]) };
    let last = Draft { form: "verify".into(), fields: fields(&[("z", "é\n\0"), ("a", "")]) };
    for draft in [&filter, &first, &last] {
        store.persist(&Persist::Draft(draft.clone())).unwrap();
    }
    assert_eq!(store.saved().unwrap().drafts, [filter, last]);
}

#[test]
fn no_key_for_an_explorer_reaches_the_directory() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path());
    let secret = |name: &str| (name.to_owned(), KEY_FOR_AN_EXPLORER.to_owned());
    let fields = vec![secret("apiKey"), secret("API key"), secret("api_key"), ("chain".into(), "296".into())];
    store.persist(&Persist::Draft(Draft { form: "verify".into(), fields })).unwrap();
    keep_job(&mut store, &job(1));
    assert_eq!(store.saved().unwrap().drafts[0].fields, [("chain".to_owned(), "296".to_owned())]);
    let mut files = 0;
    for entry in fs::read_dir(dir.path()).unwrap() {
        let bytes = fs::read(entry.unwrap().path()).unwrap();
        let secret = KEY_FOR_AN_EXPLORER.as_bytes();
        assert!(!bytes.windows(secret.len()).any(|window| window == secret));
        files += 1;
    }
    assert!(files >= 2, "the log beside the file should have been searched, too");
}

#[test]
fn instances_that_write_at_once_lose_nothing() {
    const EACH: u32 = 40;
    let dir = tempfile::tempdir().unwrap();
    thread::scope(|scope| {
        for instance in 0..4_u32 {
            let dir = dir.path();
            scope.spawn(move || {
                let mut store = open(dir);
                for number in 0..EACH {
                    let job = job(instance * EACH + number);
                    keep_job(&mut store, &job);
                    keep_job(&mut store, &job.in_state(JobState::Refused, secs(1)));
                    store.persist(&visit(u64::from(number), secs(u64::from(instance)))).unwrap();
                }
            });
        }
    });
    let saved = open(dir.path()).saved().unwrap();
    assert_eq!(saved.jobs.len(), 4 * EACH as usize);
    assert!(saved.jobs.iter().all(|job| job.state == JobState::Refused && job.timeline.len() == 2));
    assert_eq!(saved.visits.len(), EACH as usize);
    assert!(saved.visits.iter().all(|visit| visit.at == secs(3)));
}

#[test]
fn a_change_survives_an_instance_that_ends_without_a_word() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path());
    keep_job(&mut store, &job(1));
    std::mem::forget(store);
    assert_eq!(open(dir.path()).saved().unwrap().jobs, [job(1)]);
}

#[test]
fn a_later_attempt_stands_over_an_earlier_one_and_its_plan_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path());
    let mut locked = job(1).in_state(JobState::Locked, secs(3));
    locked.retry_at = Some(secs(33));
    let again = Job { attempt: 2, ..locked.clone() }.in_state(JobState::Submitting, secs(33));
    keep_job(&mut store, &again);
    keep_job(&mut store, &locked);
    let kept = store.saved().unwrap().jobs.remove(0);
    assert_eq!((kept.attempt, kept.state), (2, JobState::Submitting));
    assert_eq!(kept.retry_at, Some(secs(33)), "another instance leaves it alone");
}

mod damage;
mod files;
mod instances;
