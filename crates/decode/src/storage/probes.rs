//! Probes: hashes that matter only if they are near a wanted slot. They are independent: batches run on all cores.

use std::mem;

use alloy_primitives::{U256, keccak256};
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

use super::node::{Node, Way, is_near};

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
