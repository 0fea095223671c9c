//! Transfers of a token whose mappings lie where Vyper puts them: the slot is hashed before the key.

use super::{CallContext, somebody};
use crate::simulation::abi::{self, Word, account, address, number, uint};
use crate::simulation::chance::Chance;
use crate::simulation::hash::keccak;
use crate::simulation::machine::Plan;

/// The slot of balances by holder.
const BALANCES: u128 = 3;

pub(super) fn act(ctx: &CallContext, chance: &mut Chance) -> Plan {
    let (to, amount) = (somebody(chance), u128::from(chance.between(1, 1_000_000)));
    if chance.one_in(4) {
        return Plan::new(abi::call("approve(address,uint256)", &[account(to), uint(amount)]));
    }
    Plan::new(abi::call("transfer(address,uint256)", &[account(to), uint(amount)]))
        .with(ctx.contract, behind(number(BALANCES), address(to)), number(5))
        .with(ctx.contract, behind(number(BALANCES), address(ctx.caller())), number(amount * 3))
}

fn behind(slot: Word, key: Word) -> Word {
    keccak([slot, key].concat().as_slice())
}
