//! Calls of contracts that execute calls of other contracts later: a wallet with several owners, and a timelock.

use ledger::EvmAddress;

use super::{CallContext, somebody, token};
use crate::simulation::abi;
use crate::simulation::abi::{Value, Word, account, address, after, data_of, encode, mapped, number, uint};
use crate::simulation::chance::Chance;
use crate::simulation::contracts::{BUSIEST, address_of};
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

pub(super) fn multisig(ctx: &CallContext, chance: &mut Chance) -> Plan {
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

/// Storage slot of announced calls by id.
const OPERATIONS: u128 = 2;
/// Seconds since a call may be made.
const READY_FOR: u64 = 60;

/// A call to the busiest contract: a deposit, sometimes a withdrawal above the balance. It always has a record, as the
/// first child.
pub(super) fn timelock(ctx: &CallContext, chance: &mut Chance) -> Plan {
    let tinybars = 1_000_000 * chance.between(1, 5_000);
    let salt: [u8; 32] = chance.bytes();
    let (tinybars, data) = if chance.one_in(10) {
        (0, abi::call("withdraw(uint256)", &[uint(tinybars)]))
    } else {
        (tinybars, abi::call("deposit()", &[]))
    };
    let target = account(address_of(BUSIEST));
    let arguments = [target, uint(tinybars), Value::Bytes(data), Value::Word(salt)];
    let id = alloy_primitives::keccak256(encode(&arguments)).0;
    let plan = Plan::new(abi::call("execute(address,uint256,bytes,bytes32)", &arguments));
    let announced = mapped(id, number(OPERATIONS));
    Plan { tinybars, recorded: Some(BUSIEST), ..plan.with(ctx.contract, announced, ready(ctx)) }
}

/// Announced by the caller, and ready for a while.
fn ready(ctx: &CallContext) -> Word {
    let mut word = [0; 32];
    word[24..].copy_from_slice(&(ctx.at.seconds - READY_FOR).to_be_bytes());
    word[2..22].copy_from_slice(&address(ctx.caller())[12..]);
    word
}
