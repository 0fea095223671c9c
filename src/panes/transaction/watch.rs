//! Polls for a recent transaction: servers index it some seconds after consensus.

use ledger::{Timestamp, TransactionId};

use crate::widgets::Role;

/// The maximum time from valid start to consensus, seconds.
const MAX_SECONDS_TO_CONSENSUS: u64 = 180;
/// The time between two requests, milliseconds.
pub(super) const POLL_INTERVAL_MILLIS: u64 = 3_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Watch {
    since: Timestamp,
    until: Timestamp,
}

impl Watch {
    /// Starts to wait; `None` if the transaction can no longer arrive.
    pub(super) fn begin(id: TransactionId, now: Timestamp) -> Option<Self> {
        let until = id.valid_start.plus_millis(MAX_SECONDS_TO_CONSENSUS * 1000);
        // A start far in the future means that the id is wrong.
        let ahead = id.valid_start > now.plus_millis(MAX_SECONDS_TO_CONSENSUS * 1000);
        (now < until && !ahead).then_some(Self { since: now, until })
    }

    /// Continues to wait after a poll without success; `None` once the transaction can no longer arrive.
    pub(super) fn again(self, now: Timestamp) -> Option<Self> {
        (now < self.until).then_some(self)
    }

    /// The lines shown instead of the transaction.
    pub(super) fn lines(&self, now: Timestamp) -> [(String, Role); 2] {
        let seconds = |nanos: u128| nanos / 1_000_000_000;
        let spent = seconds(now.since(self.since));
        let spent = format!("Not indexed yet, watching\u{2026} ({spent} s)");
        let left = seconds(self.until.since(now));
        let left = format!("Checked every 3 s; it may still reach consensus for {left} s.");
        [(spent, Role::Attention), (left, Role::Dim)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ledger::EntityId;

    fn started(seconds: u64) -> TransactionId {
        TransactionId { payer: EntityId::from_num(2), valid_start: Timestamp::from_secs(seconds) }
    }

    #[test]
    fn only_what_may_still_come_is_waited_for() {
        let now = Timestamp::from_secs(10_000);
        assert!(Watch::begin(started(9_819), now).is_none());
        assert!(Watch::begin(started(9_820), now).is_none());
        assert!(Watch::begin(started(9_821), now).is_some());
        assert!(Watch::begin(started(10_180), now).is_some());
        assert!(Watch::begin(started(10_181), now).is_none());
    }

    #[test]
    fn it_is_waited_until_the_end() {
        let now = Timestamp::from_secs(10_000);
        let watch = Watch::begin(started(9_825), now).unwrap();
        let later = watch.again(Timestamp::from_secs(10_003)).unwrap();
        assert!(later.lines(Timestamp::from_secs(10_004))[0].0.contains("(4 s)"));
        assert_eq!(later.again(Timestamp::from_secs(10_005)), None);
    }
}
