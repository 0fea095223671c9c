//! The places of a search, the ways between them, and how near to a place a slot belongs to it.

use alloy_primitives::U256;

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
