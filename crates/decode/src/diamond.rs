//! The facets of a diamond by the events of its cuts (ERC-2535): for one whose storage has no list of them that is known.

use std::collections::HashMap;

use alloy_primitives::{U256, b256};
use ledger::EvmAddress;

use super::arguments::read_log;
use super::interface::{Entry, Interface};
use super::reading::{LogQuestion, Value};

/// The event of a cut.
const EVENT: &str =
    "event DiamondCut((address facet, uint8 action, bytes4[] selectors)[] cuts, address init, bytes data)";
/// Its first topic.
pub const CUT: [u8; 32] = b256!("8faa70878671ccd212d20771b795c50af8fd3ff6cf27f4bde57e5d4de0aeb673").0;

/// The action of a cut.
const ADD: U256 = U256::ZERO;
const REPLACE: U256 = U256::ONE;
const REMOVE: U256 = U256::from_limbs([2, 0, 0, 0]);

/// The facets after some cuts.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Facets {
    /// The contracts that run at least one function, in the order in which they first did.
    pub addresses: Vec<EvmAddress>,
    /// How many cuts were applied.
    pub cuts: usize,
    /// Number of events that could not be decoded, with unknown cuts.
    pub skipped: usize,
}

impl Facets {
    /// Applies cuts, the oldest first.
    pub fn after(events: &[LogQuestion]) -> Self {
        let Ok(entry) = Interface::parse_line(EVENT) else { return Self::default() };
        let mut found = Self::default();
        let mut facet_of: HashMap<[u8; 4], EvmAddress> = HashMap::new();
        for event in events {
            let Some(cuts) = cuts(&entry, event) else {
                found.skipped += 1;
                continue;
            };
            found.cuts += 1;
            for (facet, selectors) in cuts {
                match facet {
                    Some(facet) => {
                        facet_of.extend(selectors.into_iter().map(|selector| (selector, facet)));
                        found.addresses.push(facet);
                    }
                    None => selectors.iter().for_each(|selector| _ = facet_of.remove(selector)),
                }
            }
        }
        let mut runs: HashMap<EvmAddress, bool> = facet_of.into_values().map(|facet| (facet, true)).collect();
        // Each once: the first time takes it.
        found.addresses.retain(|facet| runs.insert(*facet, false) == Some(true));
        found
    }
}

/// The selectors that an event cuts, with the facet that runs them from then on; `None` if they are removed.
type Cut = (Option<EvmAddress>, Vec<[u8; 4]>);

/// The cuts of an event; `None` if it is another event, or an action is not one of the standard's three.
fn cuts(entry: &Entry, event: &LogQuestion) -> Option<Vec<Cut>> {
    event.topics.first().filter(|topic| topic.bytes() == CUT)?;
    let arguments = read_log(entry, &event.topics, event.data.bytes());
    let cuts = arguments.list.first().filter(|_| arguments.fault.is_none())?;
    let Value::List(cuts) = &cuts.value else { return None };
    cuts.iter().map(cut).collect()
}

fn cut(value: &Value) -> Option<Cut> {
    let Value::Tuple(members) = value else { return None };
    let [facet, action, selectors] = members.as_slice() else { return None };
    let (Value::Address(facet), Value::Number(action, _), Value::List(selectors)) =
        (&facet.value, &action.value, &selectors.value)
    else {
        return None;
    };
    let facet = match *action {
        ADD | REPLACE => Some(*facet),
        REMOVE => None,
        _ => return None,
    };
    let selector = |value: &Value| match value {
        Value::Word(word) => word.bytes().try_into().ok(),
        _ => None,
    };
    Some((facet, selectors.iter().map(selector).collect::<Option<_>>()?))
}

#[cfg(test)]
mod tests {
    use alloy_primitives::keccak256;

    use super::*;
    use ledger::HexBytes;

    const A: u8 = 0xaa;
    const B: u8 = 0xbb;

    fn word(number: usize) -> [u8; 32] {
        U256::from(number).to_be_bytes()
    }

    /// An event with these cuts: each a facet, an action, and selectors of one byte four times.
    fn event(cuts: &[(u8, usize, &[u8])]) -> LogQuestion {
        let body = |(facet, action, selectors): &(u8, usize, &[u8])| {
            let mut words = vec![word(0), word(*action), word(96), word(selectors.len())];
            words[0][12..].fill(*facet);
            words.extend(selectors.iter().map(|selector| {
                let mut word = [0; 32];
                word[..4].fill(*selector);
                word
            }));
            words.concat()
        };
        let bodies: Vec<Vec<u8>> = cuts.iter().map(body).collect();
        let mut at = cuts.len() * 32;
        let mut list = word(cuts.len()).to_vec();
        for body in &bodies {
            list.extend(word(at));
            at += body.len();
        }
        list.extend(bodies.concat());
        let data = [&word(96)[..], &[0; 32], &word(96 + list.len()), &list, &word(0)].concat();
        LogQuestion { topics: vec![HexBytes::from(CUT.to_vec())], data: data.into(), contract: None }
    }

    fn facets(events: &[LogQuestion]) -> (Vec<u8>, usize, usize) {
        let found = Facets::after(events);
        (found.addresses.iter().map(|facet| facet.bytes()[0]).collect(), found.cuts, found.skipped)
    }

    #[test]
    fn the_topic_is_that_of_the_event() {
        assert_eq!(keccak256("DiamondCut((address,uint8,bytes4[])[],address,bytes)").0, CUT);
    }

    #[test]
    fn selectors_are_added_replaced_and_removed_in_order() {
        let added = event(&[(A, 0, &[1, 2]), (B, 0, &[3])]);
        assert_eq!(facets(std::slice::from_ref(&added)), (vec![A, B], 1, 0));
        let replaced = event(&[(B, 1, &[1, 2])]);
        assert_eq!(facets(&[added.clone(), replaced.clone()]), (vec![B], 2, 0));
        let removed = event(&[(0, 2, &[3])]);
        assert_eq!(facets(&[added.clone(), removed.clone()]), (vec![A], 2, 0));
        assert_eq!(facets(&[added.clone(), replaced.clone(), removed.clone()]), (vec![B], 3, 0));
        assert_eq!(
            facets(&[removed, added.clone()]),
            (vec![A, B], 2, 0),
            "what is removed first is added later"
        );
        let all = event(&[(0, 2, &[1, 2, 3])]);
        assert_eq!(facets(&[added, all]), (vec![], 2, 0));
        assert_eq!(facets(&[event(&[])]), (vec![], 1, 0), "a cut of nothing, with a call alone");
    }

    #[test]
    fn what_is_no_cut_is_skipped_whole() {
        let good = event(&[(A, 0, &[1])]);
        let cut_off = LogQuestion {
            data: good.data.bytes()[..good.data.bytes().len() - 33].to_vec().into(),
            ..good.clone()
        };
        let unknown = event(&[(B, 0, &[2]), (B, 3, &[1])]);
        let mut elsewhere = good.data.bytes().to_vec();
        elsewhere[..32].copy_from_slice(&[0xff; 32]);
        let elsewhere = LogQuestion { data: elsewhere.into(), ..good.clone() };
        let other = LogQuestion { topics: vec![HexBytes::from(vec![7; 32])], ..good.clone() };
        let bare = LogQuestion { topics: Vec::new(), ..good.clone() };
        assert_eq!(facets(&[cut_off, unknown, elsewhere, other, good, bare]), (vec![A], 1, 5));
    }
}
