//! Calldata, events and storage slots, encoded as the Solidity ABI has them.

use ledger::EvmAddress;

use crate::simulation::hash::keccak;

/// Thirty-two bytes.
pub(crate) type Word = [u8; 32];

#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// Any type of one word: number, address, flag, fixed bytes.
    Word(Word),
    /// `bytes` or `string`.
    Bytes(Vec<u8>),
    /// An array whose length is not part of its type.
    Array(Vec<Value>),
    /// A struct, or an array whose length is part of its type.
    Tuple(Vec<Value>),
}

impl Value {
    /// An array of words.
    pub(crate) fn words(words: impl IntoIterator<Item = Word>) -> Self {
        Self::Array(words.into_iter().map(Self::Word).collect())
    }

    /// Whether the head holds its offset instead of its value.
    fn is_dynamic(&self) -> bool {
        match self {
            Self::Word(_) => false,
            Self::Bytes(_) | Self::Array(_) => true,
            Self::Tuple(members) => members.iter().any(Self::is_dynamic),
        }
    }

    /// The number of bytes in the head.
    fn head_len(&self) -> usize {
        match self {
            Self::Tuple(members) if !self.is_dynamic() => members.iter().map(Self::head_len).sum(),
            _ => 32,
        }
    }

    /// The value itself, without where it is.
    fn body(&self) -> Vec<u8> {
        match self {
            Self::Word(word) => word.to_vec(),
            Self::Bytes(bytes) => counted(bytes),
            Self::Array(items) => [number(items.len() as u128).to_vec(), encode(items)].concat(),
            Self::Tuple(members) => encode(members),
        }
    }
}

/// A number as a word.
pub(crate) fn number(value: u128) -> Word {
    let mut word = [0; 32];
    word[16..].copy_from_slice(&value.to_be_bytes());
    word
}

/// An address as a word.
pub(crate) fn address(value: EvmAddress) -> Word {
    let mut word = [0; 32];
    word[12..].copy_from_slice(value.bytes());
    word
}

/// A number argument.
pub(crate) fn uint(value: impl Into<u128>) -> Value {
    Value::Word(number(value.into()))
}

/// An address argument.
pub(crate) fn account(value: EvmAddress) -> Value {
    Value::Word(address(value))
}

/// A string argument.
pub(crate) fn text(value: &str) -> Value {
    Value::Bytes(value.as_bytes().to_vec())
}

/// The hash of a signature: an event's first topic.
pub(crate) fn topic(signature: &str) -> Word {
    keccak(signature.as_bytes())
}

/// The four bytes that select a function or name an error.
pub(crate) fn selector(signature: &str) -> [u8; 4] {
    let [a, b, c, d, ..] = topic(signature);
    [a, b, c, d]
}

/// A call of the function with this signature, or an error of it: selector and arguments.
pub(crate) fn call(signature: &str, arguments: &[Value]) -> Vec<u8> {
    let mut bytes = selector(signature).to_vec();
    bytes.extend(encode(arguments));
    bytes
}

/// Arguments alone, as returned values and event data have them.
pub(crate) fn encode(arguments: &[Value]) -> Vec<u8> {
    let heads: usize = arguments.iter().map(Value::head_len).sum();
    let mut head = Vec::new();
    let mut tail = Vec::new();
    for argument in arguments {
        if argument.is_dynamic() {
            head.extend(number((heads + tail.len()) as u128));
            tail.extend(argument.body());
        } else {
            head.extend(argument.body());
        }
    }
    head.extend(tail);
    head
}

/// Length, bytes, zeros up to a whole word.
fn counted(bytes: &[u8]) -> Vec<u8> {
    let mut counted = number(bytes.len() as u128).to_vec();
    counted.extend(bytes);
    counted.resize(counted.len().next_multiple_of(32), 0);
    counted
}

/// The slot of a mapping's value: the hash of key and slot.
pub(crate) fn mapped(key: Word, slot: Word) -> Word {
    keccak([key, slot].concat().as_slice())
}

/// A signed number as a word.
pub(crate) fn signed(value: i64) -> Word {
    let mut word = if value < 0 { [0xff; 32] } else { [0; 32] };
    word[24..].copy_from_slice(&value.to_be_bytes());
    word
}

/// The slot this many places after another, for small steps.
pub(crate) fn after(slot: Word, places: u64) -> Word {
    (alloy_primitives::U256::from_be_bytes(slot).wrapping_add(alloy_primitives::U256::from(places)))
        .to_be_bytes()
}

/// The first slot of the items of an array or long string whose length is in this slot.
pub(crate) fn data_of(slot: Word) -> Word {
    keccak(&slot)
}

/// A string of at most 31 bytes in its slot: left-aligned, with twice its length in the last byte.
pub(crate) fn short(text: &str) -> Word {
    let mut word = [0; 32];
    word.iter_mut().zip(text.bytes().take(31)).for_each(|(byte, from)| *byte = from);
    word[31] = u8::try_from(text.len().min(31) * 2).unwrap_or(0);
    word
}

/// A string or bytes of any length in storage, from its first slot on.
pub(crate) fn stored(slot: Word, text: impl AsRef<[u8]>) -> Vec<(Word, Word)> {
    let (bytes, twice) = (text.as_ref(), text.as_ref().len() * 2);
    let word = |chunk: &[u8]| {
        let mut word = [0; 32];
        word.iter_mut().zip(chunk).for_each(|(byte, from)| *byte = *from);
        word
    };
    if bytes.len() < 32 {
        let mut short = word(bytes);
        short[31] = u8::try_from(twice).unwrap_or(0);
        return vec![(slot, short)];
    }
    let chunks = bytes.chunks(32).zip(0..).map(|(chunk, place)| (after(data_of(slot), place), word(chunk)));
    std::iter::once((slot, number(twice as u128 + 1))).chain(chunks).collect()
}
