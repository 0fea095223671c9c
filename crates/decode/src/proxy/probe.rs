//! Executes code without chain state to find the targets of forwarded calls.

use std::collections::HashMap;

use alloy_primitives::U256;
use ledger::EvmAddress;

use super::Slot;
use super::memory::{Memory, Value, calculated};

/// The targets of forwarded calls found by executing code.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct Passing {
    /// The targets of forwarded calls, each once, in the order of execution.
    pub(super) targets: Vec<Target>,
    /// Whether every path was executed to its end.
    pub(super) whole: bool,
    /// The end offset of the last executed instruction.
    pub(super) end: usize,
}

/// The source of a target's address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// The code itself.
    Code(EvmAddress),
    /// A storage slot.
    Slot(Slot),
    /// Another contract, which is in the code.
    Beacon(EvmAddress),
    /// Another contract, which is in a storage slot.
    BeaconSlot(Slot),
    /// Something that depends on the call or on more of the state.
    Unknown,
}

/// Maximum number of instructions that are executed, over all paths.
const MAX_STEPS: usize = 20_000;
/// Maximum number of times that one jump is taken both ways.
const MAX_FORKS: usize = 8;
/// The EVM's limit.
const MAX_STACK: usize = 1024;

const JUMPDEST: u8 = 0x5b;
const DELEGATES: [u8; 2] = [0xf2, 0xf4];

impl Passing {
    /// Executes code from its beginning, taking both branches of conditions that depend on chain state.
    pub(super) fn find(code: &[u8]) -> Self {
        let mut found = Self { whole: true, ..Self::default() };
        let jumps = jumps(code);
        let mut forks: HashMap<usize, usize> = HashMap::new();
        let mut paths = vec![Path::default()];
        let mut steps = 0;
        while let Some(mut path) = paths.pop() {
            loop {
                steps += 1;
                if steps > MAX_STEPS || path.stack.len() > MAX_STACK {
                    found.whole = false;
                    return found;
                }
                let at = path.at;
                match path.step(code, &mut found) {
                    _ if path.underflows => break,
                    Step::Next => {}
                    Step::End => break,
                    Step::Jump(to, condition) => {
                        let to = if let Value::Known(to) = to {
                            usize::try_from(to).ok().filter(|to| jumps.contains(to))
                        } else {
                            found.whole = false;
                            None
                        };
                        match (condition, to) {
                            (Some(Value::Known(condition)), _) if condition.is_zero() => {}
                            (None | Some(Value::Known(_)), Some(to)) => path.at = to,
                            (None | Some(Value::Known(_)), None) => break,
                            (Some(_), None) => {}
                            (Some(_), Some(to)) => {
                                let taken = forks.entry(at).or_default();
                                *taken += 1;
                                if *taken > MAX_FORKS {
                                    found.whole = false;
                                    break;
                                }
                                paths.push(Path { at: to, ..path.clone() });
                            }
                        }
                    }
                }
            }
        }
        found
    }
}

/// Whether any instruction of the code, before its metadata, can pass a call on.
pub fn can_delegate(code: &[u8]) -> bool {
    let without_metadata = code.split_last_chunk().and_then(|(before, length)| {
        let code = before.len().checked_sub(usize::from(u16::from_be_bytes(*length)))?;
        let (code, metadata) = before.split_at(code);
        // A map of one to four entries.
        matches!(metadata.first(), Some(0xa1..=0xa4)).then_some(code)
    });
    instructions(without_metadata.unwrap_or(code)).any(|(_, byte)| DELEGATES.contains(&byte))
}

fn instructions(code: &[u8]) -> impl Iterator<Item = (usize, u8)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let (found, byte) = (at, *code.get(at)?);
        at += 1 + pushed(byte);
        Some((found, byte))
    })
}

/// How many bytes follow an instruction as its value.
fn pushed(byte: u8) -> usize {
    usize::from(byte.checked_sub(0x5f).filter(|length| *length <= 32).unwrap_or_default())
}

