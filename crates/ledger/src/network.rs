//! The network's blocks, prices of gas, and exchange rates.
//!
//! Fees are set in US dollars and charged in coins, at a rate that is in effect for an hour.

use alloy_primitives::U256;

use super::amount::{BASE_PER_COIN, Unit, WEIBAR_PER_BASE, grouped};
use super::contract::Validity;
use super::query::ExchangeRatesQuery;
use super::{Field, HexBytes, Text, Timestamp, record};

record! {
    /// A network's rates at a time.
    pub struct ExchangeRates {
        /// `current_rate`: in effect until its expiration.
        pub current_rate: Field<ExchangeRate>,
        /// `next_rate`: in effect from then until its own expiration.
        pub next_rate: Field<ExchangeRate>,
        /// `timestamp`: when both were set.
        pub timestamp: Field<Timestamp>,
        ..raw
    }

    /// One rate as received.
    pub struct ExchangeRate {
        /// `cent_equivalent`: the value of `hbar_equivalent` coins, US cents.
        pub cent_equivalent: Field<i64>,
        /// `expiration_time`, in whole seconds.
        pub expiration_time: Field<Timestamp>,
        /// `hbar_equivalent`: the coins that cost `cent_equivalent` US cents.
        pub hbar_equivalent: Field<i64>,
    }
}

/// The rate in effect at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// The value of `coins`, US cents.
    pub cents: u64,
    /// Whole coins; never 0.
    pub coins: u64,
    /// When the rate expires.
    pub until: Timestamp,
    /// When the rate was set.
    pub set_at: Timestamp,
}

/// Decimal places of small amounts of dollars, and of amounts of a dollar and more.
const SMALL_PLACES: usize = 5;
const PLACES: usize = 2;
/// Decimal places of a coin's price in US cents.
const CENT_PLACES: usize = 4;

impl ExchangeRates {
    /// The rate in effect at this time. `None` if neither rate is, or if the rates were set in a later hour.
    pub fn at(&self, at: Timestamp) -> Option<Rate> {
        let set_at = self.timestamp.value().filter(|set| *set < ExchangeRatesQuery::at(at).until())?;
        let rates = [&self.current_rate, &self.next_rate].into_iter().filter_map(Field::known);
        let rate = rates.into_iter().find(|rate| rate.expiration_time.value().is_some_and(|end| at < end))?;
        let positive = |field: &Field<i64>| u64::try_from(field.value()?).ok().filter(|count| *count > 0);
        Some(Rate {
            cents: positive(&rate.cent_equivalent)?,
            coins: positive(&rate.hbar_equivalent)?,
            until: rate.expiration_time.value()?,
            set_at,
        })
    }
}

impl Rate {
    /// The value of an amount in US dollars, rounded: `$0.03996`, `$1,234.57`. `None` for zero and on overflow.
    pub fn dollars(&self, amount: U256, unit: Unit) -> Option<String> {
        let base = U256::from(BASE_PER_COIN);
        let of_coin = match unit {
            Unit::Base => base,
            Unit::Weibar => base * U256::from(WEIBAR_PER_BASE),
            Unit::Coin => U256::from(1),
            Unit::Gwei => base * U256::from(10),
        };
        let cents = amount.checked_mul(U256::from(self.cents))?;
        let of_cent = of_coin.checked_mul(U256::from(self.coins))?;
        let hundredths = |places| rounded(cents, of_cent.checked_mul(U256::from(100))?, places);
        if cents.is_zero() {
            return None;
        }
        let small = hundredths(SMALL_PLACES)?;
        if small.is_zero() {
            return Some(format!("less than ${}", decimal(U256::from(1), SMALL_PLACES)));
        }
        if small < U256::from(10).pow(U256::from(SMALL_PLACES)) {
            return Some(format!("${}", decimal(small, SMALL_PLACES)));
        }
        Some(format!("${}", decimal(hundredths(PLACES)?, PLACES)))
    }

    /// The price of one coin in US cents, rounded: `7.0226`.
    pub fn cents_of_coin(&self) -> String {
        let cents = rounded(U256::from(self.cents), U256::from(self.coins), CENT_PLACES);
        decimal(cents.unwrap_or_default(), CENT_PLACES)
    }
}

/// A quotient in units of so many decimal places, rounded half up.
fn rounded(dividend: U256, divisor: U256, places: usize) -> Option<U256> {
    let scaled = dividend.checked_mul(U256::from(10).pow(U256::from(places)))?;
    scaled.checked_add(divisor / U256::from(2))?.checked_div(divisor)
}

