//! Scheduled transactions: some chosen by hand, and one more every ten minutes.

use serde_json::{Map, Value, json};

use crate::demo::ledger::contracts::Admin;
use crate::demo::ledger::stream::Stream;
use crate::ledger::{EntityId, Timestamp, TransactionId};

mod drawn;
mod inner;
mod kinds;
mod pinned;
mod showcase;
mod signatures;

pub(crate) use inner::Inner;

/// The endless row of schedules, of which the newest hundred are listed.
const ROW: Stream = Stream { contract: 0x5c4ed, every: 600, most: 100 };
/// The number of the first schedule of the row.
const FIRST: u64 = 10_000;
/// Seconds from a schedule's valid start to its consensus.
const LAG: u64 = 3;

/// A schedule.
#[derive(Clone, Debug)]
pub(crate) struct Schedule {
    /// Its number.
    pub(crate) num: u64,
    /// When it was made.
    pub(crate) created: Timestamp,
    /// Who made it.
    pub(crate) creator: u64,
    /// Who pays for its execution.
    pub(crate) payer: u64,
    /// Who may delete it.
    pub(crate) admin: Admin,
    /// Its memo.
    pub(crate) memo: String,
    /// When it ends; `None` means half an hour after it was made.
    pub(crate) expiration: Option<Timestamp>,
    /// Whether it waits for its end even when all have signed.
    pub(crate) waits: bool,
    /// How many have signed or will.
    pub(crate) signatures: u32,
    /// Who signs, in this order, by the start of the key and the kind of the signature, where that is not made up.
    pub(crate) signers: Vec<(Vec<u8>, &'static str)>,
    /// What it will do.
    pub(crate) inner: Inner,
    /// What becomes of it.
    pub(crate) outcome: Outcome,
    /// How many transactions its execution causes.
    pub(crate) children: u32,
    /// Members that differ from the usual ones.
    pub(crate) members: Vec<(&'static str, Value)>,
    /// Members that are left out.
    pub(crate) missing: Vec<&'static str>,
}

/// What becomes of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Nothing: it waits, and ends.
    None,
    /// It is executed.
    Executed {
        /// When.
        at: Timestamp,
        /// The response code's name; executed does not mean succeeded.
        result: &'static str,
    },
    /// It is deleted at this time.
    Deleted(Timestamp),
}

/// The schedules that are listed now, by number.
pub(crate) fn listed(now: Timestamp) -> Vec<Schedule> {
    let row = ROW.shown(now).into_iter().flatten().map(drawn::schedule);
    pinned::all(now).into_iter().filter(|it| it.created <= now).chain(row).collect()
}

/// The schedule with this number, even if it is no longer listed.
pub(crate) fn by_num(num: u64, now: Timestamp) -> Option<Schedule> {
    let row = num.checked_sub(FIRST).map(drawn::schedule);
    pinned::all(now).into_iter().find(|it| it.num == num).or(row).filter(|it| it.created <= now)
}

/// The schedules whose execution came at exactly this moment.
pub(crate) fn executed_at(moment: Timestamp, now: Timestamp) -> Vec<Schedule> {
    let last = ROW.span_of(moment);
    let first = ROW.span_of(moment.minus_seconds(drawn::LONGEST));
    let row = (first..=last).map(drawn::schedule);
    let executed =
        |it: &Schedule| matches!(it.outcome, Outcome::Executed { at, .. } if at == moment && at <= now);
    pinned::all(now).into_iter().chain(row).filter(executed).collect()
}

/// The schedules chosen by hand that have been executed.
pub(crate) fn executed(now: Timestamp) -> Vec<(u64, Timestamp)> {
    let moment = |it: Schedule| match it.outcome {
        Outcome::Executed { at, .. } if at <= now && it.inner.is_call() => Some((it.num, at)),
        _ => None,
    };
    pinned::all(now).into_iter().filter_map(moment).collect()
}

/// The schedules that a transaction made: one at most.
pub(crate) fn by_transaction(id: TransactionId, now: Timestamp) -> Option<Schedule> {
    let start = id.valid_start;
    let created = Timestamp { seconds: start.seconds.saturating_add(LAG), ..start };
    let row = ROW.index_of(created).map(drawn::schedule);
    let mut all = pinned::all(now).into_iter().chain(row);
    all.find(|it| it.transaction() == id && it.created <= now)
}

impl Schedule {
    /// The id of the transaction that made it, which its execution shares.
    pub(crate) fn transaction(&self) -> TransactionId {
        TransactionId { payer: EntityId::of(self.creator), valid_start: self.created.minus_seconds(LAG) }
    }

    /// The memo of what it will do.
    pub(crate) fn inner_memo(&self) -> String {
        format!("inner {}", self.memo)
    }

    /// Whether nothing will happen to it any more.
    pub(crate) fn is_settled(&self, now: Timestamp) -> bool {
        let end = self.expiration.unwrap_or(self.created.plus_millis(30 * 60_000));
        match self.outcome {
            Outcome::Executed { at, .. } | Outcome::Deleted(at) if at <= now => true,
            _ => now > end.plus_millis(60_000),
        }
    }

    /// As the server writes it at this time.
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
            "creator_account_id": EntityId::of(self.creator).to_string(),
            "executed_timestamp": executed,
            "expiration_time": self.expiration.map(|at| at.to_string()),
            "memo": self.memo,
            "payer_account_id": EntityId::of(self.payer).to_string(),
            "schedule_id": EntityId::of(self.num).to_string(),
            "signatures": signatures::up_to(self, now),
            "transaction_body": self.inner.to_base64(&self.inner_memo()),
            "wait_for_expiry": self.waits,
        });
        let Value::Object(mut body) = body else { return Map::new() };
        for (name, value) in &self.members {
            body.insert((*name).to_owned(), value.clone());
        }
        body.retain(|name, _| !self.missing.contains(&name.as_str()));
        body
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::of(1_795_219_200);

    #[test]
    fn schedules_are_listed_by_number_and_found_by_it_and_by_their_transaction() {
        let all = listed(NOW);
        assert!(all.len() > 110);
        assert!(all.is_sorted_by(|a, b| a.num < b.num));
        for schedule in &all {
            assert_eq!(by_num(schedule.num, NOW).map(|it| it.created), Some(schedule.created));
            let found = by_transaction(schedule.transaction(), NOW);
            assert_eq!(found.map(|it| it.num), Some(schedule.num));
        }
        assert!(by_num(all.last().unwrap().num + 1, NOW).is_none());
    }

    #[test]
    fn an_execution_is_seen_when_its_time_has_come() {
        let schedule = drawn::schedule(70_000);
        let kinds = (70_000..70_040).map(drawn::schedule);
        assert!(kinds.clone().any(|it| it.outcome == Outcome::None));
        assert!(kinds.clone().any(|it| matches!(it.outcome, Outcome::Deleted(_))));
        let executed = kinds.clone().find_map(|it| match it.outcome {
            Outcome::Executed { at, .. } => Some((it, at)),
            _ => None,
        });
        let (it, at) = executed.unwrap();
        assert_eq!(it.to_json(at)["executed_timestamp"], at.to_string());
        assert_eq!(it.to_json(it.created)["executed_timestamp"], Value::Null);
        assert!(it.is_settled(at) && !it.is_settled(it.created));
        assert!(it.to_json(it.created)["signatures"].as_array().unwrap().len() <= 1);
        assert_eq!(schedule.num, 80_000);
    }
}
