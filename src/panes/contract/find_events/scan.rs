//! The scan of a contract's results: the next page, the results that may match, and the hits. Rows whose bloom
//! filter may match are queued, and each result is read once.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use api::{Failure, PageOf};
use decode::event_search::{BloomVerdict, Pattern};
use ledger::query::{Limit, ResultsQuery};
use ledger::result::Log;
use ledger::{ContractRef, ContractResult, Next, NextLink, Timestamp};

use crate::message::EventSearchPlace;
use crate::panes::Context;
use crate::widgets::feed::Repeats;

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

#[derive(Debug)]
pub(super) struct Pages {
    next: PageOf<ResultsQuery>,
    followed: HashSet<NextLink>,
    over: Option<Over>,
    /// Time of the oldest row so far: pages come newest first.
    reached: Option<Timestamp>,
    repeats: Repeats,
    /// URL of the last answer.
    url: String,
}

/// Why there is no further page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Over {
    /// The list has ended.
    End,
    /// The server's link cannot be followed, in words.
    Refused(&'static str),
}

impl Pages {
    pub(super) fn new(query: &EventSearchPlace) -> Self {
        let query = ResultsQuery {
            internal: query.internal,
            timestamp: query.timestamp.clone(),
            limit: Some(Limit::MAX),
            ..ResultsQuery::all(query.contract)
        };
        Self {
            next: PageOf { query, link: None },
            followed: HashSet::new(),
            over: None,
            reached: None,
            repeats: Repeats::default(),
            url: String::new(),
        }
    }

    /// The next page to search, if there is one.
    pub(super) fn next(&self) -> Option<&PageOf<ResultsQuery>> {
        self.over.is_none().then_some(&self.next)
    }

    pub(super) fn receive<'a>(
        &mut self,
        ctx: &Context<'a>,
    ) -> Option<Result<&'a [Arc<ContractResult>], &'a Failure>> {
        let fetched = ctx.get(self.next()?);
        let outcome = fetched.outcome()?;
        fetched.url().clone_into(&mut self.url);
        let page = match outcome {
            Ok(page) => page,
            Err(failure) => return Some(Err(failure)),
        };
        let times = || page.rows.iter().filter_map(|row| row.timestamp.value());
        let new = times().filter(|at| self.reached.is_none_or(|reached| *at < reached)).count();
        let untimed = page.rows.len() - times().count();
        self.repeats.count(page.rows.len(), new + untimed);
        self.reached = self.reached.into_iter().chain(times()).min();
        match &page.next {
            Next::End => self.over = Some(Over::End),
            Next::Refused(words) => self.over = Some(Over::Refused(words)),
            Next::More(link) if !self.followed.insert(link.clone()) => {
                self.over = Some(Over::Refused(CIRCLE));
            }
            Next::More(link) => self.next.link = Some(link.clone()),
        }
        Some(Ok(&page.rows))
    }

    /// Whether pages repeat rows: the user decides whether to continue.
    pub(super) fn is_repeating(&self) -> bool {
        self.repeats.is_vain()
    }

    /// Continues although pages repeat rows.
    pub(super) fn forgive(&mut self) {
        self.repeats = Repeats::default();
    }

    /// Why there is no further page.
    pub(super) fn over(&self) -> Option<Over> {
        self.over
    }

    /// URL of the last answer.
    pub(super) fn url(&self) -> &str {
        &self.url
    }
}

/// Shown when the next link was followed before.
const CIRCLE: &str = "the server's link leads back to a page that was searched";

#[cfg(test)]
mod tests {
    use ledger::{EntityId, Field, HexBytes};

    use super::*;

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
