//! Interfaces of contracts: the only entry point for untrusted ABIs and signatures.

pub mod book;
pub mod bounds;
pub(crate) mod json;
mod line;
pub mod online;

use std::collections::HashMap;

use alloy_dyn_abi::{DynSolType, Specifier};
use alloy_json_abi::{Error, Event, EventParam, Function, Param, StateMutability};
use alloy_primitives::keccak256;
use ledger::Text;

pub use self::json::AbiText;
pub use book::{AddedInterface, Book, Slot};
pub use bounds::Bound;

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
    /// Valid, but larger than a bound on untrusted interfaces.
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

    /// Indexes entries by selector and topic, for lookups in constant time.
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
    pub(crate) fn by_selector(&self, kind: Kind, selector: [u8; 4]) -> impl Iterator<Item = &Entry> {
        let found = self.selectors.get(&selector).into_iter().flatten();
        found.filter_map(|at| self.entries.get(*at)).filter(move |entry| entry.kind == kind)
    }

    /// The events with this first topic.
    pub(crate) fn by_topic(&self, topic: [u8; 32]) -> impl Iterator<Item = &Entry> {
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

/// The kind of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Selected by the first four bytes of call data.
    Function,
    /// A custom error.
    Error,
    /// Selected by the first topic of a log.
    Event,
}

/// A function, an error or an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Decides where the hash of the signature is: in call data, in return data or in a topic.
    pub kind: Kind,
    /// The name without parameters; untrusted.
    pub name: Text,
    /// Name and types as they are hashed: `transfer(address,uint256)`.
    pub signature: Text,
    /// The parameters, in order.
    pub inputs: Vec<Parameter>,
    /// A function's return types; `None` if unknown.
    pub outputs: Option<Vec<Parameter>>,
    /// Whether an event omits its signature's topic.
    pub anonymous: bool,
    /// A function's mutability; `None` if its source does not state it.
    pub(crate) mutability: Option<StateMutability>,
    /// The hash of the signature: its first four bytes are a selector, all of it is a topic.
    pub hash: [u8; 32],
}

/// A parameter of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name; may be empty.
    pub name: Text,
    /// Its canonical type: `(address,uint256)[]`.
    pub kind: Text,
    /// Whether an event's parameter is in the topics.
    pub indexed: bool,
    /// The members of a tuple, or of the tuples in an array.
    pub members: Vec<Parameter>,
    pub(crate) shape: DynSolType,
}

impl Entry {
    /// The four bytes that a call or an error begins with.
    pub fn selector(&self) -> [u8; 4] {
        self.hash.first_chunk().copied().unwrap_or_default()
    }

    /// Whether a function changes nothing: `view` or `pure`; `None` if its source does not say.
    pub(crate) fn only_reads(&self) -> Option<bool> {
        let reads = |one| matches!(one, StateMutability::View | StateMutability::Pure);
        self.mutability.map(reads)
    }

    /// Whether calls may send value; `true` if the source does not state the mutability.
    pub fn is_payable(&self) -> bool {
        self.mutability.is_none_or(|one| one == StateMutability::Payable)
    }

    fn function(
        function: &Function,
        returns_known: bool,
        mutability: Option<StateMutability>,
    ) -> Result<Self, Refusal> {
        let inputs = parameters(&function.inputs)?;
        let outputs = returns_known.then(|| parameters(&function.outputs)).transpose()?;
        let entry = Self::new(Kind::Function, &function.name, &function.signature(), inputs)?;
        Ok(Self { outputs, mutability, ..entry })
    }

    fn error(error: &Error) -> Result<Self, Refusal> {
        Self::new(Kind::Error, &error.name, &error.signature(), parameters(&error.inputs)?)
    }

    fn event(event: &Event) -> Result<Self, Refusal> {
        let mut inputs = Vec::with_capacity(event.inputs.len());
        for input in &event.inputs {
            let shape = input.resolve().map_err(|_| Refusal::Type)?;
            let indexed = input.indexed;
            inputs.push(Parameter {
                indexed,
                ..parameter(&input.name, &input.selector_type(), &input.components, shape)?
            });
        }
        count(&inputs)?;
        let entry = Self::new(Kind::Event, &event.name, &event.signature(), inputs)?;
        Ok(Self { anonymous: event.anonymous, ..entry })
    }

    fn new(kind: Kind, name: &str, signature: &str, inputs: Vec<Parameter>) -> Result<Self, Refusal> {
        if name.is_empty() {
            return Err(Refusal::NoName);
        }
        let hash = keccak256(signature).0;
        let (name, signature) = (Text::from(name), Text::from(signature));
        Ok(Self { kind, name, signature, inputs, outputs: None, anonymous: false, mutability: None, hash })
    }
}

/// Parameters of functions and errors.
fn parameters(list: &[Param]) -> Result<Vec<Parameter>, Refusal> {
    let one = |param: &Param| {
        let shape = param.resolve().map_err(|_| Refusal::Type)?;
        parameter(&param.name, &param.selector_type(), &param.components, shape)
    };
    let parameters = list.iter().map(one).collect::<Result<Vec<_>, _>>()?;
    count(&parameters)?;
    Ok(parameters)
}

fn parameter(name: &str, kind: &str, members: &[Param], shape: DynSolType) -> Result<Parameter, Refusal> {
    match weight(&shape) {
        0 => return Err(Refusal::PastBound(Bound::Nothing)),
        weight if weight > bounds::MAX_VALUE_WORDS => return Err(Refusal::PastBound(Bound::Weight)),
        _ => {}
    }
    let members = parameters(members)?;
    Ok(Parameter { name: Text::from(name), kind: Text::from(kind), indexed: false, members, shape })
}

/// Refuses more parameters than are read.
fn count(parameters: &[Parameter]) -> Result<(), Refusal> {
    fn all(parameters: &[Parameter]) -> usize {
        parameters.iter().map(|one| 1 + all(&one.members)).sum()
    }
    if all(parameters) > bounds::MAX_PARAMETERS {
        return Err(Refusal::PastBound(Bound::Parameters));
    }
    Ok(())
}

/// Minimum number of values in a value of this type, with one element for each dynamic array. 0 if any part is empty:
/// an empty part could be repeated endlessly.
pub(crate) fn weight(shape: &DynSolType) -> usize {
    match shape {
        DynSolType::Array(inner) => weight(inner),
        DynSolType::FixedArray(inner, len) => weight(inner).saturating_mul(*len),
        DynSolType::Tuple(members) => {
            let weights = members.iter().map(weight);
            weights
                .reduce(|sum, one| if sum == 0 || one == 0 { 0 } else { sum.saturating_add(one) })
                .unwrap_or(0)
        }
        _ => 1,
    }
}

/// An event's parameter by its parts.
fn event_param(name: String, ty: String, components: Vec<Param>, indexed: bool) -> EventParam {
    EventParam { ty, name, indexed, components, internal_type: None }
}

#[cfg(test)]
mod tests;
