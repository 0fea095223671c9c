//! Logs of a contract: an element of `GET /api/v1/contracts/{contractIdOrAddress}/results/logs`.

use serde::{Deserialize, Serialize};

use super::result::Log;
use super::{EntityId, Field, HexBytes, RawJson, Row, Timestamp};

/// One event that a contract emitted, with where it happened.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ContractLog {
    /// The event itself: `address`, `bloom`, `contract_id`, `data`, `index`, `topics`.
    pub log: Log,
    /// `block_hash`, 48 bytes.
    pub block_hash: Field<HexBytes>,
    pub block_number: Field<i64>,
    /// `root_contract_id`: the contract that the transaction called.
    pub root_contract_id: Field<EntityId>,
    /// `timestamp`: the consensus time of the execution.
    pub timestamp: Field<Timestamp>,
    /// `transaction_hash`, 32 bytes.
    pub transaction_hash: Field<HexBytes>,
    /// `transaction_index` in the block.
    pub transaction_index: Field<i64>,
    /// The record as received, with any field that is not named here.
    #[serde(skip)]
    pub raw: RawJson,
}

impl Row for ContractLog {
    fn raw(&self) -> &RawJson {
        &self.raw
    }
}

/// Length of an execution's bloom filter, bytes.
const BLOOM_LEN: usize = 256;

impl ContractLog {
    /// Whether the mirror node derived this event from a token transfer. Such an event was not emitted by code and has
    /// neither an execution's bloom filter nor a result.
    pub fn is_synthetic(&self) -> bool {
        self.log.bloom.known().is_some_and(|bloom| bloom.len() < BLOOM_LEN)
    }
}
