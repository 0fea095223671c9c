//! Parses transactions with their lists of transfers and fees, and schedules, whose fields the specification leaves
//! open.

use ledger::schedule::{Deleted, ScheduleSignature};
use ledger::transaction::{
    AssessedCustomFee, MaxCustomFee, NftTransfer, StakingReward, TokenTransfer, Transfer,
};
use ledger::{RawJson, Schedule, Timestamp, Transaction, TransactionId};

use super::scalar::{Account, Base64};
use super::{FromJson, Json, Object, Record, Whole};

impl Record for Transaction {
    fn from_object(object: &Object<'_>, raw: RawJson) -> Self {
        Self {
            batch_key: object.field("batch_key"),
            bytes: object.field("bytes").map(Base64::bytes),
            charged_tx_fee: object.field("charged_tx_fee"),
            consensus_timestamp: object.field("consensus_timestamp"),
            entity_id: object.field("entity_id"),
            high_volume: object.field("high_volume"),
            high_volume_pricing_multiplier: object.field("high_volume_pricing_multiplier"),
            max_custom_fees: object.field("max_custom_fees"),
            max_fee: object.field("max_fee"),
            memo: object.field("memo_base64").map(Base64::text),
            name: object.field("name"),
            nft_transfers: object.field("nft_transfers"),
            node: object.field("node"),
            nonce: object.field("nonce"),
            parent_consensus_timestamp: object.field("parent_consensus_timestamp"),
            result: object.field("result"),
            scheduled: object.field("scheduled"),
            staking_reward_transfers: object.field("staking_reward_transfers"),
            transaction_hash: object.field("transaction_hash").map(Base64::bytes),
            transaction_id: object.field("transaction_id"),
            token_transfers: object.field("token_transfers"),
            transfers: object.field("transfers"),
            valid_duration_seconds: object.field("valid_duration_seconds"),
            valid_start_timestamp: object.field("valid_start_timestamp"),
            assessed_custom_fees: object.field("assessed_custom_fees"),
            raw,
        }
    }
}

impl FromJson for TransactionId {
    fn from_json(json: Json<'_>) -> Option<Self> {
        Self::parse(&json.string()?)
    }
}

impl FromJson for MaxCustomFee {
    fn from_json(json: Json<'_>) -> Option<Self> {
        let object = json.object()?;
        Some(Self {
            account_id: object.field("account_id"),
            amount: object.field("amount"),
            denominating_token_id: object.field("denominating_token_id"),
        })
    }
}

impl FromJson for NftTransfer {
    fn from_json(json: Json<'_>) -> Option<Self> {
        let object = json.object()?;
        Some(Self {
            is_approval: object.field("is_approval"),
            receiver_account_id: object.field("receiver_account_id"),
            sender_account_id: object.field("sender_account_id"),
            serial_number: object.field("serial_number"),
            token_id: object.field("token_id"),
        })
    }
}

impl FromJson for StakingReward {
    fn from_json(json: Json<'_>) -> Option<Self> {
        let object = json.object()?;
        Some(Self { account: object.field("account").map(|Account(id)| *id), amount: object.field("amount") })
    }
}

impl FromJson for Transfer {
    fn from_json(json: Json<'_>) -> Option<Self> {
        let object = json.object()?;
        Some(Self {
            account: object.field("account"),
            amount: object.field("amount"),
            is_approval: object.field("is_approval"),
        })
    }
}

impl FromJson for TokenTransfer {
    fn from_json(json: Json<'_>) -> Option<Self> {
        let object = json.object()?;
        Some(Self {
            token_id: object.field("token_id"),
            account: object.field("account"),
            amount: object.field("amount"),
            is_approval: object.field("is_approval"),
        })
    }
}

impl FromJson for AssessedCustomFee {
    fn from_json(json: Json<'_>) -> Option<Self> {
        let object = json.object()?;
        Some(Self {
            amount: object.field("amount"),
            collector_account_id: object.field("collector_account_id"),
            effective_payer_account_ids: object.field("effective_payer_account_ids"),
            token_id: object.field("token_id"),
        })
    }
}

/// The known fields; others are kept as unknown.
const SCHEDULE_FIELDS: [&str; 12] = [
    "admin_key",
    "consensus_timestamp",
    "creator_account_id",
    "deleted",
    "executed_timestamp",
    "expiration_time",
    "memo",
    "payer_account_id",
    "schedule_id",
    "signatures",
    "transaction_body",
    "wait_for_expiry",
];

impl Whole for Schedule {
    const MARKS: &'static [&'static str] = &["schedule_id"];
}

impl Record for Schedule {
    fn from_object(object: &Object<'_>, raw: RawJson) -> Self {
        Self {
            admin_key: object.field("admin_key"),
            consensus_timestamp: object.field("consensus_timestamp"),
            creator_account_id: object.field("creator_account_id"),
            deleted: object.field("deleted"),
            executed_timestamp: object.field("executed_timestamp"),
            expiration_time: object.field("expiration_time"),
            memo: object.field("memo"),
            payer_account_id: object.field("payer_account_id"),
            schedule_id: object.field("schedule_id"),
            signatures: object.field("signatures"),
            transaction_body: object.field("transaction_body").map(Base64::bytes),
            wait_for_expiry: object.field("wait_for_expiry"),
            unknown: object.others(&SCHEDULE_FIELDS),
            raw,
        }
    }
}

impl FromJson for Deleted {
    fn from_json(json: Json<'_>) -> Option<Self> {
        bool::from_json(json).map(Self::Flag).or_else(|| Timestamp::from_json(json).map(Self::At))
    }
}

impl FromJson for ScheduleSignature {
    fn from_json(json: Json<'_>) -> Option<Self> {
        let object = json.object()?;
        Some(Self {
            consensus_timestamp: object.field("consensus_timestamp"),
            public_key_prefix: object.field("public_key_prefix").map(Base64::bytes),
            signature: object.field("signature").map(Base64::bytes),
            kind: object.field("type"),
        })
    }
}