fn jumps(code: &[u8]) -> std::collections::HashSet<usize> {
    instructions(code).filter(|(_, byte)| *byte == JUMPDEST).map(|(at, _)| at).collect()
}

enum Step {
    Next,
    End,
    /// Where it leads, and on which condition.
    Jump(Value, Option<Value>),
}

/// The state of one path.
#[derive(Clone, Debug, Default)]
struct Path {
    at: usize,
    stack: Vec<Value>,
    memory: Memory,
    /// Whether the call's data, from its first byte, are in memory.
    has_copied: bool,
    /// Whether another contract was called.
    has_called: bool,
    /// The answer of that contract.
    answer: Option<Value>,
    /// Whether the stack underflowed, which ends the execution.
    underflows: bool,
}

impl Path {
    fn pop(&mut self) -> Value {
        self.underflows |= self.stack.is_empty();
        self.stack.pop().unwrap_or(Value::Unknown)
    }

    fn pop_number(&mut self) -> Option<usize> {
        self.pop().number()
    }

    fn discard(&mut self, count: usize) {
        self.underflows |= self.stack.len() < count;
        self.stack.truncate(self.stack.len().saturating_sub(count));
    }

    fn push(&mut self, value: Value) -> Step {
        self.stack.push(value);
        Step::Next
    }

    fn step(&mut self, code: &[u8], found: &mut Passing) -> Step {
        let at = self.at;
        let Some(byte) = code.get(at).copied() else { return Step::End };
        self.at = at + 1 + pushed(byte);
        found.end = found.end.max(self.at.min(code.len()));
        match byte {
            0x00 | 0xf3 | 0xfd | 0xfe | 0xff => Step::End,
            0x5f..=0x7f => {
                // What is missing at the end of the code is zero.
                let bytes = code.iter().skip(at + 1).chain(std::iter::repeat(&0)).take(pushed(byte));
                self.push(Value::Known(bytes.fold(U256::ZERO, |word, byte| (word << 8) | U256::from(*byte))))
            }
            0x80..=0x8f => {
                let from = self.stack.len().checked_sub(usize::from(byte - 0x7f));
                let Some(value) = from.and_then(|from| self.stack.get(from)).copied() else {
                    return Step::End;
                };
                self.push(value)
            }
            0x90..=0x9f => {
                let last = self.stack.len().saturating_sub(1);
                let Some(other) = last.checked_sub(usize::from(byte - 0x8f)) else { return Step::End };
                self.stack.swap(last, other);
                Step::Next
            }
            0x56 => Step::Jump(self.pop(), None),
            0x57 => {
                let to = self.pop();
                Step::Jump(to, Some(self.pop()))
            }
            0x01..=0x07 | 0x0a | 0x0b | 0x10..=0x1d => {
                let one = self.pop();
                let other = if matches!(byte, 0x15 | 0x19) { Value::Unknown } else { self.pop() };
                self.push(calculated(byte, one, other))
            }
            0x08 | 0x09 => {
                self.discard(3);
                self.push(Value::Unknown)
            }
            // What a caller may change is not known; the length of the code and its place are.
            0x38 => self.push(Value::Known(U256::from(code.len()))),
            0x58 => self.push(Value::Known(U256::from(at))),
            0x3d if !self.has_called => self.push(Value::Known(U256::ZERO)),
            0x30 | 0x32..=0x34 | 0x36 | 0x3a | 0x3d | 0x41..=0x48 | 0x4a | 0x59 | 0x5a => {
                self.push(Value::Unknown)
            }
            0x31 | 0x35 | 0x3b | 0x3f | 0x40 | 0x49 | 0x5c | 0x1e => {
                self.pop();
                self.push(Value::Unknown)
            }
            0x54 => {
                let value = match self.pop() {
                    Value::Known(slot) => Value::Loaded(slot),
                    _ => Value::Unknown,
                };
                self.push(value)
            }
            0x50 => {
                self.pop();
                Step::Next
            }
            0x55 | 0x5d => {
                self.discard(2);
                Step::Next
            }
            JUMPDEST => Step::Next,
            0xa0..=0xa4 => {
                self.discard(usize::from(byte - 0xa0) + 2);
                Step::Next
            }
            0xf0 | 0xf5 => {
                self.discard(if byte == 0xf0 { 3 } else { 4 });
                self.has_called = true;
                self.push(Value::Unknown)
            }
            0xf1 | 0xf2 | 0xf4 | 0xfa => self.call(byte, found),
            _ => self.touch_memory(byte, code),
        }
    }

