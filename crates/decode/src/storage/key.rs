//! Keys of mappings, and where each was found.

use alloy_primitives::{U256, hex, keccak256};
use ledger::{EvmAddress, Text};

/// A key of a mapping.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// A value of one word: a number, an address, a flag, fixed bytes.
    Word(U256),
    /// A string, or bytes of any length: Solidity hashes them without filling them up.
    Bytes(Box<[u8]>),
    /// The hash of something: of several values, or of a text that names a role.
    Hash {
        /// The preimage.
        of: Box<[u8]>,
        /// The hashed values; empty for a text.
        parts: Box<[U256]>,
    },
}

/// A key, and where it was found.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Clue {
    /// The value that mappings are tried with.
    pub key: Key,
    /// The first place where the key was found.
    pub origin: Origin,
}

/// Where a key was found. Places are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Origin {
    /// The sender.
    From,
    /// The contract that was called, or whose storage it is.
    Contract,
    /// It was hashed as a key is.
    Hashed,
    /// This word of the call data.
    Argument(usize),
    /// This topic of this log.
    Topic(usize, usize),
    /// This word of this log's data.
    LogData(usize, usize),
    /// The emitter of this log.
    Emitter(usize),
    /// This word of the return data.
    Returned(usize),
    /// A value that was read from or written to storage, or an adjacent number.
    Stored,
    /// A number cut out of a word into which several values are packed.
    Cut,
    /// The consensus time or the block, in a unit that contracts count in.
    Time,
    /// A small number.
    Small,
    /// The name of a role, as access control hashes it.
    Role,
    /// Values found near each other, hashed together.
    Together,
    /// From outside the call: the user or a server.
    Known,
}

impl Key {
    /// The word that is hashed in the place of the key; `None` if it is a string of any length.
    pub fn word(&self) -> Option<U256> {
        match self {
            Self::Word(word) => Some(*word),
            Self::Hash { of, .. } => Some(keccak256(of).into()),
            Self::Bytes(_) => None,
        }
    }

    /// The text that the key is, or that it is the hash of.
    pub fn text(&self) -> Option<Text> {
        match self {
            Self::Bytes(bytes) => Some(Text::from_bytes(bytes.clone())),
            Self::Hash { of, parts } if parts.is_empty() => Some(Text::from_bytes(of.clone())),
            _ => None,
        }
    }
}

impl Origin {
    /// The place in words, such as `word 0 of the call data`.
    pub fn label(self) -> String {
        match self {
            Self::From => "the sender".to_owned(),
            Self::Contract => "a contract of this call".to_owned(),
            Self::Hashed => "hashed as a key".to_owned(),
            Self::Argument(at) => format!("word {at} of the call data"),
            Self::Topic(log, at) => format!("topic {at} of log {log}"),
            Self::LogData(log, at) => format!("word {at} of the data of log {log}"),
            Self::Emitter(log) => format!("the emitter of log {log}"),
            Self::Returned(at) => format!("word {at} of what was returned"),
            Self::Stored => "a value in another slot".to_owned(),
            Self::Cut => "cut out of a packed word".to_owned(),
            Self::Time => "the time of the call".to_owned(),
            Self::Small => "a small number".to_owned(),
            Self::Role => "the name of a role".to_owned(),
            Self::Together => "the hash of values found together".to_owned(),
            Self::Known => "known beside the call".to_owned(),
        }
    }
}

/// The address that a word can be: not below `2^64`, and not above 20 bytes.
pub fn as_address(word: U256) -> Option<EvmAddress> {
    let bytes = word.to_be_bytes::<32>();
    let (zeros, address) = bytes.split_first_chunk::<12>()?;
    let address: [u8; 20] = address.try_into().ok()?;
    (zeros == &[0; 12] && word.bit_len() > 64).then(|| EvmAddress::new(address))
}

/// The distance from zero of a word that reads as a small number below zero.
pub fn below_zero(word: U256) -> Option<U256> {
    let distance = U256::ZERO.wrapping_sub(word);
    (!distance.is_zero() && distance.bit_len() <= 96).then_some(distance)
}

/// A word as a key of this type is written.
pub fn typed_text(word: U256, kind: Option<&str>) -> String {
    let kind = kind.unwrap_or_default();
    match kind.strip_prefix("bytes").and_then(|bytes| bytes.parse::<usize>().ok()) {
        Some(bytes) => hex::encode_prefixed(word.to_be_bytes::<32>().get(..bytes).unwrap_or_default()),
        None if kind.starts_with("uint") => word.to_string(),
        None => word_text(word),
    }
}

/// A word as a key is written: a number, an address, or 32 bytes.
pub(super) fn word_text(word: U256) -> String {
    if word.bit_len() <= 64 {
        word.to_string()
    } else if let Some(address) = as_address(word) {
        address.checksummed()
    } else if let Some(distance) = below_zero(word) {
        format!("-{distance}")
    } else {
        hex::encode_prefixed(word.to_be_bytes::<32>())
    }
}
