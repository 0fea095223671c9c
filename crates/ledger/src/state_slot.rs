//! A contract's storage: an element of `GET /api/v1/contracts/{contractIdOrAddress}/state`.

use serde::{Deserialize, Serialize};

use super::{EntityId, EvmAddress, Field, HexBytes, RawJson, Row, Timestamp};

/// A storage slot that was ever written, and its value.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct StateSlot {
    /// `address` of the contract.
    pub address: Field<EvmAddress>,
    pub contract_id: Field<EntityId>,
    /// `slot`, 32 bytes.
    pub slot: Field<HexBytes>,
    /// `timestamp`: when the slot was written last.
    pub timestamp: Field<Timestamp>,
    /// `value`, 32 bytes; zero if the slot was cleared.
    pub value: Field<HexBytes>,
    /// The record as received, with any field that is not named here.
    #[serde(skip)]
    pub raw: RawJson,
}

impl Row for StateSlot {
    fn raw(&self) -> &RawJson {
        &self.raw
    }
}