    fn touch_memory(&mut self, byte: u8, code: &[u8]) -> Step {
        match byte {
            0x20 => {
                let (at, length) = (self.pop_number(), self.pop_number());
                let hash = at.zip(length).and_then(|(at, length)| self.memory.hash(at, length));
                self.push(hash.map_or(Value::Unknown, Value::Known))
            }
            0x51 => {
                let at = self.pop_number();
                let value = at.map_or(Value::Unknown, |at| self.memory.load(at));
                self.push(value)
            }
            0x52 => {
                let (at, value) = (self.pop_number(), self.pop());
                self.memory.store(at, value);
                Step::Next
            }
            0x53 => {
                let at = self.pop_number();
                self.pop();
                self.memory.forget(at, Some(1));
                Step::Next
            }
            0x37 => {
                let (to, from, length) = (self.pop_number(), self.pop_number(), self.pop_number());
                self.has_copied |= from == Some(0);
                self.memory.forget(to, length);
                Step::Next
            }
            0x39 => {
                let (to, from, length) = (self.pop_number(), self.pop_number(), self.pop_number());
                self.memory.copy(to, code, from, length);
                Step::Next
            }
            0x3e => {
                let (to, from, length) = (self.pop_number(), self.pop_number(), self.pop_number());
                self.memory.forget(to, length);
                if let Some(answer) = self.answer.filter(|_| from == Some(0)) {
                    self.memory.store(to, answer);
                }
                Step::Next
            }
            0x5e => {
                let (to, _, length) = (self.pop_number(), self.pop_number(), self.pop_number());
                self.memory.forget(to, length);
                Step::Next
            }
            0x3c => {
                self.pop();
                let (to, _, length) = (self.pop_number(), self.pop_number(), self.pop_number());
                self.memory.forget(to, length);
                Step::Next
            }
            _ => Step::End,
        }
    }

    fn call(&mut self, byte: u8, found: &mut Passing) -> Step {
        self.pop();
        let target = self.pop();
        self.discard(if matches!(byte, 0xf1 | 0xf2) { 3 } else { 2 });
        let (to, length) = (self.pop_number(), self.pop_number());
        self.memory.forget(to, length);
        self.has_called = true;
        self.answer = match target {
            Value::Known(address) => Some(Value::AnsweredBy(address)),
            Value::Loaded(slot) => Some(Value::AnsweredByLoaded(slot)),
            _ => None,
        };
        if let Some(answer) = self.answer.filter(|_| length.is_some_and(|length| length >= 32)) {
            self.memory.store(to, answer);
        }
        if DELEGATES.contains(&byte) && self.has_copied && !self.underflows {
            let target = Target::of(target);
            if !found.targets.contains(&target) {
                found.targets.push(target);
            }
        }
        self.push(Value::Unknown)
    }
}

impl Target {
    /// The source of the target's address, if this word is the address.
    fn of(word: Value) -> Self {
        let address = |word: U256| {
            let bytes = word.to_be_bytes::<32>();
            bytes.split_last_chunk::<20>().map(|(_, address)| EvmAddress::new(*address))
        };
        match word {
            Value::Known(word) => address(word).map_or(Self::Unknown, Self::Code),
            Value::Loaded(slot) => Self::Slot(slot.to_be_bytes()),
            Value::AnsweredBy(word) => address(word).map_or(Self::Unknown, Self::Beacon),
            Value::AnsweredByLoaded(slot) => Self::BeaconSlot(slot.to_be_bytes()),
            Value::Unknown => Self::Unknown,
        }
    }
}
