//! Logs, and bytes of unknown kind: a call, an error, an event, or return data.

use std::sync::Arc;

use ledger::{ContractRef, HexBytes};

use super::{Candidate, Fault, Raw, Reader, Reading};
use crate::abi::WORD;
use crate::arguments;
use crate::interface::{AddedInterface, Entry, Kind, Refusal};
use crate::known::Known;
use crate::revert::Revert;

/// The length of the hash in front of arguments, in call data and in errors.
pub const SELECTOR_BYTES: usize = 4;
/// Maximum number of topics of a log.
const MAX_TOPICS: usize = 4;
/// Maximum number of functions listed as possible sources of return data.
const MAX_FUNCTIONS: usize = 8;

/// Bytes to decode.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct BytesQuestion {
    /// The contract whose interface is used first.
    pub contract: Option<ContractRef>,
    /// The topics of an event and its data; or the bytes, in one or more parts.
    pub parts: Vec<HexBytes>,
    /// Interfaces from the user: the source, and the text (an ABI, or one signature per line).
    pub added: Vec<(String, Arc<str>)>,
}

/// A kind of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BytesRole {
    /// Call data, or its selector alone.
    Call,
    /// Revert data, or its selector alone.
    Error,
    /// An event with its data.
    Event,
    /// An event without data, or its topic alone.
    Topics,
    /// Return data.
    Returned,
    /// The arguments of a function, without its selector.
    Arguments,
}

/// A possible meaning of the bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// As what the bytes were decoded.
    pub role: BytesRole,
    /// The candidates in that role.
    pub reading: Reading,
}

/// The decoded bytes.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct BytesReading {
    /// The possible meanings, the best first.
    pub meanings: Vec<Meaning>,
    /// Readings without a known signature, for the lookup on a signature server.
    pub(crate) nameless: Vec<Reading>,
    /// The built-in error, `Error(string)` or `Panic(uint256)`.
    pub revert: Option<Revert>,
    /// All parts, joined.
    pub data: HexBytes,
    /// The interfaces from the user that could not be parsed.
    pub refused: Vec<(String, Refusal)>,
}

/// Decodes bytes with the interfaces from the user, then with all known ones.
pub fn read_bytes(known: &Known, question: &BytesQuestion) -> BytesReading {
    let mut known = known.clone();
    let mut read = BytesReading { data: joined(&question.parts), ..BytesReading::default() };
    for (origin, text) in question.added.iter().rev() {
        let added = AddedInterface::new(None, origin.as_str().into(), Arc::clone(text));
        match added.interface() {
            Ok(_) => known.book_mut().add(added),
            Err(refusal) => read.refused.push((origin.clone(), refusal)),
        }
    }
    let reader = Reader::new(&known);
    let contract = question.contract;
    let logs = logs(&question.parts);
    let is_event = question.parts.len() > 1 && !logs.is_empty();
    for (topics, data) in logs {
        let role = if data.is_empty() { BytesRole::Topics } else { BytesRole::Event };
        let mut log = reader.read_log(&LogQuestion { contract, topics, data });
        if question.parts.len() == 1 {
            names_alone(&mut log, |fault| matches!(fault, Fault::Topics { .. } | Fault::TooShort));
        }
        read.add(role, log);
    }
    if !is_event && !matches!(read.meanings.first(), Some(meaning) if meaning.reading.exact().is_some()) {
        read.add_call(&reader, contract);
        read.add_values(&known, contract);
    }
    read.meanings.sort_by_key(|meaning| meaning.reading.exact().is_none());
    read
}

impl BytesReading {
    /// Adds a reading with or without a known signature.
    fn add(&mut self, role: BytesRole, reading: Reading) {
        match reading.best() {
            Some(_) => self.meanings.push(Meaning { role, reading }),
            None => self.nameless.push(reading),
        }
    }

