//! A trace in the order in which servers list it, with the caller, the gas and the kind of each call.

use super::{Ending, Frame, Operation, Target, derived};
use crate::demo::ledger::execution::Execution;
use crate::demo::ledger::stream::GENESIS;

/// Gas that every transaction takes before anything runs.
const INTRINSIC: u64 = 21_000;

/// A call as it is listed.
#[derive(Clone, Debug)]
pub(crate) struct Action {
    /// 0 for the first.
    pub(crate) index: u64,
    /// 0 for what the transaction called.
    pub(crate) depth: u64,
    /// The number of the account or contract in whose name it is made.
    pub(crate) caller: u64,
    /// Gas that it was given.
    pub(crate) gas: u64,
    /// Gas that it took.
    pub(crate) gas_used: u64,
    /// The call itself; what it made in turn is listed after it.
    pub(crate) frame: Frame,
}

/// All calls of an execution. There are none where nothing ran, and for those from before results began.
pub(crate) fn of(it: &Execution) -> Vec<Action> {
    if it.gas_limit == 0 || it.partial || it.at.seconds < GENESIS {
        return Vec::new();
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
        let took = if call.ending == Ending::Stopped("INSUFFICIENT_GAS") { given } else { share.min(given) };
        list(call, (depth + 1, within), (given, took), into);
        left = left.saturating_sub(took);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::ledger::contracts;
    use crate::demo::ledger::results::Origin;
    use crate::ledger::Timestamp;

    #[test]
    fn calls_nest_and_take_no_more_gas_than_they_were_given() {
        let now = Timestamp::of(1_795_219_200);
        let mut most = 0;
        for contract in contracts::all().filter(|contract| contract.most > 0) {
            let last = *contract.stream(100).shown(contract.last_moment(now)).unwrap().end();
            for index in last.saturating_sub(30)..=last {
                let it = Origin::Drawn { contract: contract.num, index }.execution().unwrap();
                let actions = of(&it);
                most = most.max(actions.len());
                assert_eq!(actions[0].frame.input, it.deed.input);
                assert_eq!((actions[0].depth, actions[0].caller), (0, it.sender));
                for pair in actions.windows(2) {
                    assert!(pair[1].depth <= pair[0].depth + 1 && pair[1].depth > 0);
                    assert_eq!(pair[1].index, pair[0].index + 1);
                }
                assert!(actions.iter().all(|it| it.gas_used <= it.gas), "{}", contract.num);
            }
        }
        assert!(most >= 3, "{most}");
    }
}
