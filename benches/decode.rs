//! What it costs to read a list's rows: a hundred calls, and a hundred logs.

#![allow(clippy::expect_used, reason = "a benchmark that cannot begin may end")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use decode::known::Snapshot;
use decode::reading::{CallQuestion, LogQuestion};
use decode::stop::Stop;
use decode::{Analysis, AnalysisInput, analysis};
use ledger::{ContractRef, EntityId, HexBytes, Text};

const ROWS: u64 = 100;

fn word(number: u64) -> String {
    format!("{number:064x}")
}

fn bytes(hex: &str) -> HexBytes {
    HexBytes::parse(hex).expect("hex digits")
}

/// Transfers, swaps, redirected calls and failures, as a busy contract's list has them.
fn call(row: u64) -> CallQuestion {
    let transfer = format!("a9059cbb{}{}", word(row), word(row * 1000));
    let input = match row % 4 {
        0 => transfer,
        1 => format!(
            "38ed1739{}{}{}{}{}{}{}{}",
            word(row),
            word(1),
            word(0xa0),
            word(7),
            word(1 << 33),
            word(2),
            word(1234),
            word(5678)
        ),
        2 => format!("618dc65e{:040x}{transfer}", 1234),
        _ => format!("ac9650d8{}{}{}{}{transfer}{}", word(32), word(1), word(32), word(68), "00".repeat(28)),
    };
    let error =
        row.is_multiple_of(5).then(|| Text::new(format!("0xe450d38c{}{}{}", word(row), word(5), word(10))));
    let contract = Some(ContractRef::Id(EntityId::from_num(if row % 4 == 2 { 0x167 } else { 5001 })));
    CallQuestion { contract, input: bytes(&input), output: Some(bytes(&word(1))), error, creates: false }
}

fn log(row: u64) -> LogQuestion {
    let topic = "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
    let topics = vec![bytes(topic), bytes(&word(row)), bytes(&word(row + 1))];
    LogQuestion { contract: None, topics, data: bytes(&word(row * 1000)) }
}

fn decode(c: &mut Criterion) {
    let mut group = c.benchmark_group("decode");
    group.throughput(Throughput::Elements(ROWS));
    let known = Snapshot::default();
    for (name, input) in [
        ("100 calls", AnalysisInput::Calls((0..ROWS).map(call).collect())),
        ("100 logs", AnalysisInput::Logs((0..ROWS).map(log).collect())),
    ] {
        let analysis = Analysis { known: known.clone(), input };
        group.bench_function(name, |b| b.iter(|| analysis::run(black_box(&analysis), &Stop::default())));
    }
    group.finish();
}

criterion_group!(benches, decode);
criterion_main!(benches);
