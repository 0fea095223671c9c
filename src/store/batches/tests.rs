//! A batch comes back as it was left, and no instance takes away what another knows.

use std::path::Path;

use ledger::{RawJson, Timestamp};
use verification::batch::{Reading, Scope, Terms};
use verification::submission_text::Naming;
use verification::{Job, JobRecord};

use super::*;
use crate::message::Persist;
use crate::store::{Readers, Store};

fn open(dir: &Path) -> Store {
    let job = |raw: &RawJson| JobRecord { raw: raw.clone(), ..JobRecord::default() };
    Store::open(dir, Readers { job, verified: |_| None }).unwrap()
}

fn key(seconds: u64) -> JobKey {
    JobKey { made: Timestamp::from_secs(1_795_216_207 + seconds), process: 7 }
}

/// A batch with a line of each kind.
fn batch(number: u64) -> Batch {
    let chain = ChainId::parse("296");
    let naming = Naming { network: "testnet", home: EntityId::from_num(0), ledger: None };
    let hash = "ab".repeat(32);
    let text = format!(
        "0.0.5001,{hash}\n295,0xff00000000000000000000000000000000000001\n0.0.5001\nnonsense\n0.0.5002\n0.0.5003"
    );
    let reading = Reading::parse(text.lines(), Scope { naming, chain: chain.as_ref() });
    let terms = Terms {
        mode: Mode::Import,
        project: None,
        keyed: true,
        at_once: AtOnce::new(3),
        on_error: OnError::GoOn,
    };
    Batch::new(BatchId(key(number)), "testnet", "https://verifier.example/server", &terms, &reading.lines)
}

fn kept(store: &mut Store, batch: &Batch) -> Vec<Batch> {
    store.persist(&Persist::Batch(Box::new(batch.clone()))).unwrap();
    store.saved().unwrap().batches
}

/// The batch, as a process that takes it over has it.
fn resumed(batch: &Batch) -> Batch {
    let mut batch = batch.clone();
    batch.resume();
    batch
}

#[test]
fn a_batch_comes_back_as_it_stands_after_every_change() {
    let dir = tempfile::tempdir().unwrap();
    let mut batch = batch(0);
    assert_eq!(kept(&mut open(dir.path()), &batch), [resumed(&batch)]);
    batch.sent(1, key(1), JobState::Submitting);
    batch.looking_up(0);
    batch.looked_up(
        0,
        Ok(verification::batch::FoundRecord {
            address: EvmAddress::new([0xb0; 20]),
            created: None,
            code: None,
        }),
    );
    assert_eq!(kept(&mut open(dir.path()), &batch), [resumed(&batch)]);
    batch.sent(1, key(1), JobState::ExactMatch);
    batch.sent(0, key(2), JobState::Failed);
    batch.skip(4);
    batch.looking_up(5);
    batch.looked_up(5, Err("there is none".to_owned()));
    assert_eq!(batch.phase, Phase::Ended);
    assert_eq!(kept(&mut open(dir.path()), &batch), [batch]);
}

#[test]
fn a_project_its_artifacts_and_what_was_verified_before_come_back() {
    let dir = tempfile::tempdir().unwrap();
    let naming = Naming { network: "testnet", home: EntityId::from_num(0), ledger: None };
    let chain = ChainId::parse("296");
    let reading =
        Reading::parse("0.0.5001 Counter\n0.0.5002".lines(), Scope { naming, chain: chain.as_ref() });
    let project = Some("/projects/one".to_owned());
    let terms = Terms {
        mode: Mode::StandardJson,
        project,
        keyed: false,
        at_once: AtOnce::new(1),
        on_error: OnError::Stop,
    };
    let mut batch = Batch::new(BatchId(key(0)), "testnet", "", &terms, &reading.lines);
    batch.lines[1].state = LineState::VerifiedBefore("exact match".to_owned());
    assert_eq!(kept(&mut open(dir.path()), &batch), [resumed(&batch)]);
    assert_eq!(batch.lines[0].target.as_ref().unwrap().artifact.as_deref(), Some("Counter"));
}

#[test]
fn what_is_looked_up_at_a_kill_waits_again() {
    let dir = tempfile::tempdir().unwrap();
    let mut batch = batch(0);
    batch.looking_up(0);
    let kept = kept(&mut open(dir.path()), &batch);
    assert_eq!(kept[0].lines[0].state, LineState::Waiting);
}

#[test]
fn an_instance_that_knows_less_takes_nothing_away() {
    let dir = tempfile::tempdir().unwrap();
    let (mut one, mut other) = (open(dir.path()), open(dir.path()));
    let mut batch = batch(0);
    let early = batch.clone();
    batch.sent(1, key(1), JobState::Submitting);
    kept(&mut one, &batch);
    let lines = &kept(&mut other, &early)[0].lines;
    assert_eq!(lines[1].state, LineState::Sent(key(1), JobState::Submitting));
}

#[test]
fn the_line_is_on_disk_before_its_job_is() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path());
    let mut batch = batch(0);
    let submission = batch.submission(1, None).unwrap();
    batch.sent(1, key(1), JobState::Submitting);
    let job = Job::new(key(1), "testnet", "", &submission, Timestamp::from_secs(1));
    // The order in which the app hands them in; a kill may come between any two.
    for keep in [Persist::Batch(Box::new(batch.clone())), Persist::Job(Box::new(job))] {
        store.persist(&keep).unwrap();
        let saved = open(dir.path()).saved().unwrap();
        let mut left = saved.batches[0].clone();
        let mut followed = verification::Followed::default();
        followed.restore(saved.jobs, Timestamp::from_secs(2));
        left.resume();
        left.apply_jobs(&followed);
        left.go_on();
        assert!(!left.next().contains(&1), "it would be sent twice");
    }
}

#[test]
fn only_the_newest_are_kept() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = open(dir.path());
    let most = u64::try_from(MAX_BATCHES).unwrap();
    let mut last = Vec::new();
    for number in 0..most + 3 {
        last = kept(&mut store, &batch(number));
    }
    let ids: Vec<BatchId> = last.iter().map(|batch| batch.id).collect();
    let wanted: Vec<BatchId> = (3..most + 3).rev().map(|number| BatchId(key(number))).collect();
    assert_eq!(ids, wanted);
}
