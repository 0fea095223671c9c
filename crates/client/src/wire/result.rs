//! Parses executions: contract results with their logs, state changes and calls, opcode traces, and the state before a
//! result.

use std::borrow::Cow;
use std::fmt;

use ledger::execution::{OpcodeStep, OpcodeTrace, Prestate, PrestateAccount};
use ledger::result::{AccessEntry, AccessList, Authorization, Log, StateChange};
use ledger::{CallAction, ContractLog, ContractResult, HexBytes, RawJson, Text};
use serde::Deserialize;
use serde::de::{Deserializer, Error, SeqAccess, Visitor};

use super::page::{BodyFault, whole};
use super::{FromJson, Json, Object, Record};

impl Record for ContractResult {
    fn from_object(object: &Object<'_>, raw: RawJson) -> Self {
        Self {
            access_list: object.field("access_list"),
            address: object.field("address"),
            amount: object.field("amount"),
            authorization_list: object.field("authorization_list"),
            block_gas_used: object.field("block_gas_used"),
            block_hash: object.field("block_hash"),
            block_number: object.field("block_number"),
            bloom: object.field("bloom"),
            call_result: object.field("call_result"),
            chain_id: object.field("chain_id"),
            contract_id: object.field("contract_id"),
            created_contract_ids: object.field("created_contract_ids"),
            error_message: object.field("error_message"),
            failed_initcode: object.field("failed_initcode"),
            from: object.field("from"),
            function_parameters: object.field("function_parameters"),
            gas_consumed: object.field("gas_consumed"),
            gas_limit: object.field("gas_limit"),
            gas_price: object.field("gas_price"),
            gas_used: object.field("gas_used"),
            hash: object.field("hash"),
            max_fee_per_gas: object.field("max_fee_per_gas"),
            max_priority_fee_per_gas: object.field("max_priority_fee_per_gas"),
            nonce: object.field("nonce"),
            r: object.field("r"),
            result: object.field("result"),
            s: object.field("s"),
            status: object.field("status"),
            timestamp: object.field("timestamp"),
            to: object.field("to"),
            transaction_index: object.field("transaction_index"),
            r#type: object.field("type"),
            v: object.field("v"),
            logs: object.field("logs"),
            state_changes: object.field("state_changes"),
            raw,
        }
    }
}

impl FromJson for AccessList {
    fn from_json(json: Json<'_>) -> Option<Self> {
        HexBytes::from_json(json).map(Self::Hex).or_else(|| Vec::from_json(json).map(Self::Entries))
    }
}

impl FromJson for AccessEntry {
    fn from_json(json: Json<'_>) -> Option<Self> {
        let object = json.object()?;
        Some(Self { address: object.field("address"), storage_keys: object.field("storage_keys") })
    }
}

impl FromJson for Authorization {
    fn from_json(json: Json<'_>) -> Option<Self> {
        let object = json.object()?;
        Some(Self {
            address: object.field("address"),
            chain_id: object.field("chain_id"),
            nonce: object.field("nonce"),
            r: object.field("r"),
            s: object.field("s"),
            y_parity: object.field("y_parity"),
        })
    }
}

/// The log with these members.
pub(super) fn log(object: &Object<'_>) -> Log {
    Log {
        address: object.field("address"),
        bloom: object.field("bloom"),
        contract_id: object.field("contract_id"),
        data: object.field("data"),
        index: object.field("index"),
        topics: object.field("topics"),
    }
}

impl FromJson for Log {
    fn from_json(json: Json<'_>) -> Option<Self> {
        json.object().map(|object| log(&object))
    }
}

impl FromJson for StateChange {
    fn from_json(json: Json<'_>) -> Option<Self> {
        let object = json.object()?;
        Some(Self {
            address: object.field("address"),
            contract_id: object.field("contract_id"),
            slot: object.field("slot"),
            value_read: object.field("value_read"),
            value_written: object.field("value_written"),
        })
    }
}

