//! Compares an execution with what the ledger recorded, point by point.

use std::collections::{BTreeMap, BTreeSet};

use alloy_primitives::{Address, U256};
use evm::{End, ExecutedCall, ExecutedLog, Execution, RecordedCall, Store};

use super::cut::MAX_ACTIONS;
use super::recorded::{Recorded, RecordedLog};

/// The points of comparison, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Point {
    Status,
    /// Returned data, the data of a revert, or the name of a halt.
    Data,
    Calls,
    Logs,
    Writes,
    /// The gas of each call. The ledger's schedule is slightly another one, so it decides nothing.
    Gas,
}

impl Point {
    /// The points that decide the verdict.
    pub const DECISIVE: [Self; 5] = [Self::Status, Self::Data, Self::Calls, Self::Logs, Self::Writes];

    pub fn name(self) -> &'static str {
        match self {
            Self::Status => "status",
            Self::Data => "data",
            Self::Calls => "calls",
            Self::Logs => "logs",
            Self::Writes => "writes",
            Self::Gas => "gas",
        }
    }
}

/// The result of comparing one point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Agreement {
    Agrees,
    /// The first difference.
    Differs(Difference),
    /// Missing from the record; the reason, in words.
    Unknown(&'static str),
}

/// The first difference of two values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The call, by its place among those executed.
    pub call: Option<usize>,
    /// The number of steps before.
    pub step: Option<u64>,
    /// The recorded and the replayed value, in words.
    pub words: String,
}

/// All points, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison(Vec<(Point, Agreement)>);

impl Comparison {
    pub fn new(recorded: &Recorded, execution: &Execution) -> Self {
        Self(vec![
            (Point::Status, status(recorded, execution)),
            (Point::Data, data(recorded, execution)),
            (Point::Calls, calls(recorded, execution)),
            (Point::Logs, logs(recorded, execution)),
            (Point::Writes, writes(recorded, execution)),
            (Point::Gas, gas(recorded, execution)),
        ])
    }

    pub fn points(&self) -> &[(Point, Agreement)] {
        &self.0
    }

    pub fn get(&self, point: Point) -> Option<&Agreement> {
        self.0.iter().find(|(other, _)| *other == point).map(|(_, agreement)| agreement)
    }

    /// The differences that decide, and their points.
    pub fn differences(&self) -> impl Iterator<Item = (Point, &Difference)> {
        Point::DECISIVE.into_iter().filter_map(|point| match self.get(point) {
            Some(Agreement::Differs(difference)) => Some((point, difference)),
            _ => None,
        })
    }
}

fn differs(call: Option<(usize, &ExecutedCall)>, words: String) -> Agreement {
    let (call, step) = call.map_or((None, None), |(at, call)| (Some(at), Some(call.end_step)));
    Agreement::Differs(Difference { call, step, words })
}

fn status(recorded: &Recorded, execution: &Execution) -> Agreement {
    let word = |success| if success { "a success" } else { "a failure" };
    match recorded.success {
        None => Agreement::Unknown("the record does not say whether it succeeded"),
        Some(success) if success == execution.end.is_success() => Agreement::Agrees,
        Some(success) => differs(None, format!("{}, recorded as {}", word(!success), word(success))),
    }
}

fn data(recorded: &Recorded, execution: &Execution) -> Agreement {
    let Some(end) = &recorded.end else { return Agreement::Unknown("the record has no data") };
    let is_creation = execution.calls.first().is_some_and(|call| call.operation.is_creation());
    // A creation returns its code, which servers report differently.
    if is_creation && end.is_success() && end.data().is_empty() {
        return Agreement::Unknown("the record has no code of a creation");
    }
    match end_difference(end, &execution.end) {
        Some(words) => differs(execution.calls.first().map(|call| (0, call)), words),
        None => Agreement::Agrees,
    }
}

/// The difference of an end from the recorded one.
fn end_difference(recorded: &End, executed: &End) -> Option<String> {
    if recorded == executed {
        return None;
    }
    let told = |end: &End| match end {
        End::Returned(data) => format!("returned {}", shortened(data)),
        End::Reverted(data) => format!("reverted with {}", shortened(data)),
        End::Halted(halt) => format!("halted with {halt}"),
    };
    Some(format!("{}, recorded as {}", told(executed), told(recorded)))
}

