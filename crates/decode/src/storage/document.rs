//! Storage slots as documents: path, old value and new value.

use alloy_primitives::hex;
use ledger::Text;
use ledger::document::{Document, document};
use serde_json::Value as Json;

use super::{Explanation, Held, Piece};

impl Explanation {
    /// The keys on the way to the slot as they are hashed: numbers, addresses, bytes, or a text.
    pub fn keys(&self) -> Vec<String> {
        let pieces = match (&self.named, &self.path) {
            (Some(named), _) => named.pieces.clone(),
            (None, Some(path)) if self.or.is_none() => path.pieces(),
            _ => Vec::new(),
        };
        pieces.iter().filter_map(Piece::key).collect()
    }
}

impl Document for Held {
    fn document(&self) -> Json {
        match self {
            Self::Number(number) => number.document(),
            Self::Negative(distance) => match i64::try_from(*distance) {
                Ok(distance) => (-distance).document(),
                Err(_) => format!("-{distance}").into(),
            },
            Self::Flag(on) => (*on).into(),
            Self::Address(address) => address.document(),
            Self::Bytes(bytes) => hex::encode_prefixed(bytes).into(),
            Self::Text(text) => Text::from_bytes(text.clone()).document(),
            Self::LongText(length) => document! { "text_length": length },
            Self::Defined(number, bytes) => {
                document! { "number": number, "bytes": hex::encode_prefixed(bytes) }
            }
            Self::Function(address, selector) => {
                document! { "address": address, "selector": hex::encode_prefixed(selector) }
            }
        }
    }
}