impl Record for ContractLog {
    fn from_object(object: &Object<'_>, raw: RawJson) -> Self {
        Self {
            log: log(object),
            block_hash: object.field("block_hash"),
            block_number: object.field("block_number"),
            root_contract_id: object.field("root_contract_id"),
            timestamp: object.field("timestamp"),
            transaction_hash: object.field("transaction_hash"),
            transaction_index: object.field("transaction_index"),
            raw,
        }
    }
}

impl Record for CallAction {
    fn from_object(object: &Object<'_>, raw: RawJson) -> Self {
        Self {
            call_depth: object.field("call_depth"),
            call_operation_type: object.field("call_operation_type"),
            call_type: object.field("call_type"),
            caller: object.field("caller"),
            caller_type: object.field("caller_type"),
            from: object.field("from"),
            gas: object.field("gas"),
            gas_used: object.field("gas_used"),
            index: object.field("index"),
            input: object.field("input"),
            recipient: object.field("recipient"),
            recipient_type: object.field("recipient_type"),
            result_data: object.field("result_data"),
            result_data_type: object.field("result_data_type"),
            timestamp: object.field("timestamp"),
            to: object.field("to"),
            value: object.field("value"),
            raw,
        }
    }
}

/// The most entries that are read: as many as an execution here keeps.
const MAX_ENTRIES: usize = 2_000_000;

/// An entry, of which most is left out.
#[derive(Deserialize)]
struct Entry<'a> {
    #[serde(default)]
    depth: Option<u64>,
    #[serde(default, borrow)]
    op: Option<Cow<'a, str>>,
}

/// The entries, up to [`MAX_ENTRIES`].
struct Entries(Vec<OpcodeStep>);

impl<'de> Deserialize<'de> for Entries {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Each;

        impl<'de> Visitor<'de> for Each {
            type Value = Entries;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Entries, A::Error> {
                let mut steps = Vec::new();
                while let Some(Entry { depth, op }) = entries.next_element::<Entry<'de>>()? {
                    if steps.len() == MAX_ENTRIES {
                        return Err(A::Error::custom("too many entries"));
                    }
                    steps.push(OpcodeStep { depth, op: Text::new(op.unwrap_or_default().into_owned()) });
                }
                Ok(Entries(steps))
            }
        }

        deserializer.deserialize_seq(Each)
    }
}

/// Reads a body that is a trace.
pub(crate) fn read_opcodes(body: &RawJson) -> Result<OpcodeTrace, BodyFault> {
    let object = whole(body)?;
    let fault = |words: &str| BodyFault { at: "opcodes".to_owned(), words: Text::from(words) };
    let list = object.get("opcodes").ok_or_else(|| fault("the list is missing"))?;
    let Entries(opcodes) =
        serde_json::from_str(list.text).map_err(|_| fault("this is not a list that can be read"))?;
    Ok(OpcodeTrace { failed: object.field("failed"), gas: object.field("gas"), opcodes })
}

/// Reads a body that is such a state.
pub(crate) fn read_prestate(body: &RawJson) -> Result<Prestate, BodyFault> {
    let object = whole(body)?;
    let fault = |words: &str| BodyFault { at: "pre".to_owned(), words: Text::from(words) };
    let list = object.get("pre").ok_or_else(|| fault("the list is missing"))?;
    let accounts = Vec::from_json(list).ok_or_else(|| fault("this is not a list that can be read"))?;
    Ok(Prestate { accounts: accounts.into_iter().collect() })
}

impl FromJson for PrestateAccount {
    fn from_json(json: Json<'_>) -> Option<Self> {
        let object = json.object()?;
        let storage = object.get("storage").and_then(Json::object).unwrap_or_default();
        let slot =
            |(slot, value): (&str, Json<'_>)| Some((HexBytes::parse(slot)?, HexBytes::from_json(value)?));
        Some(Self {
            address: object.field("address"),
            balance: object.field("balance"),
            code: object.field("code"),
            nonce: object.field("nonce"),
            storage: storage.members().filter_map(slot).collect(),
        })
    }
}
