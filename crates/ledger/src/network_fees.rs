//! Prices of gas: the answer to `GET /api/v1/network/fees`.

use super::{Field, RawJson, Text, Timestamp};

/// The prices that a network has at a time.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct NetworkFees {
    /// `fees`, one for each type of transaction.
    pub fees: Field<Vec<NetworkFee>>,
    /// `timestamp`: when they were set.
    pub timestamp: Field<Timestamp>,
    /// The record as received.
    pub raw: RawJson,
}

/// The price of one unit of gas in a type of transaction.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct NetworkFee {
    /// `gas`, tinybar.
    pub gas: Field<i64>,
    pub transaction_type: Field<Text>,
}

impl NetworkFees {
    /// The price of one unit of gas in transactions of this type, tinybar.
    pub fn gas_price(&self, of: &str) -> Option<i64> {
        let fees = self.fees.known().into_iter().flatten();
        let mut fees = fees.filter(|fee| fee.transaction_type.known().is_some_and(|it| it.is(of)));
        fees.next()?.gas.value()
    }
}
