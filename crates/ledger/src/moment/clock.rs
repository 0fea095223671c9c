//! The time now, and the zone of times that are written without one.

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;

use crate::Timestamp;

/// Now, in UTC or in the machine's zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    pub now: Timestamp,
    pub(super) zone: TimeZone,
}

impl Clock {
    /// Now, in the machine's zone.
    pub fn local(now: Timestamp) -> Self {
        Self { now, zone: TimeZone::system() }
    }

    /// Whether times are those of the machine's zone.
    pub fn is_local(&self) -> bool {
        self.zone != TimeZone::UTC
    }

    /// The name of the time zone.
    pub fn zone(&self) -> String {
        if !self.is_local() {
            return "UTC".to_owned();
        }
        let offset = || self.now.to_jiff().map(|at| self.zone.to_offset(at).to_string());
        let name = self.zone.iana_name().map(str::to_owned).or_else(offset);
        name.map_or_else(|| "local time".to_owned(), |name| format!("local time, {name}"))
    }

    /// The current day.
    pub(super) fn today(&self) -> Date {
        self.now.to_jiff().map(|at| self.zone.to_datetime(at).date()).unwrap_or_default()
    }

    /// Seconds since 1970 of a time of the zone; `None` before that.
    pub(super) fn seconds(&self, at: DateTime) -> Option<u64> {
        seconds(at, &self.zone)
    }
}

/// Seconds since 1970 of a time of a zone; `None` before that.
pub(super) fn seconds(at: DateTime, zone: &TimeZone) -> Option<u64> {
    u64::try_from(zone.to_ambiguous_zoned(at).compatible().ok()?.timestamp().as_second()).ok()
}

impl From<Timestamp> for Clock {
    fn from(now: Timestamp) -> Self {
        Self { now, zone: TimeZone::UTC }
    }
}

impl From<&Self> for Clock {
    fn from(clock: &Self) -> Self {
        clock.clone()
    }
}

impl Default for Clock {
    fn default() -> Self {
        Timestamp::default().into()
    }
}
