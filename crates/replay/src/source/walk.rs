//! Walks along the steps of one call and finds the source range of each, by the compiler's source map.
//!
//! The optimizer shares the ends of code between functions: places in a function that only an ordinary jump led to
//! are such a shared end, and say nothing.

use evm::Step;

use super::code::{Function, MappedCode, PartId};
use super::map::Jump;

const JUMP: u8 = 0x56;
pub(super) const JUMPI: u8 = 0x57;

/// How the walk reached an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arrival {
    Straight,
    /// A jump within a function, according to the map.
    Ordinary,
    /// By a jump into or out of a function.
    Between,
}

#[derive(Debug)]
pub(super) struct Walk<'a> {
    pub(super) code: &'a MappedCode,
    before: Option<Step>,
    arrival: Arrival,
    /// The function that it is in.
    function: Option<Function>,
    /// Whether it is in a shared end.
    is_shared: bool,
    /// The number of open source functions.
    pub(super) depth: u16,
}

impl<'a> Walk<'a> {
    pub(super) fn new(code: &'a MappedCode) -> Self {
        Self { code, before: None, arrival: Arrival::Straight, function: None, is_shared: false, depth: 0 }
    }

    /// Goes on by a step. The part that it is of, if that says anything.
    pub(super) fn step(&mut self, step: Step) -> Option<PartId> {
        if let Some(before) = self.before.replace(step)
            && (before.opcode == JUMP || before.opcode == JUMPI && step.pc != before.pc + 1)
        {
            let jump = self.code.jump(before.pc);
            self.depth = match jump {
                // Code that reads the arguments of a call belongs to the function entered next.
                Jump::Into if self.depth == 0 && self.is_within_function(step.pc) => 0,
                Jump::Into => self.depth.saturating_add(1),
                Jump::Out => self.depth.saturating_sub(1),
                Jump::Ordinary => self.depth,
            };
            self.arrival = match jump {
                Jump::Into | Jump::Out => Arrival::Between,
                Jump::Ordinary if self.arrival == Arrival::Between => Arrival::Between,
                Jump::Ordinary => Arrival::Ordinary,
            };
        }
        self.code.part_at(step.pc).filter(|part| self.is_of_its_own(*part))
    }

    /// Whether the instruction at this place of the code is of the function that the walk is in.
    fn is_within_function(&self, pc: u32) -> bool {
        self.function.is_some()
            && self.code.part_at(pc).and_then(|part| self.code.function(part)) == self.function
    }

    /// Whether a part is of the function that the walk is in, and not of a shared end.
    fn is_of_its_own(&mut self, part: PartId) -> bool {
        let arrival = std::mem::replace(&mut self.arrival, Arrival::Straight);
        let function = self.code.function(part);
        if arrival == Arrival::Between || function.is_some() && function == self.function {
            self.is_shared = false;
        } else if arrival == Arrival::Ordinary && function.is_some() && self.function.is_some() {
            self.is_shared = true;
        }
        if !self.is_shared && function.is_some() {
            self.function = function;
        }
        !self.is_shared
    }
}
