//! A possibly unknown word, for execution without chain state.

use alloy_primitives::U256;

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
