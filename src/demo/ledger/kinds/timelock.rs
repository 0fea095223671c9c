//! Calls of a contract that announces calls and makes them later; each made call has a record of its own.

use super::{CallContext, router};
use crate::demo::ledger::abi::{self, Value, account, address, encode, number, uint};
use crate::demo::ledger::chance::Chance;
use crate::demo::ledger::contracts::{BUSIEST, address_of};
use crate::demo::ledger::execution::{Call, Child};

/// The call that is let through: a deposit to the busiest contract. It always has a record, as the first child.
pub(super) fn act(ctx: &CallContext, chance: &mut Chance) -> Call {
    let tinybars = 1_000_000 * u128::from(chance.between(1, 5_000));
    let inner = CallContext { contract: BUSIEST, sender: ctx.contract, ..*ctx };
    let deposit = router::deposit(&inner, tinybars);
    let salt: [u8; 32] = chance.bytes();
    let target = address_of(BUSIEST);
    let arguments = [account(target), uint(tinybars), Value::Bytes(deposit.input.clone()), Value::Word(salt)];
    let id = alloy_primitives::keccak256(encode(&arguments)).0;
    let child =
        |result| Child { contract: BUSIEST, input: deposit.input.clone(), output: Vec::new(), result };
    let call = Call {
        input: abi::call("execute(address,uint256,bytes,bytes32)", &arguments),
        tinybars: u64::try_from(tinybars).unwrap_or(0),
        ..Call::default()
    };
    if chance.one_in(10) {
        let reason = abi::call("Error(string)", &[abi::text("Timelock: rolled back with its call")]);
        let failed = call.reverted(abi::call("CallFailed(bytes)", &[Value::Bytes(reason)]));
        return Call { children: vec![child("REVERTED_SUCCESS")], ..failed };
    }
    let executed = ctx.event(
        "Executed(bytes32,address,uint256,bytes)",
        &[id, address(target)],
        &[uint(tinybars), Value::Bytes(deposit.input.clone())],
    );
    let mut logs = deposit.logs.clone();
    logs.push(executed);
    let done = ctx.slot(abi::mapped(id, number(2)), 0, 1);
    let mut state = deposit.state.clone();
    state.push(done);
    Call { logs, state, children: vec![child("SUCCESS")], ..call }
}
