//! A call that is to be executed: what is drawn of a result before it is known what it does.

use alloy_primitives::{Bytes, U256};
use evm::{End, Operation, RecordedCall};
use ledger::{EvmAddress, Timestamp};

use super::entities::to_evm;
use crate::simulation::abi::Word;
use crate::simulation::execution::Child;

/// What a service takes, gas.
const SERVICE_GAS: u64 = 15_204;

/// What is asked of a contract, and what must be so before.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    /// Call data.
    pub(crate) input: Vec<u8>,
    /// Tinybars sent along.
    pub(crate) tinybars: u64,
    /// Slots that are not as the constructor left them: contract, slot and value; of two the later counts.
    pub(crate) before: Vec<(u64, Word, Word)>,
    /// Whether a contract is to be made of the input, instead of one called.
    pub(crate) is_creation: bool,
    /// The contracts that the one called makes, in their order.
    pub(crate) makes: Vec<u64>,
    /// What those that are no contracts answer, in the order in which they are called.
    pub(crate) services: Vec<Service>,
    /// A contract whose calls have results of their own.
    pub(crate) recorded: Option<u64>,
    /// Gas that it takes at most, which those who call it know.
    pub(crate) most_gas: u64,
    /// Gas asked for, where that is not left to chance.
    pub(crate) gas_limit: Option<u64>,
    /// Whether so little gas is asked for that it may run out.
    pub(crate) is_short: bool,
}

/// The answer of one of the ledger's own contracts or tokens, or of an address where nobody is.
#[derive(Clone, Debug)]
pub(crate) struct Service {
    pub(crate) call: RecordedCall,
    /// The record that the ledger keeps of it, if it keeps one.
    pub(crate) record: Option<Child>,
}

impl Service {
    /// The answer to a call at this depth, of which the ledger keeps no record.
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

/// Who calls which contract, when, and with how much gas.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    pub(crate) sender: u64,
    pub(crate) contract: u64,
    pub(crate) at: Timestamp,
    pub(crate) gas_limit: u64,
}
