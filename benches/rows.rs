//! What a local filter, a sort and a count cost on 100,000 loaded rows.

#![allow(clippy::expect_used, reason = "a benchmark that cannot begin may end")]

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use decode::rows::{Arrange, Filter, Loaded, RowValues, Sort, Tally, Value};
use decode::stop::Stop;
use ledger::Timestamp;

const COLUMNS: [&str; 8] =
    ["success", "consensus time", "method", "sender", "gas used", "outcome", "block", "transaction hash"];
const PAGES: u64 = 1_000;
const ROWS: u64 = 100;
const NOW: Timestamp = Timestamp::from_secs(1_795_219_200);

fn row(at: u64) -> Vec<Value> {
    let failed = at.is_multiple_of(17);
    let method = ["transfer", "swapExactTokensForTokens", "withdraw", "0x07ca0f27"];
    let method = method.get(usize::try_from(at % 4).unwrap_or_default()).copied();
    vec![
        Value::Text(if failed { "failure" } else { "success" }.to_owned()),
        Value::Time(NOW.minus_seconds(at)),
        Value::text(method),
        Value::Text(format!("0.0.{}", 1_000 + at * 7 % 60)),
        Value::number(Some(at * 7_919 % 15_000_000)),
        if failed {
            Value::Text("ERC20InsufficientBalance(spender, 5, 7)".to_owned())
        } else {
            Value::Nothing
        },
        Value::number(Some(70_000_000 - at)),
        Value::Text(format!("0x{:064x}", u128::from(at) * 0x9e37_79b9_7f4a_7c15)),
    ]
}

fn loaded() -> Loaded {
    let page = |page: u64| {
        let rows = (page * ROWS..(page + 1) * ROWS).map(row).collect();
        let places: Arc<[u32]> = (0..u32::try_from(ROWS).unwrap_or_default()).collect();
        (Arc::new(RowValues::new(COLUMNS.len(), rows)), places)
    };
    Loaded((0..PAGES).map(page).collect())
}

fn rows(criterion: &mut Criterion) {
    let loaded = loaded();
    let mut group = criterion.benchmark_group("rows");
    group.sample_size(10);
    for text in
        ["s", "sw", "swap", "swpex", "status=failed", "gas_used>1e6", "re:^0x07", "!swap from=0.0.1007"]
    {
        let filter = Filter::parse(text, &COLUMNS, NOW).expect("a filter");
        let arrange = Arrange { loaded: loaded.clone(), filter, sort: None, details: None };
        group.bench_function(format!("filter 100,000 by {text}"), |bencher| {
            bencher.iter(|| black_box(arrange.run(&Stop::default())));
        });
    }
    for (column, name) in (0..).zip(COLUMNS).filter(|(_, name)| ["method", "gas used"].contains(name)) {
        let sort = Some(Sort { column, name, descending: true });
        let arrange = Arrange { loaded: loaded.clone(), filter: Filter::default(), sort, details: None };
        group.bench_function(format!("sort 100,000 by {name}"), |bencher| {
            bencher.iter(|| black_box(arrange.run(&Stop::default())));
        });
    }
    let tally = Tally::of_values(loaded, 2);
    group.bench_function("count 100,000 by method", |bencher| {
        bencher.iter(|| black_box(tally.run(&Stop::default())));
    });
    group.finish();
}

criterion_group!(benches, rows);
criterion_main!(benches);
