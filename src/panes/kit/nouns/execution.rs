//! A result's called contract, its kind, and its bytes to decode.

use std::borrow::Cow;

use decode::reading::{CallQuestion, LogQuestion};
use decode::revert::Revert;
use ledger::result::Log;
use ledger::{ContractRef, ContractResult, Field, SystemEntity, SystemKind};

/// The called contract by id, or by address if it has no id, as tokens.
pub fn called(result: &ContractResult) -> Option<ContractRef> {
    let id = result.contract_id.value().map(ContractRef::Id);
    id.or_else(|| result.to.value().map(ContractRef::Address))
}

/// The input for decoding its call.
pub fn call(result: &ContractResult) -> CallQuestion {
    CallQuestion {
        contract: called(result),
        input: result.call_data().map(Cow::into_owned).unwrap_or_default(),
        output: result.call_result.known().cloned(),
        error: match &result.error_message {
            Field::Known(text) | Field::Odd(text) => Some(text.clone()),
            _ => None,
        },
        creates: result.is_creation(),
    }
}

/// Why it failed, by its error message; a response code only if a system contract was called.
pub fn revert(result: &ContractResult) -> Option<Revert> {
    let system = called(result).and_then(SystemEntity::named);
    let revert = Revert::from_field(&result.error_message)?;
    let is_system = system.is_some_and(|entity| entity.kind == SystemKind::Contract);
    Some(if is_system { revert.of_system() } else { revert })
}

/// The inputs for decoding its logs, in order.
pub fn logs(result: &ContractResult) -> Vec<LogQuestion> {
    result.logs.known().into_iter().flatten().map(log).collect()
}

/// The input for decoding a log. A topic that cannot be read keeps its place, as an empty one.
pub fn log(log: &Log) -> LogQuestion {
    let topics = log.topics.known().into_iter().flatten();
    LogQuestion {
        contract: emitter(log),
        topics: topics.map(|topic| topic.known().cloned().unwrap_or_default()).collect(),
        data: log.data.known().cloned().unwrap_or_default(),
    }
}

/// The contract that emitted a log, by id or by address.
pub fn emitter(log: &Log) -> Option<ContractRef> {
    let id = log.contract_id.value().map(ContractRef::Id);
    id.or_else(|| log.address.value().map(ContractRef::Address))
}
