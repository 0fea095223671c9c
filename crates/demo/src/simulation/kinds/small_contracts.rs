//! Calls of contracts with few functions: a counter, a factory, a greeter, a lighthouse, a mill and a price oracle.

use super::CallContext;
use crate::artifacts;
use crate::simulation::abi::{Value, Word, account, address, after, data_of, mapped, number, text, uint};
use crate::simulation::chance::Chance;
use crate::simulation::contracts::address_of;
use crate::simulation::machine::Plan;
use crate::simulation::{abi, accounts};

pub(super) fn counter(ctx: &CallContext, chance: &mut Chance) -> Plan {
    let count = u128::from(ctx.index);
    let (function, before) = match chance.below(8) {
        0 => ("decrement()", 0),
        1 => ("count()", count + 1),
        2 => ("decrement()", count + 1),
        _ => ("increment()", count),
    };
    Plan::new(abi::call(function, &[])).with(ctx.contract, number(0), number(before))
}

/// Storage slots: the list of created contracts, and their number by creator.
const MADE: u128 = 0;
const MADE_BY: u128 = 1;
/// A vault's asset, and a fee in basis points that it does not charge.
const ASSET: u64 = 5002;
const TOO_HIGH_A_FEE: u128 = 600;
/// Contracts that the factory is said to have made.
const CHILDREN: [u64; 5] = [5011, 5012, 5019, 5025, 5026];

pub(super) fn factory(ctx: &CallContext, chance: &mut Chance) -> Plan {
    let made = chance.pick(&CHILDREN);
    match ctx.index % 4 {
        0 | 2 => create(ctx, Some(made)),
        1 => create(ctx, None),
        _ => failing_constructor(),
    }
}

/// One more counter, which is this contract; `None` if the server does not know which.
fn create(ctx: &CallContext, made: Option<u64>) -> Plan {
    let by = mapped(address(ctx.caller()), number(MADE_BY));
    let plan = Plan::new(abi::call("create()", &[]))
        .with(ctx.contract, number(MADE), number(u128::from(ctx.index)))
        .with(ctx.contract, by, number(3));
    Plan { makes: Vec::from_iter(made), most_gas: 400_000, ..plan }
}

/// A vault whose fee is more than its constructor lets through.
fn failing_constructor() -> Plan {
    let code = artifacts::named("Vault").map(|vault| vault.creation.clone()).unwrap_or_default();
    let arguments = abi::encode(&[account(address_of(ASSET)), uint(TOO_HIGH_A_FEE)]);
    Plan { is_creation: true, most_gas: 1_000_000, ..Plan::new([code, arguments].concat()) }
}

/// Storage slots: the owner, the greeting.
const OWNER: u128 = 0;
const GREETING: u128 = 1;

const GREETINGS: [&str; 6] = [
    "Hello",
    "Grüezi mitenand, this greeting is too long for one slot of storage",
    "\u{1b}[31mred\u{1b}[0m \u{7}bell",
    "\u{202e}desrever",
    "line one\nline two",
    "",
];

pub(super) fn greeter(ctx: &CallContext, chance: &mut Chance) -> Plan {
    let (before, greeting) = (chance.pick(&GREETINGS), chance.pick(&GREETINGS));
    let plan = if chance.one_in(5) {
        Plan::new(abi::call("greet()", &[]))
    } else {
        let owner = if chance.one_in(4) { accounts::address(accounts::RELAY) } else { ctx.caller() };
        Plan::new(abi::call("setGreeting(string)", &[text(greeting)])).with(
            ctx.contract,
            number(OWNER),
            address(owner),
        )
    };
    plan.with_all(ctx.contract, abi::stored(number(GREETING), before))
}

const SHIPS: [&str; 5] = ["Aurora", "Bonny Jean", "Cormorant", "Dawn of the Ninth", "Esk"];
/// One in this many results raises the alarm; one in so many others sees a ship or is silent.
const ALARM: u64 = 97;
const SHIP: u64 = 9;
const SILENT: u64 = 5;

pub(super) fn lighthouse(ctx: &CallContext, chance: &mut Chance) -> Plan {
    let input = if ctx.index.is_multiple_of(ALARM) {
        let code = abi::topic(chance.pick(&["FIRE", "FOG", "FLOOD"]));
        abi::call("raise(bytes32,string)", &[Value::Word(code), text("send a boat")])
    } else if ctx.index.is_multiple_of(SHIP) {
        let (berth, ship) = (chance.below(12), chance.pick(&SHIPS));
        abi::call("sight(uint256,string)", &[uint(berth), text(ship)])
    } else if ctx.index.is_multiple_of(SILENT) {
        abi::call("dim()", &[])
    } else {
        abi::call("beat()", &[])
    };
    let beats = u128::from(ctx.index.saturating_sub(1));
    Plan::new(input).with(ctx.contract, number(0), number(beats))
}

/// The most gas of one round of grinding, and of the rest of a call.
const ROUND: u64 = 420;
const CALL: u64 = 60_000;

pub(super) fn mill(ctx: &CallContext, chance: &mut Chance) -> Plan {
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

/// Storage slots: the list of reporters, membership, reports by pair and reporter, rounds by pair.
const REPORTERS: u128 = 1;
const IS_REPORTER: u128 = 2;
const REPORTS: u128 = 3;
const ROUNDS: u128 = 4;

const PAIRS: [&[u8]; 3] = [b"COIN/USD", b"COIN/EUR", b"DEMO/COIN"];
/// The reporters when a median is published.
const THREE: [u64; 3] = [1002, 1003, 1004];

pub(super) fn oracle(ctx: &CallContext, chance: &mut Chance) -> Plan {
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
