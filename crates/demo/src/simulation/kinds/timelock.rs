//! Calls of a contract that schedules calls and executes them later; each executed call has a separate record.

use super::CallContext;
use crate::simulation::abi::{self, Value, Word, account, address, encode, mapped, number, uint};
use crate::simulation::chance::Chance;
use crate::simulation::contracts::{BUSIEST, address_of};
use crate::simulation::machine::Plan;

/// Storage slot of announced calls by id.
const OPERATIONS: u128 = 2;
/// Seconds since a call may be made.
const READY_FOR: u64 = 60;

/// A call to the busiest contract: a deposit, sometimes a withdrawal above the balance. It always has a record, as the
/// first child.
pub(super) fn act(ctx: &CallContext, chance: &mut Chance) -> Plan {
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
