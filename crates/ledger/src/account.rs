//! Accounts: the answer to `GET /api/v1/accounts/{idOrAliasOrEvmAddress}` without its transactions, and keys.

use serde_json::Value;

use super::document::{amount, document};
use super::{Document, EntityId, EvmAddress, Field, HexBytes, Text, Timestamp, Unit, record};

record! {
    /// One account; contracts have one, too.
    pub struct Account: Document {
        pub account: Field<EntityId>,
        /// `evm_address`: the alias address, else the long-zero one.
        pub evm_address: Field<EvmAddress>,
        /// `alias`, base32.
        pub alias: Field<Text>,
        /// `memo`: free text.
        pub memo: Field<Text>,
        pub balance: Field<Balance>,
        pub deleted: Field<bool>,
        pub created_timestamp: Field<Timestamp>,
        pub expiry_timestamp: Field<Timestamp>,
        /// `auto_renew_period`, seconds.
        pub auto_renew_period: Field<i64>,
        pub ethereum_nonce: Field<i64>,
        pub key: Field<Key>,
        /// `max_automatic_token_associations`; -1 for no limit.
        pub max_automatic_token_associations: Field<i64>,
        pub receiver_sig_required: Field<bool>,
        /// `pending_reward`, base units.
        pub pending_reward: Field<i64> => base_units,
        pub decline_reward: Field<bool>,
        pub staked_account_id: Field<EntityId>,
        pub staked_node_id: Field<i64>,
        pub stake_period_start: Field<Timestamp>,
        ..raw, unknown but "links" "transactions"
    }

    /// `balance`: the account's balances at a time.
    pub struct Balance {
        /// `balance` of the coin, base units.
        pub balance: Field<i64>,
        /// `timestamp`: when it was so.
        pub timestamp: Field<Timestamp>,
        /// `tokens`; the server cuts a long list.
        pub tokens: Field<Vec<TokenBalance>>,
    }

    /// An element of `balance.tokens`.
    pub struct TokenBalance: Document {
        pub token_id: Field<EntityId>,
        /// `balance`, the token's smallest units.
        pub balance: Field<i64>,
    }

    /// The fields `admin_key` and `batch_key`.
    pub struct Key: Document {
        /// `_type`: the encoding, for example `ED25519`, `ECDSA_SECP256K1` or `ProtobufEncoded`.
        pub r#type: Field<Text> = "_type",
        /// `key`: the key's bytes.
        pub key: Field<HexBytes>,
    }
}

fn base_units(field: &Field<i64>) -> Value {
    amount(field, Unit::Base)
}

impl Document for Balance {
    fn document(&self) -> Value {
        document! {
            "amount": self.balance,
            "unit": Unit::Base.label(),
            "timestamp": self.timestamp,
            "tokens": self.tokens,
        }
    }
}
