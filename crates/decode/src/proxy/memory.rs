//! Words and memory of the EVM for execution without chain state; both may be unknown.

use std::collections::BTreeMap;

use alloy_primitives::{U256, keccak256};

/// Maximum number of bytes that are written or hashed at once.
const MAX_BYTES: usize = 4096;
const WORD: usize = 32;

#[derive(Clone, Debug)]
pub(super) struct Memory {
    /// Written bytes; `None` for an unknown byte.
    bytes: BTreeMap<usize, Option<u8>>,
    /// Words with a meaning, by offset.
    words: BTreeMap<usize, Value>,
    /// Unwritten bytes are zero below this offset and unknown from it on.
    unknown_from: usize,
}

impl Default for Memory {
    fn default() -> Self {
        Self { bytes: BTreeMap::new(), words: BTreeMap::new(), unknown_from: usize::MAX }
    }
}

impl Memory {
    fn byte(&self, at: usize) -> Option<u8> {
        match self.bytes.get(&at) {
            Some(byte) => *byte,
            None => (at < self.unknown_from).then_some(0),
        }
    }

    /// The bytes of a range; `None` if any byte is unknown.
    fn known(&self, at: usize, length: usize) -> Option<Vec<u8>> {
        let end = at.checked_add(length).filter(|_| length <= MAX_BYTES)?;
        (at..end).map(|at| self.byte(at)).collect()
    }

    pub(super) fn load(&self, at: usize) -> Value {
        if let Some(word) = self.words.get(&at) {
            return *word;
        }
        let known = self.known(at, WORD);
        known.map_or(Value::Unknown, |bytes| Value::Known(U256::from_be_slice(&bytes)))
    }

    pub(super) fn hash(&self, at: usize, length: usize) -> Option<U256> {
        self.known(at, length).map(|bytes| keccak256(bytes).into())
    }

    pub(super) fn store(&mut self, at: Option<usize>, value: Value) {
        self.forget(at, Some(WORD));
        let Some(at) = at.filter(|at| *at < usize::MAX - WORD) else { return };
        match value {
            Value::Known(word) => self.write(at, &word.to_be_bytes::<WORD>()),
            Value::Unknown => {}
            other => {
                self.words.insert(at, other);
            }
        }
    }

    /// Copies a part of the code, zero-filled beyond its end.
    pub(super) fn copy(
        &mut self,
        to: Option<usize>,
        code: &[u8],
        from: Option<usize>,
        length: Option<usize>,
    ) {
        self.forget(to, length);
        let (Some(to), Some(from), Some(length)) = (to, from, length) else { return };
        if length > MAX_BYTES || to > usize::MAX - length {
            return;
        }
        let mut part = code.get(from.min(code.len())..).unwrap_or_default().to_vec();
        part.resize(length, 0);
        self.write(to, &part);
    }

    fn write(&mut self, at: usize, bytes: &[u8]) {
        self.bytes.extend(bytes.iter().enumerate().map(|(offset, byte)| (at + offset, Some(*byte))));
    }

    /// Forgets a range: from where it begins if its length is not known, and all if that is not known, too.
    pub(super) fn forget(&mut self, at: Option<usize>, length: Option<usize>) {
        let at = match at {
            _ if length == Some(0) => return,
            None => 0,
            Some(at) => at,
        };
        let end = length.filter(|length| *length <= MAX_BYTES).and_then(|length| at.checked_add(length));
        let first = at.saturating_sub(WORD - 1);
        let overlapping = |end| self.words.range(first..end).map(|(at, _)| *at).collect::<Vec<_>>();
        for word in overlapping(end.unwrap_or(usize::MAX)) {
            self.words.remove(&word);
        }
        if let Some(end) = end {
            self.bytes.extend((at..end).map(|at| (at, None)));
        } else {
            self.bytes.split_off(&at);
            self.unknown_from = self.unknown_from.min(at);
        }
    }
}

/// A word on the stack or in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Known(U256),
    /// The value of a slot, or a part of it.
    Loaded(U256),
    /// The answer of a contract with a known address.
    AnsweredBy(U256),
    /// The answer of a contract whose address is in a slot.
    AnsweredByLoaded(U256),
    Unknown,
}

impl Value {
    pub(super) fn number(self) -> Option<usize> {
        match self {
            Self::Known(word) => usize::try_from(word).ok(),
            _ => None,
        }
    }
}

/// The result of an instruction with one or two words.
pub(super) fn calculated(byte: u8, one: Value, other: Value) -> Value {
    let (a, b) = match (one, other) {
        (Value::Known(a), Value::Known(b)) => (a, b),
        (Value::Known(a), _) if matches!(byte, 0x15 | 0x19) => (a, U256::ZERO),
        // Masks and shifts cut an address out of a word, or move it back.
        (value, Value::Known(_)) | (Value::Known(_), value) if matches!(byte, 0x04 | 0x16 | 0x1b | 0x1c) => {
            return value;
        }
        _ => return Value::Unknown,
    };
    let flag = |on: bool| U256::from(u8::from(on));
    let shift = usize::try_from(a).ok().filter(|shift| *shift < 256);
    Value::Known(match byte {
        0x01 => a.wrapping_add(b),
        0x02 => a.wrapping_mul(b),
        0x03 => a.wrapping_sub(b),
        0x04 => a.checked_div(b).unwrap_or_default(),
        0x06 => a.checked_rem(b).unwrap_or_default(),
        0x0a => a.wrapping_pow(b),
        0x10 => flag(a < b),
        0x11 => flag(a > b),
        0x14 => flag(a == b),
        0x15 => flag(a.is_zero()),
        0x16 => a & b,
        0x17 => a | b,
        0x18 => a ^ b,
        0x19 => !a,
        0x1b => shift.map_or(U256::ZERO, |shift| b << shift),
        0x1c => shift.map_or(U256::ZERO, |shift| b >> shift),
        _ => return Value::Unknown,
    })
}