fn shortened(data: &[u8]) -> String {
    const SHOWN_BYTES: usize = 36;
    let shown = data.get(..SHOWN_BYTES).unwrap_or(data);
    let rest = if shown.len() < data.len() { format!("… ({} bytes)", data.len()) } else { String::new() };
    format!("{}{rest}", alloy_primitives::hex::encode_prefixed(shown))
}

/// The recorded calls without those below an answer, which proves nothing of them.
fn expected<'a>(recorded: &'a Recorded, execution: &Execution) -> Vec<(usize, &'a RecordedCall)> {
    let answered = execution.calls.iter().filter(|call| call.is_answered).filter_map(|call| call.recorded);
    let mut answered = answered.peekable();
    let mut below: Option<usize> = None;
    let mut left = Vec::new();
    for (at, call) in recorded.calls.iter().enumerate() {
        if below.is_some_and(|depth| call.depth > depth) {
            continue;
        }
        below = (answered.peek() == Some(&at)).then_some(call.depth);
        if below.is_some() {
            answered.next();
        }
        left.push((at, call));
    }
    left
}

fn calls(recorded: &Recorded, execution: &Execution) -> Agreement {
    if recorded.calls.is_empty() {
        return Agreement::Unknown("no actions were recorded");
    }
    let expected = expected(recorded, execution);
    for (at, (executed, (_, call))) in execution.calls.iter().zip(&expected).enumerate() {
        if let Some(words) = call_difference(call, executed) {
            return differs(Some((at, executed)), words);
        }
    }
    match (execution.calls.len(), expected.len()) {
        (here, there) if here == there => Agreement::Agrees,
        (here, there) if here > there && recorded.calls.len() >= MAX_ACTIONS => {
            Agreement::Unknown("more calls were recorded than are taken")
        }
        (here, there) => {
            let more = execution.calls.get(there).map(|call| (there, call));
            differs(more, format!("{here} calls, {there} recorded"))
        }
    }
}

fn call_difference(recorded: &RecordedCall, executed: &ExecutedCall) -> Option<String> {
    if recorded.depth != executed.depth {
        return Some(format!("at depth {}, recorded at {}", executed.depth, recorded.depth));
    }
    if recorded.operation != executed.operation {
        return Some(format!("{}, recorded as {}", executed.operation.name(), recorded.operation.name()));
    }
    if let Some(to) = recorded.to.filter(|to| *to != executed.code_of) {
        return Some(format!("to {}, recorded to {to}", executed.code_of));
    }
    if recorded.value != executed.value {
        return Some(format!("with a value of {}, recorded with {}", executed.value, recorded.value));
    }
    let is_creation = executed.operation.is_creation();
    if !is_creation && recorded.input != executed.input {
        let [here, there] = [&executed.input, &recorded.input].map(|input| shortened(input));
        return Some(format!("with the data {here}, recorded with {there}"));
    }
    match (&recorded.end, &executed.end) {
        (Some(recorded), Some(executed)) if is_creation && recorded.is_success() && executed.is_success() => {
            None
        }
        (Some(recorded), Some(executed)) => end_difference(recorded, executed),
        _ => None,
    }
}

fn logs(recorded: &Recorded, execution: &Execution) -> Agreement {
    let Some(recorded) = &recorded.logs else { return Agreement::Unknown("the record has no logs") };
    let executed: Vec<&ExecutedLog> = execution.surviving_logs().collect();
    if has_answers(execution) {
        let mut rest = recorded.iter();
        let is_in_order = |log: &&ExecutedLog| rest.any(|other| log_difference(other, log).is_none());
        if executed.len() < recorded.len() && executed.iter().all(is_in_order) {
            return Agreement::Unknown(ANSWERED);
        }
    }
    for (at, (here, there)) in executed.iter().zip(recorded).enumerate() {
        if let Some(words) = log_difference(there, here) {
            return log_differs(Some(*here), format!("log {at}: {words}"));
        }
    }
    match (executed.len(), recorded.len()) {
        (here, there) if here == there => Agreement::Agrees,
        (here, there) => log_differs(executed.get(there).copied(), format!("{here} logs, {there} recorded")),
    }
}