/// A number of units of so many decimal places, with all of them.
fn decimal(units: U256, places: usize) -> String {
    let digits = format!("{units:0>width$}", units = units.to_string(), width = places + 1);
    let (whole, fraction) = digits.split_at(digits.len() - places);
    format!("{}.{fraction}", grouped(whole))
}

record! {
    /// The prices that a network has at a time.
    pub struct NetworkFees {
        /// `fees`, one for each type of transaction.
        pub fees: Field<Vec<NetworkFee>>,
        /// `timestamp`: when they were set.
        pub timestamp: Field<Timestamp>,
        ..raw
    }

    /// The price of one unit of gas in a type of transaction.
    pub struct NetworkFee {
        /// `gas`, tinybar.
        pub gas: Field<i64>,
        /// `transaction_type`: `ContractCall`, `ContractCreate` or `EthereumTransaction`.
        pub transaction_type: Field<Text>,
    }
}

impl NetworkFees {
    /// The price of one unit of gas in transactions of this type, tinybar.
    pub fn gas_price(&self, of: &str) -> Option<i64> {
        let fees = self.fees.known().into_iter().flatten();
        let mut fees = fees.filter(|fee| fee.transaction_type.known().is_some_and(|it| it.is(of)));
        fees.next()?.gas.value()
    }
}

record! {
    /// One block.
    pub struct Block: Document {
        /// `number`: its height.
        pub number: Field<i64>,
        /// `hash`, 48 bytes.
        pub hash: Field<HexBytes>,
        /// `previous_hash`: the hash of the block before, 48 bytes.
        pub previous_hash: Field<HexBytes>,
        /// `timestamp`: the consensus times of its first and its last transaction.
        pub timestamp: Field<Validity>,
        /// `count` of transactions.
        pub count: Field<i64>,
        /// `gas_used` by all of them, gas.
        pub gas_used: Field<i64>,
        /// `hapi_version`: the version of the ledger's API.
        pub hapi_version: Field<Text>,
        /// `name` of its file.
        pub name: Field<Text>,
        /// `size` of its file, bytes.
        pub size: Field<i64>,
        /// `logs_bloom`: the filter of all events in it, 256 bytes.
        pub logs_bloom: Field<HexBytes>,
        ..raw, unknown
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RawJson;

    fn rate(cents: i64, end: u64) -> Field<ExchangeRate> {
        Field::Known(ExchangeRate {
            cent_equivalent: cents.into(),
            expiration_time: Timestamp::from_secs(end).into(),
            hbar_equivalent: 30_000.into(),
        })
    }

    fn rates(set: u64) -> ExchangeRates {
        ExchangeRates {
            current_rate: rate(210_678, 7_200),
            next_rate: rate(210_000, 10_800),
            timestamp: Timestamp::from_secs(set).into(),
            raw: RawJson::default(),
        }
    }

    #[test]
    fn the_current_rate_holds_until_it_expires_and_the_next_one_after_that() {
        let cents = |set, at| rates(set).at(Timestamp::from_secs(at)).map(|rate| rate.cents);
        assert_eq!((cents(3_600, 7_199), cents(3_600, 7_200)), (Some(210_678), Some(210_000)));
        assert_eq!(cents(3_600, 10_800), None, "both have expired");
        assert_eq!(cents(7_300, 7_100), None, "set in a later hour");
        assert_eq!(cents(7_100, 3_700), Some(210_678), "set later in the same hour");
        let nothing = ExchangeRates { current_rate: rate(0, 7_200), ..rates(3_600) };
        assert_eq!(nothing.at(Timestamp::from_secs(4_000)), None);
        assert_eq!(ExchangeRates::default().at(Timestamp::from_secs(1)), None);
    }

    #[test]
    fn dollars_are_rounded_and_never_pass_through_a_float() {
        let rate = rates(3_600).at(Timestamp::from_secs(4_000)).unwrap();
        assert_eq!(rate.cents_of_coin(), "7.0226");
        let dollars = |amount: u128, unit| rate.dollars(U256::from(amount), unit);
        assert_eq!(dollars(56_900_000, Unit::Base).as_deref(), Some("$0.03996"));
        assert_eq!(dollars(569_000_000_000_000_000, Unit::Weibar).as_deref(), Some("$0.03996"));
        assert_eq!(dollars(1_000_000, Unit::Coin).as_deref(), Some("$70,226.00"));
        assert_eq!(dollars(1_424_000_000, Unit::Base).as_deref(), Some("$1.00"));
        assert_eq!(dollars(1, Unit::Base).as_deref(), Some("less than $0.00001"));
        assert_eq!((dollars(0, Unit::Base), rate.dollars(U256::MAX, Unit::Base)), (None, None));
    }
}
