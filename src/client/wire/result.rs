//! Parses contract results with their logs, state changes and access list.

use ledger::result::{AccessEntry, AccessList, Authorization, Log, StateChange};
use ledger::{ContractResult, HexBytes, RawJson};

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
