//! Schedules of chosen numbers: each state of life, each odd shape, each kind of body, and signatures of requested
//! keys.

use std::sync::LazyLock;

use ledger::Timestamp;
use serde::Deserialize;

use super::Schedule;
use crate::data;

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
pub(crate) fn all() -> &'static [Schedule] {
    static ALL: LazyLock<Vec<Schedule>> = LazyLock::new(|| data::list("ledger/schedules.json"));
    &ALL
}

/// All of them in their state at this time.
pub(super) fn schedules_at(now: Timestamp) -> impl Iterator<Item = Schedule> {
    all().iter().cloned().map(move |it| match it.renewed {
        None => it,
        Some(Renewed { every, created, ends, nanos }) => {
            let second = |offset| (now.seconds / every * every).saturating_add_signed(offset);
            let created = Timestamp { seconds: second(created), nanos };
            Schedule { created, expiration: Some(Timestamp::from_secs(second(ends))), ..it }
        }
    })
}
