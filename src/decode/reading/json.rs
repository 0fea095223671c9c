//! Decoded bytes as JSON: every value whole. Numbers are texts, since many readers of JSON round long ones.

use alloy_primitives::hex;
use serde_json::{Map, Value as Json};

use super::{Argument, Candidate, ErrorReading, Reading, Value};
use crate::decode::Revert;
use crate::ledger::Text;
use crate::ledger::document::{Document, document, lossy};

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

impl Document for Candidate {
    /// The name, the signature and its source, why it is doubtful if it is, and the arguments.
    fn document(&self) -> Json {
        document! {
            "name": self.name,
            "signature": self.signature,
            "source": self.provenance.label(),
            "doubt": self.fault.map(|fault| fault.to_string()),
            "args": self.arguments,
        }
    }
}

impl Document for Argument {
    fn document(&self) -> Json {
        document! {
            "name": Some(&self.name).filter(|name| !name.is_empty()),
            "type": self.kind,
            "value": self.value.to_json(),
        }
    }
}

impl Document for Reading {
    /// The best candidate.
    fn document(&self) -> Json {
        self.best().document()
    }
}

impl Candidate {
    /// The name with its arguments, every value whole: `TooFew(has: 1, wants: 2)`.
    fn whole(&self) -> String {
        let argument = |argument: &Argument| {
            let value = match argument.value.to_json() {
                Json::String(text) => text,
                value => value.to_string(),
            };
            if argument.name.is_empty() { value } else { format!("{}: {value}", lossy(&argument.name)) }
        };
        let arguments: Vec<String> = self.arguments.iter().map(argument).collect();
        format!("{}({})", lossy(&self.name), arguments.join(", "))
    }
}

impl ErrorReading {
    /// Why it failed, every value whole.
    pub fn whole(&self) -> String {
        match (self.custom.as_ref().and_then(Reading::exact), &self.revert) {
            (Some(candidate), _) => candidate.whole(),
            (None, Revert::Reason(text) | Revert::Plain(text) | Revert::Words(text)) => lossy(text),
            (None, revert) => revert.summary(),
        }
    }
}

impl Document for ErrorReading {
    /// The error that was thrown, as a contract declares it or as the compiler does; null for what has no name.
    fn document(&self) -> Json {
        if let Some(best) = self.custom.as_ref().and_then(Reading::best) {
            return best.document();
        }
        let (name, signature, args) = match &self.revert {
            Revert::Reason(text) => ("Error", "Error(string)", built_in("message", "string", text)),
            Revert::Panic(code) => {
                ("Panic", "Panic(uint256)", built_in("code", "uint256", &code.to_string()))
            }
            Revert::Custom { selector, arguments } => {
                let args = document! { "name": None::<Text>, "type": "bytes", "value": arguments };
                return document! {
                    "name": None::<Text>,
                    "signature": hex::encode_prefixed(selector),
                    "source": None::<Text>,
                    "doubt": "no name is known for this selector",
                    "args": vec![args],
                };
            }
            _ => return Json::Null,
        };
        document! {
            "name": name,
            "signature": signature,
            "source": "Solidity",
            "doubt": None::<Text>,
            "args": args,
        }
    }
}

/// The argument of an error that the compiler has built in.
fn built_in(name: &str, kind: &str, value: &impl Document) -> Vec<Json> {
    vec![document! { "name": name, "type": kind, "value": value }]
}
