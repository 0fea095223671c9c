//! Storage slots as documents: where a slot lies, and what it held and holds.

use alloy_primitives::hex;
use serde_json::Value as Json;

use super::{Explanation, Held, Piece};
use crate::ledger::Text;
use crate::ledger::document::{Document, document};

impl Explanation {
    /// The path to the slot with every digit, in declared names where they are known.
    pub fn text(&self) -> Option<String> {
        let declared = self.named.as_ref().map(|named| named.pieces.iter().map(Piece::text).collect());
        declared.or_else(|| {
            let path = self.path.as_ref()?;
            Some(self.or.as_ref().map_or_else(|| path.to_string(), |or| format!("one of {path}, {or}")))
        })
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
