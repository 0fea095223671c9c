//! The first check of an event search: what it costs to tell by 10,000 blooms which results can hold an event.

use std::hint::black_box;

use alloy_primitives::{Bloom, keccak256};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use decode::event_search::{BloomVerdict, Pattern, Wanted};
use ledger::{EntityId, EvmAddress, Field, HexBytes};

const BLOOMS: u64 = 10_000;

/// The bloom of a transfer from a token to the account with this number.
fn bloom(token: &[u8], event: &[u8], to: u64) -> Field<HexBytes> {
    let mut bloom = Bloom::ZERO;
    for item in [token, event, &topic(to)] {
        bloom.m3_2048(item);
    }
    Field::Known(HexBytes::from(bloom.to_vec()))
}

fn topic(num: u64) -> [u8; 32] {
    let mut topic = [0; 32];
    let address = EvmAddress::long_zero(EntityId::from_num(num));
    topic.iter_mut().skip(12).zip(address.bytes()).for_each(|(to, from)| *to = *from);
    topic
}

fn glances(criterion: &mut Criterion) {
    let token = EvmAddress::long_zero(EntityId::from_num(5002));
    let event = keccak256("Transfer(address,address,uint256)").0;
    let blooms: Vec<Field<HexBytes>> =
        (0..BLOOMS).map(|to| bloom(token.bytes(), &event, 1000 + to % 500)).collect();
    let mut group = criterion.benchmark_group("event_search");
    group.throughput(Throughput::Elements(BLOOMS));
    for (name, arguments) in [
        ("10 000 blooms for an event", Vec::new()),
        (
            "10 000 blooms for an event with a value",
            vec![Wanted { places: 2..=2, topics: vec![topic(1077)] }],
        ),
    ] {
        let pattern = Pattern::new(vec![token], Some(event), arguments);
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let may =
                    blooms.iter().filter(|bloom| pattern.check_bloom(bloom) == BloomVerdict::May).count();
                black_box(may)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, glances);
criterion_main!(benches);
