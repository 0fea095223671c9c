//! Calls of a counter.

use super::CallContext;
use crate::demo::ledger::abi::{self, address, number, uint};
use crate::demo::ledger::chance::Chance;
use crate::demo::ledger::execution::Call;

pub(super) fn act(ctx: &CallContext, chance: &mut Chance) -> Call {
    let count = u128::from(ctx.index) + 1;
    let counted =
        |count: u128| ctx.event("Counted(address,uint256)", &[address(ctx.caller())], &[uint(count)]);
    match chance.below(8) {
        0 => Call { input: abi::call("decrement()", &[]), ..Call::default() }
            .reverted(abi::call("WouldGoBelowZero()", &[])),
        1 => Call {
            input: abi::call("count()", &[]),
            output: number(count).to_vec(),
            state: vec![ctx.slot(number(0), count, None)],
            ..Call::default()
        },
        2 => Call {
            input: abi::call("decrement()", &[]),
            output: number(count - 1).to_vec(),
            logs: vec![counted(count - 1)],
            state: vec![ctx.slot(number(0), count, count - 1)],
            ..Call::default()
        },
        _ => Call {
            input: abi::call("increment()", &[]),
            output: number(count).to_vec(),
            logs: vec![counted(count)],
            state: vec![ctx.slot(number(0), count - 1, count)],
            ..Call::default()
        },
    }
}
