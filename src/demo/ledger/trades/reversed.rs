//! Transfers of a token whose mappings lie where Vyper puts them: the slot is hashed before the key.

use super::{Scene, somebody};
use crate::demo::ledger::abi::{self, Word, account, address, number, uint};
use crate::demo::ledger::chance::Chance;
use crate::demo::ledger::execution::Deed;
use crate::demo::ledger::hash::keccak;

/// Slots of balances by holder, and of allowances by owner and spender.
const BALANCES: u128 = 3;
const ALLOWANCES: u128 = 4;

pub(super) fn act(scene: &Scene, chance: &mut Chance) -> Deed {
    let (to, amount) = (somebody(chance), u128::from(chance.between(1, 1_000_000)));
    let (from, into) = (address(scene.caller()), address(to));
    if chance.one_in(4) {
        return Deed {
            input: abi::call("approve(address,uint256)", &[account(to), uint(amount)]),
            output: number(1).to_vec(),
            logs: vec![scene.event("Approval(address,address,uint256)", &[from, into], &[uint(amount)])],
            state: vec![scene.slot(behind(behind(number(ALLOWANCES), from), into), 0, amount)],
            ..Deed::default()
        };
    }
    Deed {
        input: abi::call("transfer(address,uint256)", &[account(to), uint(amount)]),
        output: number(1).to_vec(),
        logs: vec![scene.event("Transfer(address,address,uint256)", &[from, into], &[uint(amount)])],
        state: vec![
            scene.slot(behind(number(BALANCES), from), amount * 3, amount * 2),
            scene.slot(behind(number(BALANCES), into), 5, 5 + amount),
        ],
        ..Deed::default()
    }
}

fn behind(slot: Word, key: Word) -> Word {
    keccak([slot, key].concat().as_slice())
}
