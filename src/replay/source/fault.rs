//! The lines at fault: which calls failed because of each other, and the line of each that made it fail.
//!
//! The line of a revert is not that of its REVERT: the optimizer shares the ends of code between errors. What decided is
//! the last conditional jump of the call, so the place is the first after it, or the last before it where it is of the
//! compiler's own making. Places in a function that only an ordinary jump led to are such a shared end, and are passed over.

use super::code::{MappedCode, Part, SourcePlace};
use super::map::Jump;
use super::places::Sources;
use crate::evm::{End, ExecutedCall, Execution, Step};

const JUMP: u8 = 0x56;
const JUMPI: u8 = 0x57;

/// A call that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedCall {
    /// By its place among the calls.
    pub call: usize,
    /// Where it failed; `None` where the source is not known.
    pub place: Option<SourcePlace>,
}

/// The calls that failed, each because of the next one, the transaction's first; none if that succeeded.
pub fn failed_calls(execution: &Execution, sources: &Sources) -> Vec<FailedCall> {
    chain(&execution.calls)
        .into_iter()
        .filter_map(|at| Some((at, execution.calls.get(at)?)))
        .map(|(at, call)| FailedCall { call: at, place: place(execution, call, sources) })
        .collect()
}

/// The failed calls: from each to its last one, as long as that failed and what it failed with was handed on.
fn chain(calls: &[ExecutedCall]) -> Vec<usize> {
    let mut chain = Vec::new();
    let mut at = Some(0);
    while let Some(call) = at.and_then(|at| calls.get(at)) {
        let place = at.unwrap_or_default();
        if call.end.as_ref().is_none_or(End::is_success) {
            break;
        }
        chain.push(place);
        let last = calls.iter().rposition(|other| other.parent == Some(place));
        at = last.filter(|last| calls.get(*last).is_some_and(|last| is_handed_on(last, call)));
    }
    chain
}

fn is_handed_on(inner: &ExecutedCall, outer: &ExecutedCall) -> bool {
    match (&inner.end, &outer.end) {
        (Some(End::Reverted(inner)), Some(End::Reverted(outer))) => inner == outer,
        (Some(End::Halted(_)), Some(End::Reverted(outer))) => outer.is_empty(),
        _ => false,
    }
}

fn place(execution: &Execution, call: &ExecutedCall, sources: &Sources) -> Option<SourcePlace> {
    let code = sources.of(call)?;
    let depth = u16::try_from(call.depth).ok()?;
    let steps = (call.first_step..call.end_step).map_while(|at| execution.steps.get(at));
    let mut walk = Walk::new(code);
    steps.filter(|step| step.depth == depth).for_each(|step| walk.step(step));
    let part = walk.part(matches!(call.end, Some(End::Reverted(_))))?;
    code.place(&part)
}

/// How the walk came to an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arrival {
    Straight,
    /// By a jump within a function, as far as the map says.
    Ordinary,
    /// By a jump into or out of a function.
    Between,
}

/// A walk along the steps of one call.
struct Walk<'a> {
    code: &'a MappedCode,
    /// The step before.
    before: Option<Step>,
    arrival: Arrival,
    /// The function that it is in, by its place among them.
    function: Option<usize>,
    /// Whether it is in a shared end.
    is_shared: bool,
    last: Option<Part>,
    decision: Option<Decision>,
}

/// The last conditional jump, and what is about it.
struct Decision {
    before: Option<Part>,
    own: Option<Part>,
    after: Option<Part>,
}

impl<'a> Walk<'a> {
    fn new(code: &'a MappedCode) -> Self {
        Self {
            code,
            before: None,
            arrival: Arrival::Straight,
            function: None,
            is_shared: false,
            last: None,
            decision: None,
        }
    }

    fn step(&mut self, step: Step) {
        if let Some(before) = self.before.replace(step)
            && (before.opcode == JUMP || before.opcode == JUMPI && step.pc != before.pc + 1)
        {
            self.arrival = match self.code.jump(before.pc) {
                Jump::Into | Jump::Out => Arrival::Between,
                Jump::Ordinary if self.arrival == Arrival::Between => Arrival::Between,
                Jump::Ordinary => Arrival::Ordinary,
            };
        }
        let part = self.code.part_at(step.pc).filter(|part| self.is_of_its_own(part));
        if let (Some(part), Some(decision)) = (&part, &mut self.decision) {
            decision.after.get_or_insert_with(|| part.clone());
        }
        if step.opcode == JUMPI {
            self.decision = Some(Decision { before: self.last.clone(), own: part.clone(), after: None });
        }
        self.last = part.or_else(|| self.last.take());
    }

    /// Whether a part is of the function that the walk is in, and not of a shared end.
    fn is_of_its_own(&mut self, part: &Part) -> bool {
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

    /// The part that decided.
    fn part(self, has_reverted: bool) -> Option<Part> {
        match self.decision.filter(|_| has_reverted) {
            Some(Decision { own: Some(own), after, .. }) => Some(after.unwrap_or(own)),
            Some(Decision { before, .. }) => before,
            None => self.last,
        }
    }
}
