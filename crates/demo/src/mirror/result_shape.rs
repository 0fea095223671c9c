//! A contract result as the server writes it: fifteen fields in lists, everything in the single result.

use std::sync::Arc;

use alloy_primitives::{Bloom, hex};
use serde::Serialize;
use serde_json::{Value, json};

use crate::CHAIN_ID;
use crate::simulation::contracts::address_of;
use crate::simulation::execution::{Access, BloomForm, Envelope, Event, Execution, Slot, WEIBARS, Wrapped};
use crate::simulation::hash::keccak;
use crate::simulation::{accounts, blocks, id};

/// Gas price of native transactions, in tinybars.
const NATIVE_PRICE: u128 = 0x33;

#[derive(Debug, Serialize)]
pub(super) struct Row {
    address: Option<String>,
    amount: Option<u128>,
    bloom: Option<String>,
    call_result: String,
    contract_id: Option<String>,
    created_contract_ids: Vec<Option<String>>,
    error_message: Option<String>,
    from: String,
    function_parameters: String,
    gas_consumed: Option<u64>,
    gas_limit: u64,
    gas_used: Option<u64>,
    timestamp: String,
    to: Option<String>,
    hash: String,
}

/// All fields; logs and state changes only in the single result.
#[derive(Debug, Serialize)]
pub(super) struct WholeResult {
    #[serde(flatten)]
    row: Row,
    block_hash: String,
    block_number: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    logs: Option<Vec<LogShape>>,
    result: &'static str,
    transaction_index: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state_changes: Option<Vec<SlotShape>>,
    status: &'static str,
    failed_initcode: Option<String>,
    access_list: Option<Value>,
    block_gas_used: Option<u64>,
    chain_id: Option<String>,
    gas_price: Option<String>,
    max_fee_per_gas: Option<String>,
    max_priority_fee_per_gas: Option<String>,
    r: Option<String>,
    s: Option<String>,
    r#type: Option<u8>,
    v: Option<u64>,
    nonce: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    authorization_list: Option<Value>,
}

#[derive(Debug, Serialize)]
pub(super) struct LogShape {
    address: String,
    bloom: String,
    contract_id: String,
    data: String,
    index: usize,
    topics: Vec<String>,
}

#[derive(Debug, Serialize)]
struct SlotShape {
    address: String,
    contract_id: String,
    slot: String,
    value_read: String,
    value_written: Option<String>,
}

impl Row {
    pub(super) fn new(it: &Execution) -> Self {
        Self {
            address: it.contract.map(|num| address_of(num).to_string()),
            amount: it.weibars.map(|weibars| weibars / WEIBARS),
            bloom: bloom(it),
            call_result: hex::encode_prefixed(&it.call.output),
            contract_id: it.contract.map(id),
            created_contract_ids: it.call.created.iter().map(|made| made.map(id)).collect(),
            error_message: it.call.failure.as_ref().and_then(|failure| failure.message.clone()),
            from: accounts::long_zero(it.sender).to_string(),
            function_parameters: hex::encode_prefixed(&it.call.input),
            gas_consumed: it.gas_consumed,
            gas_limit: it.gas_limit,
            gas_used: it.gas_used,
            timestamp: it.at.to_string(),
            to: it.contract.map(|num| accounts::long_zero(num).to_string()),
            hash: hex::encode_prefixed(it.hash),
        }
    }
}

impl WholeResult {
    /// The single result, with amounts and prices in units of `unit` weibars, rounded down.
    pub(super) fn detail(it: &Execution, unit: u128) -> Self {
        let logs = it.call.logs.iter().enumerate().map(|(index, event)| LogShape::new(index, event));
        Self {
            logs: Some(logs.collect()),
            state_changes: Some(it.call.state.iter().map(SlotShape::new).collect()),
            ..Self::row(it, unit)
        }
    }

