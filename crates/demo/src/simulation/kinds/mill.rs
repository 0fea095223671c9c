//! Work of a mill: methods whose callers ask for far more gas than they use, or for hardly enough.

use super::CallContext;
use crate::simulation::abi::{self, number, uint};
use crate::simulation::chance::Chance;
use crate::simulation::machine::Plan;

/// The most gas of one round of grinding, and of the rest of a call.
const ROUND: u64 = 420;
const CALL: u64 = 60_000;

pub(super) fn act(ctx: &CallContext, chance: &mut Chance) -> Plan {
    match chance.below(10) {
        0..=3 => grind(ctx, chance),
        4..=6 => store(chance),
        7..=8 => rest(ctx),
        _ => sweep(chance),
    }
}

/// Any amount of work, usually with the largest gas limit.
fn grind(ctx: &CallContext, chance: &mut Chance) -> Plan {
    let rounds = chance.between(1, 400);
    let limit = if chance.one_in(5) { CALL + rounds * ROUND } else { 15_000_000 };
    let plan = Plan::new(abi::call("grind(uint256)", &[uint(rounds)]));
    Plan { gas_limit: Some(limit), ..plan.with(ctx.contract, number(0), number(ground(ctx))) }
}

/// Always the same work, with twenty times the gas that it needs.
fn store(chance: &mut Chance) -> Plan {
    let (sack, flour) = (chance.below(900), chance.number());
    let plan = Plan::new(abi::call("store(uint256,bytes32)", &[uint(sack), uint(flour)]));
    Plan { gas_limit: Some(1_000_000), ..plan }
}

/// Hardly any work, and a limit that fits.
fn rest(ctx: &CallContext) -> Plan {
    let plan = Plan::new(abi::call("rest()", &[])).with(ctx.contract, number(0), number(ground(ctx)));
    Plan { gas_limit: Some(27_000), ..plan }
}

/// Often more work than the limit allows.
fn sweep(chance: &mut Chance) -> Plan {
    let count = chance.between(20, 200);
    let plan = Plan::new(abi::call("sweep(uint256,uint256)", &[uint(chance.below(700)), uint(count)]));
    Plan { gas_limit: Some(300_000), ..plan }
}

/// The amount ground before.
fn ground(ctx: &CallContext) -> u128 {
    u128::from(ctx.index) * 2_000
}
