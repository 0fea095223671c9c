//! A list that grows to 100,000 rows: what adding a page, moving and refreshing cost.

#![allow(clippy::expect_used, clippy::panic, reason = "a benchmark that cannot begin may end")]

mod recorded;

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use hieroscope::config::{self, Environment, Flags};
use hieroscope::message::Action;
use hieroscope::widgets::Feed;
use ledger::ContractResult;

use self::recorded::{ROWS, Recorded};

const PAGES: usize = 1000;
const HEIGHT: u16 = 30;

fn recorded() -> Recorded {
    let config = config::load(&Flags::default(), &Environment::default()).expect("a configuration");
    Recorded::by(&config.network)
}

fn loaded(recorded: &Recorded, pages: usize) -> Feed<ContractResult> {
    let mut feed = Feed::new(recorded.page(0), HEIGHT);
    (1..pages).for_each(|number| feed.append(recorded.page(number), HEIGHT));
    feed
}

fn feeds(criterion: &mut Criterion) {
    let recorded = recorded();
    let full = loaded(&recorded, PAGES);
    let mut group = criterion.benchmark_group("feed");
    group.sample_size(20);

    for pages in [1, PAGES] {
        let feed = loaded(&recorded, pages);
        group.throughput(Throughput::Elements(u64::try_from(ROWS).unwrap_or_default()));
        group.bench_function(format!("a page after {} rows", pages * ROWS), |bencher| {
            bencher.iter_batched(
                || (feed.clone(), recorded.page(pages)),
                |(mut feed, page)| {
                    feed.append(page, HEIGHT);
                    feed
                },
                BatchSize::LargeInput,
            );
        });
    }

    group.bench_function(format!("ten pages above {} rows", PAGES * ROWS), |bencher| {
        bencher.iter_batched(
            || (full.clone(), (PAGES..PAGES + 10).map(|at| recorded.page(at)).collect::<Vec<_>>()),
            |(mut feed, pages)| {
                for page in pages {
                    black_box(feed.prepend(&page, |row| row.timestamp.value(), HEIGHT));
                }
                feed
            },
            BatchSize::LargeInput,
        );
    });

    group.bench_function(format!("refreshing {} rows", PAGES * ROWS), |bencher| {
        bencher.iter_batched(
            || (full.clone(), recorded.page(0)),
            |(mut feed, page)| {
                feed.refresh(page, HEIGHT);
                feed
            },
            BatchSize::LargeInput,
        );
    });

    let mut feed = full;
    let mut last = false;
    group.bench_function(format!("from end to end of {} rows", PAGES * ROWS), |bencher| {
        bencher.iter(|| {
            last = !last;
            let len = feed.len();
            black_box(feed.scroll.act(if last { Action::Last } else { Action::First }, len, HEIGHT));
            feed.settle(HEIGHT);
        });
    });
    group.finish();
}

criterion_group!(benches, feeds);
criterion_main!(benches);