    /// Adds the call and the error with the selector of the bytes.
    fn add_call(&mut self, reader: &Reader<'_>, contract: Option<ContractRef>) {
        let mut call = reader.call(contract, self.data.bytes());
        let error = reader.read_error(contract, Revert::from_data(self.data.clone()));
        let mut custom = error.custom.unwrap_or_default();
        // Whole words are no call data unless they decode exactly.
        if self.data.len().is_multiple_of(WORD) {
            call.candidates.retain(Candidate::is_exact);
            custom.candidates.retain(Candidate::is_exact);
        }
        if self.data.len() == SELECTOR_BYTES {
            names_alone(&mut call, |fault| fault == Fault::TooShort);
            names_alone(&mut custom, |fault| fault == Fault::TooShort);
        }
        self.add(BytesRole::Call, call);
        self.add(BytesRole::Error, custom);
        self.revert = Some(error.revert).filter(|it| matches!(it, Revert::Reason(_) | Revert::Panic(_)));
    }

    /// Adds the return data and the bare arguments of functions that fit exactly.
    fn add_values(&mut self, known: &Known, contract: Option<ContractRef>) {
        let is_read = self.revert.is_some() || self.meanings.iter().any(|it| it.reading.exact().is_some());
        if is_read || self.data.is_empty() || !self.data.len().is_multiple_of(WORD) {
            return;
        }
        let mut seen = Vec::new();
        for (provenance, interface) in known.interfaces(contract) {
            // Bare arguments fit many functions: only a single signature is certain.
            let one = interface.entries().len() == 1;
            for entry in interface.entries().iter().filter(|entry| entry.kind == Kind::Function) {
                let inputs = Some(&entry.inputs).filter(|_| one && entry.outputs.is_none());
                let lists = [(BytesRole::Returned, entry.outputs.as_ref()), (BytesRole::Arguments, inputs)];
                for (role, parameters) in lists {
                    let Some(parameters) = parameters.filter(|all| !all.is_empty()) else { continue };
                    let kinds: Vec<_> = parameters.iter().map(|it| it.kind.clone()).collect();
                    let read = arguments::decode_arguments(parameters.iter(), self.data.bytes());
                    if read.fault.is_some() || seen.contains(&(role, kinds.clone())) {
                        continue;
                    }
                    seen.push((role, kinds));
                    let Entry { signature, name, .. } = entry.clone();
                    let candidate =
                        Candidate { signature, name, provenance, arguments: read.list, fault: None };
                    self.add(role, Reading::new(vec![candidate], Raw::UnknownReturns));
                    if seen.len() == MAX_FUNCTIONS {
                        return;
                    }
                }
            }
        }
    }
}

/// The parts as logs: the last part is the data, or a topic.
fn logs(parts: &[HexBytes]) -> Vec<(Vec<HexBytes>, HexBytes)> {
    let are_topics = |parts: &[HexBytes]| {
        (1..=MAX_TOPICS).contains(&parts.len()) && parts.iter().all(|part| part.len() == WORD)
    };
    let mut logs = Vec::new();
    if let [topics @ .., data] = parts
        && are_topics(topics)
    {
        logs.push((topics.to_vec(), data.clone()));
    }
    if are_topics(parts) {
        logs.push((parts.to_vec(), HexBytes::default()));
    }
    logs
}

/// Accepts candidates without arguments, for a selector or topic alone.
fn names_alone(reading: &mut Reading, is_missing: impl Fn(Fault) -> bool) {
    for candidate in &mut reading.candidates {
        if candidate.fault.is_some_and(&is_missing) {
            candidate.fault = None;
            candidate.arguments.clear();
        }
    }
}

fn joined(parts: &[HexBytes]) -> HexBytes {
    match parts {
        [one] => one.clone(),
        parts => parts.iter().flat_map(HexBytes::bytes).copied().collect::<Vec<_>>().into(),
    }
}

/// A log: of a contract result, or of a contract.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct LogQuestion {
    /// Who emitted it: `address` or `contract_id`.
    pub contract: Option<ContractRef>,
    /// `topics`: the event, then its indexed arguments.
    pub topics: Vec<HexBytes>,
    /// `data`: the other arguments.
    pub data: HexBytes,
}

impl Reader<'_> {
    /// Decodes a log with every event that its first topic is the hash of, or else with anonymous events.
    pub fn read_log(&self, question: &LogQuestion) -> Reading {
        self.log(question.contract, &question.topics, question.data.bytes())
    }
}
