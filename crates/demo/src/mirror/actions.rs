//! `GET /contracts/results/{transactionIdOrHash}/actions`: a transaction's calls, in order.

use alloy_primitives::hex;
use serde_json::{Value, json};

use super::filters::{Filter, Known, LIMIT, ORDER, compared};
use super::names::ResultName;
use super::{Answer, Asked, Refusal};
use crate::simulation::execution::Execution;
use crate::simulation::trace::{Action, FrameOutcome, Operation, Target};
use crate::simulation::{accounts, contracts, id, tokens};

const LIST: [Known; 3] =
    [LIMIT, ORDER, ("index", |value| compared(value).is_some_and(|index| index.parse::<u64>().is_ok()))];

/// A page of the actions; none are stored of some transactions, which is no error.
pub(super) fn list(asked: &Asked<'_>, name: &str) -> Result<Answer, Refusal> {
    let name = ResultName::parse(name)?;
    asked.query.check(&LIST)?;
    let found = name.find(asked).ok_or(Refusal::NotFound)?;
    let filter: Filter<u64> = Filter::parse(asked.query.all("index"), |index| index.parse().ok());
    let (descending, limit) = (asked.query.descending(false), asked.query.limit());
    let mut actions = found.actions();
    actions.retain(|action| filter.admits(action.index));
    if descending {
        actions.reverse();
    }
    actions.truncate(limit);
    let last = actions.last().map(|last| last.index.to_string());
    let rows: Vec<Value> = actions.iter().map(|action| shape(action, &found)).collect();
    asked.page("actions", &rows, ("index", descending, last), 600)
}

/// An action as the server writes it. `to` without a `recipient` is an address where nothing is.
fn shape(action: &Action, result: &Execution) -> Value {
    let frame = &action.frame;
    let (data_type, data) = match frame.outcome {
        FrameOutcome::Returned => ("OUTPUT", hex::encode_prefixed(&frame.output)),
        FrameOutcome::Reverted => ("REVERT_REASON", hex::encode_prefixed(&frame.output)),
        FrameOutcome::Stopped(code) => ("ERROR", hex::encode_prefixed(code)),
    };
    let (recipient, to) = match frame.target {
        Target::Entity(num) => (Some(num), Some(accounts::long_zero(num))),
        Target::Precompile(num) => (Some(u64::from(num)), Some(accounts::long_zero(num.into()))),
        Target::Nobody(address) => (None, Some(address)),
        Target::Nothing => (None, None),
    };
    json!({
        "call_depth": action.depth,
        "call_operation_type": frame.operation,
        "call_type": kind(frame.operation, frame.target),
        "caller": id(action.caller),
        "caller_type": party(action.caller),
        "from": accounts::long_zero(action.caller).to_string(),
        "gas": action.gas,
        "gas_used": action.gas_used,
        "index": action.index,
        "input": hex::encode_prefixed(&frame.input),
        "recipient": recipient.map(id),
        "recipient_type": recipient.map(party),
        "result_data": data,
        "result_data_type": data_type,
        "timestamp": result.at.to_string(),
        "to": to.map(|to| to.to_string()),
        "value": frame.tinybars,
    })
}

/// Only accounts are accounts: system contracts, precompiles and tokens answer calls as contracts do.
fn party(num: u64) -> &'static str {
    let contract = contracts::by_num(num).is_some() || tokens::by_num(num).is_some();
    if contract || accounts::is_service(num) || num <= 17 { "CONTRACT" } else { "ACCOUNT" }
}

fn kind(operation: Operation, target: Target) -> &'static str {
    match (operation, target) {
        (Operation::Create | Operation::Create2, _) => "CREATE",
        (_, Target::Precompile(_)) => "PRECOMPILE",
        (_, Target::Entity(num)) if accounts::is_service(num) => "SYSTEM",
        _ => "CALL",
    }
}
