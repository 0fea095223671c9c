//! Decoded bytes as JSON: every value whole. Numbers are texts, since many readers of JSON round long ones.

use alloy_primitives::hex;
use ledger::Text;
use ledger::document::{Document, document, lossy, object};
use serde_json::Value as Json;

use super::{Argument, Candidate, ErrorReading, Inner, Raw, Reading, Value};
use crate::Revert;

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
    /// The value as JSON; bytes that contain a call include the decoded call.
    pub fn to_json(&self) -> Json {
        match self {
            Self::Address(address) => address.checksummed().into(),
            Self::Number(number, _) => number.to_string().into(),
            Self::Signed(number, _) => number.to_string().into(),
            Self::Bool(value) => (*value).into(),
            Self::Bytes(bytes, Some(inner)) => match inner.to_json() {
                Some(within) => object([("bytes", bytes.to_hex().into()), ("decoded", within)]),
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

impl Inner {
    /// The value of the bytes if their decoding is certain.
    fn to_json(&self) -> Option<Json> {
        if let Some(exact) = self.reading().and_then(Reading::exact) {
            return Some(exact.to_json());
        }
        let Self::Failed { error, .. } = self else { return None };
        let (_, signature, args) = built_in(&error.revert)?;
        let fault = Json::Null;
        Some(object([
            ("signature", signature.into()),
            ("source", COMPILER.into()),
            ("fault", fault),
            ("arguments", vec![args].into()),
        ]))
    }

    /// The call or the error in one line, every value whole, if that is known for certain.
    fn whole(&self) -> Option<String> {
        match self {
            Self::Call(reading) => Some(reading.exact()?.whole()),
            Self::Failed { error, .. } => Some(error.whole()),
            Self::Returned { .. } => None,
        }
    }
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
    /// The best candidate; of a function without a name its selector.
    fn document(&self) -> Json {
        match self.raw {
            Some(Raw::UnknownSelector(selector)) => unnamed(selector, &[]),
            _ => self.best().document(),
        }
    }
}

impl Candidate {
    /// The name with its arguments, every value whole: `TooFew(has: 1, wants: 2)`.
    fn whole(&self) -> String {
        let argument = |argument: &Argument| {
            let inner = match &argument.value {
                Value::Bytes(_, inner) => inner.as_ref().and_then(|inner| inner.whole()),
                _ => None,
            };
            let value = inner.unwrap_or_else(|| match argument.value.to_json() {
                Json::String(text) => text,
                value => value.to_string(),
            });
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
        if let Revert::Custom { selector, arguments } = &self.revert {
            let args = document! { "name": None::<Text>, "type": "bytes", "value": arguments };
            return unnamed(*selector, &[args]);
        }
        let Some((name, signature, args)) = built_in(&self.revert) else { return Json::Null };
        document! {
            "name": name,
            "signature": signature,
            "source": COMPILER,
            "doubt": None::<Text>,
            "args": vec![args],
        }
    }
}

/// A function or an error without a name.
fn unnamed(selector: [u8; 4], args: &[Json]) -> Json {
    document! {
        "name": None::<Text>,
        "signature": hex::encode_prefixed(selector),
        "source": None::<Text>,
        "doubt": "no name is known for this selector",
        "args": args.to_vec(),
    }
}

/// Where the errors come from that no contract declares.
const COMPILER: &str = "Solidity";

/// The name, the signature and the argument of an error that the compiler has built in.
fn built_in(revert: &Revert) -> Option<(&'static str, &'static str, Json)> {
    Some(match revert {
        Revert::Reason(text) => {
            let message = document! { "name": "message", "type": "string", "value": text };
            ("Error", "Error(string)", message)
        }
        Revert::Panic(code) => {
            let code = document! { "name": "code", "type": "uint256", "value": code.to_string() };
            ("Panic", "Panic(uint256)", code)
        }
        _ => return None,
    })
}
