//! `POST /contracts/call`: executes a call on the state at the end of a block, and changes nothing.

use std::sync::Arc;

use alloy_primitives::hex;
use axum::body::{Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::Response;
use evm::{End, Halt, Refused};
use ledger::{ContractRef, EvmAddress, Timestamp, entity_id::decimal};
use serde::Deserialize;
use serde_json::json;

use super::{Answer, Refusal, filters, names, respond};
use crate::simulation::contracts::{self, Contract, versions};
use crate::simulation::machine::query::{self, Query};
use crate::simulation::{abi, accounts, blocks, records};
use crate::world::World;

#[cfg(test)]
mod tests;

/// The most bytes of a body.
const MAX_BODY_BYTES: usize = 512 << 10;
/// The least and the most gas that can be asked for.
const MIN_GAS: u64 = 21_000;
const MAX_GAS: u64 = 15_000_000;

/// What is asked for. Members that are not known are passed over.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Body {
    block: Option<String>,
    data: Option<String>,
    #[serde(default)]
    estimate: bool,
    from: Option<String>,
    gas: Option<u64>,
    gas_price: Option<u64>,
    to: Option<String>,
    value: Option<u64>,
}

pub(super) async fn answer(State(world): State<Arc<World>>, request: Request) -> Response {
    let kind = request.headers().get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default().to_owned();
    let body = to_bytes(request.into_body(), MAX_BODY_BYTES).await;
    let body = body.map_err(|_| bad("Request body is too large"));
    respond(announced(&kind).and(body).and_then(|body| execute(&world, &body)))
}

fn announced(kind: &str) -> Result<(), Refusal> {
    if kind.split(';').next().is_some_and(|kind| kind.trim() == "application/json") {
        return Ok(());
    }
    Err(Refusal::Call {
        status: StatusCode::UNSUPPORTED_MEDIA_TYPE,
        message: "Unsupported Media Type".to_owned(),
        detail: format!("Content-Type '{kind}' is not supported."),
        data: String::new(),
    })
}

fn execute(world: &World, body: &Bytes) -> Result<Answer, Refusal> {
    let body: Body = serde_json::from_slice(body).map_err(|_| bad("Unable to parse JSON"))?;
    let now = world.clock.now();
    let query = query(&body, now)?;
    let refused = |Refused(why): Refused| failed("INSUFFICIENT_GAS", why, &[]);
    let done = query::answer(&query, world.results, now).map_err(refused)?;
    match &done.end {
        End::Returned(_) if body.estimate => {
            let gas = query::estimate(&query, world.results, now).map_err(refused)?.unwrap_or(query.gas);
            Answer::unkept(&json!({ "result": format!("{gas:#x}") }))
        }
        End::Returned(data) => Answer::unkept(&json!({ "result": hex::encode_prefixed(data) })),
        End::Reverted(data) => Err(failed("CONTRACT_REVERT_EXECUTED", reason(data), data)),
        End::Halted(Halt::OutOfGas) => Err(failed("INSUFFICIENT_GAS", String::new(), &[])),
        End::Halted(halt) => Err(failed("CONTRACT_EXECUTION_EXCEPTION", halt.to_string(), &[])),
    }
}

/// Reads what is asked for, member by member.
fn query(body: &Body, now: Timestamp) -> Result<Query, Refusal> {
    let block = block(body.block.as_deref().unwrap_or("latest"), now)?;
    let bytes = |text: &str| hex::decode(text).map_err(|_| bad("data field invalid hexadecimal string"));
    let data = body.data.as_deref().map(bytes).transpose()?.unwrap_or_default();
    let address = |text: &str, name: &str| {
        EvmAddress::parse_any_case(text).map_err(|_| bad(&format!("{name} field invalid hexadecimal string")))
    };
    let from = body.from.as_deref().map(|from| address(from, "from")).transpose()?;
    let to = body.to.as_deref().map(|to| address(to, "to")).transpose()?;
    let (gas, value) = (body.gas.unwrap_or(MAX_GAS), body.value.unwrap_or(0));
    if gas < MIN_GAS {
        return Err(bad(&format!("gas field must be greater than or equal to {MIN_GAS}")));
    }
    if gas > MAX_GAS {
        return Err(bad(&format!("gas field must be less than or equal to {MAX_GAS}")));
    }
    if from.is_none() && value > 0 {
        return Err(bad("from field must not be empty"));
    }
    if to.is_none() && data.is_empty() {
        return Err(bad("to field must not be empty"));
    }
    if let Some(to) = to {
        is_there(to, blocks::end(block).min(now))?;
    }
    let from = from.unwrap_or_else(|| accounts::long_zero(0));
    Ok(Query { from, to, data, value, gas, gas_price: body.gas_price.unwrap_or(0), block })
}

/// The number of a block by tag, number or hash. The latest one is the last that is complete.
fn block(name: &str, now: Timestamp) -> Result<u64, Refusal> {
    let latest = blocks::number(now).saturating_sub(1);
    let digits = name.strip_prefix("0x").filter(|digits| digits.len() < 17);
    let number = match name {
        "earliest" => Some(0),
        "latest" | "pending" | "safe" | "finalized" => Some(latest),
        _ => decimal(name)
            .or_else(|| u64::from_str_radix(digits?, 16).ok())
            .or_else(|| blocks::by_hash(filters::hash(name)?.bytes())),
    };
    let number = number.ok_or_else(|| bad("block field not valid"))?;
    if number > latest { Err(bad("Unknown block number")) } else { Ok(number) }
}

/// Refuses to call what is nothing at this moment: no entity, one yet to be created, one that is deleted.
fn is_there(to: EvmAddress, moment: Timestamp) -> Result<(), Refusal> {
    let num = names::number(ContractRef::Address(to));
    let stands =
        |contract: &'static Contract| contract.created() <= moment && !versions::is_deleted(contract, moment);
    let found = num.is_some_and(|num| match contracts::by_num(num) {
        Some(contract) => stands(contract),
        None => records::of(num).is_some() || accounts::is_service(num),
    });
    if found { Ok(()) } else { Err(Refusal::NotFound) }
}

/// What a revert says in words, if it does.
fn reason(data: &[u8]) -> String {
    let told = data.strip_prefix(abi::selector("Error(string)").as_slice()).and_then(|words| {
        let length = words.get(32..64)?.last_chunk().map(|length| u64::from_be_bytes(*length))?;
        words.get(64..)?.get(..usize::try_from(length).ok()?)
    });
    told.map(|text| String::from_utf8_lossy(text).into_owned()).unwrap_or_default()
}

fn failed(message: &str, detail: String, data: &[u8]) -> Refusal {
    let data = hex::encode_prefixed(data);
    Refusal::Call { status: StatusCode::BAD_REQUEST, message: message.to_owned(), detail, data }
}

fn bad(detail: &str) -> Refusal {
    Refusal::Call {
        status: StatusCode::BAD_REQUEST,
        message: "Bad Request".to_owned(),
        detail: detail.to_owned(),
        data: String::new(),
    }
}
