//! Schedules chosen by hand: each state of life and each odd shape, always under the same number.

use serde_json::{Value, json};

use super::{Inner, Outcome, Schedule};
use crate::demo::ledger::contracts::Admin;
use crate::ledger::Timestamp;

/// Thirty days.
const MONTH: u64 = 30 * 86_400;
/// The seconds for which one schedule is about to end, before another stands under its number.
const SOON: u64 = 480;

/// All of them, by number.
pub(super) fn all(now: Timestamp) -> Vec<Schedule> {
    let mut all = lives(now);
    all.extend(oddities(now));
    all.extend(super::showcase::all(now));
    all
}

/// The states of life.
fn lives(now: Timestamp) -> Vec<Schedule> {
    let soon = Timestamp::of(now.seconds / SOON * SOON + SOON + 60);
    let executed = |num: u64, result| Outcome::Executed { at: made(num).plus_millis(74_000), result };
    vec![
        Schedule {
            waits: true,
            signatures: 2,
            admin: Admin::Ed25519,
            memo: "waits for its end".to_owned(),
            ..waiting(7001, now)
        },
        Schedule {
            inner: Inner::Call(5_000_000_000),
            signatures: 1,
            memo: "pending contract call".to_owned(),
            ..waiting(7002, now)
        },
        Schedule {
            admin: Admin::Ecdsa,
            outcome: Outcome::Deleted(made(7003).plus_millis(40_000)),
            signatures: 2,
            inner: Inner::Empty,
            memo: "deleted".to_owned(),
            ..old(7003)
        },
        Schedule {
            expiration: Some(made(7004).plus_millis(86_400_000)),
            signatures: 1,
            memo: "ended unsigned".to_owned(),
            ..old(7004)
        },
        Schedule {
            outcome: executed(7005, "SUCCESS"),
            signatures: 12,
            admin: Admin::Ed25519,
            inner: Inner::Call(1_000_000),
            children: 3,
            memo: "executed, with three children".to_owned(),
            ..old(7005)
        },
        Schedule {
            creator: 1006,
            payer: 1006,
            created: Timestamp { seconds: 1_787_552_000, nanos: 5555 },
            outcome: Outcome::Executed {
                at: Timestamp { seconds: 1_787_552_710, nanos: 5556 },
                result: "CONTRACT_REVERT_EXECUTED",
            },
            inner: Inner::Call(9_999_999_999),
            children: 2,
            memo: "executed, but failed".to_owned(),
            ..plain(7006)
        },
        Schedule {
            created: soon.minus_seconds(1800),
            expiration: Some(soon),
            signatures: 1,
            memo: "about to end".to_owned(),
            ..plain(7007)
        },
        Schedule { memo: "no time of its end".to_owned(), inner: Inner::DeleteAccount, ..old(7008) },
        Schedule {
            inner: Inner::Message,
            outcome: executed(7009, "SUCCESS"),
            admin: Admin::Deep,
            memo: "executed message".to_owned(),
            ..old(7009)
        },
    ]
}

/// The odd shapes.
fn oddities(now: Timestamp) -> Vec<Schedule> {
    vec![
        Schedule {
            memo: "\u{1b}[31mRED\u{1b}[0m\u{1b}]0;owned\u{7}\u{1b}[2J nul\0 \u{202e}gnp.exe".to_owned(),
            admin: Admin::Threshold,
            ..waiting(7010, now)
        },
        Schedule { memo: "L".repeat(10_240), ..waiting(7011, now) },
        Schedule {
            members: vec![
                ("status", json!("PENDING")),
                ("hooks", json!([{ "id": 7, "calls": { "before": null } }])),
                ("<b>\u{1b}[1mname</b>", json!("a member with a name to beware of")),
            ],
            memo: "members that nobody knows".to_owned(),
            ..waiting(7012, now)
        },
        Schedule {
            missing: vec!["deleted", "memo", "signatures", "wait_for_expiry", "payer_account_id"],
            ..waiting(7013, now)
        },
        Schedule {
            members: vec![("deleted", json!(made(7014).plus_millis(9_000).to_string()))],
            memo: "deleted is a time".to_owned(),
            ..old(7014)
        },
        Schedule {
            members: vec![("signatures", Value::Null), ("deleted", Value::Null), ("memo", Value::Null)],
            ..waiting(7015, now)
        },
        Schedule { inner: Inner::Unknown, memo: "body of a later type".to_owned(), ..waiting(7016, now) },
        Schedule { inner: Inner::Broken, memo: "body is no protobuf".to_owned(), ..waiting(7017, now) },
        Schedule { inner: Inner::NotBase64, memo: "body is no base64".to_owned(), ..waiting(7018, now) },
        Schedule {
            members: vec![("deleted", Value::Null), ("memo", Value::Null)],
            inner: Inner::Pay(1_000_000_000),
            ..old(7044)
        },
    ]
}

/// When an old one was made.
fn made(num: u64) -> Timestamp {
    Timestamp { seconds: 1_787_072_000 + 160_000 * num.saturating_sub(7003), nanos: 2222 }
}

fn old(num: u64) -> Schedule {
    Schedule { created: made(num), ..plain(num) }
}

/// One that waits. It is made anew every month, so that it never ends.
fn waiting(num: u64, now: Timestamp) -> Schedule {
    let month = Timestamp::of(now.seconds / MONTH * MONTH);
    let end = Some(Timestamp::of(month.seconds + 2 * MONTH));
    Schedule { created: month, expiration: end, ..plain(num) }
}

/// One with nothing special about it.
pub(super) fn plain(num: u64) -> Schedule {
    Schedule {
        num,
        created: Timestamp::default(),
        creator: 1000 + num % 20,
        payer: 1002,
        admin: Admin::None,
        memo: format!("schedule {num}"),
        expiration: None,
        waits: false,
        signatures: 0,
        signers: Vec::new(),
        inner: Inner::Pay(1_000_000_000),
        outcome: Outcome::None,
        children: 0,
        members: Vec::new(),
        missing: Vec::new(),
    }
}
