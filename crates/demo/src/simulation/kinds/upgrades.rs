//! Calls of contracts whose code changes: the cuts of a diamond, and an upgradeable notebook.

use ledger::EvmAddress;

use super::CallContext;
use crate::simulation::abi::{Value, Word, account, address, number, text, uint};
use crate::simulation::chance::Chance;
use crate::simulation::contracts::address_of;
use crate::simulation::machine::Plan;
use crate::simulation::{abi, accounts};

const CUT: &str = "((address,uint8,bytes4[])[],address,bytes)";
const ADD: u128 = 0;
const REPLACE: u128 = 1;
const REMOVE: u128 = 2;
/// A contract that runs functions of it; another one has run it from its first cut on, which is a chosen result.
const FACET: u64 = 5205;
/// The facet of removed functions.
const NOBODY: u64 = 0;

pub(super) fn diamond(ctx: &CallContext) -> Plan {
    let cut = match ctx.index % 3 {
        0 => cut(FACET, ADD, &["turn(uint8)"]),
        1 => cut(FACET, REPLACE, &["take(uint256)"]),
        _ => cut(NOBODY, REMOVE, &["turn(uint8)"]),
    };
    Plan::new(abi::call(&format!("diamondCut{CUT}"), &cut))
}

/// The arguments of a cut without a call that follows it.
fn cut(facet: u64, action: u128, functions: &[&str]) -> [Value; 3] {
    let selector = |function: &&str| {
        let mut word = [0; 32];
        word[..4].copy_from_slice(&abi::selector(function));
        word
    };
    let nobody = || Value::Word([0; 32]);
    let facet = if facet == NOBODY { nobody() } else { account(address_of(facet)) };
    let cut = Value::Tuple(vec![facet, uint(action), Value::words(functions.iter().map(selector))]);
    [Value::Array(vec![cut]), nobody(), Value::Bytes(Vec::new())]
}

/// The implementation's contract.
const NOTEBOOK: u64 = 5039;
/// Storage slots: the owner and how often it was initialized, the notes.
const OWNER: u128 = 0;
const NOTES: u128 = 1;

const UPGRADE: &str = "upgradeToAndCall(address,bytes)";

pub(super) fn notebook(ctx: &CallContext, chance: &mut Chance) -> Plan {
    let upgrade = |to| Plan::new(abi::call(UPGRADE, &[account(to), Value::Bytes(Vec::new())]));
    let somebody_else = accounts::address(accounts::RELAY);
    let (plan, owner) = match chance.below(8) {
        0 => (upgrade(address_of(NOTEBOOK)), ctx.caller()),
        1 => {
            let input = abi::call("initialize(address)", &[account(ctx.caller())]);
            (Plan::new(input), somebody_else)
        }
        2 => (upgrade(ctx.caller()), somebody_else),
        _ => {
            let words = format!("note {} of a long day", ctx.index);
            (Plan::new(abi::call("write(string)", &[text(&words)])), somebody_else)
        }
    };
    plan.with(ctx.contract, number(OWNER), initialized(owner)).with(
        ctx.contract,
        number(NOTES),
        number(ctx.index.into()),
    )
}

/// The owner, and that it was initialized once.
fn initialized(owner: EvmAddress) -> Word {
    let mut word = address(owner);
    word[11] = 1;
    word
}
