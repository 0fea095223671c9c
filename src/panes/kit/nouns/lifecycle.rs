//! The state of a schedule on screen: sign, label, rule, countdown, and when to poll it again.

use ledger::schedule::{GRACE_SECONDS, Lifecycle};
use ledger::timestamp::NANOS;
use ledger::{Field, Schedule, Success, Timestamp};

use crate::widgets::{Glyphs, Role};

/// Time before its end in which a schedule is polled often, seconds.
const NEAR_END_SECONDS: u64 = 60;
/// The poll intervals near the end and before, milliseconds.
const POLL_INTERVAL_NEAR_END_MILLIS: u64 = 5_000;
const POLL_INTERVAL_MILLIS: u64 = 30_000;
/// Seconds in a minute, an hour and a day.
const MINUTE: u128 = 60;
const HOUR: u128 = 60 * MINUTE;
const DAY: u128 = 24 * HOUR;

/// The sign and role of a state. `ran` is the outcome of the executed transaction, if known.
pub fn sign(state: Lifecycle, ran: Success, glyphs: &Glyphs) -> (&'static str, Role) {
    match state {
        Lifecycle::Executed(_) => glyphs.success_of(ran),
        Lifecycle::Deleted => (glyphs.close, Role::Dim),
        Lifecycle::Expired(_) => (glyphs.failure, Role::Failure),
        Lifecycle::Expiring(_) => (glyphs.attention, Role::Attention),
        Lifecycle::Pending(_) => (glyphs.dot, Role::Plain),
        Lifecycle::Unknown => (glyphs.unknown, Role::Attention),
    }
}

pub fn label(state: Lifecycle, ran: Success) -> &'static str {
    match state {
        Lifecycle::Executed(_) if ran == Success::No => "failed",
        Lifecycle::Executed(_) => "executed",
        Lifecycle::Deleted => "deleted",
        Lifecycle::Expired(_) => "expired",
        Lifecycle::Expiring(_) => "expiring",
        Lifecycle::Pending(_) => "pending",
        Lifecycle::Unknown => "unknown",
    }
}

/// The expiration of an open schedule; `None` once it is final, or if unknown.
pub fn end(state: Lifecycle) -> Option<Timestamp> {
    match state {
        Lifecycle::Expiring(end) | Lifecycle::Pending(end) => Some(end),
        _ => None,
    }
}

/// The rule that decided the state, in words: the record carries none.
pub fn rule(schedule: &Schedule, now: Timestamp) -> String {
    let end = match schedule.expiration_time {
        Field::Known(_) => "its expiration time",
        _ => "30 min after its creation (no expiration time given)",
    };
    match schedule.lifecycle(now) {
        Lifecycle::Executed(_) => "it has an executed_timestamp".to_owned(),
        Lifecycle::Deleted => "it is marked as deleted".to_owned(),
        Lifecycle::Expired(_) => format!("{end} and a minute of grace have passed"),
        Lifecycle::Expiring(at) if at <= now => format!("{end} has passed, a minute of grace has not"),
        Lifecycle::Expiring(_) => format!("{end} is less than 10 min away"),
        Lifecycle::Pending(_) => format!("not executed, not deleted, and {end} is ahead"),
        Lifecycle::Unknown => "the record has neither a time of creation nor of expiration".to_owned(),
    }
}

/// Time at which an open schedule comes near its end; `None` once it is final.
pub fn near_at(schedule: &Schedule, now: Timestamp) -> Option<Timestamp> {
    end(schedule.lifecycle(now)).map(|end| end.minus_seconds(NEAR_END_SECONDS))
}

/// Whether a schedule is open and near its end, or just past it.
pub fn is_near(schedule: &Schedule, now: Timestamp) -> bool {
    near_at(schedule, now).is_some_and(|near| near <= now)
}

/// When to poll a schedule again: every 5 s near its end, every 30 s before. `None` once it is final.
pub fn next_poll(schedule: &Schedule, looked_at: Timestamp, now: Timestamp) -> Option<Timestamp> {
    let near = near_at(schedule, now)?;
    if now < looked_at {
        // The clock was put back.
        return Some(now);
    }
    let (often, seldom) =
        (looked_at.plus_millis(POLL_INTERVAL_NEAR_END_MILLIS), looked_at.plus_millis(POLL_INTERVAL_MILLIS));
    Some(if seldom <= near { seldom } else { often.max(near.min(seldom)) })
}

