//! Scheduled transactions: `GET /api/v1/schedules` and `/schedules/{id}`, whose fields the document leaves open.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::document::document;
use super::json::{FromJson, Json, base64};
use super::timestamp::NANOS;
use super::{Document, EntityId, Field, HexBytes, Key, Text, Timestamp, record};

record! {
    /// A transaction that waits for signatures, or waited for them.
    pub struct Schedule {
        /// `admin_key`: the key that may delete the schedule.
        pub admin_key: Field<Key>,
        /// `consensus_timestamp`: when the schedule was created.
        pub consensus_timestamp: Field<Timestamp>,
        /// `creator_account_id`: pays for the creation of the schedule.
        pub creator_account_id: Field<EntityId>,
        /// `deleted`: without executing.
        pub deleted: Field<Deleted>,
        /// `executed_timestamp`; set also when the inner transaction failed.
        pub executed_timestamp: Field<Timestamp>,
        /// `expiration_time`; null means thirty minutes after creation.
        pub expiration_time: Field<Timestamp>,
        /// `memo`: free text.
        pub memo: Field<Text>,
        /// `payer_account_id`: pays for the scheduled transaction.
        pub payer_account_id: Field<EntityId>,
        /// `schedule_id`: its id.
        pub schedule_id: Field<EntityId>,
        /// `signatures` gathered so far.
        pub signatures: Field<Vec<ScheduleSignature>>,
        /// `transaction_body`: the protobuf bytes of the inner transaction (sent as base64).
        pub transaction_body: Field<HexBytes> as base64,
        /// `wait_for_expiry`: whether it executes at its expiration only, not with the last signature.
        pub wait_for_expiry: Field<bool>,
        ..raw, unknown
    }
}

impl Document for Schedule {
    fn document(&self) -> Value {
        let (deleted, deleted_at) = match &self.deleted {
            Field::Known(Deleted::Flag(is)) => (Some(*is), None),
            Field::Known(Deleted::At(at)) => (Some(true), Some(*at)),
            _ => (None, None),
        };
        document! {
            "schedule_id": self.schedule_id,
            "memo": self.memo,
            "creator_account_id": self.creator_account_id,
            "payer_account_id": self.payer_account_id,
            "created_timestamp": self.consensus_timestamp,
            "executed_timestamp": self.executed_timestamp,
            "expiration_timestamp": self.expiration_time,
            "deleted": deleted,
            "deleted_timestamp": deleted_at,
            "wait_for_expiry": self.wait_for_expiry,
            "admin_key": self.admin_key,
            "signatures": self.signatures,
            "transaction_body": self.transaction_body,
        }
    }
}

/// The field `deleted`: a boolean in practice, a time by some servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Deleted {
    /// As a boolean.
    Flag(bool),
    /// As the time of deletion.
    At(Timestamp),
}

impl FromJson for Deleted {
    fn from_json(json: Json<'_>) -> Option<Self> {
        bool::from_json(json).map(Self::Flag).or_else(|| Timestamp::from_json(json).map(Self::At))
    }
}

record! {
    /// An element of `signatures`.
    pub struct ScheduleSignature: Document {
        /// `type`: `ED25519`, `ECDSA_SECP256K1`, `CONTRACT`, …
        pub r#type: Field<Text> = "type",
        /// `public_key_prefix` (sent as base64), possibly empty.
        pub public_key_prefix: Field<HexBytes> as base64,
        /// `signature` (sent as MIME base64).
        pub signature: Field<HexBytes> as base64,
        /// `consensus_timestamp` of the transaction that signed it.
        pub consensus_timestamp: Field<Timestamp>,
    }
}

/// The state of a schedule. It is derived: the record has no status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lifecycle {
    /// Its transaction ran at this time. It may have failed.
    Executed(Timestamp),
    /// Deleted with its admin key: it never runs.
    Deleted,
    /// Its time ran out at this time.
    Expired(Timestamp),
    /// Its time runs out at this time, in less than ten minutes.
    Expiring(Timestamp),
    /// It waits; its time runs out then.
    Pending(Timestamp),
    /// The record does not say when it was created or expires.
    Unknown,
}

/// How long a schedule without `expiration_time` lives, seconds. Servers allow a minute more.
const DEFAULT_LIFE_SECONDS: u64 = 30 * 60;
/// How long after its time a schedule may still be executed, seconds.
pub const GRACE_SECONDS: u64 = 60;
/// Remaining lifetime that counts as expiring soon, seconds.
const SOON_NANOS: u128 = 10 * 60 * NANOS as u128;

impl Lifecycle {
    /// The state in a word, for other programs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Executed(_) => "executed",
            Self::Deleted => "deleted",
            Self::Expired(_) => "expired",
            Self::Expiring(_) | Self::Pending(_) => "pending",
            Self::Unknown => "unknown",
        }
    }
}

impl Schedule {
    /// The state at `now`.
    pub fn lifecycle(&self, now: Timestamp) -> Lifecycle {
        if let Some(at) = self.executed_timestamp.value() {
            return Lifecycle::Executed(at);
        }
        if matches!(self.deleted, Field::Known(Deleted::Flag(true) | Deleted::At(_))) {
            return Lifecycle::Deleted;
        }
        let end = self.expiration_time.value().or_else(|| {
            self.consensus_timestamp.value().map(|created| created.plus_millis(DEFAULT_LIFE_SECONDS * 1000))
        });
        match end {
            None => Lifecycle::Unknown,
            Some(end) if now > end.plus_millis(GRACE_SECONDS * 1000) => Lifecycle::Expired(end),
            Some(end) if end.since(now) < SOON_NANOS => Lifecycle::Expiring(end),
            Some(end) => Lifecycle::Pending(end),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn created_at(seconds: u64) -> Schedule {
        Schedule { consensus_timestamp: Field::Known(Timestamp::from_secs(seconds)), ..Schedule::default() }
    }

    #[test]
    fn executed_wins_over_deleted_and_expired() {
        let mut schedule = created_at(0);
        schedule.deleted = Field::Known(Deleted::Flag(true));
        assert_eq!(schedule.lifecycle(Timestamp::from_secs(90_000)), Lifecycle::Deleted);
        schedule.executed_timestamp = Field::Known(Timestamp::from_secs(5));
        assert_eq!(
            schedule.lifecycle(Timestamp::from_secs(90_000)),
            Lifecycle::Executed(Timestamp::from_secs(5))
        );
    }

    #[test]
    fn without_an_expiration_it_lives_thirty_minutes_and_a_minute_of_grace() {
        let schedule = created_at(1000);
        let end = Timestamp::from_secs(2800);
        assert_eq!(schedule.lifecycle(Timestamp::from_secs(1001)), Lifecycle::Pending(end));
        assert_eq!(schedule.lifecycle(Timestamp::from_secs(2400)), Lifecycle::Expiring(end));
        assert_eq!(schedule.lifecycle(Timestamp::from_secs(2861)), Lifecycle::Expired(end));
        assert_eq!(Schedule::default().lifecycle(Timestamp::from_secs(1)), Lifecycle::Unknown);
    }
}
