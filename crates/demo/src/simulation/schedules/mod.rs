//! Scheduled transactions: some chosen by hand, and one more every ten minutes.

use alloy_primitives::Bytes;
use ledger::{EntityId, Timestamp, TransactionId};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::data;
use crate::simulation::contracts::Admin;
use crate::simulation::stream::Stream;

mod drawn;
mod inner;
pub(crate) mod pinned;
mod signatures;

pub(crate) use inner::Inner;

/// The endless row of schedules, of which the newest hundred are listed.
const ROW: Stream = Stream { contract: 0x5c4ed, every: 600, most: 100 };
/// The number of the first schedule of the row.
const FIRST: u64 = 10_000;
/// Seconds from a schedule's valid start to its consensus.
const LAG: u64 = 3;

#[derive(Clone, Debug, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub(crate) struct Schedule {
    pub(crate) num: u64,
    /// The renewal times of a schedule that must not end.
    renewed: Option<pinned::Renewed>,
    #[serde(default, deserialize_with = "data::text")]
    pub(crate) created: Timestamp,
    pub(crate) creator: u64,
    pub(crate) payer: u64,
    #[serde(default = "nobody")]
    admin: Admin,
    pub(crate) memo: String,
    /// The expiration time; `None` for half an hour after the creation.
    #[serde(default, deserialize_with = "data::maybe")]
    expiration: Option<Timestamp>,
    /// Whether it waits for its end even when all have signed.
    #[serde(default)]
    waits: bool,
    /// The number of signers besides the `signers`.
    #[serde(default)]
    signatures: u32,
    /// The signers in order: the start of the key as hex, and the kind of the signature.
    #[serde(default)]
    signers: Vec<(Bytes, &'static str)>,
    #[serde(default)]
    pub(crate) inner: Inner,
    #[serde(default)]
    pub(crate) outcome: Outcome,
    #[serde(default)]
    pub(crate) children: u32,
    /// Members that differ from the usual ones.
    #[serde(default)]
    members: Map<String, Value>,
    /// Members that are left out.
    #[serde(default)]
    missing: Vec<String>,
}

fn nobody() -> Admin {
    Admin::None
}

/// The outcome of a schedule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub(crate) enum Outcome {
    /// Waits, and expires without execution.
    #[default]
    None,
    Executed {
        #[serde(deserialize_with = "data::text")]
        at: Timestamp,
        /// The response code's name; executed does not mean succeeded.
        result: &'static str,
    },
    Deleted(#[serde(deserialize_with = "data::text")] Timestamp),
}

/// The schedules that are listed now, by number.
pub(crate) fn listed(now: Timestamp) -> Vec<Schedule> {
    let row = ROW.visible(now).into_iter().flatten().map(drawn::schedule);
    pinned::schedules_at(now).filter(|it| it.created <= now).chain(row).collect()
}

/// The schedule with this number, even if it is no longer listed.
pub(crate) fn by_num(num: u64, now: Timestamp) -> Option<Schedule> {
    let row = num.checked_sub(FIRST).map(drawn::schedule);
    pinned::schedules_at(now).find(|it| it.num == num).or(row).filter(|it| it.created <= now)
}

pub(crate) fn executed_at(moment: Timestamp, now: Timestamp) -> Vec<Schedule> {
    let last = ROW.span_of(moment);
    let first = ROW.span_of(moment.minus_seconds(drawn::MAX_SECONDS_TO_EXECUTION));
    let row = (first..=last).map(drawn::schedule);
    let executed =
        |it: &Schedule| matches!(it.outcome, Outcome::Executed { at, .. } if at == moment && at <= now);
    pinned::schedules_at(now).chain(row).filter(executed).collect()
}

pub(crate) fn executed(now: Timestamp) -> Vec<(u64, Timestamp)> {
    let moment = |it: Schedule| match it.outcome {
        Outcome::Executed { at, .. } if at <= now && it.inner.is_call() => Some((it.num, at)),
        _ => None,
    };
    pinned::schedules_at(now).filter_map(moment).collect()
}

/// The schedules that a transaction made: one at most.
pub(crate) fn by_transaction(id: TransactionId, now: Timestamp) -> Option<Schedule> {
    let start = id.valid_start;
    let created = Timestamp { seconds: start.seconds.saturating_add(LAG), ..start };
    let row = ROW.index_of(created).map(drawn::schedule);
    let mut all = pinned::schedules_at(now).chain(row);
    all.find(|it| it.transaction() == id && it.created <= now)
}

impl Schedule {
    /// The id of the transaction that made it, which its execution shares.
    pub(crate) fn transaction(&self) -> TransactionId {
        TransactionId {
            payer: EntityId::from_num(self.creator),
            valid_start: self.created.minus_seconds(LAG),
        }
    }

    pub(crate) fn inner_memo(&self) -> String {
        format!("inner {}", self.memo)
    }

    pub(crate) fn is_settled(&self, now: Timestamp) -> bool {
        let end = self.expiration.unwrap_or(self.created.plus_millis(30 * 60_000));
        match self.outcome {
            Outcome::Executed { at, .. } | Outcome::Deleted(at) if at <= now => true,
            _ => now > end.plus_millis(60_000),
        }
    }

    pub(crate) fn to_json(&self, now: Timestamp) -> Map<String, Value> {
        let executed = match self.outcome {
            Outcome::Executed { at, .. } if at <= now => Some(at.to_string()),
            _ => None,
        };
        let deleted = matches!(self.outcome, Outcome::Deleted(at) if at <= now);
        let body = json!({
            "admin_key": self.admin.to_json(self.num),
            "deleted": deleted,
            "consensus_timestamp": self.created.to_string(),
            "creator_account_id": EntityId::from_num(self.creator).to_string(),
            "executed_timestamp": executed,
            "expiration_time": self.expiration.map(|at| at.to_string()),
            "memo": self.memo,
            "payer_account_id": EntityId::from_num(self.payer).to_string(),
            "schedule_id": EntityId::from_num(self.num).to_string(),
            "signatures": signatures::up_to(self, now),
            "transaction_body": self.inner.to_base64(&self.inner_memo()),
            "wait_for_expiry": self.waits,
        });
        data::changed(body, &self.members, &self.missing)
    }
}
