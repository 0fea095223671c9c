//! The return values and failures of inner calls, decoded from the return data of the function that made them.

use ledger::{ContractRef, EvmAddress};

use super::{Budget, Targets};
use crate::reading::{Argument, Candidate, Inner, Reader, Reading, Value};
use crate::revert::Revert;

/// A forwarded call: its target, its data, and the decoded data.
struct Passed<'a> {
    to: Option<ContractRef>,
    data: &'a [u8],
    read: Option<&'a Reading>,
}

/// Decodes the return values of a forwarding function of `contract`, if they have one answer per call: bytes, or
/// bytes with a success flag.
pub(crate) fn unfold(
    reader: &Reader<'_>,
    contract: Option<ContractRef>,
    caller: &Candidate,
    returned: &mut Candidate,
    budget: &mut Budget,
) {
    let (calls, answers) = match list_of_calls(contract, &caller.arguments) {
        Some(calls) => (calls, list_of_answers(&mut returned.arguments)),
        None => (
            Vec::from_iter(only_call(contract, &caller.arguments)),
            Vec::from_iter(only_answer(&mut returned.arguments)),
        ),
    };
    if calls.len() == answers.len() {
        for (call, (succeeded, answer)) in calls.iter().zip(answers) {
            read_answer(reader, call, succeeded, answer, budget);
        }
    }
}

/// Decodes one answer, if its types are known.
fn read_answer(
    reader: &Reader<'_>,
    call: &Passed<'_>,
    succeeded: bool,
    answer: &mut Value,
    budget: &mut Budget,
) {
    let Value::Bytes(bytes, inner @ None) = answer else { return };
    let found = if succeeded {
        let read = |budget: &mut Budget| {
            reader.returns_within((call.to, call.data), call.read, bytes.bytes(), budget)
        };
        let reading = budget.spend(read).filter(|reading| reading.exact().is_some());
        reading.filter(|_| !bytes.is_empty()).map(|reading| Inner::Returned { of: call.to, reading })
    } else {
        let revert = Revert::from_data(bytes.clone());
        budget
            .spend(|budget| reader.failure_within(call.to, revert, budget))
            .map(|error| Inner::Failed { of: call.to, error })
    };
    *inner = found.map(Box::new);
}

/// The calls of the first list that has one in each element. The target is next to each, or in a list of the
/// same length, or shared; else it is the contract itself.
fn list_of_calls(contract: Option<ContractRef>, arguments: &[Argument]) -> Option<Vec<Passed<'_>>> {
    let targets = Targets::among(arguments);
    let target = targets.one().map(ContractRef::Address).or(contract);
    arguments.iter().find_map(|argument| match &argument.value {
        Value::List(values) if !values.is_empty() => calls(values, target, targets.for_items(values.len())),
        _ => None,
    })
}

/// The calls in `values`, if each contains one. The target is next to the call, at the same index in `each`, or
/// `target`.
fn calls<'a>(
    values: &'a [Value],
    target: Option<ContractRef>,
    each: Option<&[EvmAddress]>,
) -> Option<Vec<Passed<'a>>> {
    let call = |(at, value): (usize, &'a Value)| {
        let to = each.and_then(|each| each.get(at)).copied().map(ContractRef::Address).or(target);
        match value {
            Value::Tuple(members) => only_call(to, members),
            value => passed(to, value),
        }
    };
    values.iter().enumerate().map(call).collect()
}

/// The only argument that can be a call; `None` for several.
fn only_call(contract: Option<ContractRef>, arguments: &[Argument]) -> Option<Passed<'_>> {
    let to = Targets::among(arguments).one().map(ContractRef::Address).or(contract);
    let mut calls = arguments.iter().filter_map(|argument| passed(to, &argument.value));
    calls.next().filter(|_| calls.next().is_none())
}

fn passed(to: Option<ContractRef>, value: &Value) -> Option<Passed<'_>> {
    match value {
        Value::Bytes(bytes, _) => Some(Passed { to, data: bytes.bytes(), read: value.nested() }),
        _ => None,
    }
}

/// The answers of the first list with an answer in each element; empty without such a list.
fn list_of_answers(arguments: &mut [Argument]) -> Vec<(bool, &mut Value)> {
    let lists = arguments.iter_mut().filter_map(|argument| match &mut argument.value {
        Value::List(values) if !values.is_empty() => Some(values),
        _ => None,
    });
    let mut answers = lists.filter_map(|values| values.iter_mut().map(answer).collect::<Option<Vec<_>>>());
    answers.next().unwrap_or_default()
}

fn answer(value: &mut Value) -> Option<(bool, &mut Value)> {
    match value {
        Value::Tuple(members) => only_answer(members),
        Value::Bytes(..) => Some((true, value)),
        _ => None,
    }
}

/// The only bytes value among the arguments, with the success flag if there is one; `None` for several bytes values.
fn only_answer(arguments: &mut [Argument]) -> Option<(bool, &mut Value)> {
    let flag = arguments.iter().find_map(|argument| match argument.value {
        Value::Bool(flag) => Some(flag),
        _ => None,
    });
    let values = arguments.iter_mut().map(|argument| &mut argument.value);
    let mut bytes = values.filter(|value| matches!(value, Value::Bytes(..)));
    bytes.next().filter(|_| bytes.next().is_none()).map(|value| (flag.unwrap_or(true), value))
}

#[cfg(test)]
mod tests;
