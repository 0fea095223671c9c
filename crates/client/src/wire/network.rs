//! Parses blocks, exchange rates and prices of gas.

use ledger::network::{NetworkFee, NetworkFees};
use ledger::{Block, ExchangeRate, ExchangeRates, RawJson};

use super::{FromJson, Json, Object, Record, Whole};

/// The known fields; others are kept as unknown.
const BLOCK_FIELDS: [&str; 10] = [
    "count",
    "gas_used",
    "hapi_version",
    "hash",
    "logs_bloom",
    "name",
    "number",
    "previous_hash",
    "size",
    "timestamp",
];

impl Whole for Block {
    const MARKS: &'static [&'static str] = &["number", "hash"];
}

impl Record for Block {
    fn from_object(object: &Object<'_>, raw: RawJson) -> Self {
        Self {
            count: object.field("count"),
            gas_used: object.field("gas_used"),
            hapi_version: object.field("hapi_version"),
            hash: object.field("hash"),
            logs_bloom: object.field("logs_bloom"),
            name: object.field("name"),
            number: object.field("number"),
            previous_hash: object.field("previous_hash"),
            size: object.field("size"),
            timestamp: object.field("timestamp"),
            unknown: object.others(&BLOCK_FIELDS),
            raw,
        }
    }
}

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

impl Whole for NetworkFees {
    const MARKS: &'static [&'static str] = &[];
}

impl Record for NetworkFees {
    fn from_object(object: &Object<'_>, raw: RawJson) -> Self {
        Self { fees: object.field("fees"), timestamp: object.field("timestamp"), raw }
    }
}

impl FromJson for NetworkFee {
    fn from_json(json: Json<'_>) -> Option<Self> {
        let object = json.object()?;
        Some(Self { gas: object.field("gas"), transaction_type: object.field("transaction_type") })
    }
}
