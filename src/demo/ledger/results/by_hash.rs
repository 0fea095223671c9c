//! Results by hash: a hash hides the moment of its result in its middle, so no index is needed.

use super::find::{self, MOST_CHILDREN};
use super::{Origin, child, pinned, specials};
use crate::demo::ledger::abi::Word;
use crate::demo::ledger::chance::Chance;
use crate::demo::ledger::contracts;
use crate::demo::ledger::execution::Execution;
use crate::ledger::Timestamp;

/// Separates the masks' numbers from other numbers of the same index.
const MASKS: u64 = 0x4a54;
/// Where the moment lies.
const PLACE: std::ops::Range<usize> = 12..20;

/// The same result with its moment put into its hash.
pub(super) fn named(mut it: Execution) -> Execution {
    let nanos = u64::try_from(it.at.as_nanos()).unwrap_or(u64::MAX) ^ mask(&it.hash);
    if let Some(place) = it.hash.get_mut(PLACE) {
        place.copy_from_slice(&nanos.to_be_bytes());
    }
    it
}

/// The result with this hash: of a user's transaction, or of what it called in turn.
pub(crate) fn find(hash: &Word, now: Timestamp) -> Option<Execution> {
    let found = find::at(moment(hash), now);
    let children = |parent| (1..=MOST_CHILDREN).filter_map(move |nonce| child::of(parent, nonce));
    let children: Vec<Execution> = found.iter().flat_map(children).collect();
    found.into_iter().chain(children).find(|it| it.hash == *hash).or_else(|| creation(hash, now))
}

/// The making of a contract: these are few, and hide nothing.
fn creation(hash: &Word, now: Timestamp) -> Option<Execution> {
    let made = contracts::all().filter(|contract| contract.lists_creation() && contract.created() <= now);
    made.filter_map(|contract| Origin::Creation(contract.num).execution()).find(|it| it.hash == *hash)
}

/// When the result came whose hash this is, or the result that called it: their last bytes alone differ.
fn moment(hash: &Word) -> Timestamp {
    if hash.iter().zip(specials::RICH_HASH).take(28).all(|(byte, rich)| *byte == rich) {
        return pinned::FIRST;
    }
    let hidden =
        hash.get(PLACE).and_then(|bytes| bytes.first_chunk()).map_or(0, |bytes| u64::from_be_bytes(*bytes));
    Timestamp::from_nanos(hidden ^ mask(hash))
}

fn mask(hash: &Word) -> u64 {
    Chance::of(MASKS, hash.first_chunk().map_or(0, |start| u64::from_be_bytes(*start))).number()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::of(1_795_219_200);

    #[test]
    fn every_kind_of_result_is_found_by_its_hash() {
        for contract in contracts::all() {
            let mut origins = vec![Origin::Creation(contract.num)];
            if let Some(shown) = contract.stream(100).shown(contract.last_moment(NOW)) {
                origins.push(Origin::Drawn { contract: contract.num, index: *shown.end() });
                origins.push(Origin::Child { contract: contract.num, index: *shown.end(), nonce: 1 });
            }
            origins.retain(|origin| contract.lists_creation() || *origin != Origin::Creation(contract.num));
            for made in origins.into_iter().filter_map(Origin::execution) {
                let found = find(&made.hash, NOW).map(|it| (it.at, it.nonce));
                assert_eq!(found, Some((made.at, made.nonce)), "{}", contract.num);
            }
        }
        for pin in pinned::all().filter(pinned::Pin::opens) {
            let made = pinned::execution(&pin);
            assert_eq!(find(&made.hash, NOW).map(|it| it.at), Some(pin.at));
        }
        assert!(find(&[0; 32], NOW).is_none());
    }
}
