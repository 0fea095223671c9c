//! One function, error or event of an interface, ready to read bytes with.

use alloy_dyn_abi::{DynSolType, Specifier};
use alloy_json_abi::{Error, Event, EventParam, Function, Param, StateMutability};
use alloy_primitives::keccak256;
use ledger::Text;

use super::{Bound, Refusal, bounds};

/// The kind of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    Function,
    /// A custom error.
    Error,
    Event,
}

/// A function, an error or an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub kind: Kind,
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
    pub fn only_reads(&self) -> Option<bool> {
        let reads = |one| matches!(one, StateMutability::View | StateMutability::Pure);
        self.mutability.map(reads)
    }

    /// Whether calls may send value; `true` if the source does not state the mutability.
    pub fn is_payable(&self) -> bool {
        self.mutability.is_none_or(|one| one == StateMutability::Payable)
    }

    pub(super) fn function(
        function: &Function,
        returns_known: bool,
        mutability: Option<StateMutability>,
    ) -> Result<Self, Refusal> {
        let inputs = parameters(&function.inputs)?;
        let outputs = returns_known.then(|| parameters(&function.outputs)).transpose()?;
        let entry = Self::new(Kind::Function, &function.name, &function.signature(), inputs)?;
        Ok(Self { outputs, mutability, ..entry })
    }

    pub(super) fn error(error: &Error) -> Result<Self, Refusal> {
        Self::new(Kind::Error, &error.name, &error.signature(), parameters(&error.inputs)?)
    }

    pub(super) fn event(event: &Event) -> Result<Self, Refusal> {
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
pub(super) fn parameters(list: &[Param]) -> Result<Vec<Parameter>, Refusal> {
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
pub(super) fn event_param(name: String, ty: String, components: Vec<Param>, indexed: bool) -> EventParam {
    EventParam { ty, name, indexed, components, internal_type: None }
}
