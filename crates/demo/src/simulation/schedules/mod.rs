//! Scheduled transactions: some chosen by hand, one more every ten minutes, and the signatures on them.
//!
//! The chosen ones have each state of life, each odd shape and each kind of body.

mod inner;

use std::sync::LazyLock;

use alloy_primitives::Bytes;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use ledger::{EntityId, Timestamp, TransactionId};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::data;
use crate::simulation::accounts;
use crate::simulation::chance::{Chance, Stream, subject};
use crate::simulation::contracts::{Admin, keys};

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
    renewed: Option<Renewed>,
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
    let row = ROW.visible(now).into_iter().flatten().map(schedule);
    schedules_at(now).filter(|it| it.created <= now).chain(row).collect()
}

/// The schedule with this number, even if it is no longer listed.
pub(crate) fn by_num(num: u64, now: Timestamp) -> Option<Schedule> {
    let row = num.checked_sub(FIRST).map(schedule);
    schedules_at(now).find(|it| it.num == num).or(row).filter(|it| it.created <= now)
}

pub(crate) fn executed_at(moment: Timestamp, now: Timestamp) -> Vec<Schedule> {
    let last = ROW.span_of(moment);
    let first = ROW.span_of(moment.minus_seconds(MAX_SECONDS_TO_EXECUTION));
    let row = (first..=last).map(schedule);
    let executed =
        |it: &Schedule| matches!(it.outcome, Outcome::Executed { at, .. } if at == moment && at <= now);
    schedules_at(now).chain(row).filter(executed).collect()
}

pub(crate) fn executed(now: Timestamp) -> Vec<(u64, Timestamp)> {
    let moment = |it: Schedule| match it.outcome {
        Outcome::Executed { at, .. } if at <= now && it.inner.is_call() => Some((it.num, at)),
        _ => None,
    };
    schedules_at(now).filter_map(moment).collect()
}

/// The schedules that a transaction made: one at most.
pub(crate) fn by_transaction(id: TransactionId, now: Timestamp) -> Option<Schedule> {
    let start = id.valid_start;
    let created = Timestamp { seconds: start.seconds.saturating_add(LAG), ..start };
    let row = ROW.index_of(created).map(schedule);
    let mut all = schedules_at(now).chain(row);
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
            "signatures": signatures_up_to(self, now),
            "transaction_body": self.inner.to_base64(&self.inner_memo()),
            "wait_for_expiry": self.waits,
        });
        data::changed(body, &self.members, &self.missing)
    }
}

/// The most seconds from the making to the execution.
const MAX_SECONDS_TO_EXECUTION: u64 = 1_500;

/// Schedule `index` of the row: many are executed within minutes, some end unsigned, some wait for weeks.
fn schedule(index: u64) -> Schedule {
    let mut chance = Chance::new(ROW.contract, index);
    let created = ROW.time_of(index);
    let creator = accounts::any(&mut chance);
    let payer = if chance.one_in(3) { accounts::any(&mut chance) } else { creator };
    let admin = chance.pick(&[Some(Admin::Ed25519), Some(Admin::Ecdsa), Some(Admin::Threshold), None]);
    let inner = Inner::any(&mut chance);
    let later = created.plus_millis(chance.between(60, MAX_SECONDS_TO_EXECUTION) * 1000);
    let outcome = match chance.below(10) {
        0..=3 => Outcome::Executed { at: later, result: "SUCCESS" },
        4 => Outcome::Executed { at: later, result: inner.failure() },
        5 => Outcome::Deleted(later),
        _ => Outcome::None,
    };
    let long = chance.one_in(2);
    let days = chance.between(1, 61);
    Schedule {
        num: FIRST + index,
        created,
        creator,
        payer,
        admin: admin.unwrap_or(Admin::None),
        memo: format!("schedule {index}"),
        expiration: long.then(|| created.plus_millis(days * 86_400_000)),
        waits: long && outcome == Outcome::None && chance.one_in(2),
        signatures: u32::try_from(chance.below(5)).unwrap_or(0),
        signers: Vec::new(),
        children: if inner.is_call() { 2 } else { 0 },
        inner,
        outcome,
        members: Map::new(),
        renewed: None,
        missing: Vec::new(),
    }
}

/// The renewal times of a schedule that must never end, in seconds.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Renewed {
    /// From one round time to the next.
    every: u64,
    /// From the round time to the making.
    #[serde(default)]
    created: i64,
    /// From the round time to the end.
    ends: i64,
    /// Nanoseconds of the creation time, which give each schedule a separate transaction.
    #[serde(default)]
    nanos: u32,
}

/// All schedules by number, before their renewal.
pub(crate) fn pinned() -> &'static [Schedule] {
    static ALL: LazyLock<Vec<Schedule>> = LazyLock::new(|| data::list("ledger/schedules.json"));
    &ALL
}

/// All of them in their state at this time.
fn schedules_at(now: Timestamp) -> impl Iterator<Item = Schedule> {
    pinned().iter().cloned().map(move |it| match it.renewed {
        None => it,
        Some(Renewed { every, created, ends, nanos }) => {
            let second = |offset| (now.seconds / every * every).saturating_add_signed(offset);
            let created = Timestamp { seconds: second(created), nanos };
            Schedule { created, expiration: Some(Timestamp::from_secs(second(ends))), ..it }
        }
    })
}

/// Seconds from one signature to the next.
const STEP: u64 = 10;
/// Characters before a line break.
const LINE: usize = 76;
/// The kinds, in the order in which they sign.
const KINDS: [&str; 8] =
    ["ED25519", "ECDSA_SECP256K1", "CONTRACT", "ED25519", "RSA_3072", "ECDSA_384", "UNKNOWN", "A_LATER_KIND"];

/// The signatures up to now; none come after the execution.
fn signatures_up_to(schedule: &Schedule, now: Timestamp) -> Vec<Value> {
    let last = match schedule.outcome {
        Outcome::Executed { at, .. } => at.min(now),
        Outcome::Deleted(_) | Outcome::None => now,
    };
    let drawn = (0..u64::from(schedule.signatures)).zip(KINDS.into_iter().cycle());
    let drawn = drawn.map(|(place, kind)| (drawn_prefix(schedule.num + place, kind).into(), kind));
    let all = schedule.signers.iter().cloned().chain(drawn).enumerate();
    all.filter_map(|(place, (prefix, kind))| {
        let place = place as u64;
        let at = schedule.created.plus_millis(place * STEP * 1000);
        (at <= last).then(|| one((schedule.num, place), &prefix, kind, at))
    })
    .collect()
}

fn drawn_prefix(signer: u64, kind: &str) -> Vec<u8> {
    match kind {
        "ECDSA_SECP256K1" => keys::ecdsa(signer).to_vec(),
        "UNKNOWN" => Vec::new(),
        _ => keys::ed25519(signer).to_vec(),
    }
}

fn one((num, place): (u64, u64), prefix: &[u8], kind: &str, at: Timestamp) -> Value {
    let mut chance = Chance::new(subject::SIGNATURES ^ num, place);
    let signature =
        if kind == "RSA_3072" { chance.bytes::<384>().to_vec() } else { chance.bytes::<64>().to_vec() };
    json!({
        "consensus_timestamp": at.to_string(),
        "public_key_prefix": BASE64_STANDARD.encode(prefix),
        "signature": broken(&BASE64_STANDARD.encode(signature)),
        "type": kind,
    })
}

/// Base64 with a line break after every 76 characters.
fn broken(text: &str) -> String {
    let lines: Vec<_> = text.as_bytes().chunks(LINE).map(String::from_utf8_lossy).collect();
    lines.join("\n")
}
