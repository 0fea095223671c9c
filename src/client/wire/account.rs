//! Parses accounts.

use ledger::account::{Balance, TokenBalance};
use ledger::{Account, RawJson};

use super::{FromJson, Json, Object, Record, Whole};

/// The known fields, including the list of transactions, which has a separate request; others are stored as unknown.
const KNOWN: [&str; 20] = [
    "account",
    "alias",
    "auto_renew_period",
    "balance",
    "created_timestamp",
    "decline_reward",
    "deleted",
    "ethereum_nonce",
    "evm_address",
    "expiry_timestamp",
    "key",
    "links",
    "max_automatic_token_associations",
    "memo",
    "pending_reward",
    "receiver_sig_required",
    "staked_account_id",
    "staked_node_id",
    "stake_period_start",
    "transactions",
];

impl Whole for Account {
    const MARKS: &'static [&'static str] = &["account", "evm_address"];
}

impl Record for Account {
    fn from_object(object: &Object<'_>, raw: RawJson) -> Self {
        Self {
            account: object.field("account"),
            alias: object.field("alias"),
            auto_renew_period: object.field("auto_renew_period"),
            balance: object.field("balance"),
            created_timestamp: object.field("created_timestamp"),
            decline_reward: object.field("decline_reward"),
            deleted: object.field("deleted"),
            ethereum_nonce: object.field("ethereum_nonce"),
            evm_address: object.field("evm_address"),
            expiry_timestamp: object.field("expiry_timestamp"),
            key: object.field("key"),
            max_automatic_token_associations: object.field("max_automatic_token_associations"),
            memo: object.field("memo"),
            pending_reward: object.field("pending_reward"),
            receiver_sig_required: object.field("receiver_sig_required"),
            staked_account_id: object.field("staked_account_id"),
            staked_node_id: object.field("staked_node_id"),
            stake_period_start: object.field("stake_period_start"),
            unknown: object.others(&KNOWN),
            raw,
        }
    }
}

impl FromJson for Balance {
    fn from_json(json: Json<'_>) -> Option<Self> {
        let object = json.object()?;
        Some(Self {
            balance: object.field("balance"),
            timestamp: object.field("timestamp"),
            tokens: object.field("tokens"),
        })
    }
}

impl FromJson for TokenBalance {
    fn from_json(json: Json<'_>) -> Option<Self> {
        let object = json.object()?;
        Some(Self { token_id: object.field("token_id"), balance: object.field("balance") })
    }
}
