//! The effects of an execution, by step and in total.

use std::collections::BTreeMap;
use std::fmt;

use alloy_primitives::{Address, B256, Bytes, U256};

use super::call::{End, ExecutedCall};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Execution {
    pub end: End,
    /// The gas used by the transaction, including intrinsic gas, minus refunds.
    pub gas_used: u64,
    /// In the order of entry, the transaction's first. A call that was refused before it began is not among them.
    pub calls: Vec<ExecutedCall>,
    /// In order, also those of failed calls.
    pub logs: Vec<ExecutedLog>,
    /// The slots that were read or written, also by failed calls: values before and after, by contract and slot.
    pub slots: BTreeMap<(Address, U256), (U256, U256)>,
    /// Storage writes in order, also those of failed calls.
    pub stores: Vec<Store>,
    /// Hashed data of the length of mapping keys, each once: the keys, and any other data of that length.
    pub keys: Vec<Bytes>,
    pub steps: Steps,
    /// Assumptions, in the order of their use.
    pub uses: Vec<Use>,
    /// The step that first asked how much gas is left.
    pub gas_read_at: Option<u64>,
    /// The reason of an incomplete execution.
    pub stopped: Option<Stopped>,
}

impl Execution {
    /// Storage changes that were not reverted: values before and after, by contract and slot.
    pub fn writes(&self) -> impl Iterator<Item = (Address, U256, (U256, U256))> + '_ {
        let changed = self.slots.iter().filter(|(_, (before, after))| before != after);
        changed.map(|((address, slot), values)| (*address, *slot, *values))
    }

    /// The approximate size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        let inputs: usize = self.calls.iter().map(|call| call.input.len()).sum();
        let logs: usize = self.logs.iter().map(|log| log.data.len()).sum();
        let lists = size_of_val(&*self.calls) + size_of_val(&*self.logs) + size_of_val(&*self.stores);
        self.steps.bytes() + lists + inputs + logs
    }

    /// The index of the call that executes the step with this number.
    pub fn call_at(&self, step: u64) -> Option<usize> {
        let begun = self.calls.partition_point(|call| call.first_step <= step);
        let mut at = begun.checked_sub(1);
        while let Some(call) = at.and_then(|at| self.calls.get(at)) {
            if step < call.end_step {
                return at;
            }
            at = call.parent;
        }
        None
    }

    /// For each call the origin of its error: itself, or a nested call whose error was passed on. Takes linear time.
    pub fn throwers(&self) -> Vec<usize> {
        let error = |at: usize| match &self.calls.get(at)?.end {
            Some(End::Reverted(data)) => Some(data).filter(|data| !data.is_empty()),
            _ => None,
        };
        let mut throwers: Vec<usize> = (0..self.calls.len()).collect();
        // Nested calls come last to first: only the last one's error can have been passed on.
        let mut seen = vec![false; self.calls.len()];
        for (at, call) in self.calls.iter().enumerate().rev() {
            let Some(by) = call.parent else { continue };
            let is_last = seen.get_mut(by).is_some_and(|seen| !std::mem::replace(seen, true));
            let thrower = throwers.get(at).copied();
            if is_last
                && error(at).is_some_and(|thrown| error(by) == Some(thrown))
                && let (Some(of), Some(thrower)) = (throwers.get_mut(by), thrower)
            {
                *of = thrower;
            }
        }
        throwers
    }

    /// The events of calls that did not fail, nor any above them.
    pub fn surviving_logs(&self) -> impl Iterator<Item = &ExecutedLog> {
        self.logs.iter().filter(|log| self.survives(log.call))
    }

    /// Whether neither the call at this place failed nor any above it.
    pub fn survives(&self, call: usize) -> bool {
        let mut at = Some(call);
        while let Some(call) = at.and_then(|at| self.calls.get(at)) {
            if !call.end.as_ref().is_some_and(End::is_success) {
                return false;
            }
            at = call.parent;
        }
        true
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExecutedLog {
    /// The call that made it, by its place.
    pub call: usize,
    pub step: u64,
    pub address: Address,
    pub topics: Vec<B256>,
    pub data: Bytes,
}

/// A write to storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Store {
    /// The call that made it, by its place.
    pub call: usize,
    pub step: u64,
    pub address: Address,
    pub slot: U256,
    pub value: U256,
}

