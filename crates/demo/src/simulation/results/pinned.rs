//! Results at chosen moments: each shape that a server can send, always at the same place, and the state for each
//! call.

use std::sync::{Arc, LazyLock, OnceLock};

use evm::{End, Halt};
use ledger::{Text, Timestamp, TransactionId};
use serde::Deserialize;

use crate::data;
use crate::simulation::abi::Word;
use crate::simulation::execution::{Call, Child, Execution, WEIBARS};
use crate::simulation::machine::{Plan, Service};
use crate::simulation::trace::{FrameOutcome, Operation, Target};
use crate::simulation::{accounts, machine};

#[derive(Debug, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub(crate) struct Pin {
    /// The contract that lists it.
    pub(crate) list: u64,
    /// Lists leave it out, though it can be opened.
    #[serde(default)]
    pub(crate) hidden: bool,
    /// Listed, but cannot be opened.
    #[serde(default)]
    pub(crate) listed_only: bool,
    /// Its transaction is recorded with a separate family, not derived from it.
    #[serde(default)]
    pub(crate) has_family: bool,
    /// The state for executing its code, which then determines the outcome. Without it, the result is as recorded.
    pub(crate) setup: Option<Setup>,
    pub(crate) result: Execution,
    #[serde(skip)]
    known: OnceLock<Arc<Execution>>,
}

impl Pin {
    /// The result: executed if it has a setup, else as recorded.
    pub(crate) fn executed(&self) -> Arc<Execution> {
        Arc::clone(self.known.get_or_init(|| Arc::new(self.execute().unwrap_or_else(|| self.result.clone()))))
    }

    fn execute(&self) -> Option<Execution> {
        let it = &self.result;
        let (call, plan) = self.message()?;
        let machine::Outcome { call: done, gas_used, gas_consumed, .. } = machine::execute(call, &plan);
        let done = Call { input: it.call.input.clone(), ..done };
        let gas_used = Some(gas_used.max(it.gas_limit / 5 * 4));
        let weibars = it.weibars.or(Some(u128::from(done.tinybars) * WEIBARS));
        Some(Execution { call: done, weibars, gas_used, gas_consumed: Some(gas_consumed), ..it.clone() })
    }

    /// The message to execute, with its plan.
    fn message(&self) -> Option<(machine::Call, Plan)> {
        let it = &self.result;
        let plan = self.setup.as_ref()?.plan(&it.call);
        let contract = it.contract.unwrap_or_default();
        let plan = Plan { is_creation: it.contract.is_none(), ..plan };
        Some((machine::Call { sender: it.sender, contract, at: it.at, gas_limit: it.gas_limit }, plan))
    }
}

/// The execution behind a result at a chosen moment; `None` if it is as recorded alone.
pub(super) fn trace(it: &Execution) -> Option<evm::Execution> {
    let (call, plan) = opened().find(|pin| pin.result.hash == it.hash)?.message()?;
    machine::trace(call, &plan)
}

/// All pinned results, by contract and then by time.
pub(crate) fn all() -> &'static [Pin] {
    static ALL: LazyLock<Vec<Pin>> = LazyLock::new(|| data::list("ledger/results.json"));
    &ALL
}

pub(super) fn results_at(moment: Timestamp) -> impl Iterator<Item = Arc<Execution>> {
    opened().filter(move |pin| pin.result.at == moment).map(Pin::executed)
}

/// The results of this transaction at another timestamp than the one that its start implies.
pub(super) fn by_transaction(id: TransactionId, usual: Timestamp) -> impl Iterator<Item = Arc<Execution>> {
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

/// The whole setup; missing values are as constructors left them.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'static"))]
pub(crate) struct Setup {
    storage: Vec<Stored>,
    /// In the order in which they are given.
    answers: Vec<Answer>,
}

/// Contract, slot and value.
#[derive(Debug, Deserialize)]
struct Stored(
    u64,
    #[serde(deserialize_with = "data::text")] Word,
    #[serde(deserialize_with = "data::text")] Word,
);

/// The answer of a service of the ledger, of one of its tokens, or of an unassigned address.
#[derive(Debug, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
struct Answer {
    /// The depth of the call, 0 for the transaction's.
    #[serde(default = "one")]
    depth: usize,
    #[serde(default)]
    operation: Operation,
    to: Target,
    #[serde(deserialize_with = "data::text")]
    input: Vec<u8>,
    #[serde(default, deserialize_with = "data::text")]
    output: Vec<u8>,
    #[serde(default)]
    outcome: FrameOutcome,
    /// The ledger's record of it, if any.
    record: Option<Child>,
}

fn one() -> usize {
    1
}

impl Setup {
    /// The call with all that it finds.
    pub(super) fn plan(&self, call: &Call) -> Plan {
        let storage = self.storage.iter().map(|Stored(contract, slot, value)| (*contract, *slot, *value));
        Plan {
            tinybars: call.tinybars,
            before: storage.collect(),
            services: self.answers.iter().filter_map(Answer::service).collect(),
            // Of a failed creation, the ledger stores at least the code.
            ..Plan::new(call.failed_initcode.as_ref().unwrap_or(&call.input).clone())
        }
    }
}

impl Answer {
    fn service(&self) -> Option<Service> {
        let to = match self.to {
            Target::Entity(num) => accounts::long_zero(num),
            Target::Nobody(address) => address,
            Target::Precompile(_) | Target::Nothing => return None,
        };
        let end = match self.outcome {
            FrameOutcome::Returned => End::Returned(self.output.clone().into()),
            FrameOutcome::Reverted => End::Reverted(self.output.clone().into()),
            FrameOutcome::Stopped(name) => End::Halted(Halt::of(&Text::from(name))),
        };
        let operation = match self.operation {
            Operation::Call => evm::Operation::Call,
            Operation::StaticCall => evm::Operation::StaticCall,
            Operation::DelegateCall => evm::Operation::DelegateCall,
            Operation::Create | Operation::Create2 => return None,
        };
        let unrecorded = Service::new(self.depth, operation, to, &self.input, end);
        Some(Service { record: self.record.clone(), ..unrecorded })
    }
}