/// Said of what calls may have done that were answered from the record.
const ANSWERED: &str = "calls that were answered from the record made some";

/// Whether calls were answered from the record, which may have done more than answer.
fn has_answers(execution: &Execution) -> bool {
    execution.calls.iter().any(|call| call.is_answered && call.end.as_ref().is_some_and(End::is_success))
}

fn log_differs(log: Option<&ExecutedLog>, words: String) -> Agreement {
    Agreement::Differs(Difference { call: log.map(|log| log.call), step: log.map(|log| log.step), words })
}

fn log_difference(recorded: &RecordedLog, executed: &ExecutedLog) -> Option<String> {
    if recorded.address != executed.address {
        return Some(format!("of {}, recorded of {}", executed.address, recorded.address));
    }
    if recorded.topics != executed.topics {
        return Some("other topics".to_owned());
    }
    let [here, there] = [&executed.data, &recorded.data].map(|data| shortened(data));
    (recorded.data != executed.data).then(|| format!("with the data {here}, recorded with {there}"))
}

fn writes(recorded: &Recorded, execution: &Execution) -> Agreement {
    let Some(there) = &recorded.writes else { return Agreement::Unknown("the record has no state changes") };
    let here: BTreeMap<(Address, U256), U256> =
        execution.writes().map(|(address, slot, (_, after))| ((address, slot), after)).collect();
    if !here.is_empty() && recorded.accessed.is_empty() {
        return Agreement::Unknown("the network recorded no state changes");
    }
    // Answered calls may have written these slots.
    let worked_on: BTreeSet<Address> =
        execution.calls.iter().filter(|call| call.is_answered).map(|call| call.target).collect();
    let stored = |address: Address, slot: U256| {
        let of_it = |store: &&Store| store.address == address && store.slot == slot;
        execution.stores.iter().filter(|store| execution.survives(store.call)).rfind(of_it)
    };
    let difference = |address: Address, slot: U256, words: String| {
        let store = stored(address, slot);
        let (call, step) = (store.map(|store| store.call), store.map(|store| store.step));
        Agreement::Differs(Difference { call, step, words: format!("slot {slot:#x} of {address}: {words}") })
    };
    let mut is_answered = false;
    for ((address, slot), after) in &here {
        match there.get(&(*address, *slot)) {
            Some(value) if value == after => {}
            _ if worked_on.contains(address) => is_answered = true,
            Some(value) => return difference(*address, *slot, format!("{after:#x}, recorded {value:#x}")),
            // Nothing was recorded of this contract's storage.
            None if !recorded.accessed.contains(address) => {}
            None => return difference(*address, *slot, format!("became {after:#x}, not recorded")),
        }
    }
    for ((address, slot), value) in there.iter().filter(|_| recorded.success != Some(false)) {
        // A slot written back to its old value is no change here, but one in the record.
        if here.contains_key(&(*address, *slot))
            || stored(*address, *slot).is_some_and(|it| it.value == *value)
        {
            continue;
        }
        if has_answers(execution) {
            is_answered = true;
        } else {
            return difference(*address, *slot, format!("not written, recorded {value:#x}"));
        }
    }
    if is_answered { Agreement::Unknown(ANSWERED) } else { Agreement::Agrees }
}

fn gas(recorded: &Recorded, execution: &Execution) -> Agreement {
    if recorded.calls.is_empty() {
        return Agreement::Unknown("no actions were recorded");
    }
    for (at, (executed, (_, call))) in execution.calls.iter().zip(expected(recorded, execution)).enumerate() {
        if executed.gas_used != call.gas_used {
            let words = format!("used {}, recorded {}", executed.gas_used, call.gas_used);
            return differs(Some((at, executed)), words);
        }
    }
    Agreement::Agrees
}
