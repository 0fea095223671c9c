//! `GET /contracts/results/{transactionIdOrHash}/opcodes`: the result executed again, with each step's state after it.

use axum::http::StatusCode;
use evm::{ExecutedCall, Execution, Step};
use serde_json::{Value, json};

use super::filters::Known;
use super::names::ResultName;
use super::{Answer, Asked, Refusal};
use crate::simulation::contracts::address_of;
use crate::simulation::{id, results};

/// Nanoseconds between two requests that are answered.
const MIN_INTERVAL: u64 = 1_000_000_000;
/// `true` or `false`.
const FLAG: fn(&str) -> bool = |value| matches!(value, "true" | "false");
const KNOWN: [Known; 3] = [("stack", FLAG), ("memory", FLAG), ("storage", FLAG)];

/// The steps of an executed result. Other results have no steps and are answered like unknown ones.
pub(super) fn one(asked: &Asked<'_>, name: &str) -> Result<Answer, Refusal> {
    let name = ResultName::parse(name)?;
    asked.query.check(&KNOWN)?;
    if !asked.accepts_gzip {
        return Err(Refusal::Status(StatusCode::NOT_ACCEPTABLE));
    }
    if !asked.world.is_time_for_opcodes(MIN_INTERVAL) {
        return Err(Refusal::Status(StatusCode::TOO_MANY_REQUESTS));
    }
    let found = name.find(asked).ok_or(Refusal::NotFound)?;
    let done = results::trace(&found).ok_or(Refusal::NotFound)?;
    Answer::unkept(&json!({
        "address": found.contract.map(|num| address_of(num).to_string()),
        "contract_id": found.contract.map(id),
        "failed": !done.end.is_success(),
        "gas": done.gas_used,
        "opcodes": entries(&done),
        "return_value": alloy_primitives::hex::encode_prefixed(done.end.data()),
    }))
}

/// One entry a step, and one for each call that has none: of a contract that is part of the ledger.
fn entries(done: &Execution) -> Vec<Value> {
    let mut stepless =
        done.calls.iter().filter(|call| call.depth > 0 && call.first_step == call.end_step).peekable();
    let mut entries = Vec::new();
    for (at, step) in (0_u64..).zip(done.steps.iter()) {
        while let Some(call) = stepless.next_if(|call| call.first_step <= at) {
            entries.push(service_entry(call));
        }
        entries.push(entry(step.depth.into(), step.pc, name(step)));
    }
    entries.extend(stepless.map(service_entry));
    entries
}

fn service_entry(call: &ExecutedCall) -> Value {
    entry(call.depth as u64, 0, "")
}

fn entry(depth: u64, pc: u32, op: &str) -> Value {
    json!({
        "depth": depth + 1,
        "gas": 0,
        "gas_cost": 0,
        "memory": null,
        "op": op,
        "pc": pc,
        "reason": null,
        "stack": null,
        "storage": null,
    })
}

/// The instruction's name on the ledger.
fn name(step: Step) -> &'static str {
    if step.name() == "PREVRANDAO" { "PRNGSEED" } else { step.name() }
}
