//! Blocks: the answer to `GET /api/v1/blocks/{hashOrNumber}`.

use super::contract::Validity;
use super::{Field, HexBytes, RawJson, Text};

/// One block.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Block {
    /// `count` of transactions.
    pub count: Field<i64>,
    /// `gas_used` by all of them, gas.
    pub gas_used: Field<i64>,
    /// `hapi_version`: the version of the ledger's API.
    pub hapi_version: Field<Text>,
    /// `hash`, 48 bytes.
    pub hash: Field<HexBytes>,
    /// `logs_bloom`: the filter of all events in it, 256 bytes.
    pub logs_bloom: Field<HexBytes>,
    /// `name` of its file.
    pub name: Field<Text>,
    /// `number`: its height.
    pub number: Field<i64>,
    pub previous_hash: Field<HexBytes>,
    /// `size` of its file, bytes.
    pub size: Field<i64>,
    /// `timestamp`: the consensus times of its first and its last transaction.
    pub timestamp: Field<Validity>,
    /// Fields that are not named here: their name, and their JSON as received.
    pub unknown: Vec<(Text, RawJson)>,
    /// The record as received.
    pub raw: RawJson,
}
