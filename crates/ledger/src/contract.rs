//! A contract as an entity: the eighteen fields of `GET /api/v1/contracts/{contractIdOrAddress}`.

use serde::{Deserialize, Serialize};

use super::{EntityId, EvmAddress, Field, HexBytes, Key, RawJson, Row, Text, Timestamp};

/// A contract, in one of its versions.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Contract {
    /// `admin_key`: the key that may change the contract; null if the contract is immutable.
    pub admin_key: Field<Key>,
    /// `auto_renew_account`: the account that pays for renewal.
    pub auto_renew_account: Field<EntityId>,
    /// `auto_renew_period`, seconds.
    pub auto_renew_period: Field<i64>,
    pub contract_id: Field<EntityId>,
    pub created_timestamp: Field<Timestamp>,
    pub deleted: Field<bool>,
    /// `evm_address`: the alias if the contract has one, else the long-zero address.
    pub evm_address: Field<EvmAddress>,
    pub expiration_timestamp: Field<Timestamp>,
    /// `file_id`: the file that held the init code.
    pub file_id: Field<EntityId>,
    /// `max_automatic_token_associations`; -1 means unlimited.
    pub max_automatic_token_associations: Field<i64>,
    /// `memo`: free text.
    pub memo: Field<Text>,
    /// `nonce` of the contract.
    pub nonce: Field<i64>,
    /// `obtainer_id`: the account that received the contract's balance on deletion.
    pub obtainer_id: Field<EntityId>,
    pub permanent_removal: Field<bool>,
    pub proxy_account_id: Field<EntityId>,
    /// `timestamp`: from when until when this version is valid.
    pub timestamp: Field<Validity>,
    /// `bytecode`: the creation (init) code as deployed.
    pub bytecode: Field<HexBytes>,
    /// `runtime_bytecode`: the code as it runs.
    pub runtime_bytecode: Field<HexBytes>,
    /// The record as received, with any field that is not named here.
    #[serde(skip)]
    pub raw: RawJson,
}

impl Row for Contract {
    fn raw(&self) -> &RawJson {
        &self.raw
    }
}

/// The range of time in which a version of an entity is valid.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Validity {
    /// `from`, inclusive.
    pub from: Field<Timestamp>,
    /// `to`, exclusive; null for the current version.
    pub to: Field<Timestamp>,
}
