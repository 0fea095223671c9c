//! Times as people write them, and times that no clock should show.

use ledger::Timestamp;
use ledger::moment::{filters, point};
use ledger::timestamp::span;

use super::assert_harmless;

/// The first eight bytes are the time of the clock, in seconds; the rest is what was typed.
pub(super) fn check(bytes: &[u8]) {
    let (clock, typed) = bytes.split_first_chunk::<8>().unwrap_or((&[0; 8], bytes));
    let now = Timestamp::from_secs(u64::from_le_bytes(*clock));
    let text = &*super::text(typed);
    match filters(text, now) {
        Ok(read) => read.iter().for_each(|filter| assert_harmless(&filter.to_string())),
        Err(fault) => assert!(text.get(fault.part).is_some()),
    }
    let at = match point(text, now) {
        Ok(at) => at,
        Err(fault) => {
            assert!(text.get(fault.part).is_some());
            Timestamp::parse(text).unwrap_or_default()
        }
    };
    for (one, other) in [(at, now), (now, at)] {
        for words in [one.utc(), one.local(), one.relative(other), span(one.since(other))] {
            assert_harmless(&words);
        }
        assert!(one.nanos < 1_000_000_000);
        let later = one.plus_millis(other.seconds);
        assert!(later >= one || later.seconds == u64::MAX, "{one} and {} ms", other.seconds);
        assert!(one.minus_seconds(other.seconds) <= one);
        // A clock that was set back has nothing wait for ever.
        assert!(one.is_past(other, other.seconds) || one >= other);
    }
}
