//! Tests of counts, against a plain count.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::gas_usage::percentile::Spread;

/// Each column with what it is counted by.
const COUNTED: [(usize, By); 5] =
    [(2, By::Value), (3, By::Value), (5, By::Name), (1, By::Time), (4, By::Value)];

fn tally(loaded: Loaded, text: &str, (column, by): (usize, By)) -> (Tally, Tallied) {
    let filter = Filter::parse(text, &COLUMNS, NOW).unwrap();
    let tally = Tally { loaded, filter, column, by, success: Some(0) };
    let tallied = tally.run(&Stop::default()).unwrap();
    (tally, tallied)
}

fn count(loaded: Loaded, text: &str) -> usize {
    let filter = Filter::parse(text, &COLUMNS, NOW).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    Arrange { loaded, filter, sort: None, details: None }.run(&Stop::default()).unwrap().rows.len()
}

#[test]
fn the_filter_of_a_bucket_is_written_as_a_user_would() {
    let terms = |place| {
        let (tally, tallied) = tally(loaded(vec![some()]), "", place);
        let terms = |bucket: &Bucket| bucket.terms(tally.column, tally.by, tallied.step, &COLUMNS).unwrap();
        tallied.buckets.iter().map(terms).collect::<Vec<_>>()
    };
    assert_eq!(terms((2, By::Value))[0], "method=Mint");
    assert_eq!(terms((3, By::Value))[0], "from=0.0.1002");
    assert_eq!(
        terms((5, By::Name)),
        ["error!=*", "error=InsufficientBalance(*", "error=\"no reason given\""]
    );
    assert_eq!(terms((0, By::Value))[0], "status=failure");
    assert_eq!(
        terms((1, By::Time))[..2],
        [
            "time>=2026-11-20T23:00 time<2026-11-21".to_owned(),
            "time>=2026-11-20T22:00 time<2026-11-20T23:00".to_owned()
        ]
    );
}

#[test]
fn rows_are_summed_up() {
    let summarize = Summarize {
        loaded: loaded(vec![some()]),
        filter: Filter::default(),
        success: Some(0),
        time: Some(1),
        numbers: vec![4, 5],
        spans: 76,
    };
    let summary = summarize.run(&Stop::default()).unwrap();
    assert_eq!((summary.rows, summary.succeeded, summary.failed), (4, 1, 2));
    let gas = Spread { p50: 1_500_000, p90: 2_000_000, most: 2_000_000 };
    assert_eq!(summary.numbers, [Some(gas), None]);
    let times = summary.times.unwrap();
    assert_eq!(
        (times.step, times.counts.iter().sum::<u64>(), times.failed.iter().sum::<u64>()),
        (1_200, 4, 2)
    );
    assert_eq!(times.end(), NOW);
}

fn any_row() -> impl Strategy<Value = Vec<Value>> {
    let success = prop_oneof![Just(Success::Yes), Just(Success::No), Just(Success::Unknown)];
    let text =
        prop_oneof!["[a-d]{0,2}", Just("no \"reason\" given".to_owned()), "[ab]\\([0-9], [0-9]\\)", "=x y"];
    let gas = prop_oneof![Just(None), (0_i64..2_000_000).prop_map(Some)];
    let ago = prop_oneof![0_i64..50, 0_i64..5_000_000];
    (success, ago, "[a-c]{1,2}", "0\\.0\\.[1-5]", gas, text).prop_map(
        |(success, ago, method, sender, gas, outcome)| row(success, ago, &method, &sender, gas, &outcome),
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn counts_agree_with_a_plain_count_and_add_up_to_the_rows(
        pages in proptest::collection::vec(proptest::collection::vec(any_row(), 0..12), 0..5),
        filter in prop_oneof![Just(""), Just("status=failed"), Just("method=a*"), Just("!b")],
    ) {
        let loaded = loaded(pages.clone());
        let rows = count(loaded.clone(), filter);
        for (column, by) in COUNTED {
            let (_, tallied) = tally(loaded.clone(), filter, (column, by));
            prop_assert_eq!(tallied.rows, rows);
            prop_assert_eq!(tallied.buckets.iter().map(|bucket| bucket.rows).sum::<usize>(), rows);
            let distinct: BTreeSet<String> =
                tallied.buckets.iter().map(|bucket| format!("{:?}", bucket.value)).collect();
            prop_assert_eq!(distinct.len(), tallied.buckets.len());
            for bucket in tallied.buckets.iter() {
                let terms = bucket.terms(column, by, tallied.step, &COLUMNS).unwrap();
                prop_assert_eq!(count(loaded.clone(), &format!("{filter} {terms}")), bucket.rows, "{}", terms);
                let failed = count(loaded.clone(), &format!("{filter} {terms} status=failed"));
                prop_assert_eq!(failed, bucket.failed, "{}", terms);
            }
        }
        if filter.is_empty() {
            let mut plain: BTreeMap<String, usize> = BTreeMap::new();
            for row in pages.iter().flatten() {
                *plain.entry(row[2].to_string()).or_default() += 1;
            }
            let (_, tallied) = tally(loaded, filter, (2, By::Value));
            let counted: BTreeMap<String, usize> =
                tallied.buckets.iter().map(|bucket| (bucket.value.to_string(), bucket.rows)).collect();
            prop_assert_eq!(counted, plain);
        }
    }
}
