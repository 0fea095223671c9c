//! A contract's storage: the last value that its newest results wrote to each slot.

use std::collections::BTreeMap;

use ledger::Timestamp;

use crate::simulation::abi::Word;
use crate::simulation::results::listing::Span;
use crate::simulation::results::logged;
use crate::simulation::{contracts, machine};

/// The number of results searched. Older writes are ignored in favour of the constructor's values.
const NEWEST: usize = 100;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lying {
    pub(crate) at: Timestamp,
    pub(crate) value: Word,
}

/// The storage of the contract with this number after this moment, by slot.
pub(crate) fn as_of(num: u64, moment: Timestamp, busiest: u64, now: Timestamp) -> BTreeMap<Word, Lying> {
    let mut storage = BTreeMap::new();
    let span = Span { first: Timestamp::default(), last: moment.min(now), descending: true, internal: false };
    let results = logged::candidates(Some(num), span, busiest, now).take(NEWEST);
    for it in results.filter_map(|candidate| candidate.origin.execution()) {
        // Within one result the last write counts, among results the newest.
        for slot in it.call.state.iter().rev().filter(|slot| slot.contract == num) {
            if let Some(value) = slot.written {
                storage.entry(slot.key).or_insert(Lying { at: it.at, value });
            }
        }
    }
    let made = contracts::by_num(num).filter(|contract| contract.created() <= moment);
    if let Some(contract) = made {
        for (key, value) in machine::constructed_storage(contract).iter() {
            storage.entry(*key).or_insert(Lying { at: contract.created(), value: *value });
        }
    }
    storage
}
