//! Work of a mill: methods whose callers ask for far more gas than they use, or for hardly enough.

use super::CallContext;
use crate::demo::ledger::abi::{self, Value, mapped, number, uint};
use crate::demo::ledger::chance::Chance;
use crate::demo::ledger::execution::{Call, Failure};

/// What each round of grinding takes.
const ROUND: u64 = 160;

pub(super) fn act(ctx: &CallContext, chance: &mut Chance) -> Call {
    match chance.below(10) {
        0..=3 => grind(ctx, chance),
        4..=6 => store(ctx, chance),
        7..=8 => rest(ctx, chance),
        _ => sweep(chance),
    }
}

/// Any amount of work, and nearly always the largest limit there is.
fn grind(ctx: &CallContext, chance: &mut Chance) -> Call {
    let rounds = chance.between(1, 4_000);
    let burned = 48_000 + rounds * ROUND;
    let limit = if chance.one_in(5) { burned + burned / 8 } else { 15_000_000 };
    let flour = chance.bytes::<32>();
    let ground = u128::from(ctx.index) * 2_000;
    Call {
        input: abi::call("grind(uint256)", &[uint(rounds)]),
        output: flour.to_vec(),
        logs: vec![ctx.event("Ground(uint256,bytes32)", &[number(rounds.into())], &[Value::Word(flour)])],
        state: vec![ctx.slot(number(0), ground, ground + u128::from(rounds))],
        gas: Some((limit, burned)),
        ..Call::default()
    }
}

/// Always the same, for twenty times what it takes.
fn store(ctx: &CallContext, chance: &mut Chance) -> Call {
    let (sack, flour) = (u128::from(chance.below(900)), u128::from(chance.number()));
    Call {
        input: abi::call("store(uint256,bytes32)", &[uint(sack), uint(flour)]),
        state: vec![ctx.slot(mapped(number(sack), number(1)), 0, flour)],
        gas: Some((1_000_000, 44_000 + chance.below(400))),
        ..Call::default()
    }
}

/// Hardly any work, and a limit that fits.
fn rest(ctx: &CallContext, chance: &mut Chance) -> Call {
    let ground = u128::from(ctx.index) * 2_000;
    let burned = 26_300 + chance.below(60);
    Call {
        input: abi::call("rest()", &[]),
        state: vec![ctx.slot(number(0), ground, ground + 1)],
        gas: Some((burned + burned / 50, burned)),
        ..Call::default()
    }
}

/// More work than the limit allows, two times out of three.
fn sweep(chance: &mut Chance) -> Call {
    let count = chance.between(20, 200);
    let limit = 300_000;
    let call = Call {
        input: abi::call("sweep(uint256,uint256)", &[uint(chance.below(700)), uint(count)]),
        ..Call::default()
    };
    let needs = 24_000 + count * 5_000;
    if needs > limit {
        return Call { gas: Some((limit, limit)), ..call.failed(Failure::named("INSUFFICIENT_GAS")) };
    }
    Call { gas: Some((limit, needs)), ..call }
}
