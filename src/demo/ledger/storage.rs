//! What lies in a contract's storage: the last that its newest results wrote to each slot.

use std::collections::BTreeMap;

use crate::demo::ledger::abi::Word;
use crate::demo::ledger::contracts;
use crate::demo::ledger::results::listing::Span;
use crate::demo::ledger::results::logged;
use crate::ledger::Timestamp;

/// How many results are looked through. What was written before is as it was left by the constructor.
const NEWEST: usize = 400;

/// A slot's value and when it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lying {
    /// When it was written.
    pub(crate) at: Timestamp,
    /// What was written.
    pub(crate) value: Word,
}

/// The storage of the contract with this number after this moment, by slot.
pub(crate) fn as_of(num: u64, moment: Timestamp, busiest: u64, now: Timestamp) -> BTreeMap<Word, Lying> {
    let mut storage = BTreeMap::new();
    let span = Span { first: Timestamp::default(), last: moment.min(now), descending: true, internal: false };
    let results = logged::candidates(Some(num), span, busiest, now).take(NEWEST);
    for it in results.filter_map(|candidate| candidate.origin.execution()) {
        // Within one result the last write counts, among results the newest.
        for slot in it.deed.state.iter().rev().filter(|slot| slot.contract == num) {
            if let Some(value) = slot.written {
                storage.entry(slot.key).or_insert(Lying { at: it.at, value });
            }
        }
    }
    let made = contracts::by_num(num).filter(|contract| contract.created() <= moment);
    for (key, value) in made.map(|contract| contract.code.storage(num)).unwrap_or_default() {
        let at = made.map_or(moment, contracts::Contract::created);
        storage.entry(key).or_insert(Lying { at, value });
    }
    storage
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::ledger::results::find;

    const NOW: Timestamp = Timestamp::of(1_795_219_200);

    #[test]
    fn what_a_result_wrote_lies_there_afterwards() {
        let at = Timestamp::parse("1795216207.123456789").unwrap();
        let rich = find::at(at, NOW).remove(0);
        for contract in [5001, 5002] {
            let storage = as_of(contract, at, 100_000, NOW);
            let mut last: BTreeMap<Word, Word> = BTreeMap::new();
            for slot in rich.deed.state.iter().filter(|slot| slot.contract == contract) {
                last.extend(slot.written.map(|value| (slot.key, value)));
            }
            assert!(!last.is_empty());
            for (slot, value) in last {
                assert_eq!(storage.get(&slot), Some(&Lying { at, value }));
            }
        }
    }

    #[test]
    fn a_proxy_holds_its_implementation_from_the_start() {
        let made = contracts::by_num(5038).unwrap().created();
        assert!(!as_of(5038, made, 100_000, NOW).is_empty());
        assert!(as_of(5038, made.minus_seconds(1), 100_000, NOW).is_empty());
        assert!(as_of(9999, NOW, 100_000, NOW).is_empty());
    }
}
