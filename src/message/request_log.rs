//! The request log: requests, their outcomes, and what they were for.

use std::collections::{HashMap, VecDeque};

use api::{Exchange, HostBudget, Stage};

use crate::message::Place;

/// The most exchanges kept.
pub const MAX_EXCHANGES: usize = 2_000;
/// The most bytes of answer bodies kept.
const MAX_BODY_BYTES: usize = 8 << 20;

/// The newest exchanges.
#[derive(Debug, Default)]
pub struct RequestLog {
    /// The oldest first, by their numbers.
    entries: VecDeque<Entry>,
    /// The numbers of exchanges whose body is in memory, oldest first.
    bodies: VecDeque<u64>,
    body_bytes: usize,
    /// The latest budget of each host.
    budgets: HashMap<String, HostBudget>,
}

/// An exchange and its requesters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub exchange: Exchange,
    pub wanted_by: Vec<Wanter>,
}

/// The requester of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanter {
    /// A pane, by its place.
    Place(Place),
    /// A verification that is followed.
    Job,
    /// A batch of verifications.
    Batch,
    /// The lookup of a name or of an interface.
    LookUp,
    WatchList,
}

impl Wanter {
    pub fn label(&self) -> String {
        match self {
            Self::Place(place) => place.to_string(),
            Self::Job => "job".to_owned(),
            Self::Batch => "batch".to_owned(),
            Self::LookUp => "lookup".to_owned(),
            Self::WatchList => "watch list".to_owned(),
        }
    }
}

impl Entry {
    /// The place of the first pane among the requesters.
    pub fn place(&self) -> Option<&Place> {
        self.wanted_by.iter().find_map(|wanter| match wanter {
            Wanter::Place(place) => Some(place),
            _ => None,
        })
    }
}

impl RequestLog {
    /// How many exchanges there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The exchange at a place, counted from the newest.
    pub fn get(&self, at: usize) -> Option<&Entry> {
        self.entries.get(self.entries.len().checked_sub(at.checked_add(1)?)?)
    }

    /// All of them, the newest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Entry> {
        self.entries.iter().rev()
    }

    /// The latest budget of a host.
    pub fn budget(&self, host: &str) -> Option<HostBudget> {
        self.budgets.get(host).copied()
    }

    /// Updates an exchange and its host's budget. Its requesters are set by the first update.
    pub fn hear(&mut self, exchange: Exchange, budget: Option<HostBudget>, wanted_by: Vec<Wanter>) {
        if let Some(budget) = budget {
            match self.budgets.get_mut(exchange.host()) {
                Some(known) => *known = budget,
                None => _ = self.budgets.insert(exchange.host().to_owned(), budget),
            }
        }
        let number = exchange.number;
        let bytes = body_bytes(&exchange);
        match self.entries.binary_search_by_key(&number, |entry| entry.exchange.number) {
            Ok(at) => {
                if let Some(entry) = self.entries.get_mut(at) {
                    entry.exchange = exchange;
                }
            }
            // It was evicted by newer ones.
            Err(0) if self.entries.len() >= MAX_EXCHANGES => return,
            Err(at) => self.entries.insert(at, Entry { exchange, wanted_by }),
        }
        if bytes > 0 {
            self.bodies.push_back(number);
            self.body_bytes += bytes;
        }
        if self.entries.len() > MAX_EXCHANGES
            && let Some(gone) = self.entries.pop_front()
        {
            self.body_bytes -= body_bytes(&gone.exchange);
            self.bodies.retain(|body| *body != gone.exchange.number);
        }
        while self.body_bytes > MAX_BODY_BYTES
            && let Some(number) = self.bodies.pop_front()
        {
            self.let_body_go(number);
        }
    }

    fn let_body_go(&mut self, number: u64) {
        let at = self.entries.binary_search_by_key(&number, |entry| entry.exchange.number);
        let entry = at.ok().and_then(|at| self.entries.get_mut(at));
        if let Some(Stage::Answered(answered)) = entry.map(|entry| &mut entry.exchange.stage)
            && let Some(body) = answered.body.take()
        {
            self.body_bytes -= body.raw().len();
        }
    }
}

fn body_bytes(exchange: &Exchange) -> usize {
    exchange.body().map_or(0, |body| body.raw().len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::{Answered, Api};
    use ledger::{RawJson, Timestamp};

    fn exchange(number: u64, stage: Stage) -> Exchange {
        Exchange {
            number,
            network: "demo".to_owned(),
            api: Api::MirrorNode,
            is_post: false,
            asked: None,
            url: format!("http://127.0.0.1:1/{number}"),
            etag: None,
            attempt: 1,
            at: Timestamp::default(),
            millis: 0,
            stage,
        }
    }

    fn answered(body: String) -> Stage {
        let (bytes, body) = (body.len(), Some(RawJson::new(body)));
        Stage::Answered(Answered { status: 200, bytes, body, ..Answered::default() })
    }

    #[test]
    fn the_newest_are_kept_in_their_order_and_who_wanted_them_first() {
        let mut log = RequestLog::default();
        log.hear(exchange(2, Stage::UnderWay), None, vec![Wanter::Batch]);
        log.hear(exchange(1, Stage::UnderWay), None, vec![Wanter::Job]);
        log.hear(exchange(2, Stage::Cancelled), None, Vec::new());
        let newest = log.get(0).unwrap();
        assert_eq!((newest.exchange.number, &*newest.wanted_by), (2, &[Wanter::Batch][..]));
        assert_eq!(newest.exchange.stage, Stage::Cancelled);
        let many = u64::try_from(MAX_EXCHANGES).unwrap();
        for number in 3..=many + 2 {
            log.hear(exchange(number, answered("{}".to_owned())), None, Vec::new());
        }
        assert_eq!((log.len(), log.get(MAX_EXCHANGES - 1).unwrap().exchange.number), (MAX_EXCHANGES, 3));
        log.hear(exchange(1, Stage::Cancelled), None, Vec::new());
        assert_eq!(
            (log.len(), log.body_bytes, log.bodies.len()),
            (MAX_EXCHANGES, 2 * MAX_EXCHANGES, MAX_EXCHANGES)
        );
    }

    #[test]
    fn bodies_have_a_bound_in_bytes_and_the_oldest_go_first() {
        let mut log = RequestLog::default();
        for number in 1..=5 {
            log.hear(exchange(number, answered("x".repeat(MAX_BODY_BYTES / 4))), None, Vec::new());
        }
        let kept: Vec<_> = log.iter().map(|entry| entry.exchange.body().is_some()).collect();
        assert_eq!(kept, [true, true, true, true, false]);
        log.hear(exchange(6, answered("x".repeat(MAX_BODY_BYTES + 1))), None, Vec::new());
        assert_eq!((log.body_bytes, log.bodies.len(), log.len()), (0, 0, 6));
    }
}
