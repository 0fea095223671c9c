//! Calls of a contract that announces calls and makes them later; each made call has a record of its own.

use super::{Scene, router};
use crate::demo::ledger::abi::{self, Value, account, address, encode, number, uint};
use crate::demo::ledger::chance::Chance;
use crate::demo::ledger::contracts::{BUSIEST, address_of};
use crate::demo::ledger::execution::{Child, Deed};

/// The call that is let through: a deposit to the busiest contract. It always has a record, as the first child.
pub(super) fn act(scene: &Scene, chance: &mut Chance) -> Deed {
    let tinybars = 1_000_000 * u128::from(chance.between(1, 5_000));
    let inner = Scene { contract: BUSIEST, sender: scene.contract, ..*scene };
    let call = router::deposit(&inner, tinybars);
    let salt: [u8; 32] = chance.bytes();
    let target = address_of(BUSIEST);
    let arguments = [account(target), uint(tinybars), Value::Bytes(call.input.clone()), Value::Word(salt)];
    let id = alloy_primitives::keccak256(encode(&arguments)).0;
    let child = |result| Child { contract: BUSIEST, input: call.input.clone(), output: Vec::new(), result };
    let deed = Deed {
        input: abi::call("execute(address,uint256,bytes,bytes32)", &arguments),
        tinybars: u64::try_from(tinybars).unwrap_or(0),
        ..Deed::default()
    };
    if chance.one_in(10) {
        let reason = abi::call("Error(string)", &[abi::text("Timelock: rolled back with its call")]);
        let failed = deed.reverted(abi::call("CallFailed(bytes)", &[Value::Bytes(reason)]));
        return Deed { children: vec![child("REVERTED_SUCCESS")], ..failed };
    }
    let executed = scene.event(
        "Executed(bytes32,address,uint256,bytes)",
        &[id, address(target)],
        &[uint(tinybars), Value::Bytes(call.input.clone())],
    );
    let mut logs = call.logs.clone();
    logs.push(executed);
    let done = scene.slot(abi::mapped(id, number(2)), 0, 1);
    let mut state = call.state.clone();
    state.push(done);
    Deed { logs, state, children: vec![child("SUCCESS")], ..deed }
}
