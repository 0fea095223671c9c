//! What it costs to execute recorded transactions again and to hold them against their records, and to execute a million
//! steps, each of which is noted.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a benchmark that cannot begin may end"
)]

#[path = "../tests/replay/cases.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod cases;

use std::collections::BTreeMap;
use std::hint::black_box;

use alloy_primitives::{Address, hex};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use evm::{AccountInputs, Execution, Inputs, Message, execute, state_at};
use replay::replay;

/// Counts down from 142,857, seven steps a turn.
const COUNTS: [u8; 15] = hex!("62022e095b60019003806004570000");
const STEPS: u64 = 1_000_001;

fn recorded(criterion: &mut Criterion) {
    let cases = cases::all();
    let mut group = criterion.benchmark_group("replay");
    group.sample_size(20);
    group.bench_function(format!("{} recorded transactions", cases.len()), |bencher| {
        bencher.iter(|| cases.iter().for_each(|case| drop(black_box(replay(&case.gathered, &|| false)))));
    });
    for case in &cases {
        group.throughput(Throughput::Elements(case.expected.steps));
        group.bench_function(&case.name, |bencher| {
            bencher.iter(|| black_box(replay(&case.gathered, &|| false)));
        });
    }
    group.finish();
}

/// A call of a contract that counts.
fn counting() -> Inputs {
    let (sender, contract) = (Address::repeat_byte(1), Address::repeat_byte(2));
    let account = |code: &[u8]| AccountInputs {
        code: Some(code.into()),
        balance: Some(alloy_primitives::U256::ZERO),
        nonce: Some(1),
    };
    Inputs {
        message: Message { sender, to: Some(contract), gas_limit: 5_000_000, ..Message::default() },
        accounts: BTreeMap::from([(sender, account(&[])), (contract, account(&COUNTS))]).into(),
        ..Inputs::default()
    }
}

fn executed(inputs: &Inputs) -> Execution {
    execute(inputs, &|| false).expect("an execution")
}

fn long(criterion: &mut Criterion) {
    let inputs = counting();
    let execution = executed(&inputs);
    assert_eq!(execution.steps.count(), STEPS);
    let mut group = criterion.benchmark_group("execution");
    group.sample_size(20).throughput(Throughput::Elements(STEPS));
    group.bench_function("a million steps", |bencher| bencher.iter(|| black_box(executed(&inputs))));
    // What a step on, or a step back, costs at the end of it.
    group.bench_function("the state before the last of a million steps", |bencher| {
        bencher.iter(|| black_box(state_at(&inputs, &execution, STEPS - 1, &|| false)).expect("a state"));
    });
    group.finish();
}

criterion_group!(benches, recorded, long);
criterion_main!(benches);
