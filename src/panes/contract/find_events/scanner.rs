//! The scan itself, without a network: rows are examined by their blooms, those that can match are put in
//! line, and what is read of them is kept or let go. Nothing is read twice.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use decode::event_search::{BloomVerdict, Pattern};
use ledger::result::Log;
use ledger::{ContractRef, ContractResult, Timestamp};

/// A result that is to be read: the contract that it is filed under, and its time.
pub(super) type ResultKey = (ContractRef, Timestamp);

/// A log that is what is searched for.
#[derive(Clone, Debug)]
pub(super) struct Hit {
    /// The result that has it.
    pub(super) key: ResultKey,
    pub(super) log: Arc<Log>,
}

/// How far the scan is.
#[derive(Debug, Default)]
pub(super) struct Scanner {
    pattern: Pattern,
    line: VecDeque<ResultKey>,
    known: HashSet<ResultKey>,
    lost: Vec<ResultKey>,
    hits: Vec<Hit>,
    /// How many rows were examined.
    pub(super) scanned: usize,
    /// How many of them have no usable bloom filter.
    pub(super) blind: usize,
    /// How many results were read.
    pub(super) fetched: usize,
    /// The time of the row that was examined last.
    pub(super) at: Option<Timestamp>,
}

impl Scanner {
    pub(super) fn new(pattern: Pattern) -> Self {
        Self { pattern, ..Self::default() }
    }

    /// Looks at the rows of a page of `contract`'s results.
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

    /// The result that is to be read next.
    pub(super) fn next(&mut self) -> Option<ResultKey> {
        self.line.pop_front()
    }

    /// Adds a result.
    pub(super) fn read_result(&mut self, key: ResultKey, result: &ContractResult) {
        self.fetched += 1;
        let logs = result.logs.known().map(Vec::as_slice).unwrap_or_default();
        let found = logs.iter().filter(|log| self.pattern.is(log));
        let found: Vec<Hit> = found.map(|log| Hit { key, log: Arc::new(log.clone()) }).collect();
        // Answers come in any order; the list stays newest first.
        let place = self.hits.partition_point(|hit| hit.key.1 >= key.1);
        self.hits.splice(place..place, found);
    }

    /// Puts a result aside that could not be read.
    pub(super) fn lose(&mut self, key: ResultKey) {
        self.lost.push(key);
    }

    /// Puts those that could not be read in line again.
    pub(super) fn retry(&mut self) {
        self.line.extend(self.lost.drain(..));
    }

    /// How many could not be read.
    pub(super) fn lost(&self) -> usize {
        self.lost.len()
    }

    /// How many wait to be read.
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
