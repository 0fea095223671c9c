//! Readings in one line: shortened for lists and sentences, in full as data. Everything is safe to print.

use std::fmt::Write as _;

use ledger::{EvmAddress, HexBytes};

use super::{Argument, Candidate, ErrorReading, Inner, Raw, Reading, Value};

/// How many characters of a text or digits of bytes a line shows.
const MAX_TEXT_CHARS: usize = 20;
/// How many members of a list a line shows.
const MAX_LIST_ITEMS: usize = 3;

impl Reading {
    /// The best candidate with its arguments in one line, or why the bytes stay raw.
    pub fn summary(&self) -> String {
        match (self.best(), self.raw) {
            (Some(best), _) => best.summary(),
            (None, Some(raw)) => raw.reason(),
            (None, None) => String::new(),
        }
    }
}

impl Candidate {
    /// One line, such as `transfer(to 0.0.1003, amount 250)`; doubtful candidates are marked.
    pub fn summary(&self) -> String {
        self.summary_with(|_, _| None)
    }

    /// The same with every value whole.
    pub fn in_full(&self) -> String {
        self.summary_with(|_, value| Some(value.in_full()))
    }

    /// The same, with `summarize` overriding the text of arguments by index.
    pub fn summary_with(&self, summarize: impl Fn(usize, &Value) -> Option<String>) -> String {
        let name = self.name.escaped();
        let all = || list_with(&self.arguments, &summarize);
        match self.fault {
            Some(fault) if self.arguments.is_empty() => format!("{}? {fault}", self.signature.escaped()),
            Some(_) => format!("{name}?({})", all()),
            None => format!("{name}({})", all()),
        }
    }
}

/// Arguments in one line: `to 0.0.1003, amount 250`.
pub fn list(arguments: &[Argument]) -> String {
    list_with(arguments, |_, _| None)
}

/// The same with every value whole.
pub fn list_in_full(arguments: &[Argument]) -> String {
    list_with(arguments, |_, value| Some(value.in_full()))
}

/// The same, with `summarize` overriding the text of arguments by index.
pub fn list_with(arguments: &[Argument], summarize: impl Fn(usize, &Value) -> Option<String>) -> String {
    let one = |(at, argument): (usize, &Argument)| {
        let value = summarize(at, &argument.value).unwrap_or_else(|| argument.value.summary());
        if argument.name.is_empty() { value } else { format!("{} {value}", argument.name.escaped()) }
    };
    arguments.iter().enumerate().map(one).collect::<Vec<_>>().join(", ")
}

impl Value {
    /// The value in a few characters: numbers whole, bytes and texts shortened with `…`, entities by their id's
    /// number.
    pub fn summary(&self) -> String {
        match self {
            Self::Address(address) => short_address(*address),
            Self::Bytes(bytes, Some(inner)) => inner.summary().unwrap_or_else(|| short_bytes(bytes)),
            Self::Bytes(bytes, None) | Self::Word(bytes) => short_bytes(bytes),
            Self::Hashed(bytes) => format!("hash {}", short_bytes(bytes)),
            Self::Text(text) => format!("\"{}\"", cut(&text.escaped())),
            Self::List(values) => several(values.len(), values.iter().map(Self::summary)),
            Self::Tuple(members) => format!("({})", list(members)),
            Self::Number(..) | Self::Signed(..) | Self::Bool(_) => self.in_full(),
        }
    }

    /// The value whole: addresses with all digits unless they are those of an entity, and bytes as they are.
    pub fn in_full(&self) -> String {
        match self {
            Self::Address(address) => entity(*address).unwrap_or_else(|| address.checksummed()),
            Self::Number(number, _) => number.to_string(),
            Self::Signed(number, _) => number.to_string(),
            Self::Bool(value) => value.to_string(),
            Self::Bytes(bytes, Some(inner)) => inner.in_full().unwrap_or_else(|| bytes.to_hex()),
            Self::Bytes(bytes, None) | Self::Word(bytes) => bytes.to_hex(),
            Self::Hashed(bytes) => format!("hash {}", bytes.to_hex()),
            Self::Text(text) => format!("\"{}\"", text.escaped()),
            Self::List(values) => {
                format!("[{}]", values.iter().map(Self::in_full).collect::<Vec<_>>().join(", "))
            }
            Self::Tuple(members) => format!("({})", list_in_full(members)),
        }
    }
}

impl Inner {
    fn summary(&self) -> Option<String> {
        self.words(Candidate::summary, list, ErrorReading::summary)
    }

    fn in_full(&self) -> Option<String> {
        self.words(Candidate::in_full, list_in_full, ErrorReading::in_full)
    }

    /// The value of the bytes if their decoding is certain.
    fn words(
        &self,
        call: fn(&Candidate) -> String,
        list: fn(&[Argument]) -> String,
        failure: fn(&ErrorReading) -> String,
    ) -> Option<String> {
        match self {
            Self::Call(reading) => reading.exact().map(call),
            Self::Returned { reading, .. } => {
                reading.exact().map(|exact| format!("returned ({})", list(&exact.arguments)))
            }
            Self::Failed { error, .. } => Some(failure(error)),
        }
    }
}

impl Raw {
    /// Why the bytes stay raw, as a clause.
    pub fn reason(self) -> String {
        match self {
            Self::Empty => "no data".to_owned(),
            Self::NoSelector => "too short for a selector".to_owned(),
            Self::UnknownSelector(selector) => alloy_primitives::hex::encode_prefixed(selector),
            Self::UnknownTopic(topic) => short_bytes(&HexBytes::from(topic.to_vec())),
            Self::Creation => "creation code".to_owned(),
            Self::UnknownReturns => "what this function returns is not known".to_owned(),
            Self::UnknownConstructor => "what its constructor takes is not known".to_owned(),
            Self::PastBound(bound) => bound.to_string(),
        }
    }
}

fn several(len: usize, words: impl Iterator<Item = String>) -> String {
    let mut line = words.take(MAX_LIST_ITEMS).collect::<Vec<_>>().join(", ");
    if len > MAX_LIST_ITEMS {
        let _ = write!(line, ", … {} more", len - MAX_LIST_ITEMS);
    }
    format!("[{line}]")
}

fn short_address(address: EvmAddress) -> String {
    entity(address).unwrap_or_else(|| short_bytes(&HexBytes::from(address.bytes().to_vec())))
}

fn entity(address: EvmAddress) -> Option<String> {
    address.entity_num().map(|num| format!("0.0.{num}"))
}

fn short_bytes(bytes: &HexBytes) -> String {
    let hex = bytes.to_hex();
    match (hex.get(..10), hex.get(hex.len().saturating_sub(4)..)) {
        (Some(head), Some(tail)) if hex.len() > MAX_TEXT_CHARS => format!("{head}…{tail}"),
        _ => hex,
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(MAX_TEXT_CHARS) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
