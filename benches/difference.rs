//! What it costs to compare deployed with recompiled code: once a failed job's record has come, never on a frame.

#![allow(clippy::expect_used, reason = "a benchmark that cannot begin may end")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use decode::Comparison;
use decode::difference::Kind;

/// The runtime code of a contract of the embedded network.
fn compiled(name: &str) -> Vec<u8> {
    let path = format!("{}/crates/demo/assets/artifacts/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("an artefact");
    let artifact: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    alloy_primitives::hex::decode(artifact.get("runtime").and_then(serde_json::Value::as_str).expect("code"))
        .expect("hex")
}

fn compare(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("difference");
    group.sample_size(20);
    let large = compiled("Bazaar");
    let mut scattered = large.clone();
    for byte in scattered.iter_mut().skip(40).step_by(97) {
        *byte ^= 1;
    }
    let other: Vec<u8> = ["Router", "StorageYard", "Multisig", "Items", "Ballot"]
        .iter()
        .flat_map(|name| compiled(name))
        .collect();
    let turned: Vec<u8> = large.iter().rev().copied().collect();
    for (name, recompiled) in [
        ("scattered changes", &scattered),
        ("other contracts", &other),
        ("the same bytes backwards", &turned),
    ] {
        group.bench_function(format!("24 KiB against {name}"), |bencher| {
            bencher.iter(|| Comparison::new(Kind::Runtime, black_box(&large), black_box(recompiled)));
        });
    }
    group.finish();
}

criterion_group!(benches, compare);
criterion_main!(benches);
