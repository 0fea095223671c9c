//! Parses prices of gas.

use ledger::RawJson;
use ledger::network_fees::{NetworkFee, NetworkFees};

use super::{FromJson, Json, Object, Record, Whole};

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
