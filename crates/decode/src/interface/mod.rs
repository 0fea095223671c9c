//! Interfaces of contracts: the only entry point for untrusted ABIs and signatures.

pub mod abi_text;
pub mod book;
pub mod bounds;
pub mod entry;
mod json;
mod line;
pub mod online;
pub mod sources;

use std::collections::HashMap;

pub use abi_text::AbiText;
pub use book::{AddedInterface, Book, Slot};
pub use bounds::Bound;
pub use entry::{Entry, Kind, Parameter};

/// The functions, errors and events of a contract.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Interface {
    entries: Vec<Entry>,
    constructor: Option<Vec<Parameter>>,
    refused: Vec<Refusal>,
    selectors: HashMap<[u8; 4], Vec<usize>>,
    topics: HashMap<[u8; 32], Vec<usize>>,
}

/// Why an interface or one of its entries was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Refusal {
    /// Not the JSON of an ABI.
    #[error("this is no ABI: an array of functions, errors and events is expected, or an artefact with one")]
    Json,
    /// Not a signature.
    #[error(
        "this is no signature; write it as `function name(type, …) returns (type)`, `error …` or `event …`"
    )]
    Line,
    /// An invalid name or type.
    #[error("a name or a type in it is none that Solidity knows")]
    Type,
    /// A type declared in a library or a contract, with unknown members.
    #[error(
        "a type with a dot in it is a struct, an enum or a contract: write what it is, such as (uint256,address), uint8 or address"
    )]
    Dotted,
    /// A function without a name.
    #[error("an entry has no name")]
    NoName,
    #[error("{0}")]
    PastBound(Bound),
}

impl Interface {
    /// Reads the ABI of a contract, as compilers and verifiers give it: a JSON array, or an object with one as
    /// `abi`. Entries that cannot be taken are left out and counted in [`Interface::refused`].
    ///
    /// # Errors
    /// The reason for the refusal.
    pub fn from_json(text: &str) -> Result<Self, Refusal> {
        json::parse_json(text)
    }

    /// Parses one signature written by hand.
    ///
    /// # Errors
    /// The accepted forms.
    pub fn parse_line(line: &str) -> Result<Entry, Refusal> {
        line::parse_entry(line)
    }

    /// Parses a user's input: an ABI as JSON, or signatures, one per line.
    ///
    /// # Errors
    /// The error in the JSON, or in the first invalid line.
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        if text.trim_start().starts_with(['[', '{']) {
            return Self::from_json(text);
        }
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
        let mut entries = Vec::new();
        for line in lines {
            if entries.len() == bounds::MAX_ENTRIES {
                return Err(Refusal::PastBound(Bound::Entries));
            }
            entries.push(Self::parse_line(line)?);
        }
        Ok(Self::new(entries))
    }

    pub fn new(entries: Vec<Entry>) -> Self {
        let mut interface = Self { entries, ..Self::default() };
        interface.index();
        interface
    }

    /// Its functions, errors and events in their order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The constructor's parameters, if the ABI has a constructor.
    pub fn constructor(&self) -> Option<&[Parameter]> {
        self.constructor.as_deref()
    }

    /// Why entries were left out, one for each.
    pub fn refused(&self) -> &[Refusal] {
        &self.refused
    }

    /// The functions or errors with this selector.
    pub fn by_selector(&self, kind: Kind, selector: [u8; 4]) -> impl Iterator<Item = &Entry> {
        let found = self.selectors.get(&selector).into_iter().flatten();
        found.filter_map(|at| self.entries.get(*at)).filter(move |entry| entry.kind == kind)
    }

    /// The events with this first topic.
    pub fn by_topic(&self, topic: [u8; 32]) -> impl Iterator<Item = &Entry> {
        let found = self.topics.get(&topic).into_iter().flatten();
        found.filter_map(|at| self.entries.get(*at))
    }

    fn index(&mut self) {
        for (at, entry) in self.entries.iter().enumerate() {
            match entry.kind {
                Kind::Event if entry.anonymous => {}
                Kind::Event => self.topics.entry(entry.hash).or_default().push(at),
                Kind::Function | Kind::Error => self.selectors.entry(entry.selector()).or_default().push(at),
            }
        }
    }
}

#[cfg(test)]
mod tests;
