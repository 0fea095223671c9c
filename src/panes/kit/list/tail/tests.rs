//! A tail over any interleaving of events, late ones and many of one transaction among them, loses none, doubles none
//! and keeps their order.

use std::collections::BTreeSet;

use ledger::contract::ContractLog;
use ledger::query::{LogsQuery, Op};
use ledger::{ContractRef, EntityId, Field, NextLink, RawJson};
use proptest::prelude::*;

use super::*;

/// The rows of a page of the test's server.
const PAGE_ROWS: usize = 7;
const HEIGHT: u16 = 10;
/// An event: the second of its transaction, and its index.
type Event = (u64, i64);

fn row((second, index): Event) -> Arc<ContractLog> {
    let mut row =
        ContractLog { timestamp: Field::Known(Timestamp::from_secs(second)), ..ContractLog::default() };
    row.log.index = Field::Known(index);
    Arc::new(row)
}

/// What a server that knows these events answers: a link goes on behind the last event, not behind its time.
fn answer(page: &PageOf<LogsQuery>, known: &BTreeSet<Event>) -> Page<ContractLog> {
    let after =
        page.query.timestamp.iter().find(|filter| filter.op == Op::Gt).map(|filter| filter.at.seconds);
    let behind = page.link.as_ref().map(|link| {
        let (second, index) = std::str::from_utf8(link.0.raw()).unwrap().split_once(' ').unwrap();
        (second.parse().unwrap(), index.parse().unwrap())
    });
    let behind = behind.or(after.map(|after| (after, i64::MAX)));
    let mut rows = known.iter().copied().filter(|event| behind.is_none_or(|behind| *event > behind));
    let events: Vec<_> = rows.by_ref().take(PAGE_ROWS).collect();
    let last = events.last().filter(|_| rows.next().is_some());
    let next =
        last.map_or(Next::End, |(second, index)| Next::More(NextLink(format!("{second} {index}").into())));
    Page::new(events.into_iter().map(row).collect(), next, &RawJson::default())
}

/// A list with its tail, and what the server knows.
struct Tailed {
    query: LogsQuery,
    feed: Feed<ContractLog>,
    tail: Tail<LogsQuery>,
    known: BTreeSet<Event>,
}

impl Tailed {
    fn begin(known: &[Event]) -> Self {
        let query = LogsQuery::all(ContractRef::Id(EntityId::from_num(5001)));
        let rows = known.iter().rev().copied().map(row).collect();
        let feed = Feed::new(Page::new(rows, Next::End, &RawJson::default()), HEIGHT);
        let tail = Tail::begin(&query, &feed, Timestamp::from_secs(1_000)).unwrap();
        Self { query, feed, tail, known: known.iter().copied().collect() }
    }

    /// Answers until nothing more follows.
    fn drain(&mut self, now: u64) {
        loop {
            let page = answer(&self.tail.page, &self.known);
            self.tail.take(&page, &self.query, (&mut self.feed, HEIGHT), Timestamp::from_secs(now));
            if matches!(page.next, Next::End) {
                break;
            }
        }
    }

    fn assert_whole(&self) {
        let mut rows: Vec<Event> = self
            .feed
            .rows_from(0)
            .map(|row| (row.timestamp.value().unwrap().seconds, row.log.index.value().unwrap()))
            .collect();
        assert_eq!(rows.len(), self.known.len());
        rows.sort_unstable();
        assert_eq!(rows, self.known.iter().copied().collect::<Vec<_>>());
        let times: Vec<u64> =
            self.feed.rows_from(0).map(|row| row.timestamp.value().unwrap().seconds).collect();
        assert!(times.is_sorted_by(|newer, older| newer >= older));
    }
}

#[test]
fn all_events_of_one_transaction_come_however_many_pages_they_take() {
    let mut tailed = Tailed::begin(&[(1_000, 0)]);
    tailed.drain(1_001);
    tailed.known.extend((0..250).map(|index| (1_002, index)));
    tailed.drain(1_003);
    tailed.assert_whole();
    tailed.known.insert((1_003, 0));
    tailed.drain(1_005);
    tailed.assert_whole();
}

#[test]
fn a_row_that_comes_most_of_a_minute_late_is_found_before_long() {
    let mut tailed = Tailed::begin(&[(900, 0), (990, 0)]);
    tailed.drain(1_001);
    tailed.known.insert((940, 3));
    tailed.drain(1_002);
    assert_eq!(tailed.feed.loaded(), 2, "it is older than what is asked for all the time");
    tailed.drain(1_031);
    tailed.drain(1_033);
    tailed.assert_whole();
    tailed.known.insert((935, 1));
    tailed.tail.look_back(&tailed.query, &tailed.feed, Timestamp::from_secs(1_034));
    tailed.drain(1_034);
    tailed.assert_whole();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Each step, events of some transactions come, each up to four seconds late; and the question is answered, or fails.
    #[test]
    fn no_row_is_lost_doubled_or_out_of_order(
        steps in prop::collection::vec((prop::collection::vec((0_u64..5, 1_i64..9), 0..4), any::<bool>()), 1..20)
    ) {
        let mut tailed = Tailed::begin(&[(1_000, 0)]);
        let mut now = 1_001;
        for (lates, is_answered) in steps {
            for (late, events) in lates {
                now += 1;
                tailed.known.extend((0..events).map(|index| (now - late, index)));
            }
            if is_answered {
                tailed.drain(now);
            }
        }
        tailed.drain(now);
        tailed.assert_whole();
    }
}
