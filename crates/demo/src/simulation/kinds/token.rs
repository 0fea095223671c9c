//! Calls of tokens: fungible ones, unique ones, and one whose mappings lie where Vyper puts them.

use ledger::EvmAddress;

use super::{CallContext, somebody};
use crate::simulation::abi;
use crate::simulation::abi::{Word, account, address, mapped, number, text, uint};
use crate::simulation::chance::Chance;
use crate::simulation::contracts::address_of;
use crate::simulation::hash::keccak;
use crate::simulation::machine::Plan;

/// Storage slots: balances by holder, allowances by owner and spender.
const BALANCES: u128 = 3;
const ALLOWANCES: u128 = 4;

pub(super) fn fungible(ctx: &CallContext, chance: &mut Chance) -> Plan {
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

/// Storage slots: the minter and the total, owners by piece, balances by owner.
const MINTER: u128 = 2;
const OWNERS: u128 = 3;
const COLLECTIBLE_BALANCES: u128 = 4;

const TRANSFER_FROM: &str = "transferFrom(address,address,uint256)";

pub(super) fn collectible(ctx: &CallContext, chance: &mut Chance) -> Plan {
    let (to, piece) = (somebody(chance), u128::from(chance.between(1, 400)));
    let caller = ctx.caller();
    match chance.below(10) {
        0..=2 => {
            let uri = format!("ipfs://piece/{}", ctx.index + 1);
            let plan = Plan::new(abi::call("mint(address,string)", &[account(to), text(&uri)]));
            plan.with(ctx.contract, number(MINTER), minter(ctx))
        }
        3..=4 => Plan::new(abi::call("setApprovalForAll(address,bool)", &[account(to), uint(1u8)])),
        // A piece of another owner.
        5 => owned(
            ctx,
            to,
            piece,
            Plan::new(abi::call(TRANSFER_FROM, &[account(to), account(caller), uint(piece)])),
        ),
        _ => {
            let input = abi::call(TRANSFER_FROM, &[account(caller), account(to), uint(piece)]);
            owned(ctx, caller, piece, Plan::new(input))
        }
    }
}

/// A call about a piece of this owner, which holds others, too.
fn owned(ctx: &CallContext, owner: EvmAddress, piece: u128, plan: Plan) -> Plan {
    plan.with(ctx.contract, mapped(number(piece), number(OWNERS)), address(owner)).with(
        ctx.contract,
        mapped(address(owner), number(COLLECTIBLE_BALANCES)),
        number(4),
    )
}

/// The caller mints; this many pieces exist.
fn minter(ctx: &CallContext) -> Word {
    let mut word = address(ctx.caller());
    word[4..12].copy_from_slice(&ctx.index.to_be_bytes());
    word
}

/// The slot of balances by holder.
const REVERSED_BALANCES: u128 = 3;

pub(super) fn reversed(ctx: &CallContext, chance: &mut Chance) -> Plan {
    let (to, amount) = (somebody(chance), u128::from(chance.between(1, 1_000_000)));
    if chance.one_in(4) {
        return Plan::new(abi::call("approve(address,uint256)", &[account(to), uint(amount)]));
    }
    Plan::new(abi::call("transfer(address,uint256)", &[account(to), uint(amount)]))
        .with(ctx.contract, behind(number(REVERSED_BALANCES), address(to)), number(5))
        .with(ctx.contract, behind(number(REVERSED_BALANCES), address(ctx.caller())), number(amount * 3))
}

fn behind(slot: Word, key: Word) -> Word {
    keccak([slot, key].concat().as_slice())
}
