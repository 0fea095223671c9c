//! Calls of a fungible token.

use super::{CallContext, somebody};
use crate::demo::ledger::abi::{self, account, address, mapped, number, uint};
use crate::demo::ledger::chance::Chance;
use crate::demo::ledger::contracts::address_of;
use crate::demo::ledger::execution::Call;
use crate::ledger::EvmAddress;

/// Storage slots: balances by holder, allowances by owner and spender.
const BALANCES: u128 = 3;
const ALLOWANCES: u128 = 4;

pub(super) fn act(ctx: &CallContext, chance: &mut Chance) -> Call {
    let amount = u128::from(chance.between(1, 900_000_000_000));
    match chance.below(10) {
        0..=5 => transfer(ctx, somebody(chance), amount, chance),
        6..=7 => transfer_from(ctx, somebody(chance), somebody(chance), amount),
        _ => approve(ctx, amount, chance),
    }
}

fn transfer(ctx: &CallContext, to: EvmAddress, amount: u128, chance: &mut Chance) -> Call {
    let caller = ctx.caller();
    let call = Call {
        input: abi::call("transfer(address,uint256)", &[account(to), uint(amount)]),
        ..Call::default()
    };
    match chance.below(25) {
        0 => call.reverted(abi::call(
            "BalanceTooLow(address,uint256,uint256)",
            &[account(caller), uint(amount / 7), uint(amount)],
        )),
        1 => call.reverted(abi::call(
            "ERC20InsufficientBalance(address,uint256,uint256)",
            &[account(caller), uint(0u8), uint(amount)],
        )),
        _ => moved(ctx, call, caller, to, amount),
    }
}

fn transfer_from(ctx: &CallContext, from: EvmAddress, to: EvmAddress, amount: u128) -> Call {
    let slot = mapped(address(ctx.caller()), mapped(address(from), number(ALLOWANCES)));
    let input =
        abi::call("transferFrom(address,address,uint256)", &[account(from), account(to), uint(amount)]);
    let mut call = moved(ctx, Call { input, ..Call::default() }, from, to, amount);
    call.state.push(ctx.slot(slot, amount * 2, amount));
    call
}

fn approve(ctx: &CallContext, amount: u128, chance: &mut Chance) -> Call {
    let spender = if chance.one_in(2) { address_of(5001) } else { somebody(chance) };
    let word = if chance.one_in(3) { [0xff; 32] } else { number(amount) };
    let slot = mapped(address(spender), mapped(address(ctx.caller()), number(ALLOWANCES)));
    let mut allowance = ctx.slot(slot, 0, None);
    allowance.written = Some(word);
    let value = abi::Value::Word(word);
    Call {
        input: abi::call("approve(address,uint256)", &[account(spender), value.clone()]),
        output: number(1).to_vec(),
        logs: vec![ctx.event(
            "Approval(address,address,uint256)",
            &[address(ctx.caller()), address(spender)],
            &[value],
        )],
        state: vec![allowance],
        ..Call::default()
    }
}

fn moved(ctx: &CallContext, call: Call, from: EvmAddress, to: EvmAddress, amount: u128) -> Call {
    let balance = |holder| mapped(address(holder), number(BALANCES));
    Call {
        output: number(1).to_vec(),
        logs: vec![ctx.event(
            "Transfer(address,address,uint256)",
            &[address(from), address(to)],
            &[uint(amount)],
        )],
        state: vec![ctx.slot(balance(from), amount * 3, amount * 2), ctx.slot(balance(to), 0, amount)],
        ..call
    }
}
