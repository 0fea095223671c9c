//! Parses schedules; the specification leaves their fields open.

use ledger::schedule::{Deleted, ScheduleSignature};
use ledger::{RawJson, Schedule, Timestamp};

use super::base64::Base64;
use super::{FromJson, Json, Object, Record, Whole};

/// The known fields; others are kept as unknown.
const KNOWN: [&str; 12] = [
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
            unknown: object.others(&KNOWN),
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
