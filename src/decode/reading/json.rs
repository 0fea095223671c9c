//! Decoded bytes as JSON: every value whole. Numbers are texts, since many readers of JSON round long ones.

use serde_json::{Map, Value as Json};

use super::{Argument, Candidate, Value};
use crate::ledger::Text;

impl Candidate {
    /// The signature, where it is from, and the arguments with their names and types.
    pub fn to_json(&self) -> Json {
        let argument = |argument: &Argument| {
            let (name, kind) = (text(&argument.name), text(&argument.kind));
            object([("name", name), ("type", kind), ("value", argument.value.to_json())])
        };
        object([
            ("signature", text(&self.signature)),
            ("source", self.provenance.label().into()),
            ("fault", self.fault.map(|fault| fault.to_string()).into()),
            ("arguments", self.arguments.iter().map(argument).collect()),
        ])
    }
}

impl Value {
    /// The value; a call within bytes beside the bytes.
    pub fn to_json(&self) -> Json {
        match self {
            Self::Address(address) => address.checksummed().into(),
            Self::Number(number, _) => number.to_string().into(),
            Self::Signed(number, _) => number.to_string().into(),
            Self::Bool(value) => (*value).into(),
            Self::Bytes(bytes, Some(inner)) => match inner.reading().and_then(|reading| reading.exact()) {
                Some(within) => object([("bytes", bytes.to_hex().into()), ("decoded", within.to_json())]),
                None => bytes.to_hex().into(),
            },
            Self::Bytes(bytes, None) | Self::Word(bytes) | Self::Hashed(bytes) => bytes.to_hex().into(),
            Self::Text(words) => text(words),
            Self::List(values) => values.iter().map(Self::to_json).collect(),
            Self::Tuple(members) if members.iter().all(|member| !member.name.is_empty()) => {
                let member = |member: &Argument| (lossy(&member.name), member.value.to_json());
                Json::Object(members.iter().map(member).collect())
            }
            Self::Tuple(members) => members.iter().map(|member| member.value.to_json()).collect(),
        }
    }
}

fn object<const N: usize>(members: [(&str, Json); N]) -> Json {
    Json::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect::<Map<_, _>>())
}

fn text(words: &Text) -> Json {
    lossy(words).into()
}

fn lossy(words: &Text) -> String {
    String::from_utf8_lossy(words.raw()).into_owned()
}
