//! Parses blocks.

use ledger::{Block, RawJson};

use super::{Object, Record, Whole};

/// The known fields; others are kept as unknown.
const KNOWN: [&str; 10] = [
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
            unknown: object.others(&KNOWN),
            raw,
        }
    }
}
