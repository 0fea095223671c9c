//! Transfers of a token whose mappings lie where Vyper puts them: the slot is hashed before the key.

use super::{CallContext, somebody};
use crate::demo::ledger::abi::{self, Word, account, address, number, uint};
use crate::demo::ledger::chance::Chance;
use crate::demo::ledger::execution::Call;
use crate::demo::ledger::hash::keccak;

/// Slots of balances by holder, and of allowances by owner and spender.
const BALANCES: u128 = 3;
const ALLOWANCES: u128 = 4;

pub(super) fn act(ctx: &CallContext, chance: &mut Chance) -> Call {
    let (to, amount) = (somebody(chance), u128::from(chance.between(1, 1_000_000)));
    let (from, into) = (address(ctx.caller()), address(to));
    if chance.one_in(4) {
        return Call {
            input: abi::call("approve(address,uint256)", &[account(to), uint(amount)]),
            output: number(1).to_vec(),
            logs: vec![ctx.event("Approval(address,address,uint256)", &[from, into], &[uint(amount)])],
            state: vec![ctx.slot(behind(behind(number(ALLOWANCES), from), into), 0, amount)],
            ..Call::default()
        };
    }
    Call {
        input: abi::call("transfer(address,uint256)", &[account(to), uint(amount)]),
        output: number(1).to_vec(),
        logs: vec![ctx.event("Transfer(address,address,uint256)", &[from, into], &[uint(amount)])],
        state: vec![
            ctx.slot(behind(number(BALANCES), from), amount * 3, amount * 2),
            ctx.slot(behind(number(BALANCES), into), 5, 5 + amount),
        ],
        ..Call::default()
    }
}

fn behind(slot: Word, key: Word) -> Word {
    keccak([slot, key].concat().as_slice())
}
