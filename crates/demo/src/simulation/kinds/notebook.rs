//! Calls of an upgradeable notebook: every call reads the implementation's slot, and an upgrade writes it.

use ledger::EvmAddress;

use super::CallContext;
use crate::simulation::abi::{self, Value, Word, account, address, number, text};
use crate::simulation::accounts;
use crate::simulation::chance::Chance;
use crate::simulation::contracts::address_of;
use crate::simulation::machine::Plan;

/// The implementation's contract.
const NOTEBOOK: u64 = 5039;
/// Storage slots: the owner and how often it was initialized, the notes.
const OWNER: u128 = 0;
const NOTES: u128 = 1;

const UPGRADE: &str = "upgradeToAndCall(address,bytes)";

pub(super) fn act(ctx: &CallContext, chance: &mut Chance) -> Plan {
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
