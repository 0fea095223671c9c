//! How long the largest page takes from bytes to rows: a hundred recorded results, 120 KB.

use api::{Network, Operation as _, PageOf};
use client::{Client, Options};
use criterion::{Criterion, criterion_group, criterion_main};
use ledger::query::ResultsQuery;
use ledger::{ContractRef, EntityId, RawJson};
use serde_json::Value;

fn page(criterion: &mut Criterion) {
    let recorded = include_str!("../tests/fixtures/mirror/029-results-busy-desc-page1.json");
    let recorded: Value = serde_json::from_str(recorded).unwrap_or_default();
    let body = recorded.pointer("/0/body").and_then(Value::as_str).unwrap_or_default();
    let body = RawJson::new(body);
    let network = Network { mirror: "http://localhost".to_owned(), ..Network::documented("bench") };
    let Ok(client) = Client::new(&network, Options::default()) else { return };
    let ask = PageOf::first(ResultsQuery::all(ContractRef::Id(EntityId::from_num(5001)))).any();
    assert!(client.parse_answer(&ask, 200, body.clone()).is_ok(), "the recorded page is not a page");
    criterion.bench_function("a page of 100 results", |bencher| {
        bencher.iter(|| client.parse_answer(&ask, 200, body.clone()));
    });
}

criterion_group!(benches, page);
criterion_main!(benches);
