//! Finds the steps that pushed the items of a stack, by walking back through the steps of its call.

use revm::bytecode::opcode::{self, OpCode};

use crate::execution::Steps;

/// Traces the items of a stack back to their origins.
struct Origins {
    /// The items that lie at each place of the stack, the lowest first: one that was copied is several.
    places: Vec<Vec<usize>>,
    /// The steps that pushed them, by the items' places in the end.
    pushed: Vec<u64>,
    /// The number of items still to find.
    left: usize,
}

/// The steps that pushed the lowest `items` items on the stack before step `at`, the lowest first. Copying and swapping
/// an item push none. `first` is the call's first step.
pub(super) fn origins(steps: &Steps, first: u64, at: u64, items: usize) -> Vec<u64> {
    let places = (0..items).map(|item| vec![item]).collect();
    let mut origins = Origins { places, pushed: vec![first; items], left: items };
    let depth = steps.get(at).map(|step| step.depth);
    for before in (first..at).rev() {
        if origins.left == 0 {
            break;
        }
        // Deeper steps belong to nested calls.
        if let Some(step) = steps.get(before).filter(|step| Some(step.depth) == depth) {
            origins.undo(step.opcode, before);
        }
    }
    origins.pushed
}

impl Origins {
    /// Goes back before an instruction.
    fn undo(&mut self, opcode: u8, step: u64) {
        let top = self.places.len().saturating_sub(1);
        match opcode {
            opcode::DUP1..=opcode::DUP16 => {
                let copies = self.places.pop().unwrap_or_default();
                let original = top.checked_sub(usize::from(opcode - opcode::DUP1) + 1);
                if let Some(place) = original.and_then(|at| self.places.get_mut(at)) {
                    place.extend(copies);
                }
            }
            opcode::SWAP1..=opcode::SWAP16 => {
                if let Some(other) = top.checked_sub(usize::from(opcode - opcode::SWAP1) + 1) {
                    self.places.swap(top, other);
                }
            }
            _ => {
                let Some(opcode) = OpCode::new(opcode) else { return };
                let below = self.places.len().saturating_sub(usize::from(opcode.outputs()));
                for item in self.places.drain(below..).flatten() {
                    if let Some(pushed) = self.pushed.get_mut(item) {
                        *pushed = step;
                        self.left -= 1;
                    }
                }
                self.places.resize_with(below + usize::from(opcode.inputs()), Vec::new);
            }
        }
    }
}
