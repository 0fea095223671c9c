//! Holds a server's own execution of a result against the one here, step by step. It runs on present rules, so it is no
//! second witness of the ledger, but a good one of the replay: nothing hangs on it.

use std::fmt;

use evm::{ExecutedCall, Execution, Step};
use ledger::amount::counted;
use ledger::execution::{OpcodeStep, OpcodeTrace};

/// The result of comparing the two executions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reexecution {
    /// All stored steps are equal; holds their number.
    Same(usize),
    Differs(StepDifference),
}

/// The first step that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepDifference {
    /// The number of steps before, in this execution.
    pub step: usize,
    /// The server's, in words; `None` if it had ended.
    pub server: Option<String>,
    /// The one here; `None` if it had ended.
    pub here: Option<String>,
}

impl Reexecution {
    /// Compares by instruction and depth: where a server says that it is, may be behind the instruction already.
    pub fn compare(trace: &OpcodeTrace, execution: &Execution) -> Self {
        let base = trace.opcodes.first().and_then(|entry| entry.depth).unwrap_or_default();
        let mut there = trace.opcodes.iter().peekable();
        let mut stepless = execution
            .calls
            .iter()
            .filter(|call| call.depth > 0 && call.first_step == call.end_step)
            .peekable();
        let mut same = 0;
        for (at, step) in execution.steps.iter().enumerate() {
            let begins_here =
                |call: &&ExecutedCall| usize::try_from(call.first_step).is_ok_and(|first| first <= at);
            while let Some(call) = stepless.next_if(begins_here) {
                let _ = there.next_if(|entry| is_entry_of(entry, call, base));
            }
            let entry = there.next();
            if !entry.is_some_and(|entry| is_same(entry, step, base)) {
                let server = entry.map(|entry| told(entry, base));
                return Self::Differs(StepDifference { step: at, server, here: Some(told_here(step)) });
            }
            same = at + 1;
        }
        for call in stepless {
            let _ = there.next_if(|entry| is_entry_of(entry, call, base));
        }
        let is_whole = usize::try_from(execution.steps.count()).is_ok_and(|count| count == same);
        match there.next().filter(|_| is_whole) {
            Some(entry) => {
                Self::Differs(StepDifference { step: same, server: Some(told(entry, base)), here: None })
            }
            None => Self::Same(same),
        }
    }
}

/// Whether this is the single entry that a server writes for a call without steps.
fn is_entry_of(entry: &OpcodeStep, call: &ExecutedCall, base: u64) -> bool {
    entry.op.is_empty() || depth(entry, base) == u64::try_from(call.depth).ok()
}

fn depth(entry: &OpcodeStep, base: u64) -> Option<u64> {
    entry.depth.and_then(|depth| depth.checked_sub(base))
}

fn is_same(entry: &OpcodeStep, step: Step, base: u64) -> bool {
    let name = step.name();
    let other_names: &[&str] = match name {
        "PREVRANDAO" => &["PRNGSEED", "DIFFICULTY"],
        "KECCAK256" => &["SHA3"],
        _ => &[],
    };
    let is_named = entry.op.is(name) || other_names.iter().any(|other| entry.op.is(other));
    is_named && depth(entry, base) == Some(u64::from(step.depth))
}

fn told(entry: &OpcodeStep, base: u64) -> String {
    match depth(entry, base) {
        Some(depth) => format!("{} at depth {depth}", entry.op.escaped()),
        None => entry.op.escaped(),
    }
}

fn told_here(step: Step) -> String {
    format!("{} at depth {}", step.name(), step.depth)
}

impl fmt::Display for Reexecution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Same(count) => write!(f, "same {}", counted(*count, "step")),
            Self::Differs(StepDifference { step, server, here }) => {
                let [server, here] = [server, here].map(|told| told.as_deref().unwrap_or("nothing more"));
                write!(f, "differs at step {step}: server {server}, here {here}")
            }
        }
    }
}
