//! Work of a mill: methods whose callers ask for far more gas than they use, or for hardly enough.

use super::Scene;
use crate::demo::ledger::abi::{self, Value, mapped, number, uint};
use crate::demo::ledger::chance::Chance;
use crate::demo::ledger::execution::{Deed, Failure};

/// What each round of grinding takes.
const ROUND: u64 = 160;

pub(super) fn act(scene: &Scene, chance: &mut Chance) -> Deed {
    match chance.below(10) {
        0..=3 => grind(scene, chance),
        4..=6 => store(scene, chance),
        7..=8 => rest(scene, chance),
        _ => sweep(chance),
    }
}

/// Any amount of work, and nearly always the largest limit there is.
fn grind(scene: &Scene, chance: &mut Chance) -> Deed {
    let rounds = chance.between(1, 4_000);
    let burned = 48_000 + rounds * ROUND;
    let limit = if chance.one_in(5) { burned + burned / 8 } else { 15_000_000 };
    let flour = chance.bytes::<32>();
    let ground = u128::from(scene.index) * 2_000;
    Deed {
        input: abi::call("grind(uint256)", &[uint(rounds)]),
        output: flour.to_vec(),
        logs: vec![scene.event("Ground(uint256,bytes32)", &[number(rounds.into())], &[Value::Word(flour)])],
        state: vec![scene.slot(number(0), ground, ground + u128::from(rounds))],
        gas: Some((limit, burned)),
        ..Deed::default()
    }
}

/// Always the same, for twenty times what it takes.
fn store(scene: &Scene, chance: &mut Chance) -> Deed {
    let (sack, flour) = (u128::from(chance.below(900)), u128::from(chance.number()));
    Deed {
        input: abi::call("store(uint256,bytes32)", &[uint(sack), uint(flour)]),
        state: vec![scene.slot(mapped(number(sack), number(1)), 0, flour)],
        gas: Some((1_000_000, 44_000 + chance.below(400))),
        ..Deed::default()
    }
}

/// Hardly any work, and a limit that fits.
fn rest(scene: &Scene, chance: &mut Chance) -> Deed {
    let ground = u128::from(scene.index) * 2_000;
    let burned = 26_300 + chance.below(60);
    Deed {
        input: abi::call("rest()", &[]),
        state: vec![scene.slot(number(0), ground, ground + 1)],
        gas: Some((burned + burned / 50, burned)),
        ..Deed::default()
    }
}

/// More work than the limit allows, two times out of three.
fn sweep(chance: &mut Chance) -> Deed {
    let count = chance.between(20, 200);
    let limit = 300_000;
    let deed = Deed {
        input: abi::call("sweep(uint256,uint256)", &[uint(chance.below(700)), uint(count)]),
        ..Deed::default()
    };
    let needs = 24_000 + count * 5_000;
    if needs > limit {
        return Deed { gas: Some((limit, limit)), ..deed.failed(Failure::named("INSUFFICIENT_GAS")) };
    }
    Deed { gas: Some((limit, needs)), ..deed }
}
