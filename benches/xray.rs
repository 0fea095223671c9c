//! What it costs to find where the slots of a recorded call lie: it must stay below 50 ms for 28 slots, be the layout
//! known or not.

#![allow(clippy::expect_used, clippy::panic, reason = "a benchmark that cannot begin may end")]

use std::hint::black_box;

use api::{Answer, FoundResult, Network, Operation as _};
use client::{Client, Options};
use criterion::{Criterion, criterion_group, criterion_main};
use decode::known::VerifiedCode;
use decode::stop::Stop;
use decode::storage::Case;
use decode::{Known, storage};
use hieroscope::config;
use hieroscope::config::{Environment, Flags};
use ledger::query::ResultQuery;
use ledger::{ContractRef, EntityId, EvmAddress, RawJson, Timestamp};
use serde_json::Value;

/// 37 slots of five contracts, and 23 of three.
const RECORDED: [(&str, &str); 2] = [
    ("37 slots", include_str!("../tests/fixtures/storage/manager-open.json")),
    ("23 slots", include_str!("../tests/fixtures/storage/pool-mint.json")),
];

fn read(file: &str) -> (Case, Known) {
    let file: Value = serde_json::from_str(file).expect("a recording");
    let config = config::load(&Flags::default(), &Environment::default()).expect("a configuration");
    let network = Network { mirror: "http://localhost".to_owned(), ..config.network };
    let client = Client::new(&network, Options::default()).expect("a client");
    let contract = ContractRef::Id(EntityId::from_num(5001));
    let ask = ResultQuery { contract, timestamp: Timestamp::from_secs(1), weibar: false }.any();
    let body = file.get("result").map(ToString::to_string).unwrap_or_default();
    let Ok(Answer::Result(FoundResult { result, .. })) = client.parse_answer(&ask, 200, RawJson::new(body))
    else {
        panic!("no result was recorded")
    };
    let mut known = Known::default();
    for (contract, layout) in file.get("layouts").and_then(Value::as_object).into_iter().flatten() {
        let id = EntityId::parse(contract).expect("an id");
        let layout = Some(RawJson::new(layout.to_string()));
        known.add_code(EvmAddress::long_zero(id), VerifiedCode { layout, ..VerifiedCode::default() });
        known.add_address(id, EvmAddress::long_zero(id));
    }
    (Case::of_result(&result), known)
}

fn xray(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("xray");
    group.sample_size(20);
    for (name, file) in RECORDED {
        let (case, known) = read(file);
        let stop = Stop::default();
        let mut bench = |name: String, known: &Known| {
            let explained = storage::explain(&case, known, storage::MAX_STEPS, &stop).expect("an answer");
            assert!(explained.slots.iter().all(storage::Explanation::is_resolved), "{name}");
            group.bench_function(format!("{name}, {} steps", explained.steps), |bencher| {
                bencher.iter(|| black_box(storage::explain(&case, known, storage::MAX_STEPS, &stop)));
            });
        };
        bench(format!("{name} without a layout"), &Known::default());
        bench(format!("{name} with layouts"), &known);
    }
    group.finish();
}

criterion_group!(benches, xray);
criterion_main!(benches);
