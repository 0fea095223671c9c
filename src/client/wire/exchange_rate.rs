//! Parses exchange rates.

use ledger::{ExchangeRate, ExchangeRates, RawJson};

use super::{FromJson, Json, Object, Record, Whole};

impl Whole for ExchangeRates {
    const MARKS: &'static [&'static str] = &[];
}

impl Record for ExchangeRates {
    fn from_object(object: &Object<'_>, raw: RawJson) -> Self {
        Self {
            current_rate: object.field("current_rate"),
            next_rate: object.field("next_rate"),
            timestamp: object.field("timestamp"),
            raw,
        }
    }
}

impl FromJson for ExchangeRate {
    fn from_json(json: Json<'_>) -> Option<Self> {
        let object = json.object()?;
        Some(Self {
            cent_equivalent: object.field("cent_equivalent"),
            expiration_time: object.field("expiration_time"),
            hbar_equivalent: object.field("hbar_equivalent"),
        })
    }
}
