//! Results at chosen moments, recorded: each shape that a server can send, always at the same place.

use std::sync::{LazyLock, OnceLock};

use serde::Deserialize;

use crate::demo::data;
use crate::demo::ledger::accounts;
use crate::demo::ledger::contracts::{self, Code};
use crate::demo::ledger::execution::{Call, Execution};
use crate::demo::ledger::machine::{self, Plan, Service};
use crate::evm::{self, End, Operation};
use crate::ledger::{Timestamp, TransactionId};

/// Numbers below this are services of the ledger.
const FIRST_CONTRACT: u64 = 5000;

#[derive(Debug, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub(crate) struct Pin {
    /// The contract that lists it.
    pub(crate) list: u64,
    /// Lists leave it out, though it can be opened.
    #[serde(default)]
    pub(crate) hidden: bool,
    /// It cannot be opened.
    #[serde(default)]
    pub(crate) listed_only: bool,
    /// Its transaction is recorded with a family of its own, and not made up from it.
    #[serde(default)]
    pub(crate) has_family: bool,
    pub(crate) result: Execution,
    /// What its code makes of it, once that was asked for.
    #[serde(skip)]
    done: OnceLock<Execution>,
}

impl Pin {
    /// The result as its contract's code makes it, where that does what was recorded: then the code tells its storage, actions
    /// and gas, too.
    pub(crate) fn executed(&self) -> Execution {
        self.done.get_or_init(|| self.execute()).clone()
    }

    fn execute(&self) -> Execution {
        let it = self.result.clone();
        let (Some(contract), Some(consumed), false) = (it.contract, it.gas_consumed, it.partial) else {
            return it;
        };
        let has_code = contracts::by_num(contract).is_some_and(|contract| contract.code != Code::None);
        let is_creation = it.call.created.first().copied().flatten() == Some(contract);
        if !has_code || is_creation || !it.call.calls.is_empty() || consumed == 0 {
            return it;
        }
        let call = machine::Call { sender: it.sender, contract, at: it.at, gas_limit: it.gas_limit };
        let outcome = machine::execute(call, &plan(&it.call));
        if !does_the_same(&outcome.call, &it.call) {
            return it;
        }
        let machine::Outcome { call: done, gas_used, gas_consumed } = outcome;
        let told = Call { state: done.state, actions: done.actions, ..it.call };
        let gas_used = it.gas_used.map(|_| gas_used.max(it.gas_limit / 5 * 4));
        Execution { call: told, gas_used, gas_consumed: Some(gas_consumed), ..it }
    }
}

/// The execution behind a recorded result; `None` if it is as recorded alone.
pub(super) fn trace(it: &Execution) -> Option<evm::Execution> {
    let pin = opened().find(|pin| pin.result.hash == it.hash)?;
    let executed = pin.executed();
    let is_executed = pin.result.call.actions.is_empty() && !executed.call.actions.is_empty();
    let (contract, sender) = (it.contract.filter(|_| is_executed)?, it.sender);
    let call = machine::Call { sender, contract, at: it.at, gas_limit: it.gas_limit };
    machine::trace(call, &plan(&pin.result.call))
}

/// The call that was recorded, with what it found in storage and what services answered.
fn plan(told: &Call) -> Plan {
    let mut plan = Plan { tinybars: told.tinybars, ..Plan::new(told.input.clone()) };
    // Of several changes of one slot the first tells what was there.
    for slot in told.state.iter().rev() {
        plan = plan.with(slot.contract, slot.key, slot.read);
    }
    let answers = told.children.iter().filter(|child| child.contract < FIRST_CONTRACT).map(|child| {
        let to = accounts::long_zero(child.contract);
        let end = End::Returned(child.output.clone().into());
        Service::new(1, Operation::Call, to, &child.input, end, child.clone())
    });
    plan.services = answers.collect();
    plan
}

/// Whether an execution ends as was recorded, with the same events.
fn does_the_same(done: &Call, told: &Call) -> bool {
    let code = |call: &Call| call.failure.as_ref().map(|failure| (failure.code, failure.message.clone()));
    let events = |call: &Call| {
        let all = call.logs.iter().map(|event| (event.contract, event.topics.clone(), event.data.clone()));
        all.collect::<Vec<_>>()
    };
    let is_failure = told.failure.is_some();
    code(done) == code(told) && events(done) == events(told) && (is_failure || done.output == told.output)
}

/// All of them, by contract and then by time.
pub(crate) fn all() -> &'static [Pin] {
    static ALL: LazyLock<Vec<Pin>> = LazyLock::new(|| data::list("ledger/results.json"));
    &ALL
}

pub(super) fn results_at(moment: Timestamp) -> impl Iterator<Item = Execution> {
    opened().filter(move |pin| pin.result.at == moment).map(Pin::executed)
}

/// Those of this transaction that come at another moment than its start tells.
pub(super) fn by_transaction(id: TransactionId, usual: Timestamp) -> impl Iterator<Item = Execution> {
    opened().filter(move |pin| pin.result.id == id && pin.result.at != usual).map(Pin::executed)
}

/// When the result came whose hash is a recorded one, or the result that called it: their last bytes alone differ.
pub(super) fn moment(hash: &[u8; 32]) -> Option<Timestamp> {
    let mut results = opened().map(|pin| &pin.result);
    results.find(|it| it.hash.iter().zip(hash).take(28).all(|(one, other)| one == other)).map(|it| it.at)
}

fn opened() -> impl Iterator<Item = &'static Pin> {
    all().iter().filter(|pin| !pin.listed_only)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::ledger::trace::FrameOutcome;

    #[test]
    fn what_code_does_as_recorded_is_executed() {
        let mut executed = 0;
        for pin in all() {
            let it = pin.executed();
            assert_eq!(
                (it.call.output, it.gas_limit),
                (pin.result.call.output.clone(), pin.result.gas_limit)
            );
            let Some(root) = it.call.actions.first() else { continue };
            executed += 1;
            let (returned, succeeded) =
                (root.frame.outcome == FrameOutcome::Returned, pin.result.call.failure.is_none());
            assert_eq!((returned, &root.frame.input), (succeeded, &pin.result.call.input));
            for slot in &pin.result.call.state {
                let found = it.call.state.iter().find(|other| other.key == slot.key);
                assert_eq!(found.unwrap().written, slot.written, "{} {}", pin.list, it.at);
            }
        }
        assert!(executed > 45, "{executed}");
    }
}
