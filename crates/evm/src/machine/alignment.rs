//! Finds the recorded call that each executed one is.
//!
//! Both are in the order of entry, and the record may have gaps.

use alloy_primitives::Address;

use crate::call::{End, Operation, RecordedCall};
use crate::inputs::Inputs;

/// The position in the record.
#[derive(Debug)]
pub(super) struct Alignment<'a> {
    inputs: &'a Inputs,
    /// The recorded call that is expected next, by its place.
    pub(super) next: usize,
}

impl<'a> Alignment<'a> {
    pub(super) fn new(inputs: &'a Inputs) -> Self {
        Self { inputs, next: 0 }
    }

    /// The index of the recorded call that matches this one. A call with other call data is used only if no better one
    /// exists.
    pub(super) fn next_call(
        &mut self,
        depth: usize,
        operation: Operation,
        to: Address,
        input: &[u8],
    ) -> Option<usize> {
        let resembles = |call: &RecordedCall| {
            let is_there = call.to.is_none_or(|recorded| self.inputs.canonical(recorded) == to);
            call.depth == depth && call.operation == operation && is_there
        };
        let fits = |call: &RecordedCall| resembles(call) && call.input[..] == *input;
        let is_next = || self.inputs.calls.get(self.next).is_some_and(resembles);
        let at = self.find(depth, fits).or_else(|| is_next().then_some(self.next))?;
        self.next = at + 1;
        Some(at)
    }

    /// The recorded creation that this one is, by its place.
    pub(super) fn next_creation(&mut self, depth: usize, operation: Operation) -> Option<usize> {
        let at = self.find(depth, |call| call.depth == depth && call.operation == operation)?;
        self.next = at + 1;
        Some(at)
    }

    /// The end of the recorded call at this index, and the gas that it used. Skips its nested calls.
    pub(super) fn answer(&mut self, at: usize) -> Option<(&'a End, u64)> {
        let call = self.inputs.calls.get(at)?;
        let end = call.end.as_ref()?;
        let below = self.inputs.calls.get(at + 1..)?;
        self.next = at + 1 + below.iter().take_while(|other| other.depth > call.depth).count();
        Some((end, call.gas_used))
    }

    /// The address created by the recorded call at this index.
    pub(super) fn created(&self, at: usize) -> Option<Address> {
        let to = self.inputs.calls.get(at)?.to?;
        Some(self.inputs.canonical(to))
    }

    /// The first recorded call from here on that fits, within the caller.
    fn find(&self, depth: usize, fits: impl Fn(&RecordedCall) -> bool) -> Option<usize> {
        let ahead = self.inputs.calls.get(self.next..)?;
        let within = ahead.iter().take_while(|call| call.depth >= depth);
        within.enumerate().find(|(_, call)| fits(call)).map(|(at, _)| self.next + at)
    }
}
