//! Consensus times: seconds and nanoseconds since 1970, never through a float.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::entity_id::decimal;

/// Nanoseconds in a second.
pub const NANOS: u64 = 1_000_000_000;

/// Seconds in a day of UTC.
pub const DAY_SECONDS: u64 = 24 * 60 * 60;

/// A point in time, exact to the nanosecond. Prints as `seconds.nnnnnnnnn`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub struct Timestamp {
    /// Whole seconds since 1970-01-01 UTC.
    pub seconds: u64,
    /// Nanoseconds within the second, below 1,000,000,000.
    pub nanos: u32,
}

impl Timestamp {
    /// Seconds since 1970, UTC.
    pub const fn from_secs(seconds: u64) -> Self {
        Self { seconds, nanos: 0 }
    }

    /// Nanoseconds since 1970; beyond the year 2554 it stays at the end.
    pub fn from_nanos(nanos: u64) -> Self {
        Self { seconds: nanos / NANOS, nanos: u32::try_from(nanos % NANOS).unwrap_or(0) }
    }

    /// Parses the documented form in full: 1 to 10 digits, then at most 9 digits of fraction.
    ///
    /// The fraction is decimal: `1.5` is one and a half seconds.
    pub fn parse(text: &str) -> Option<Self> {
        let (seconds, fraction) = match text.split_once('.') {
            Some((seconds, fraction)) => (seconds, Some(fraction)),
            None => (text, None),
        };
        if seconds.len() > 10 {
            return None;
        }
        let nanos = match fraction {
            None => 0,
            Some(digits) if (1..=9).contains(&digits.len()) => decimal(&format!("{digits:0<9}"))?,
            Some(_) => return None,
        };
        Some(Self { seconds: decimal(seconds)?, nanos: u32::try_from(nanos).ok()? })
    }

    /// Nanoseconds since 1970, for arithmetic and storage.
    pub fn as_nanos(&self) -> u128 {
        u128::from(self.seconds) * u128::from(NANOS) + u128::from(self.nanos)
    }

    /// How many nanoseconds this is after `earlier`; zero if it is not after it.
    pub fn since(&self, earlier: Self) -> u128 {
        self.as_nanos().saturating_sub(earlier.as_nanos())
    }

    /// Whether at least `millis` milliseconds have passed since `then`. Also `true` if the clock was set back before
    /// `then`: otherwise callers could wait forever.
    pub fn is_past(&self, then: Self, millis: u64) -> bool {
        *self < then || then.plus_millis(millis) <= *self
    }

    /// This time plus `millis` milliseconds.
    #[must_use]
    pub fn plus_millis(&self, millis: u64) -> Self {
        let nanos = u64::from(self.nanos) + (millis % 1000) * 1_000_000;
        Self {
            seconds: self.seconds.saturating_add(millis / 1000).saturating_add(nanos / NANOS),
            nanos: u32::try_from(nanos % NANOS).unwrap_or(0),
        }
    }

    /// This time minus whole seconds, not before 1970.
    #[must_use]
    pub fn minus_seconds(&self, seconds: u64) -> Self {
        if seconds > self.seconds {
            Self::default()
        } else {
            Self { seconds: self.seconds - seconds, nanos: self.nanos }
        }
    }

    /// The time in UTC as `2026-11-20 23:59:48.123456789`.
    pub fn utc(&self) -> String {
        match self.to_jiff() {
            Some(at) => {
                // Lists write many of them in each frame, and this is faster than a format of seven parts.
                let mut text = format!("{:.9}", jiff::tz::TimeZone::UTC.to_datetime(at));
                text.replace_range(10..11, " ");
                text
            }
            None => self.to_string(),
        }
    }

    /// The time in UTC as `2026-11-20T23:59:48.123Z`.
    pub fn iso(&self) -> String {
        format!("{}Z", self.utc().get(..23).unwrap_or_default().replace(' ', "T"))
    }

    /// The time in the machine's zone, with its offset: `2026-11-21 00:59:48.123456789 +01`.
    pub fn local(&self) -> String {
        match self.to_jiff() {
            Some(at) => {
                let at = at.to_zoned(jiff::tz::TimeZone::system());
                format!("{}.{:09} {}", at.strftime("%Y-%m-%d %H:%M:%S"), self.nanos, at.strftime("%z"))
            }
            None => self.to_string(),
        }
    }

    /// How long ago (or ahead) this is, seen from `now`, in words: `3 s ago`, `in 2 h`.
    pub fn relative(&self, now: Self) -> String {
        if now >= *self {
            format!("{} ago", span(now.since(*self)))
        } else {
            format!("in {}", span(self.since(now)))
        }
    }

    pub(super) fn to_jiff(self) -> Option<jiff::Timestamp> {
        jiff::Timestamp::new(i64::try_from(self.seconds).ok()?, i32::try_from(self.nanos).ok()?).ok()
    }
}

/// A span of nanoseconds in words, rounded to one unit: `250 ms`, `3 s`, `11 min`, `2 h`, `5 d`.
pub fn span(nanos: u128) -> String {
    const UNITS: [(u128, u128, &str); 4] =
        [(1_000_000, 1_000, "ms"), (SECOND, 120, "s"), (60 * SECOND, 120, "min"), (3_600 * SECOND, 48, "h")];
    const SECOND: u128 = NANOS as u128;
    let rounded = |unit: u128| nanos.saturating_add(unit / 2) / unit;
    let fits = UNITS.into_iter().find(|(unit, most, _)| rounded(*unit) < *most);
    match fits {
        Some((unit, _, name)) => format!("{} {name}", rounded(unit)),
        None => format!("{} d", rounded(86_400 * SECOND)),
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:09}", self.seconds, self.nanos)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trips_every_nanosecond() {
        let text = "1704186823.658538003";
        assert_eq!(Timestamp::parse(text).map(|t| t.to_string()).as_deref(), Some(text));
    }

    #[test]
    fn a_fraction_is_padded_on_the_right() {
        assert_eq!(Timestamp::parse("1.5"), Some(Timestamp { seconds: 1, nanos: 500_000_000 }));
    }

    #[test]
    fn refuses_what_the_documented_pattern_refuses() {
        for text in ["", ".", "1.", ".5", "12345678901", "1.1234567890", "1.2.3", "-1", "1e3", " 1"] {
            assert_eq!(Timestamp::parse(text), None, "{text}");
        }
    }

    #[test]
    fn reads_in_utc() {
        assert_eq!(Timestamp::parse("1795216207.123456789").unwrap().utc(), "2026-11-20 23:10:07.123456789");
        assert_eq!(Timestamp::from_secs(9_999_999_999).utc(), "2286-11-20 17:46:39.000000000");
    }

    #[test]
    fn speaks_of_spans_from_now() {
        let now = Timestamp::from_secs(1000);
        assert_eq!(Timestamp::from_secs(997).relative(now), "3 s ago");
        assert_eq!(now.plus_millis(7_200_000).relative(now), "in 2 h");
    }
}
