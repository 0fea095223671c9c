//! Accounts: the answer to `GET /api/v1/accounts/{idOrAliasOrEvmAddress}` without its transactions, and keys.

use serde_json::Value;

use super::document::{amount, document};
use super::{Document, EntityId, EvmAddress, Field, HexBytes, Text, Timestamp, Unit, record};

record! {
    /// One account; contracts have one, too.
    pub struct Account: Document {
        /// `account`: its id.
        pub account: Field<EntityId>,
        /// `evm_address`: the alias address, else the long-zero one.
        pub evm_address: Field<EvmAddress>,
        /// `alias`, base32.
        pub alias: Field<Text>,
        /// `memo`: free text.
        pub memo: Field<Text>,
        /// `balance`: coin and tokens, as of a time that may be minutes old.
        pub balance: Field<Balance>,
        /// `deleted`: its balance went to another account.
        pub deleted: Field<bool>,
        /// `created_timestamp`: consensus time of the creation; null for accounts of the genesis.
        pub created_timestamp: Field<Timestamp>,
        /// `expiry_timestamp`: the end of its renewed period.
        pub expiry_timestamp: Field<Timestamp>,
        /// `auto_renew_period`, seconds.
        pub auto_renew_period: Field<i64>,
        /// `ethereum_nonce` of its next Ethereum transaction.
        pub ethereum_nonce: Field<i64>,
        /// `key`: signs its transactions; null for a hollow account.
        pub key: Field<Key>,
        /// `max_automatic_token_associations`; -1 for no limit.
        pub max_automatic_token_associations: Field<i64>,
        /// `receiver_sig_required`: whether it must sign transfers to it, too.
        pub receiver_sig_required: Field<bool>,
        /// `pending_reward`, base units.
        pub pending_reward: Field<i64> => base_units,
        /// `decline_reward`: whether it stakes without rewards.
        pub decline_reward: Field<bool>,
        /// `staked_account_id`: null if it stakes to a node, or not.
        pub staked_account_id: Field<EntityId>,
        /// `staked_node_id`: null if it stakes to an account, or not.
        pub staked_node_id: Field<i64>,
        /// `stake_period_start`: the staking period of the latest change of its stake or the latest reward.
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
        /// `token_id`: the held token.
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
