//! Accounts: the answer to `GET /api/v1/accounts/{idOrAliasOrEvmAddress}` without its transactions, and keys.

use serde::{Deserialize, Serialize};

use super::{EntityId, EvmAddress, Field, HexBytes, RawJson, Text, Timestamp};

/// One account; contracts have one, too.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Account {
    /// `account`: its id.
    pub account: Field<EntityId>,
    /// `alias`, base32.
    pub alias: Field<Text>,
    /// `auto_renew_period`, seconds.
    pub auto_renew_period: Field<i64>,
    /// `balance`: coin and tokens, as of a time that may be minutes old.
    pub balance: Field<Balance>,
    /// `created_timestamp`: consensus time of the creation; null for accounts of the genesis.
    pub created_timestamp: Field<Timestamp>,
    /// `decline_reward`: whether it stakes without rewards.
    pub decline_reward: Field<bool>,
    /// `deleted`: its balance went to another account.
    pub deleted: Field<bool>,
    /// `ethereum_nonce` of its next Ethereum transaction.
    pub ethereum_nonce: Field<i64>,
    /// `evm_address`: the alias address, else the long-zero one.
    pub evm_address: Field<EvmAddress>,
    /// `expiry_timestamp`: the end of its renewed period.
    pub expiry_timestamp: Field<Timestamp>,
    /// `key`: signs its transactions; null for a hollow account.
    pub key: Field<Key>,
    /// `max_automatic_token_associations`; -1 for no limit.
    pub max_automatic_token_associations: Field<i64>,
    /// `memo`: free text.
    pub memo: Field<Text>,
    /// `pending_reward`, base units.
    pub pending_reward: Field<i64>,
    /// `receiver_sig_required`: whether it must sign transfers to it, too.
    pub receiver_sig_required: Field<bool>,
    /// `staked_account_id`: null if it stakes to a node, or not.
    pub staked_account_id: Field<EntityId>,
    /// `staked_node_id`: null if it stakes to an account, or not.
    pub staked_node_id: Field<i64>,
    /// `stake_period_start`: the staking period of the latest change of its stake or the latest reward.
    pub stake_period_start: Field<Timestamp>,
    /// Fields that are not named here: their name, and their JSON as received.
    pub unknown: Vec<(Text, RawJson)>,
    /// The record as received.
    pub raw: RawJson,
}

/// `balance`: the account's balances at a time.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Balance {
    /// `balance` of the coin, base units.
    pub balance: Field<i64>,
    /// `timestamp`: when it was so.
    pub timestamp: Field<Timestamp>,
    /// `tokens`; the server cuts a long list.
    pub tokens: Field<Vec<TokenBalance>>,
}

/// An element of `balance.tokens`.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct TokenBalance {
    /// `token_id`: the held token.
    pub token_id: Field<EntityId>,
    /// `balance`, the token's smallest units.
    pub balance: Field<i64>,
}

/// The fields `admin_key` and `batch_key`.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Key {
    /// `_type`: the encoding, for example `ED25519`, `ECDSA_SECP256K1` or `ProtobufEncoded`.
    pub kind: Field<Text>,
    /// `key`: the key's bytes.
    pub key: Field<HexBytes>,
}
