//! What it costs to begin with a thousand open jobs: to read them from the store, and to start the app with them and to draw
//! it.

#![allow(clippy::expect_used, reason = "a benchmark that cannot begin may end")]

mod begun;

use std::hint::black_box;

use client::{read_job_record, read_verified};
use criterion::{Criterion, criterion_group, criterion_main};
use hieroscope::message::{Event, Persist, Saved};
use hieroscope::store::{Readers, Store};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use verification::{Job, JobId, JobKey};

use self::begun::{NOW, SIZE, begun};

const JOBS: u64 = 1_000;

fn opened(directory: &std::path::Path) -> Store {
    Store::open(directory, Readers { job: read_job_record, verified: read_verified }).expect("a store")
}

/// Jobs whose end is not known, one each second.
fn open_jobs() -> impl Iterator<Item = Job> {
    (0..JOBS).map(|number| {
        let key = JobKey { made: NOW.minus_seconds(number), process: 1 };
        let id = JobId::parse(&format!("2f4aeb11-6b52-4e0e-9a44-{number:012x}")).expect("an id");
        Job::adopt(key, "demo", "https://verifier.example", id, key.made)
    })
}

/// The first frame at a place, with what is saved.
fn first_frame(place: &str, saved: Saved) -> Buffer {
    let (mut app, ..) = begun(place);
    app.update(Event::Restored(Box::new(saved)), NOW);
    let mut buffer = Buffer::empty(Rect::new(0, 0, SIZE.0, SIZE.1));
    app.view(NOW, &mut buffer);
    buffer
}

fn start(criterion: &mut Criterion) {
    let directory = tempfile::tempdir().expect("a directory");
    let mut store = opened(directory.path());
    open_jobs().for_each(|job| store.persist(&Persist::Job(Box::new(job))).expect("a place on disk"));
    drop(store);
    let mut group = criterion.benchmark_group("start with a thousand open jobs");
    group.sample_size(20);
    group.bench_function("read", |bencher| {
        bencher.iter(|| black_box(opened(directory.path()).saved().expect("jobs")));
    });
    let saved = opened(directory.path()).saved().expect("jobs");
    assert_eq!(saved.jobs.len() as u64, JOBS);
    for place in ["home", "jobs"] {
        group.bench_function(place, |bencher| bencher.iter(|| black_box(first_frame(place, saved.clone()))));
    }
    group.finish();
}

criterion_group!(benches, start);
criterion_main!(benches);
