//! Calls of a counter.

use super::CallContext;
use crate::simulation::abi::{self, number};
use crate::simulation::chance::Chance;
use crate::simulation::machine::Plan;

pub(super) fn act(ctx: &CallContext, chance: &mut Chance) -> Plan {
    let count = u128::from(ctx.index);
    let (function, before) = match chance.below(8) {
        0 => ("decrement()", 0),
        1 => ("count()", count + 1),
        2 => ("decrement()", count + 1),
        _ => ("increment()", count),
    };
    Plan::new(abi::call(function, &[])).with(ctx.contract, number(0), number(before))
}
