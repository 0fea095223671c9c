//! A trace in the order in which servers list it, with the caller, the gas and the kind of each call.

use super::{Frame, FrameOutcome, Operation, Target};
use crate::simulation::execution::Execution;
use crate::simulation::stream::GENESIS;

/// Gas that every transaction takes before anything runs.
const INTRINSIC: u64 = 21_000;

#[derive(Clone, Debug)]
pub(crate) struct Action {
    /// 0 for the first.
    pub(crate) index: u64,
    /// 0 for the transaction's call.
    pub(crate) depth: u64,
    /// The number of the account or contract in whose name it is made.
    pub(crate) caller: u64,
    pub(crate) gas: u64,
    pub(crate) gas_used: u64,
    /// The call itself; its nested calls are listed after it.
    pub(crate) frame: Frame,
}

/// All calls of an execution. Empty if nothing was executed, or before the first result.
pub(crate) fn actions_of(it: &Execution) -> Vec<Action> {
    if it.gas_limit == 0 || it.partial || it.at.seconds < GENESIS {
        return Vec::new();
    }
    if !it.call.actions.is_empty() {
        return it.call.actions.clone();
    }
    vec![only(it)]
}

/// The single call of an execution without computed calls: it is recorded, or a service answered it.
fn only(it: &Execution) -> Action {
    let call = &it.call;
    let creates = call.failed_initcode.is_some() || call.created.first().copied().flatten() == it.contract;
    let outcome = match &call.failure {
        None => FrameOutcome::Returned,
        Some(failure) if failure.code == "CONTRACT_REVERT_EXECUTED" => FrameOutcome::Reverted,
        Some(failure) => FrameOutcome::Stopped(failure.code),
    };
    let frame = Frame {
        operation: if creates { Operation::Create } else { Operation::Call },
        target: it.contract.map_or(Target::Nothing, Target::Entity),
        input: call.input.clone(),
        output: call.output.clone(),
        outcome,
        tinybars: call.tinybars,
    };
    let gas = it.gas_limit.saturating_sub(INTRINSIC);
    let gas_used = it.gas_consumed.or(it.gas_used).unwrap_or(0).min(gas);
    Action { index: 0, depth: 0, caller: it.sender, gas, gas_used, frame }
}
