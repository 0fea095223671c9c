//! How long the embedded network takes for the first page of its busiest contract's results, 100 rows that are executed for
//! it, for another page, and for one that it has executed before.

#![allow(clippy::expect_used, clippy::disallowed_methods, reason = "a benchmark that cannot begin may end")]

use std::cell::Cell;

use criterion::{Criterion, criterion_group, criterion_main};
use demo::{self, Clock, Options};
use ledger::Timestamp;

const NOW: u64 = 1_795_219_200;
/// Seconds that a page spans, and a few more.
const PAGE_SECONDS: u64 = 400;
/// How many pages are asked for in turn: fewer than there are, and more than the network remembers.
const PAGES: u64 = 900;

fn network(criterion: &mut Criterion) {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let options = Options { clock: Clock::fixed(Timestamp::from_secs(NOW)), ..Options::default() };
    let network = runtime.block_on(demo::start(options)).expect("a network");
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::new();
    let page = |before: u64| {
        let url = format!(
            "{}/api/v1/contracts/0.0.5001/results?limit=100&timestamp=lt:{before}.000000000",
            network.url()
        );
        let client = client.clone();
        async move { client.get(url).send().await.expect("an answer").text().await.expect("a page") }
    };
    let number = Cell::new(0);
    criterion.bench_function("a page of 100 results", |bencher| {
        bencher.iter(|| {
            number.set((number.get() + 1) % PAGES);
            runtime.block_on(page(NOW - number.get() * PAGE_SECONDS))
        });
    });
    criterion.bench_function("the same page of 100 results", |bencher| {
        bencher.iter(|| runtime.block_on(page(NOW)));
    });
}

criterion_group!(benches, network);
criterion_main!(benches);
