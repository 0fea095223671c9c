//! A tail over any interleaving of rows, late ones among them, loses none, doubles none and keeps their order by time.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::ledger::query::{Op, ResultsQuery};
use crate::ledger::{ContractRef, ContractResult, EntityId, Field, NextLink, RawJson};

/// The rows of a page of the test's server.
const PAGE_ROWS: usize = 7;
const HEIGHT: u16 = 10;

fn row(second: u64) -> Arc<ContractResult> {
    let timestamp = Field::Known(Timestamp::from_secs(second));
    Arc::new(ContractResult { timestamp, ..ContractResult::default() })
}

/// What a server that knows these seconds answers.
fn answer(query: &ResultsQuery, known: &BTreeSet<u64>) -> Page<ContractResult> {
    let after = query.timestamp.iter().find(|filter| filter.op == Op::Gt).map(|filter| filter.at.seconds);
    let mut rows = known.iter().copied().filter(|second| after.is_none_or(|after| *second > after));
    let page: Vec<_> = rows.by_ref().take(PAGE_ROWS).map(row).collect();
    let next = if rows.next().is_some() { Next::More(NextLink("more".into())) } else { Next::End };
    Page::new(page, next, &RawJson::default())
}

proptest! {
    /// Each step, some rows come, each up to four seconds late; and the question is answered, or fails.
    #[test]
    fn no_row_is_lost_doubled_or_out_of_order(
        steps in prop::collection::vec((prop::collection::vec(0_u64..5, 0..9), any::<bool>()), 1..60)
    ) {
        let query = ResultsQuery::all(ContractRef::Id(EntityId::from_num(5001)));
        let mut known = BTreeSet::from([1_000]);
        let first = Page::new(vec![row(1_000)], Next::End, &RawJson::default());
        let mut feed = Feed::new(first, HEIGHT);
        let mut tail = Tail::begin(&query, &feed, Timestamp::from_secs(1_000)).unwrap();
        let mut now = 1_001;
        let drain = |tail: &mut Tail<ResultsQuery>, feed: &mut Feed<_>, known: &BTreeSet<u64>, now| loop {
            let page = answer(&tail.page.query, known);
            tail.take(&page, &query, feed, HEIGHT, Timestamp::from_secs(now));
            if matches!(page.next, Next::End) {
                break;
            }
        };
        for (lates, is_answered) in steps {
            for late in lates {
                now += 1;
                known.insert(now - late);
            }
            if is_answered {
                drain(&mut tail, &mut feed, &known, now);
            }
        }
        drain(&mut tail, &mut feed, &known, now);
        let mut rows: Vec<u64> = feed.rows_from(0).filter_map(|row| Some(row.timestamp.value()?.seconds)).collect();
        prop_assert_eq!(rows.len(), known.len());
        rows.reverse();
        prop_assert_eq!(rows, known.into_iter().collect::<Vec<_>>());
    }
}
