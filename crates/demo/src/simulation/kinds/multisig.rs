//! Calls of a wallet with several owners, whose proposals hold calls of other contracts.

use ledger::EvmAddress;

use super::{CallContext, somebody, token};
use crate::simulation::abi::{self, Value, Word, account, address, after, data_of, mapped, number, uint};
use crate::simulation::chance::Chance;
use crate::simulation::contracts::address_of;
use crate::simulation::machine::Plan;

/// Storage slots: owners, proposals, and confirmations by proposal and owner.
const IS_OWNER: u128 = 2;
const PROPOSALS: u128 = 3;
const CONFIRMED: u128 = 4;
/// The number of slots of a proposal: the callee, the call, and the progress.
const PROPOSAL_SLOTS: u64 = 3;

/// The contract call of a proposal.
struct Proposal {
    target: u64,
    data: Vec<u8>,
    amount: u128,
}

pub(super) fn act(ctx: &CallContext, chance: &mut Chance) -> Plan {
    let id = ctx.index / 3;
    let proposal = proposal(&mut Chance::new(ctx.contract, id));
    let caller = address(ctx.caller());
    let wallet = ctx.contract;
    let plan = |input| {
        Plan::new(input).with(wallet, mapped(caller, number(IS_OWNER)), number(1)).with(
            wallet,
            number(PROPOSALS),
            number(u128::from(id) + u128::from(!ctx.index.is_multiple_of(3))),
        )
    };
    match ctx.index % 3 {
        0 => {
            let target = account(address_of(proposal.target));
            let arguments = [target, uint(0u8), Value::Bytes(proposal.data)];
            plan(abi::call("propose(address,uint96,bytes)", &arguments))
        }
        1 => {
            let plan = plan(abi::call("confirm(uint256)", &[uint(id)]));
            let plan = plan.with_all(wallet, proposal.stored(id, 1));
            let slot = mapped(caller, mapped(number(id.into()), number(CONFIRMED)));
            if chance.one_in(4) { plan.with(wallet, slot, number(1)) } else { plan }
        }
        _ => {
            let plan = plan(abi::call("send(uint256)", &[uint(id)]));
            let (confirmations, has) = match chance.below(5) {
                0 => (2, 1),
                1 => (1, 0),
                _ => (2, proposal.amount * 2),
            };
            let balance = token::balance(ctx.itself());
            plan.with_all(wallet, proposal.stored(id, confirmations)).with(
                proposal.target,
                balance,
                number(has),
            )
        }
    }
}

/// A proposal: pays tokens, raises an allowance, or does both in one batch call, which no token supports.
fn proposal(chance: &mut Chance) -> Proposal {
    let amount = u128::from(chance.between(1, 1_000_000_000));
    let pay = abi::call("transfer(address,uint256)", &[account(somebody(chance)), uint(amount)]);
    let allow = abi::call("approve(address,uint256)", &[account(address_of(5001)), uint(amount)]);
    let (target, data) = match chance.below(3) {
        0 => (5002, pay),
        1 => (5004, allow),
        _ => {
            let both = Value::Array(vec![Value::Bytes(allow), Value::Bytes(pay)]);
            (5004, abi::call("multicall(bytes[])", &[both]))
        }
    };
    Proposal { target, data, amount }
}

impl Proposal {
    /// Its slots with this many confirmations.
    fn stored(&self, id: u64, confirmations: u8) -> Vec<(Word, Word)> {
        let first = after(data_of(number(PROPOSALS)), id * PROPOSAL_SLOTS);
        let mut state = [0; 32];
        state[30] = confirmations;
        let target: EvmAddress = address_of(self.target);
        let mut all = vec![(first, address(target)), (after(first, 2), state)];
        all.extend(abi::stored(after(first, 1), &self.data));
        all
    }
}
