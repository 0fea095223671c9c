//! Calls of a fungible token.

use ledger::EvmAddress;

use super::{CallContext, somebody};
use crate::simulation::abi::{self, Word, account, address, mapped, number, uint};
use crate::simulation::chance::Chance;
use crate::simulation::contracts::address_of;
use crate::simulation::machine::Plan;

/// Storage slots: balances by holder, allowances by owner and spender.
const BALANCES: u128 = 3;
const ALLOWANCES: u128 = 4;

pub(super) fn act(ctx: &CallContext, chance: &mut Chance) -> Plan {
    let amount = u128::from(chance.between(1, 900_000_000_000));
    match chance.below(10) {
        0..=5 => transfer(ctx, somebody(chance), amount, chance),
        6..=7 => transfer_from(ctx, somebody(chance), somebody(chance), amount),
        _ => approve(amount, chance),
    }
}

/// A transfer, sometimes above the balance.
fn transfer(ctx: &CallContext, to: EvmAddress, amount: u128, chance: &mut Chance) -> Plan {
    let has = match chance.below(25) {
        0 => amount / 7,
        1 => 0,
        _ => amount * 3,
    };
    let plan = Plan::new(abi::call("transfer(address,uint256)", &[account(to), uint(amount)]));
    plan.with(ctx.contract, balance(ctx.caller()), number(has))
}

fn transfer_from(ctx: &CallContext, from: EvmAddress, to: EvmAddress, amount: u128) -> Plan {
    let arguments = [account(from), account(to), uint(amount)];
    Plan::new(abi::call("transferFrom(address,address,uint256)", &arguments))
        .with(ctx.contract, balance(from), number(amount * 3))
        .with(ctx.contract, allowance(from, ctx.caller()), number(amount * 2))
}

fn approve(amount: u128, chance: &mut Chance) -> Plan {
    let spender = if chance.one_in(2) { address_of(5001) } else { somebody(chance) };
    let word = if chance.one_in(3) { [0xff; 32] } else { number(amount) };
    Plan::new(abi::call("approve(address,uint256)", &[account(spender), abi::Value::Word(word)]))
}

/// The slot of a holder's balance.
pub(super) fn balance(holder: EvmAddress) -> Word {
    mapped(address(holder), number(BALANCES))
}

/// The slot of an owner's allowance to a spender.
pub(super) fn allowance(owner: EvmAddress, spender: EvmAddress) -> Word {
    mapped(address(spender), mapped(address(owner), number(ALLOWANCES)))
}
