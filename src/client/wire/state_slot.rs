//! Parses storage slots.

use ledger::{RawJson, StateSlot};

use super::{Object, Record};

impl Record for StateSlot {
    fn from_object(object: &Object<'_>, raw: RawJson) -> Self {
        Self {
            address: object.field("address"),
            contract_id: object.field("contract_id"),
            slot: object.field("slot"),
            timestamp: object.field("timestamp"),
            value: object.field("value"),
            raw,
        }
    }
}
