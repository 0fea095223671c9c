//! The scan, without network access. Rows whose bloom filter may match are queued, and each result is read once.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use decode::event_search::{BloomVerdict, Pattern};
use ledger::result::Log;
use ledger::{ContractRef, ContractResult, Timestamp};

/// A result to fetch: the contract that lists it, and its time.
pub(super) type ResultKey = (ContractRef, Timestamp);

/// A matching log.
#[derive(Clone, Debug)]
pub(super) struct Hit {
    pub(super) key: ResultKey,
    pub(super) log: Arc<Log>,
}

/// State of the scan.
#[derive(Debug, Default)]
pub(super) struct Scanner {
    pattern: Pattern,
    line: VecDeque<ResultKey>,
    known: HashSet<ResultKey>,
    lost: Vec<ResultKey>,
    hits: Vec<Hit>,
    /// Number of examined rows.
    pub(super) scanned: usize,
    /// Examined rows without a usable bloom filter.
    pub(super) blind: usize,
    /// Number of fetched results.
    pub(super) fetched: usize,
    /// Time of the last examined row.
    pub(super) at: Option<Timestamp>,
}

impl Scanner {
    pub(super) fn new(pattern: Pattern) -> Self {
        Self { pattern, ..Self::default() }
    }

    /// Examines a page of `contract`'s results.
    pub(super) fn scan(&mut self, contract: ContractRef, rows: &[Arc<ContractResult>]) {
        for row in rows {
            self.scanned += 1;
            let Some(at) = row.timestamp.value() else { continue };
            self.at = Some(at);
            let verdict = self.pattern.check_bloom(&row.bloom);
            self.blind += usize::from(verdict == BloomVerdict::Unknown);
            let key = (row.contract_id.value().map_or(contract, ContractRef::Id), at);
            if verdict != BloomVerdict::Cannot && self.known.insert(key) {
                self.line.push_back(key);
            }
        }
    }

    /// Takes the next result to fetch off the queue.
    pub(super) fn next(&mut self) -> Option<ResultKey> {
        self.line.pop_front()
    }

    /// Adds the matching logs of a fetched result.
    pub(super) fn read_result(&mut self, key: ResultKey, result: &ContractResult) {
        self.fetched += 1;
        let logs = result.logs.known().map(Vec::as_slice).unwrap_or_default();
        let found = logs.iter().filter(|log| self.pattern.is(log));
        let found: Vec<Hit> = found.map(|log| Hit { key, log: Arc::new(log.clone()) }).collect();
        // Answers arrive in any order; the list stays newest first.
        let place = self.hits.partition_point(|hit| hit.key.1 >= key.1);
        self.hits.splice(place..place, found);
    }

    /// Notes a result that could not be fetched.
    pub(super) fn lose(&mut self, key: ResultKey) {
        self.lost.push(key);
    }

    /// Queues the failed results again.
    pub(super) fn retry(&mut self) {
        self.line.extend(self.lost.drain(..));
    }

    /// Number of results that could not be fetched.
    pub(super) fn lost(&self) -> usize {
        self.lost.len()
    }

    /// Number of queued results.
    pub(super) fn waiting(&self) -> usize {
        self.line.len()
    }

    /// The hits, newest first.
    pub(super) fn hits(&self) -> &[Hit] {
        &self.hits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ledger::{EntityId, Field, HexBytes};

    const TOPIC: [u8; 32] = [7; 32];

    fn contract() -> ContractRef {
        ContractRef::Id(EntityId::from_num(5001))
    }

    fn row(at: u64, bloom: Field<HexBytes>, logs: usize) -> Arc<ContractResult> {
        let topics = Field::Known(vec![Field::Known(HexBytes::from(TOPIC.to_vec()))]);
        let log = Log { topics, ..Log::default() };
        Arc::new(ContractResult {
            timestamp: Field::Known(Timestamp::from_secs(at)),
            bloom,
            logs: Field::Known(vec![log; logs]),
            ..ContractResult::default()
        })
    }

    fn full() -> Field<HexBytes> {
        Field::Known(HexBytes::from(vec![0xff; 256]))
    }

    fn zero() -> Field<HexBytes> {
        Field::Known(HexBytes::from(vec![0; 256]))
    }

    fn scanner() -> Scanner {
        Scanner::new(Pattern::new(Vec::new(), Some(TOPIC), Vec::new()))
    }

    #[test]
    fn only_what_can_match_is_read_and_nothing_twice() {
        let mut scanner = scanner();
        let rows = [row(9, full(), 1), row(8, zero(), 1), row(7, Field::Null, 0), row(6, full(), 0)];
        scanner.scan(contract(), &rows);
        scanner.scan(contract(), &rows);
        assert_eq!((scanner.scanned, scanner.blind, scanner.waiting()), (8, 2, 3));
        let times: Vec<u64> = std::iter::from_fn(|| scanner.next()).map(|(_, at)| at.seconds).collect();
        assert_eq!(times, [9, 7, 6]);
    }

    #[test]
    fn hits_are_newest_first_in_whatever_order_they_come() {
        let mut scanner = scanner();
        for at in [5, 9, 7] {
            scanner.read_result((contract(), Timestamp::from_secs(at)), &row(at, full(), 2));
        }
        let times: Vec<u64> = scanner.hits().iter().map(|hit| hit.key.1.seconds).collect();
        assert_eq!((times, scanner.fetched), (vec![9, 9, 7, 7, 5, 5], 3));
    }

    #[test]
    fn a_bloom_that_says_yes_to_everything_brings_no_hit() {
        let mut scanner = scanner();
        scanner.scan(contract(), &[row(9, full(), 0)]);
        let key = scanner.next().unwrap();
        scanner.read_result(key, &row(9, full(), 0));
        assert!(scanner.hits().is_empty() && scanner.fetched == 1);
    }

    #[test]
    fn what_was_lost_can_be_tried_again() {
        let mut scanner = scanner();
        scanner.scan(contract(), &[row(9, full(), 1)]);
        let key = scanner.next().unwrap();
        scanner.lose(key);
        assert_eq!((scanner.lost(), scanner.next()), (1, None));
        scanner.retry();
        assert_eq!((scanner.lost(), scanner.next()), (0, Some(key)));
    }
}
