//! The sources of the contracts that took part, by the code that was run.

use std::collections::BTreeMap;

use alloy_primitives::{Address, Bytes};
use evm::{ExecutedCall, Execution};
use ledger::{Field, HexBytes, Text};
use verification::verified::{CodeSide, Verified};

use super::code::{MappedCode, SourcePlace};
use crate::cut::MAX_CODE_BYTES;

/// The sources that are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    contracts: BTreeMap<Address, MappedCode>,
    creations: Vec<MappedCode>,
}

impl Sources {
    /// Adds what is verified of a contract with this code. What is verified of other code is not taken.
    pub fn add(&mut self, address: Address, code: &[u8], verified: &Verified) {
        let runtime = verified.runtime.known();
        let mapped = runtime.and_then(|side| mapped(&side.on_chain, side, verified));
        if let Some(mapped) = mapped.filter(|mapped| mapped.code == *code) {
            self.contracts.insert(address, mapped);
        }
        self.add_creation(verified);
    }

    /// Adds how a contract is created, for whatever has the same init code.
    pub fn add_creation(&mut self, verified: &Verified) {
        let creation = verified.creation.known();
        self.creations.extend(creation.and_then(|side| mapped(&side.recompiled, side, verified)));
    }

    /// What they take of memory, about, bytes.
    pub fn bytes(&self) -> usize {
        self.contracts.values().chain(&self.creations).map(MappedCode::bytes).sum()
    }

    /// Where the instruction of the step after so many comes from.
    pub fn place(&self, execution: &Execution, step: u64) -> Option<SourcePlace> {
        let call = execution.calls.get(execution.call_at(step)?)?;
        self.of(call)?.place_at(execution.steps.get(step)?.pc)
    }

    /// Whether there are sources of the code at an address.
    pub fn has(&self, address: Address) -> bool {
        self.contracts.contains_key(&address)
    }

    /// The sources of the code that a call runs.
    pub fn of(&self, call: &ExecutedCall) -> Option<&MappedCode> {
        if !call.operation.is_creation() {
            return self.contracts.get(&call.code_of);
        }
        self.creations.iter().find(|creation| call.input.starts_with(without_trailer(&creation.code)))
    }
}

/// Code with the map of its side.
fn mapped(code: &Field<HexBytes>, side: &CodeSide, verified: &Verified) -> Option<MappedCode> {
    let text = |name: &Text| verified.sources.iter().find(|(other, _)| other == name)?.1.known().cloned();
    let files = verified.file_ids.iter().filter_map(|(id, name)| Some((*id, (name.clone(), text(name)?))));
    let code = code.known().filter(|code| code.bytes().len() <= MAX_CODE_BYTES)?;
    let code = Bytes::copy_from_slice(code.bytes());
    Some(MappedCode::new(code, side.source_map.known()?.raw(), files.collect()))
}

/// Code without the trailer that tells its metadata, whose length is its last two bytes.
fn without_trailer(code: &[u8]) -> &[u8] {
    let trailer =
        code.split_last_chunk::<2>().map_or(0, |(_, len)| usize::from(u16::from_be_bytes(*len)) + 2);
    code.len().checked_sub(trailer).and_then(|end| code.get(..end)).unwrap_or(code)
}
