//! Parses the logs of a contract, each with where it was emitted.

use super::{Object, Record};
use crate::ledger::result::Log;
use crate::ledger::{ContractLog, RawJson};

impl Record for ContractLog {
    fn from_object(object: &Object<'_>, raw: RawJson) -> Self {
        Self {
            log: Log::from_object(object),
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
