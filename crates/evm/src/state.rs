//! The state at one step: stack, memory, storage and gas, before its instruction is executed.

use std::collections::BTreeMap;
use std::ops::Range;

use alloy_primitives::{Address, Bytes, U256};

/// The state of an execution at a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineState {
    /// The number of steps before.
    pub step: u64,
    /// The call that makes the step, by its place.
    pub call: usize,
    /// The instruction that comes next.
    pub opcode: u8,
    /// The number of stack items that it takes.
    pub takes: usize,
    /// The gas left for the call.
    pub gas: u64,
    /// The lowest first.
    pub stack: Vec<StackItem>,
    /// The call's own; cut at [`MAX_MEMORY_BYTES`].
    pub memory: Bytes,
    /// The call's memory size, in bytes.
    pub memory_bytes: usize,
    /// The data returned by the last nested call.
    pub return_data: Bytes,
    /// The slots touched so far, by contract and slot: the value before the transaction, and the current one.
    pub slots: BTreeMap<(Address, U256), (U256, U256)>,
}

/// The most memory stored of a call, in bytes.
pub const MAX_MEMORY_BYTES: usize = 1 << 20;

/// An item of the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StackItem {
    pub value: U256,
    /// The step whose instruction made the value: copying and swapping it make none.
    pub pushed_at: u64,
}

/// The memory that an instruction is about to use, bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryUse {
    pub reads: Option<Range<usize>>,
    pub writes: Option<Range<usize>>,
}

impl MachineState {
    /// An item of the stack, counted from the top.
    pub fn top(&self, nth: usize) -> Option<U256> {
        let at = self.stack.len().checked_sub(nth + 1)?;
        self.stack.get(at).map(|item| item.value)
    }

    /// The memory that the instruction is about to read and to write.
    pub fn memory_use(&self) -> MemoryUse {
        const WORD_BYTES: usize = 32;
        let number = |nth| self.top(nth).and_then(|value| usize::try_from(value).ok());
        let range = |start, len| {
            let (start, len) = (number(start)?, number(len)?);
            (len > 0).then(|| start..start.saturating_add(len))
        };
        let of_len = |start, len: usize| number(start).map(|start| start..start.saturating_add(len));
        let (reads, writes) = match self.opcode {
            0x20 | 0xf3 | 0xfd | 0xa0..=0xa4 => (range(0, 1), None),
            0x37 | 0x39 | 0x3e => (None, range(0, 2)),
            0x3c => (None, range(1, 3)),
            0x51 => (of_len(0, WORD_BYTES), None),
            0x52 => (None, of_len(0, WORD_BYTES)),
            0x53 => (None, of_len(0, 1)),
            0x5e => (range(1, 2), range(0, 2)),
            0xf0 | 0xf5 => (range(1, 2), None),
            0xf1 | 0xf2 => (range(3, 4), range(5, 6)),
            0xf4 | 0xfa => (range(2, 3), range(4, 5)),
            _ => (None, None),
        };
        MemoryUse { reads, writes }
    }
}
