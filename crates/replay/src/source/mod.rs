//! Maps an instruction to its source line, by the verifier's source maps.

mod code;
mod fault;
mod lines;
mod map;
mod walk;

use std::collections::BTreeMap;

use alloy_primitives::{Address, Bytes};
use evm::{ExecutedCall, Execution};
use ledger::{Field, HexBytes, Text};
use verification::verified::{CodeSide, Verified};

use crate::cut::MAX_CODE_BYTES;

pub use code::{Line, MappedCode, SourcePlace};
pub use fault::{FailedCall, failed_calls};
pub use lines::Lines;

/// The loaded sources.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    contracts: BTreeMap<Address, MappedCode>,
    creations: Vec<MappedCode>,
}

impl Sources {
    /// Adds the verified sources of a contract with this code. Ignores a record of other code.
    pub fn add(&mut self, address: Address, code: &[u8], verified: &Verified) {
        let runtime = verified.runtime.known();
        let mapped = runtime.and_then(|side| mapped(&side.on_chain, side, verified));
        if let Some(mapped) = mapped.filter(|mapped| mapped.code == *code) {
            self.contracts.insert(address, mapped);
        }
        self.add_creation(verified);
    }

    /// Adds the creation code of a contract, for every contract with the same init code.
    pub fn add_creation(&mut self, verified: &Verified) {
        let creation = verified.creation.known();
        self.creations.extend(creation.and_then(|side| mapped(&side.recompiled, side, verified)));
    }

    /// Their approximate size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.contracts.values().chain(&self.creations).map(MappedCode::bytes).sum()
    }

    /// The source place of the instruction at this step.
    pub fn place(&self, execution: &Execution, step: u64) -> Option<SourcePlace> {
        let call = execution.calls.get(execution.call_at(step)?)?;
        self.of(call)?.place_at(execution.steps.get(step)?.pc)
    }

    /// Whether the sources of the code at an address are loaded.
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

/// Code without its metadata, whose length is in the last two bytes.
fn without_trailer(code: &[u8]) -> &[u8] {
    let trailer =
        code.split_last_chunk::<2>().map_or(0, |(_, len)| usize::from(u16::from_be_bytes(*len)) + 2);
    code.len().checked_sub(trailer).and_then(|end| code.get(..end)).unwrap_or(code)
}