    /// The same without logs and state changes, as in the list of all results.
    pub(super) fn row(it: &Execution, unit: u128) -> Self {
        let outer = match &it.envelope {
            Envelope::Ethereum(outer) => Some(outer.as_ref()),
            Envelope::Native | Envelope::NativeUntyped => None,
        };
        let untyped = matches!(it.envelope, Envelope::NativeUntyped);
        let price = |weibars: Option<u128>| quantity(weibars.map(|it| it / unit));
        // Like real servers, ignores the requested unit.
        let native_price = quantity(Some(NATIVE_PRICE));
        let mut row = Row::new(it);
        row.amount = it.weibars.map(|weibars| weibars / unit);
        if outer.is_some() {
            row.to = it.contract.map(|num| address_of(num).to_string());
        }
        let failed_call = outer.filter(|_| it.call.failure.is_some()).map(|_| it.call.input.as_slice());
        let block = it.position.map(|at| at.block);
        Self {
            row,
            block_hash: block.map_or("0x".to_owned(), |number| hex::encode_prefixed(blocks::hash(number))),
            block_number: block,
            logs: None,
            result: it.result(),
            transaction_index: it.position.and_then(|at| at.index),
            state_changes: None,
            status: if it.call.failure.is_none() { "0x1" } else { "0x0" },
            failed_initcode: it.call.failed_initcode.as_deref().or(failed_call).map(hex::encode_prefixed),
            access_list: (!untyped).then(|| access(outer)),
            block_gas_used: block.map(|number| blocks::gas_used(number, it.gas_used.unwrap_or(0))),
            chain_id: match outer {
                None if untyped => None,
                Some(outer) if !outer.with_chain => quantity(None),
                _ => quantity(Some(u128::from(CHAIN_ID))),
            },
            gas_price: match outer {
                None if untyped => None,
                None => native_price,
                Some(outer) => price(outer.gas_price),
            },
            max_fee_per_gas: outer.and_then(|outer| price(outer.max_fee)),
            max_priority_fee_per_gas: outer.and_then(|outer| price(outer.priority)),
            r: outer.map(|outer| hex::encode_prefixed(outer.r)),
            s: outer.map(|outer| hex::encode_prefixed(outer.s)),
            r#type: if untyped { None } else { Some(outer.map_or(0, |outer| outer.kind)) },
            v: outer.map(|outer| outer.v),
            nonce: outer.map(|outer| outer.nonce),
            authorization_list: outer.filter(|outer| outer.kind == 4).map(permission),
        }
    }
}

impl LogShape {
    /// The event at this index among those of its result.
    pub(super) fn new(index: usize, event: &Event) -> Self {
        Self {
            address: address_of(event.contract).to_string(),
            bloom: hex::encode_prefixed(event.bloom()),
            contract_id: id(event.contract),
            data: hex::encode_prefixed(&event.data),
            index,
            topics: event.topics.iter().map(hex::encode_prefixed).collect(),
        }
    }
}

impl SlotShape {
    fn new(slot: &Slot) -> Self {
        Self {
            address: address_of(slot.contract).to_string(),
            contract_id: id(slot.contract),
            slot: hex::encode_prefixed(slot.key),
            value_read: hex::encode_prefixed(slot.read),
            value_written: slot.written.map(hex::encode_prefixed),
        }
    }
}

fn bloom(it: &Execution) -> Option<String> {
    match it.bloom {
        BloomForm::Null => None,
        BloomForm::Unknown => Some("0x".to_owned()),
        BloomForm::Matching => {
            let mut all = Bloom::ZERO;
            it.call.logs.iter().for_each(|event| all.accrue_bloom(&event.bloom()));
            Some(hex::encode_prefixed(all))
        }
    }
}

/// The bloom filter of all events of these executions.
pub(super) fn bloom_of(all: &[Arc<Execution>]) -> String {
    let mut bloom = Bloom::ZERO;
    let events = all.iter().flat_map(|it| &it.call.logs);
    events.for_each(|event| bloom.accrue_bloom(&event.bloom()));
    hex::encode_prefixed(bloom)
}

/// A quantity as hex without leading zeros; `0x` for zero or a missing value.
#[expect(clippy::unnecessary_wraps, reason = "the fields it fills can be null for another reason")]
fn quantity(value: Option<u128>) -> Option<String> {
    Some(match value {
        None | Some(0) => "0x".to_owned(),
        Some(value) => format!("{value:#x}"),
    })
}

/// Addresses and slots announced beforehand, as a list or as text.
fn access(outer: Option<&Wrapped>) -> Value {
    match outer.map(|outer| &outer.access) {
        None => json!([]),
        Some(Access::Hex(text)) => json!(text),
        Some(Access::Listed(entries)) => entries
            .iter()
            .map(|(address, keys)| {
                let keys: Vec<String> = keys.iter().map(hex::encode_prefixed).collect();
                json!({ "address": address.to_string(), "storage_keys": keys })
            })
            .collect(),
    }
}

/// A permission of EIP-7702, signed by another account.
fn permission(outer: &Wrapped) -> Value {
    let word = |part| keccak(&[&outer.nonce.to_be_bytes()[..], &[part]].concat());
    json!([{
        "r": hex::encode_prefixed(word(1)),
        "s": hex::encode_prefixed(word(2)),
        "nonce": outer.nonce + 1,
        "address": hex::encode_prefixed(&word(0)[12..]),
        "chain_id": format!("{CHAIN_ID:#x}"),
        "y_parity": "0x1",
    }])
}
