//! Parses the logs of a contract, each with where it was emitted.

use ledger::{ContractLog, RawJson};

use super::{Object, Record};

impl Record for ContractLog {
    fn from_object(object: &Object<'_>, raw: RawJson) -> Self {
        Self {
            log: super::result::log(object),
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
