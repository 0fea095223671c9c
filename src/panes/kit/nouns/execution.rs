//! What a result is about: whom it calls, what it makes, and the bytes of it that are decoded.

use std::borrow::Cow;

use decode::reading::{CallQuestion, LogQuestion};
use decode::revert::Revert;
use ledger::result::Log;
use ledger::{ContractRef, ContractResult, Field, HexBytes, SystemEntity, SystemKind};

/// The contract that was called: by its id, or by the address that was called where it has none, as tokens have.
pub fn called(result: &ContractResult) -> Option<ContractRef> {
    let id = result.contract_id.value().map(ContractRef::Id);
    id.or_else(|| result.to.value().map(ContractRef::Address))
}

/// What its call is read by.
pub fn call(result: &ContractResult) -> CallQuestion {
    CallQuestion {
        contract: called(result),
        input: result.call_data().map(Cow::into_owned).unwrap_or_default(),
        output: result.call_result.known().cloned(),
        error: match &result.error_message {
            Field::Known(text) | Field::Odd(text) => Some(text.clone()),
            _ => None,
        },
        creates: is_creation(result),
    }
}

/// Why it failed, by its error message: a response code only if a system contract was called.
pub fn revert(result: &ContractResult) -> Option<Revert> {
    let system = called(result).and_then(SystemEntity::named);
    let revert = Revert::from_field(&result.error_message)?;
    let is_system = system.is_some_and(|entity| entity.kind == SystemKind::Contract);
    Some(if is_system { revert.of_system() } else { revert })
}

/// What its logs are read by, in their order.
pub fn logs(result: &ContractResult) -> Vec<LogQuestion> {
    let logs = result.logs.known().into_iter().flatten();
    let question = |log: &Log| LogQuestion {
        contract: emitter(log),
        topics: log
            .topics
            .known()
            .map(|topics| {
                topics
                    .iter()
                    .map(|topic| topic.known().cloned().unwrap_or_default())
                    .collect::<Vec<HexBytes>>()
            })
            .unwrap_or_default(),
        data: log.data.known().cloned().unwrap_or_default(),
    };
    logs.map(question).collect()
}

/// Who emitted a log: by its id, or by its address.
pub fn emitter(log: &Log) -> Option<ContractRef> {
    let id = log.contract_id.value().map(ContractRef::Id);
    id.or_else(|| log.address.value().map(ContractRef::Address))
}

/// See [`ContractResult::is_creation`].
pub fn is_creation(result: &ContractResult) -> bool {
    result.is_creation()
}

/// See [`ContractResult::is_failed_creation`].
pub fn is_failed_creation(result: &ContractResult) -> bool {
    result.is_failed_creation()
}
