//! Calls of a price oracle.

use super::CallContext;
use crate::simulation::abi::{self, Value, Word, address, after, data_of, mapped, number, uint};
use crate::simulation::accounts;
use crate::simulation::chance::Chance;
use crate::simulation::machine::Plan;

/// Storage slots: the list of reporters, membership, reports by pair and reporter, rounds by pair.
const REPORTERS: u128 = 1;
const IS_REPORTER: u128 = 2;
const REPORTS: u128 = 3;
const ROUNDS: u128 = 4;

const PAIRS: [&[u8]; 3] = [b"COIN/USD", b"COIN/EUR", b"DEMO/COIN"];
/// The reporters when a median is published.
const THREE: [u64; 3] = [1002, 1003, 1004];

pub(super) fn act(ctx: &CallContext, chance: &mut Chance) -> Plan {
    let mut pair: Word = [0; 32];
    pair.iter_mut().zip(chance.pick(&PAIRS)).for_each(|(byte, from)| *byte = *from);
    let price = u128::from(chance.between(10_000_000, 90_000_000));
    let caller = address(ctx.caller());
    let report = |price| Plan::new(abi::call("report(bytes32,uint192)", &[Value::Word(pair), uint(price)]));
    let known = |plan: Plan| plan.with(ctx.contract, mapped(caller, number(IS_REPORTER)), number(1));
    match chance.below(10) {
        0 => report(price).with(ctx.contract, mapped(caller, number(IS_REPORTER)), number(0)),
        1 => known(report(0)),
        2..=3 => {
            let plan = Plan::new(abi::call("publish(bytes32)", &[Value::Word(pair)]));
            plan.with_all(ctx.contract, reported(ctx, pair, price))
        }
        _ => {
            let slot = mapped(caller, mapped(pair, number(REPORTS)));
            known(report(price)).with(ctx.contract, slot, held(price * 99 / 100, ctx.at.seconds - 300))
        }
    }
}

/// Recent values of three reporters with this median price, and the number of medians published before.
fn reported(ctx: &CallContext, pair: Word, price: u128) -> Vec<(Word, Word)> {
    let rounds = mapped(pair, number(ROUNDS));
    let mut slots = vec![(number(REPORTERS), number(3)), (rounds, number(ctx.index.into()))];
    for (place, reporter) in (0..).zip(THREE) {
        let who = address(accounts::address(reporter));
        let price = price * (101 - u128::from(place)) / 100;
        slots.push((after(data_of(number(REPORTERS)), place), who));
        slots.push((mapped(who, mapped(pair, number(REPORTS))), held(price, ctx.at.seconds - 300)));
    }
    slots
}

/// A price and when it was reported.
fn held(price: u128, at: u64) -> Word {
    let mut word = number(price);
    word[..8].copy_from_slice(&at.to_be_bytes());
    word
}
