//! Calls of a counter.

use super::Scene;
use crate::demo::ledger::abi::{self, address, number, uint};
use crate::demo::ledger::chance::Chance;
use crate::demo::ledger::execution::Deed;

pub(super) fn act(scene: &Scene, chance: &mut Chance) -> Deed {
    let count = u128::from(scene.index) + 1;
    let counted =
        |count: u128| scene.event("Counted(address,uint256)", &[address(scene.caller())], &[uint(count)]);
    match chance.below(8) {
        0 => Deed { input: abi::call("decrement()", &[]), ..Deed::default() }
            .reverted(abi::call("WouldGoBelowZero()", &[])),
        1 => Deed {
            input: abi::call("count()", &[]),
            output: number(count).to_vec(),
            state: vec![scene.slot(number(0), count, None)],
            ..Deed::default()
        },
        2 => Deed {
            input: abi::call("decrement()", &[]),
            output: number(count - 1).to_vec(),
            logs: vec![counted(count - 1)],
            state: vec![scene.slot(number(0), count, count - 1)],
            ..Deed::default()
        },
        _ => Deed {
            input: abi::call("increment()", &[]),
            output: number(count).to_vec(),
            logs: vec![counted(count)],
            state: vec![scene.slot(number(0), count - 1, count)],
            ..Deed::default()
        },
    }
}