/// The remaining time in its two largest units: `12 d 4 h`, `5 h 12 min`, `24 min 3 s`, `9 s`.
pub fn left(end: Timestamp, now: Timestamp) -> String {
    let seconds = seconds_left(end, now);
    let two = |large: u128, name, small: u128, rest| {
        format!("{} {name} {} {rest}", seconds / large, seconds % large / small)
    };
    match seconds {
        DAY.. => two(DAY, "d", HOUR, "h"),
        HOUR.. => two(HOUR, "h", MINUTE, "min"),
        MINUTE.. => two(MINUTE, "min", 1, "s"),
        _ => format!("{seconds} s"),
    }
}

/// Time at which the displayed state changes next; `None` once it is final.
pub fn moves_at(schedule: &Schedule, now: Timestamp) -> Option<Timestamp> {
    let end = end(schedule.lifecycle(now))?;
    let seconds = seconds_left(end, now);
    let step = match seconds {
        // Its time is up; it counts as expired when the server's grace has passed as well.
        0 => return Some(end.plus_millis(GRACE_SECONDS * 1000 + 1)),
        DAY.. => HOUR,
        HOUR.. => MINUTE,
        _ => 1,
    };
    // The text changes when the seconds fall below its smaller unit.
    let stays = u64::try_from(seconds / step * step - 1).unwrap_or(u64::MAX);
    Some(end.minus_seconds(stays))
}

/// Remaining whole seconds, rounded up.
fn seconds_left(end: Timestamp, now: Timestamp) -> u128 {
    end.since(now).div_ceil(u128::from(NANOS))
}

#[cfg(test)]
mod tests {
    use super::*;

    const END: Timestamp = Timestamp::from_secs(10_000_000);

    fn before(seconds: u64) -> Timestamp {
        END.minus_seconds(seconds)
    }

    #[test]
    fn the_countdown_has_two_units() {
        let left = |seconds| left(END, before(seconds));
        assert_eq!(left(12 * 86_400 + 4 * 3600 + 59), "12 d 4 h");
        assert_eq!(left(3600), "1 h 0 min");
        assert_eq!(left(3599), "59 min 59 s");
        assert_eq!(left(9), "9 s");
        assert_eq!(super::left(END, before(9).plus_millis(1)), "9 s", "the running second counts");
    }

    #[test]
    fn the_screen_wakes_exactly_when_the_countdown_changes() {
        let schedule = Schedule { expiration_time: Field::Known(END), ..Schedule::default() };
        let mut now = before(2 * 86_400 + 100);
        let mut shown = left(END, now);
        let mut woken = 0;
        while now < END {
            let at = moves_at(&schedule, now).expect("it is open");
            assert!(at > now, "no wake-up is in the past: {at} {now}");
            let just_before = Timestamp::from_nanos(u64::try_from(at.as_nanos()).unwrap() - 1);
            assert_eq!(left(END, just_before), shown);
            now = at;
            assert_ne!(left(END, now), shown);
            shown = left(END, now);
            woken += 1;
        }
        assert!(woken < 24 + 24 * 60 + 3600 + 10, "{woken}");
        assert_eq!(moves_at(&schedule, END), Some(END.plus_millis(60_001)));
    }

    #[test]
    fn looks_come_every_thirty_seconds_and_near_the_end_every_five() {
        let schedule = Schedule { expiration_time: Field::Known(END), ..Schedule::default() };
        let next = |looked: u64| next_poll(&schedule, before(looked), before(looked));
        assert_eq!(next(500), Some(before(470)));
        assert_eq!(next(80), Some(before(60)), "it is looked at when it comes near");
        assert_eq!(next(62), Some(before(57)), "but no sooner than 5 s later");
        assert_eq!((next(60), next(3)), (Some(before(55)), Some(END.plus_millis(2000))));
        let late = END.plus_millis(60_001);
        assert_eq!(next_poll(&schedule, late, late), None, "what has expired is looked at no more");
        let executed = Schedule { executed_timestamp: Field::Known(END), ..schedule };
        assert_eq!(next_poll(&executed, before(500), before(500)), None);
    }

    #[test]
    fn what_is_final_never_moves() {
        let mut schedule = Schedule { expiration_time: Field::Known(END), ..Schedule::default() };
        assert_eq!(moves_at(&schedule, END.plus_millis(60_001)), None);
        schedule.executed_timestamp = Field::Known(before(5));
        assert_eq!(moves_at(&schedule, before(1)), None);
        assert_eq!(moves_at(&Schedule::default(), END), None);
    }
}
