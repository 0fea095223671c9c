//! `GET /api/v1/network/exchangerate`.

use crate::Timestamp;

/// Seconds for which a rate holds.
const HOUR_SECONDS: u64 = 3_600;

/// The rates of an hour of the clock: all results of an hour ask the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ExchangeRatesQuery {
    /// Hours since 1970.
    hour: u64,
}

impl ExchangeRatesQuery {
    /// The rates of the hour of this time.
    pub fn at(at: Timestamp) -> Self {
        Self { hour: at.seconds / HOUR_SECONDS }
    }

    /// The end of the hour.
    pub fn until(&self) -> Timestamp {
        Timestamp::from_secs(self.hour.saturating_add(1).saturating_mul(HOUR_SECONDS))
    }

    /// The parameters: what was set last before the end of the hour.
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        vec![("timestamp", format!("lt:{}", self.until()))]
    }
}
