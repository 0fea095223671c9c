//! A trace in the order in which servers list it, with the caller, the gas and the kind of each call.

use super::{Frame, FrameOutcome, Operation, Target, derived};
use crate::demo::ledger::execution::Execution;
use crate::demo::ledger::stream::GENESIS;

/// Gas that every transaction takes before anything runs.
const INTRINSIC: u64 = 21_000;

#[derive(Clone, Debug)]
pub(crate) struct Action {
    /// 0 for the first.
    pub(crate) index: u64,
    /// 0 for what the transaction called.
    pub(crate) depth: u64,
    /// The number of the account or contract in whose name it is made.
    pub(crate) caller: u64,
    pub(crate) gas: u64,
    pub(crate) gas_used: u64,
    /// The call itself; what it made in turn is listed after it.
    pub(crate) frame: Frame,
}

/// All calls of an execution. There are none where nothing ran, and for those from before results began.
pub(crate) fn actions_of(it: &Execution) -> Vec<Action> {
    if it.gas_limit == 0 || it.partial || it.at.seconds < GENESIS {
        return Vec::new();
    }
    if !it.call.actions.is_empty() {
        return it.call.actions.clone();
    }
    let root = derived::root(it);
    let gas = it.gas_limit.saturating_sub(INTRINSIC);
    let used = it.gas_consumed.or(it.gas_used).unwrap_or(0).min(gas);
    let mut all = Vec::new();
    list(root, (0, it.sender), (gas, used), &mut all);
    all
}

/// Lists a call and what it made. Each call gets all but a sixty-fourth of the gas that is left.
fn list(mut frame: Frame, (depth, caller): (u64, u64), (gas, used): (u64, u64), into: &mut Vec<Action>) {
    let calls = std::mem::take(&mut frame.calls);
    let within = match (frame.operation, frame.target) {
        (Operation::DelegateCall, _) => caller,
        (_, Target::Entity(num)) => num,
        _ => caller,
    };
    let index = into.len() as u64;
    into.push(Action { index, depth, caller, gas, gas_used: used, frame });
    let weight: u64 = calls.iter().map(Frame::depth).sum::<u64>() + 1;
    let mut left = gas.saturating_sub(used / weight);
    for call in calls {
        let given = left - left / 64;
        let share = (used / weight).saturating_mul(call.depth());
        let took =
            if call.outcome == FrameOutcome::Stopped("INSUFFICIENT_GAS") { given } else { share.min(given) };
        list(call, (depth + 1, within), (given, took), into);
        left = left.saturating_sub(took);
    }
}
