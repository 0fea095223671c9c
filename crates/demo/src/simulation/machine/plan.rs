//! A call before its execution: what is drawn of a result before its effects are computed.

use alloy_primitives::{Bytes, U256};
use evm::{End, Operation, RecordedCall};
use ledger::{EvmAddress, Timestamp};

use super::entities::to_evm;
use crate::simulation::abi::Word;
use crate::simulation::execution::Child;

/// The gas of a service.
const SERVICE_GAS: u64 = 15_204;

/// A call of a contract, and the state that it needs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    /// Call data.
    pub(crate) input: Vec<u8>,
    /// The value sent.
    pub(crate) tinybars: u64,
    /// Slots that are not as the constructor left them: contract, slot and value; of two the later counts.
    pub(crate) before: Vec<(u64, Word, Word)>,
    /// Whether the input creates a contract instead of calling one.
    pub(crate) is_creation: bool,
    /// The contracts that the one called makes, in their order.
    pub(crate) makes: Vec<u64>,
    /// The answers of callees that are not contracts, in the order of the calls.
    pub(crate) services: Vec<Service>,
    /// A contract whose calls have separate results.
    pub(crate) recorded: Option<u64>,
    /// The most gas that it uses, which its callers know.
    pub(crate) most_gas: u64,
    /// The gas limit, where it is not random.
    pub(crate) gas_limit: Option<u64>,
    /// Whether the gas limit is so low that the gas may run out.
    pub(crate) is_short: bool,
}

/// The answer of one of the ledger's own contracts or tokens, or of an unassigned address.
#[derive(Clone, Debug)]
pub(crate) struct Service {
    pub(crate) call: RecordedCall,
    /// The ledger's record of it, if any.
    pub(crate) record: Option<Child>,
}

impl Service {
    /// The answer to a call at this depth, without a record on the ledger.
    pub(crate) fn new(depth: usize, operation: Operation, to: EvmAddress, input: &[u8], end: End) -> Self {
        let call = RecordedCall {
            depth,
            operation,
            to: Some(to_evm(to)),
            value: U256::ZERO,
            input: Bytes::copy_from_slice(input),
            gas: 0,
            gas_used: SERVICE_GAS,
            end: Some(end),
        };
        Self { call, record: None }
    }
}

impl Plan {
    pub(crate) fn new(input: Vec<u8>) -> Self {
        Self { input, ..Self::default() }
    }

    /// The same with a slot that has this value before.
    #[must_use]
    pub(crate) fn with(mut self, contract: u64, slot: Word, value: Word) -> Self {
        self.before.push((contract, slot, value));
        self
    }

    /// The same with slots of one contract.
    #[must_use]
    pub(crate) fn with_all(mut self, contract: u64, slots: impl IntoIterator<Item = (Word, Word)>) -> Self {
        self.before.extend(slots.into_iter().map(|(slot, value)| (contract, slot, value)));
        self
    }
}

/// The caller, contract, time and gas limit of a call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    pub(crate) sender: u64,
    pub(crate) contract: u64,
    pub(crate) at: Timestamp,
    pub(crate) gas_limit: u64,
}
