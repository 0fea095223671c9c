//! Looking for an event among results: which of them may hold it by their blooms, and which do by their logs.

pub(crate) mod event;
pub mod value;

use std::ops::RangeInclusive;

use alloy_primitives::{B256, BloomInput, keccak256};
use ledger::result::Log;
use ledger::{EvmAddress, Field, HexBytes};

pub use event::{Argument, EventFault, EventShape};

/// A topic: 32 bytes.
pub type Topic = [u8; 32];

/// The search pattern for logs.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Pattern {
    /// The emitter's possible addresses; empty for any emitter.
    emitters: Vec<EvmAddress>,
    /// The first topic; `None` for any event.
    event: Option<Topic>,
    arguments: Vec<Wanted>,
    /// Hashes that a bloom filter must contain: at least one of each group.
    groups: Vec<Vec<B256>>,
}

/// An indexed argument's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The possible positions among the topics, from 1.
    pub places: RangeInclusive<usize>,
    /// The possible topic values: some networks use an id's long-zero address, others its alias.
    pub topics: Vec<Topic>,
}

/// The verdict of a bloom filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BloomVerdict {
    /// The result did not emit the event.
    Cannot,
    /// The result has to be fetched: bloom filters have false positives.
    May,
    /// The server sent no valid bloom filter.
    Unknown,
}

impl Pattern {
    /// A pattern with these emitters (none: anyone), this event (none: any) and these indexed arguments.
    pub fn new(emitters: Vec<EvmAddress>, event: Option<Topic>, arguments: Vec<Wanted>) -> Self {
        let emitted = emitters.iter().map(|address| keccak256(address.bytes())).collect();
        let events = event.iter().map(keccak256).collect();
        let values = arguments.iter().map(|wanted| wanted.topics.iter().map(keccak256).collect());
        let groups: Vec<Vec<B256>> = [emitted, events].into_iter().chain(values).collect();
        let groups = groups.into_iter().filter(|group| !group.is_empty()).collect();
        Self { emitters, event, arguments, groups }
    }

    /// Whether a result with this bloom may have emitted it. A bloom may say yes wrongly, never no.
    pub fn check_bloom(&self, bloom: &Field<HexBytes>) -> BloomVerdict {
        let Some(bloom) = bloom.known().and_then(HexBytes::bloom) else { return BloomVerdict::Unknown };
        let held = |group: &Vec<B256>| group.iter().any(|hash| bloom.contains_input(BloomInput::Hash(*hash)));
        if bloom.is_zero() || !self.groups.iter().all(held) {
            BloomVerdict::Cannot
        } else {
            BloomVerdict::May
        }
    }

    /// Whether a log matches.
    pub fn is(&self, log: &Log) -> bool {
        let topics: Vec<Topic> = match log.topics.known() {
            Some(topics) => topics.iter().map_while(topic).collect(),
            None => Vec::new(),
        };
        let event = self.event.is_none_or(|event| topics.first() == Some(&event));
        event && self.emitted_by(log) && self.has_arguments(topics.get(1..).unwrap_or_default())
    }

    /// Networks write an emitter's alias into the log, and hash its long-zero address.
    fn emitted_by(&self, log: &Log) -> bool {
        let long_zero = log.contract_id.value().map(EvmAddress::long_zero);
        let known = |address: Option<EvmAddress>| address.is_some_and(|it| self.emitters.contains(&it));
        self.emitters.is_empty() || known(log.address.value()) || known(long_zero)
    }

    /// Whether the arguments match distinct topics, in order.
    fn has_arguments(&self, topics: &[Topic]) -> bool {
        // The earliest topic that fits leaves the most for the arguments behind it.
        let mut next = 1;
        self.arguments.iter().all(|wanted| {
            let places = next.max(*wanted.places.start())..=(*wanted.places.end()).min(topics.len());
            let fits = |place: &usize| {
                let found = place.checked_sub(1).and_then(|at| topics.get(at));
                found.is_some_and(|topic| wanted.topics.contains(topic))
            };
            let found = places.into_iter().find(fits);
            next = found.map_or(next, |place| place.saturating_add(1));
            found.is_some()
        })
    }
}

fn topic(field: &Field<HexBytes>) -> Option<Topic> {
    field.known().and_then(|bytes| bytes.bytes().try_into().ok())
}

#[cfg(test)]
mod tests;
