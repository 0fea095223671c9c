//! The state for a call at a chosen timestamp: storage, and answers of addresses without code on the network.

use evm::{self, End, Halt};
use ledger::Text;
use serde::Deserialize;

use crate::data;
use crate::simulation::abi::Word;
use crate::simulation::accounts;
use crate::simulation::execution::{Call, Child};
use crate::simulation::machine::{Plan, Service};
use crate::simulation::trace::{FrameOutcome, Operation, Target};

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
