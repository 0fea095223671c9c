//! Decodes contract creation data: init code followed by constructor arguments, or only the arguments.

use alloy_dyn_abi::DynSolType;
use ledger::{ContractRef, Text};

use super::{Candidate, Provenance, Raw, Reader, Reading};
use crate::abi::WORD;
use crate::arguments::{self, Arguments};
use crate::interface::Parameter;
use crate::metadata::{Compiler, Metadata};
use crate::unfold::{self, Budget};

/// Decoded creation data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreationReading {
    /// The end of the code and start of the arguments: 0 if there are only arguments. `None` if unknown.
    pub end: Option<usize>,
    /// The compiler, from the trailer at the end of the code.
    pub compiler: Option<Compiler>,
    /// The constructor with its arguments.
    pub constructor: Reading,
}

/// Maximum number of bytes of constants after code.
const MAX_CONSTANT_BYTES: usize = 4096;

/// A constructor's parameters, and their source.
type Constructor<'a> = (Provenance, &'a [Parameter]);

impl Reader<'_> {
    /// What the creation of this contract was given. Compilers write a trailer at the end of their code: what follows
    /// it are the arguments. With a constructor that is known they count only if they encode to the same bytes.
    /// Compilers may put constants between both.
    pub fn creation(&self, contract: Option<ContractRef>, input: &[u8]) -> CreationReading {
        self.creation_of(contract, input, None)
    }

    /// The same of code whose length is known, as from its artifact.
    pub fn creation_of(
        &self,
        contract: Option<ContractRef>,
        input: &[u8],
        length: Option<usize>,
    ) -> CreationReading {
        let trailers = Metadata::all(input);
        let mut constructors: Vec<Constructor<'_>> = Vec::new();
        for (provenance, parameters) in
            contract.into_iter().flat_map(|contract| self.known().constructors(contract))
        {
            if !constructors.iter().any(|(_, known)| kinds(known) == kinds(parameters)) {
                constructors.push((provenance, parameters));
            }
        }
        // The last trailer may be that of code among the arguments.
        let mut ends: Vec<usize> = trailers.iter().rev().map(|trailer| trailer.range.end).collect();
        let is_code = !trailers.is_empty() || unfold::is_creation(input) || !input.len().is_multiple_of(WORD);
        if !is_code {
            ends.push(0);
        }
        ends.splice(..0, length.filter(|length| *length <= input.len()));
        let exact = |(_, parameters): &Constructor<'_>| {
            let fixed = fixed_size(parameters).and_then(|size| input.len().checked_sub(size));
            let fixed = fixed.filter(|_| trailers.is_empty());
            let behind =
                trailers.iter().rev().flat_map(|trailer| ends_of_constants(input, trailer.range.end));
            let mut ends = ends.iter().copied().chain(fixed).chain(behind);
            ends.find(|end| {
                let data = input.get(*end..).unwrap_or_default();
                arguments::decode_arguments(parameters.iter(), data).fault.is_none()
            })
        };
        let end = constructors.iter().find_map(exact).or_else(|| ends.first().copied());
        let compiler = end.and_then(|end| trailers.iter().rfind(|trailer| trailer.range.end <= end));
        CreationReading {
            end,
            compiler: compiler.and_then(|trailer| trailer.compiler.clone()),
            constructor: self.constructor(contract, &constructors, end.and_then(|end| input.get(end..))),
        }
    }

    fn constructor(
        &self,
        contract: Option<ContractRef>,
        constructors: &[Constructor<'_>],
        data: Option<&[u8]>,
    ) -> Reading {
        let Some(data) = data else { return Reading::raw(Raw::UnknownConstructor) };
        let candidate = |(provenance, parameters): &Constructor<'_>| {
            let Arguments { list, fault } = arguments::decode_arguments(parameters.iter(), data);
            let signature = Text::new(format!("constructor({})", kinds(parameters).join(",")));
            let name = Text::from("constructor");
            let mut candidate =
                Candidate { signature, name, provenance: *provenance, arguments: list, fault };
            unfold::unfold(self, contract, &mut candidate, &mut Budget::default());
            candidate
        };
        let raw = if data.is_empty() { Raw::Empty } else { Raw::UnknownConstructor };
        Reading::new(constructors.iter().map(candidate).collect(), raw)
    }
}

/// Where arguments may begin behind the constants that follow a trailer, the shortest constants first. What is mostly zeros
/// is no constant: a compiler pushes small numbers.
fn ends_of_constants(input: &[u8], trailer: usize) -> impl Iterator<Item = usize> {
    let behind = input.get(trailer..).unwrap_or_default();
    let first = behind.len() % WORD;
    let lengths = (first..=behind.len().min(MAX_CONSTANT_BYTES)).step_by(WORD).filter(|length| *length > 0);
    lengths.filter_map(move |length| {
        let constants = behind.get(..length)?;
        let zeros = constants.iter().map(|byte| usize::from(*byte == 0)).sum::<usize>();
        (zeros * 2 < length).then_some(trailer + length)
    })
}

/// The types of parameters, as signatures write them.
fn kinds(parameters: &[Parameter]) -> Vec<String> {
    parameters.iter().map(|parameter| parameter.kind.escaped()).collect()
}

/// The bytes that arguments of these types take, if that is always the same.
fn fixed_size(parameters: &[Parameter]) -> Option<usize> {
    let words = |shape: &DynSolType| (!shape.is_dynamic()).then(|| shape.minimum_words());
    let words = parameters.iter().map(|parameter| words(&parameter.shape));
    words.sum::<Option<usize>>()?.checked_mul(WORD)
}

#[cfg(test)]
mod tests;
