//! The places of a search, the ways between them, and the hashes that matter only if they are near a wanted slot.

use std::mem;

use alloy_primitives::{U256, keccak256};
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

use super::path::Order;

/// Slots this far behind a hash belong to it: members and elements. Two hashes never lie so close by chance.
pub(super) const REACH: U256 = U256::from_limbs([1 << 48, 0, 0, 0]);
/// A place from which slots are reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Node(pub(super) usize);

/// How a node was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Way {
    /// A starting point of the search.
    Root,
    /// By a key in the mapping there.
    Key(usize, Order),
    /// By the data of the array or long string whose length is there.
    Data,
    /// By this many slots.
    Offset(U256),
}

/// Whether one of the sorted wanted slots is within reach of a place.
pub(super) fn is_near(wanted: &[U256], slot: U256) -> bool {
    let next = wanted.partition_point(|wanted| *wanted < slot);
    wanted.get(next).is_some_and(|wanted| wanted.wrapping_sub(slot) < REACH)
}

/// Probes per batch. A search overruns its limit by at most this many steps.
const BATCH_LEN: usize = 1 << 10;
/// Minimum number of probes per core.
const MIN_PER_CORE: usize = 1 << 6;

/// A hash that may be near a wanted slot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Probe {
    /// The mapping's node.
    pub(super) from: Node,
    /// The step from the mapping.
    pub(super) way: Way,
    /// The preimage.
    pub(super) block: [u8; 64],
}

/// The pending probes.
#[derive(Debug, Default)]
pub(super) struct Probes(Vec<Probe>);

impl Probes {
    pub(super) fn add(&mut self, probe: Probe) {
        self.0.push(probe);
    }

    /// Whether there are enough of them to be settled.
    pub(super) fn is_full(&self) -> bool {
        self.0.len() >= BATCH_LEN
    }

    /// Makes them: those that lie near a wanted slot, in the order in which they came, and their slots.
    pub(super) fn settle(&mut self, wanted: &[U256]) -> Vec<(Node, Way, U256)> {
        let made = mem::take(&mut self.0).into_par_iter().with_min_len(MIN_PER_CORE).filter_map(|probe| {
            let slot = U256::from_be_bytes(keccak256(probe.block).0);
            is_near(wanted, slot).then_some((probe.from, probe.way, slot))
        });
        made.collect()
    }
}
