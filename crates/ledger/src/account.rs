//! Accounts: the answer to `GET /api/v1/accounts/{idOrAliasOrEvmAddress}` without its transactions.

use super::{EntityId, EvmAddress, Field, Key, RawJson, Text, Timestamp};

/// One account; contracts have one, too.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Account {
    /// `account`: its id.
    pub account: Field<EntityId>,
    /// `alias`, base32.
    pub alias: Field<Text>,
    /// `auto_renew_period`, seconds.
    pub auto_renew_period: Field<i64>,
    /// `balance`.
    pub balance: Field<Balance>,
    /// `created_timestamp`.
    pub created_timestamp: Field<Timestamp>,
    /// `decline_reward`.
    pub decline_reward: Field<bool>,
    /// `deleted`.
    pub deleted: Field<bool>,
    /// `ethereum_nonce`.
    pub ethereum_nonce: Field<i64>,
    /// `evm_address`: the alias address, else the long-zero one.
    pub evm_address: Field<EvmAddress>,
    /// `expiry_timestamp`.
    pub expiry_timestamp: Field<Timestamp>,
    /// `key`.
    pub key: Field<Key>,
    /// `max_automatic_token_associations`; -1 for no limit.
    pub max_automatic_token_associations: Field<i64>,
    /// `memo`: free text.
    pub memo: Field<Text>,
    /// `pending_reward`, base units.
    pub pending_reward: Field<i64>,
    /// `receiver_sig_required`.
    pub receiver_sig_required: Field<bool>,
    /// `staked_account_id`.
    pub staked_account_id: Field<EntityId>,
    /// `staked_node_id`.
    pub staked_node_id: Field<i64>,
    /// `stake_period_start`.
    pub stake_period_start: Field<Timestamp>,
    /// Fields that are not named here: their name, and their JSON as received.
    pub unknown: Vec<(Text, RawJson)>,
    /// The record as received.
    pub raw: RawJson,
}

/// `balance`: what the account held at a time.
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
    /// `token_id`.
    pub token_id: Field<EntityId>,
    /// `balance`, the token's smallest units.
    pub balance: Field<i64>,
}