/// The reason of an early end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// Stopped by the caller, or after a timeout.
    Early,
    /// The stored data of its calls exceeded the limit.
    Memory,
}

/// An unknown value that has to be assumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Assumed {
    PrevRandao,
    GasPrice,
    Coinbase,
    /// A balance, which is known at a snapshot only.
    Balance(Address),
    /// A slot that the record does not have is zero.
    Slot(Address, U256),
    /// The hash of a block is zero.
    BlockHash(u64),
    /// There is no such account, or it has no code.
    Account(Address),
    /// The number of contracts that this contract created before, which determines the address of the next one.
    Nonce(Address),
    /// The gas left: the ledger's gas schedule differs slightly.
    Gas,
}

impl fmt::Display for Assumed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PrevRandao => f.write_str("PREVRANDAO"),
            Self::GasPrice => f.write_str("GASPRICE"),
            Self::Coinbase => f.write_str("COINBASE"),
            Self::Balance(of) => write!(f, "the balance of {of}"),
            Self::Slot(of, slot) => write!(f, "slot {slot:#x} of {of}"),
            Self::BlockHash(number) => write!(f, "the hash of block {number}"),
            Self::Account(address) => write!(f, "what is at {address}"),
            Self::Nonce(of) => write!(f, "the nonce of {of}"),
            Self::Gas => f.write_str("the gas that is left"),
        }
    }
}

/// One use of an assumption.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    pub assumed: Assumed,
    /// The number of steps before.
    pub step: u64,
}

/// The instructions in their order: depth, place and code of each, and nothing else. What else there was at a step is
/// found by executing again up to it.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Steps {
    kept: Vec<u64>,
    count: u64,
}

/// An instruction that was executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The depth of the call, 0 for the transaction's.
    pub depth: u16,
    /// The offset of the instruction in the code, in bytes.
    pub pc: u32,
    pub opcode: u8,
}

/// The most steps stored, 8 bytes each.
pub const MAX_STEPS: usize = 2_000_000;

impl Steps {
    /// Notes one more. Those beyond [`MAX_STEPS`] are counted only.
    pub(super) fn push(&mut self, step: Step) {
        self.count += 1;
        if self.kept.len() < MAX_STEPS {
            let Step { depth, pc, opcode } = step;
            self.kept.push(u64::from(depth) << 40 | u64::from(pc) << 8 | u64::from(opcode));
        }
    }

    /// Counts a step without storing it.
    pub(super) fn pass(&mut self) {
        self.count += 1;
    }

    /// The number of steps, stored or not.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The number of stored steps, from the first on.
    pub fn kept(&self) -> u64 {
        self.kept.len() as u64
    }

    /// Their size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.kept)
    }

    /// The step with this number; `None` if it is not stored.
    pub fn get(&self, at: u64) -> Option<Step> {
        let packed = self.kept.get(usize::try_from(at).ok()?)?;
        let [_, depth_1, depth_2, pc_1, pc_2, pc_3, pc_4, opcode] = packed.to_be_bytes();
        let (depth, pc) =
            (u16::from_be_bytes([depth_1, depth_2]), u32::from_be_bytes([pc_1, pc_2, pc_3, pc_4]));
        Some(Step { depth, pc, opcode })
    }

    /// The stored steps.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Step> + '_ {
        (0..self.kept.len() as u64).filter_map(|at| self.get(at))
    }
}

impl fmt::Debug for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Steps({})", self.count)
    }
}
