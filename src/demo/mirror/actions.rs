//! `GET /contracts/results/{transactionIdOrHash}/actions`: what a transaction called, in the order of calling.

use alloy_primitives::hex;
use serde::Serialize;

use super::Asked;
use super::answer::{Answer, Refusal};
use super::filters::{Filter, Operator, operator};
use super::query::{Known, LIMIT, ORDER};
use super::result_name::ResultName;
use super::result_shape::id;
use crate::demo::ledger::accounts;
use crate::demo::ledger::contracts::{self, address_of};
use crate::demo::ledger::execution::Execution;
use crate::demo::ledger::tokens;
use crate::demo::ledger::trace::{self, Action, Ending, Operation, Target};
use crate::ledger::{EntityId, EvmAddress};

const LIST: [Known; 3] = [
    LIMIT,
    ORDER,
    ("index", |value| {
        operator(value).is_some_and(|(how, index)| how != Operator::Ne && index.parse::<u64>().is_ok())
    }),
];

/// An action as the server writes it. `to` without a `recipient` is an address where nothing is.
#[derive(Debug, Serialize)]
struct Shape {
    call_depth: u64,
    call_operation_type: &'static str,
    call_type: &'static str,
    caller: String,
    caller_type: &'static str,
    from: String,
    gas: u64,
    gas_used: u64,
    index: u64,
    input: String,
    recipient: Option<String>,
    recipient_type: Option<&'static str>,
    result_data: String,
    result_data_type: &'static str,
    timestamp: String,
    to: Option<String>,
    value: u64,
}

/// A page of the actions; none are stored of some transactions, which is no error.
pub(super) fn list(asked: &Asked<'_>, name: &str) -> Result<Answer, Refusal> {
    let name = ResultName::read(name)?;
    asked.query.check(&LIST)?;
    let found = name.find(asked).ok_or(Refusal::NotFound)?;
    let filter: Filter<u64> = Filter::read(asked.query.all("index"), |index| index.parse().ok());
    let (descending, limit) = (asked.query.descending(false), asked.query.limit());
    let mut actions = trace::of(&found);
    actions.retain(|action| filter.admits(action.index));
    if descending {
        actions.reverse();
    }
    actions.truncate(limit);
    let last = actions.last().filter(|_| actions.len() == limit).map(|last| last.index.to_string());
    let next = last.map(|last| asked.link(&asked.query.next("index", descending, &last)));
    let rows: Vec<Shape> = actions.iter().map(|action| Shape::of(action, &found)).collect();
    Answer::page("actions", &rows, next, 600)
}

impl Shape {
    fn of(action: &Action, result: &Execution) -> Self {
        let frame = &action.frame;
        let (data_type, data) = match frame.ending {
            Ending::Returned => ("OUTPUT", hex::encode_prefixed(&frame.output)),
            Ending::Reverted => ("REVERT_REASON", hex::encode_prefixed(&frame.output)),
            Ending::Stopped(code) => ("ERROR", hex::encode_prefixed(code)),
        };
        let (recipient, to) = match frame.target {
            Target::Entity(num) => (Some(num), Some(seen(num))),
            Target::Precompile(num) => (Some(u64::from(num)), Some(accounts::long_zero(num.into()))),
            Target::Nobody(address) => (None, Some(address)),
            Target::Nothing => (None, None),
        };
        Self {
            call_depth: action.depth,
            call_operation_type: operation(frame.operation),
            call_type: kind(frame.operation, frame.target),
            caller: EntityId::of(action.caller).to_string(),
            caller_type: party(action.caller),
            from: seen(action.caller).to_string(),
            gas: action.gas,
            gas_used: action.gas_used,
            index: action.index,
            input: hex::encode_prefixed(&frame.input),
            recipient: recipient.map(id),
            recipient_type: recipient.map(party),
            result_data: data,
            result_data_type: data_type,
            timestamp: result.at.to_string(),
            to: to.map(|to| to.to_string()),
            value: frame.tinybars,
        }
    }
}

/// A contract's address is its own; of an account the long-zero one is told.
fn seen(num: u64) -> EvmAddress {
    contracts::by_num(num).map_or_else(|| accounts::long_zero(num), |it| address_of(it.num))
}

/// Only accounts are accounts: system contracts, precompiles and tokens answer calls as contracts do.
fn party(num: u64) -> &'static str {
    let contract = contracts::by_num(num).is_some() || tokens::by_num(num).is_some();
    if contract || accounts::is_service(num) || num <= 17 { "CONTRACT" } else { "ACCOUNT" }
}

fn operation(operation: Operation) -> &'static str {
    match operation {
        Operation::Call => "CALL",
        Operation::StaticCall => "STATICCALL",
        Operation::DelegateCall => "DELEGATECALL",
        Operation::Create => "CREATE",
        Operation::Create2 => "CREATE2",
    }
}

fn kind(operation: Operation, target: Target) -> &'static str {
    match (operation, target) {
        (Operation::Create | Operation::Create2, _) => "CREATE",
        (_, Target::Precompile(_)) => "PRECOMPILE",
        (_, Target::Entity(num)) if accounts::is_service(num) => "SYSTEM",
        _ => "CALL",
    }
}
