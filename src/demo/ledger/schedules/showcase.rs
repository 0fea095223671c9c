//! Schedules to be read: bodies of many kinds, ends near and far, and signatures of keys that are asked for.

use super::kinds::Kind;
use super::pinned::plain;
use super::{Inner, Outcome, Schedule};
use crate::demo::ledger::contracts::{Admin, keys};
use crate::ledger::Timestamp;

/// The first number; kinds of bodies follow those that are signed.
const FIRST: u64 = 7_101;
const KINDS: u64 = 7_111;
/// Days between two renewals of those that wait, so that they never end.
const MONTH: u64 = 30 * 86_400;

/// All of them, by number.
pub(super) fn all(now: Timestamp) -> Vec<Schedule> {
    let mut all = signed(now);
    let kinds = (KINDS..).zip(Kind::ALL);
    all.extend(kinds.map(|(num, kind)| {
        let (_, _, says) = kind.told();
        Schedule {
            inner: Inner::Other(kind),
            creator: 1003,
            payer: 1003,
            memo: says.to_owned(),
            signers: vec![ed25519(1003)],
            ..waiting(num, now, 2 * MONTH)
        }
    }));
    all
}

/// Those whose signatures belong to the keys of creator, payer and admin, as far as they have come.
fn signed(now: Timestamp) -> Vec<Schedule> {
    let threshold = |num, memo: &str| Schedule {
        creator: 1005,
        payer: 1003,
        admin: Admin::Threshold,
        inner: Inner::Call(5_000_000_000),
        memo: memo.to_owned(),
        ..waiting(num, now, 2 * MONTH)
    };
    let soon = now.seconds / 600 * 600 + 600;
    vec![
        Schedule {
            signers: vec![ed25519(1005), ed25519(1003)],
            ..threshold(FIRST, "the payer's key has one of its two")
        },
        Schedule {
            // Prefixes may be as short as the signer likes, and one belongs to nobody who is asked.
            signers: vec![ed25519(1005), cut(ed25519(1003), 4), cut(ecdsa(1003), 6), ed25519(1064)],
            waits: true,
            ..threshold(FIRST + 1, "all have signed, waits for its end")
        },
        Schedule {
            signers: vec![ed25519(1005), ed25519(FIRST + 2), ecdsa(FIRST + 2)],
            ..threshold(FIRST + 2, "its admin's key has two of three, the payer's none")
        },
        Schedule { signers: Vec::new(), ..threshold(FIRST + 3, "nobody has signed") },
        Schedule {
            created: Timestamp::of(soon - 3_000),
            expiration: Some(Timestamp::of(soon)),
            signers: vec![ed25519(1005)],
            ..threshold(FIRST + 4, "ends within ten minutes")
        },
        Schedule {
            created: Timestamp::of(soon - 1_200),
            expiration: Some(Timestamp::of(soon + 2 * 3_600)),
            ..threshold(FIRST + 5, "ends within three hours")
        },
        Schedule {
            created: Timestamp::of(soon - 600),
            expiration: Some(Timestamp::of(soon - 600 + 62 * 86_400)),
            ..threshold(FIRST + 6, "ends as late as may be")
        },
        Schedule {
            outcome: Outcome::Executed {
                at: Timestamp { seconds: 1_795_210_090, nanos: 77 },
                result: "SUCCESS",
            },
            created: Timestamp { seconds: 1_795_210_000, nanos: 77 },
            signers: vec![ed25519(1005), ed25519(1003), ecdsa(1003)],
            children: 3,
            ..threshold(FIRST + 7, "executed, with a result and three children")
        },
        Schedule {
            outcome: Outcome::Executed {
                at: Timestamp { seconds: 1_795_210_690, nanos: 78 },
                result: "CONTRACT_REVERT_EXECUTED",
            },
            created: Timestamp { seconds: 1_795_210_600, nanos: 78 },
            signers: vec![ed25519(1005), ed25519(1003), ecdsa(1003)],
            children: 2,
            ..threshold(FIRST + 8, "executed, and its call reverted")
        },
        Schedule {
            creator: 5035,
            payer: 5035,
            signers: vec![(Vec::new(), "CONTRACT")],
            inner: Inner::Call(1_000_000),
            memo: "made by a contract".to_owned(),
            waits: true,
            ..waiting(FIRST + 9, now, 2 * MONTH)
        },
    ]
}

fn waiting(num: u64, now: Timestamp, lasts: u64) -> Schedule {
    let month = now.seconds / MONTH * MONTH;
    let expiration = Some(Timestamp::of(month + lasts));
    // A moment of its own gives each a transaction of its own.
    let nanos = u32::try_from(num).unwrap_or(0);
    Schedule { created: Timestamp { seconds: month, nanos }, expiration, ..plain(num) }
}

/// The key of an entity and the kind of its signature.
fn ed25519(num: u64) -> (Vec<u8>, &'static str) {
    (keys::ed25519(num).to_vec(), "ED25519")
}

fn ecdsa(num: u64) -> (Vec<u8>, &'static str) {
    (keys::ecdsa(num).to_vec(), "ECDSA_SECP256K1")
}

/// The same key by its first bytes only.
fn cut((mut key, kind): (Vec<u8>, &'static str), bytes: usize) -> (Vec<u8>, &'static str) {
    key.truncate(bytes);
    (key, kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::of(1_795_219_200);

    #[test]
    fn all_have_numbers_and_transactions_of_their_own() {
        let all = all(NOW);
        assert!(all.is_sorted_by(|a, b| a.num < b.num));
        let mut ids: Vec<String> = all.iter().map(|it| it.transaction().to_string()).collect();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), all.len());
    }

    #[test]
    fn ends_are_near_and_far() {
        let left: Vec<u128> =
            all(NOW).iter().filter_map(|it| Some(it.expiration?.since(NOW) / 1_000_000_000)).collect();
        assert!(left.iter().any(|left| (1..=600).contains(left)));
        assert!(left.iter().any(|left| *left > 61 * 86_400));
    }
}
