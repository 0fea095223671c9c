//! The order of the search: likely candidates first, since most searches end early.

use std::ops::{ControlFlow, Range};

use alloy_primitives::U256;

use super::clues::Sort;
use super::node::Node;
use super::path::{MAX_DECLARED_SLOTS, Order, Root};
use super::search::{Halt, Search};

/// Members and elements that are searched further.
const MEMBERS: Range<u64> = 1..8;

/// So many mappings within each other: declared slots, and the keys that are tried at each level.
struct Pass {
    slots: Range<usize>,
    keys: &'static [(Sort, usize)],
    /// Whether mappings, arrays and texts within structs in these mappings are searched for, too.
    members: bool,
}

const fn pass(slots: Range<usize>, keys: &'static [(Sort, usize)]) -> Pass {
    Pass { slots, keys, members: false }
}

const fn members(slots: Range<usize>, keys: &'static [(Sort, usize)]) -> Pass {
    Pass { slots, keys, members: true }
}

const FIRST: [Pass; 6] = [
    pass(0..64, &[(Sort::Any, 96)]),
    pass(0..16, &[(Sort::Party, 10), (Sort::Any, 24)]),
    pass(0..16, &[(Sort::Any, 24), (Sort::Party, 10)]),
    pass(0..16, &[(Sort::Role, 16), (Sort::Party, 8)]),
    members(0..16, &[(Sort::Any, 12), (Sort::Any, 8)]),
    pass(0..64, &[(Sort::Any, 400)]),
];
const LATER: [Pass; 8] = [
    pass(0..12, &[(Sort::Party, 8), (Sort::Party, 8), (Sort::Any, 24)]),
    pass(0..48, &[(Sort::Any, 32), (Sort::Any, 24)]),
    pass(64..320, &[(Sort::Any, 48)]),
    pass(0..24, &[(Sort::Party, 8), (Sort::Any, 8), (Sort::Any, 16)]),
    pass(0..16, &[(Sort::Any, 16), (Sort::Any, 120)]),
    pass(0..16, &[(Sort::Any, 120), (Sort::Any, 16)]),
    members(0..32, &[(Sort::Any, 16), (Sort::Any, 12)]),
    pass(0..16, &[(Sort::Any, 12), (Sort::Any, 12), (Sort::Any, 12)]),
];
/// Passes for the order of Vyper: early where nothing was found in that of Solidity, else when all else was tried,
/// as contracts of both may call each other.
const VYPER: [Pass; 4] = [
    pass(0..64, &[(Sort::Any, 96)]),
    pass(0..16, &[(Sort::Party, 10), (Sort::Any, 16)]),
    pass(0..16, &[(Sort::Any, 16), (Sort::Party, 10)]),
    pass(0..12, &[(Sort::Party, 6), (Sort::Party, 6), (Sort::Any, 12)]),
];
/// Slots whose mappings are looked up by hashes of values, and by pieces of packed words.
const MAX_RARE_SLOTS: usize = 24;
/// Slots whose arrays are searched for mappings and arrays in their elements, and the elements.
const MAX_ARRAYS: usize = 32;
const MAX_ELEMENTS: u64 = 16;
const MAX_ELEMENT_KEYS: usize = 12;

/// Searches from declared slots.
pub(super) fn run(search: &mut Search<'_>) -> ControlFlow<Halt> {
    let declared: Vec<Node> =
        (0..MAX_DECLARED_SLOTS).map(|slot| search.root(Root::Declared(U256::from(slot)))).collect();
    for node in &declared {
        search.data(*node)?;
    }
    let order = if search.allows(Order::KeyFirst) { Order::KeyFirst } else { Order::SlotFirst };
    for pass in &FIRST {
        along(search, &declared, pass, order)?;
    }
    let mixed = search.keys_in(Order::KeyFirst);
    if !mixed && order == Order::KeyFirst {
        vyper(search, &declared)?;
    }
    rare(search, &declared, order)?;
    for pass in &LATER {
        along(search, &declared, pass, order)?;
    }
    nested_arrays(search, &declared, order)?;
    if mixed { vyper(search, &declared) } else { ControlFlow::Continue(()) }
}

fn vyper(search: &mut Search<'_>, declared: &[Node]) -> ControlFlow<Halt> {
    VYPER.iter().try_for_each(|pass| along(search, declared, pass, Order::SlotFirst))
}

fn along(search: &mut Search<'_>, declared: &[Node], pass: &Pass, order: Order) -> ControlFlow<Halt> {
    if !search.allows(order) {
        return ControlFlow::Continue(());
    }
    for node in declared.get(pass.slots.clone()).unwrap_or_default() {
        keyed(search, *node, pass.keys, pass.members, order)?;
    }
    search.settle()
}

/// Tries keys in a mapping here, and in the mappings within.
fn keyed(
    search: &mut Search<'_>,
    at: Node,
    keys: &[(Sort, usize)],
    deep: bool,
    order: Order,
) -> ControlFlow<Halt> {
    let Some(((sort, count), inner)) = keys.split_first() else { return ControlFlow::Continue(()) };
    for clue in search.clues().first(*sort, *count) {
        if inner.is_empty() {
            search.probe(at, clue, order)?;
            continue;
        }
        let value = search.keyed(at, clue, order)?;
        if deep {
            within(search, value, inner, order)?;
        } else {
            keyed(search, value, inner, false, order)?;
        }
    }
    ControlFlow::Continue(())
}

/// Searches a struct or array here.
fn within(search: &mut Search<'_>, value: Node, keys: &[(Sort, usize)], order: Order) -> ControlFlow<Halt> {
    search.data(value)?;
    for member in MEMBERS {
        let member = search.offset(value, U256::from(member))?;
        search.data(member)?;
        keyed(search, member, keys, false, order)?;
    }
    ControlFlow::Continue(())
}

/// Keys that are seldom: hashes of values, and pieces of packed words. Mappings that are known to be some come
/// first, with every key there is.
fn rare(search: &mut Search<'_>, declared: &[Node], order: Order) -> ControlFlow<Halt> {
    let (whole, all) = (search.clues().whole, search.clues().len());
    let together = all..all + search.clues().together.len();
    for node in search.hot() {
        for clue in (0..all).chain(together.clone()) {
            search.probe(node, clue, order)?;
        }
    }
    for node in declared.iter().take(MAX_RARE_SLOTS) {
        for clue in together.clone().chain(whole..all) {
            search.probe(*node, clue, order)?;
        }
    }
    search.settle()
}

/// Arrays of arrays, and of structs that hold mappings or arrays.
fn nested_arrays(search: &mut Search<'_>, declared: &[Node], order: Order) -> ControlFlow<Halt> {
    for node in declared.iter().take(MAX_ARRAYS) {
        let data = search.data(*node)?;
        for element in 0..MAX_ELEMENTS {
            let element = search.offset(data, U256::from(element))?;
            search.data(element)?;
            for clue in 0..MAX_ELEMENT_KEYS.min(search.clues().whole) {
                search.probe(element, clue, order)?;
            }
        }
    }
    ControlFlow::Continue(())
}
