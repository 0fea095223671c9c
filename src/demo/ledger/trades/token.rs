//! Calls of a fungible token.

use super::{Scene, somebody};
use crate::demo::ledger::abi::{self, account, address, mapped, number, uint};
use crate::demo::ledger::chance::Chance;
use crate::demo::ledger::contracts::address_of;
use crate::demo::ledger::execution::Deed;
use crate::ledger::EvmAddress;

/// Storage slots: balances by holder, allowances by owner and spender.
const BALANCES: u128 = 3;
const ALLOWANCES: u128 = 4;

pub(super) fn act(scene: &Scene, chance: &mut Chance) -> Deed {
    let amount = u128::from(chance.between(1, 900_000_000_000));
    match chance.below(10) {
        0..=5 => transfer(scene, somebody(chance), amount, chance),
        6..=7 => transfer_from(scene, somebody(chance), somebody(chance), amount),
        _ => approve(scene, amount, chance),
    }
}

fn transfer(scene: &Scene, to: EvmAddress, amount: u128, chance: &mut Chance) -> Deed {
    let caller = scene.caller();
    let deed = Deed {
        input: abi::call("transfer(address,uint256)", &[account(to), uint(amount)]),
        ..Deed::default()
    };
    match chance.below(25) {
        0 => deed.reverted(abi::call(
            "BalanceTooLow(address,uint256,uint256)",
            &[account(caller), uint(amount / 7), uint(amount)],
        )),
        1 => deed.reverted(abi::call(
            "ERC20InsufficientBalance(address,uint256,uint256)",
            &[account(caller), uint(0u8), uint(amount)],
        )),
        _ => moved(scene, deed, caller, to, amount),
    }
}

fn transfer_from(scene: &Scene, from: EvmAddress, to: EvmAddress, amount: u128) -> Deed {
    let slot = mapped(address(scene.caller()), mapped(address(from), number(ALLOWANCES)));
    let input =
        abi::call("transferFrom(address,address,uint256)", &[account(from), account(to), uint(amount)]);
    let mut deed = moved(scene, Deed { input, ..Deed::default() }, from, to, amount);
    deed.state.push(scene.slot(slot, amount * 2, amount));
    deed
}

fn approve(scene: &Scene, amount: u128, chance: &mut Chance) -> Deed {
    let spender = if chance.one_in(2) { address_of(5001) } else { somebody(chance) };
    let word = if chance.one_in(3) { [0xff; 32] } else { number(amount) };
    let slot = mapped(address(spender), mapped(address(scene.caller()), number(ALLOWANCES)));
    let mut allowance = scene.slot(slot, 0, None);
    allowance.written = Some(word);
    let value = abi::Value::Word(word);
    Deed {
        input: abi::call("approve(address,uint256)", &[account(spender), value.clone()]),
        output: number(1).to_vec(),
        logs: vec![scene.event(
            "Approval(address,address,uint256)",
            &[address(scene.caller()), address(spender)],
            &[value],
        )],
        state: vec![allowance],
        ..Deed::default()
    }
}

fn moved(scene: &Scene, deed: Deed, from: EvmAddress, to: EvmAddress, amount: u128) -> Deed {
    let balance = |holder| mapped(address(holder), number(BALANCES));
    Deed {
        output: number(1).to_vec(),
        logs: vec![scene.event(
            "Transfer(address,address,uint256)",
            &[address(from), address(to)],
            &[uint(amount)],
        )],
        state: vec![scene.slot(balance(from), amount * 3, amount * 2), scene.slot(balance(to), 0, amount)],
        ..deed
    }
}
