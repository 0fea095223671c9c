//! A contract as an entity, its logs and its storage, as the operations under
//! `/api/v1/contracts/{contractIdOrAddress}` return them.

use super::json::Object;
use super::result::Log;
use super::{EntityId, EvmAddress, Field, HexBytes, Key, Text, Timestamp, record};

record! {
    /// A contract, in one of its versions.
    pub struct Contract: Document {
        /// `contract_id`: its id.
        pub contract_id: Field<EntityId>,
        /// `evm_address`: the alias if the contract has one, else the long-zero address.
        pub evm_address: Field<EvmAddress>,
        /// `memo`: free text.
        pub memo: Field<Text>,
        /// `deleted`: by `SELFDESTRUCT` or by a transaction.
        pub deleted: Field<bool>,
        /// `permanent_removal`: whether the system removed it, such as after its expiry.
        pub permanent_removal: Field<bool>,
        /// `created_timestamp`: consensus time of the creation.
        pub created_timestamp: Field<Timestamp>,
        /// `expiration_timestamp`: the end of its renewed period.
        pub expiration_timestamp: Field<Timestamp>,
        /// `timestamp`: from when until when this version is valid.
        pub timestamp: Field<Validity>,
        /// `admin_key`: the key that may change the contract; null if the contract is immutable.
        pub admin_key: Field<Key>,
        /// `auto_renew_account`: the account that pays for renewal.
        pub auto_renew_account: Field<EntityId>,
        /// `auto_renew_period`, seconds.
        pub auto_renew_period: Field<i64>,
        /// `file_id`: the file that held the init code.
        pub file_id: Field<EntityId>,
        /// `max_automatic_token_associations`; -1 means unlimited.
        pub max_automatic_token_associations: Field<i64>,
        /// `nonce` of the contract.
        pub nonce: Field<i64>,
        /// `obtainer_id`: the account that received the contract's balance on deletion.
        pub obtainer_id: Field<EntityId>,
        /// `proxy_account_id`: obsolete, from before staking.
        pub proxy_account_id: Field<EntityId>,
        /// `bytecode`: the creation (init) code as deployed.
        pub bytecode: Field<HexBytes>,
        /// `runtime_bytecode`: the code as it runs.
        pub runtime_bytecode: Field<HexBytes>,
        ..raw
    }

    /// The range of time in which a version of an entity is valid.
    pub struct Validity: Document {
        /// `from`, inclusive.
        pub from: Field<Timestamp>,
        /// `to`, exclusive; null for the current version.
        pub to: Field<Timestamp>,
    }

    /// One event that a contract emitted, with where it happened.
    pub struct ContractLog {
        /// The event itself: `address`, `bloom`, `contract_id`, `data`, `index`, `topics`.
        pub log: Log as Object::whole,
        /// `block_hash`, 48 bytes.
        pub block_hash: Field<HexBytes>,
        /// `block_number`: the height.
        pub block_number: Field<i64>,
        /// `root_contract_id`: the contract that the transaction called.
        pub root_contract_id: Field<EntityId>,
        /// `timestamp`: the consensus time of the execution.
        pub timestamp: Field<Timestamp>,
        /// `transaction_hash`, 32 bytes.
        pub transaction_hash: Field<HexBytes>,
        /// `transaction_index` in the block.
        pub transaction_index: Field<i64>,
        ..raw
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

record! {
    /// A storage slot that was ever written, and its value.
    pub struct StateSlot {
        /// `address` of the contract.
        pub address: Field<EvmAddress>,
        /// `contract_id`: the id of the contract with [`Self::address`].
        pub contract_id: Field<EntityId>,
        /// `slot`, 32 bytes.
        pub slot: Field<HexBytes>,
        /// `timestamp`: when the slot was written last.
        pub timestamp: Field<Timestamp>,
        /// `value`, 32 bytes; zero if the slot was cleared.
        pub value: Field<HexBytes>,
        ..raw
    }
}
