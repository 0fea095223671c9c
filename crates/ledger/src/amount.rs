//! Money and gas prices: exact integers in one of four units.

use alloy_primitives::U256;
use serde::{Deserialize, Serialize};

/// Base units in one whole coin.
pub(crate) const BASE_PER_COIN: u64 = 100_000_000;
/// Weibars in one base unit.
pub const WEIBAR_PER_BASE: u64 = 10_000_000_000;

/// The unit an amount is read or shown in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Unit {
    /// The ledger's base unit (tinybar): `coin=true`, the default of the single-result operation.
    #[default]
    Base,
    /// Weibar, 10,000,000,000 to a base unit: `coin=false`.
    Weibar,
    /// The whole coin of 100,000,000 base units: shown, never sent.
    Coin,
    /// Gwei of 1,000,000,000 weibar, a tenth of a base unit: shown for prices of gas, never sent.
    Gwei,
}

impl Unit {
    /// The next unit in the cycle base unit, weibar, whole coin.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::Base => Self::Weibar,
            Self::Weibar => Self::Coin,
            Self::Coin | Self::Gwei => Self::Base,
        }
    }

    /// The unit for gas prices when amounts are in `self`: gwei for whole coins, since one gas costs a tiny fraction of
    /// a coin.
    #[must_use]
    pub fn of_prices(self) -> Self {
        match self {
            Self::Coin => Self::Gwei,
            other => other,
        }
    }

    /// The name on screen.
    pub fn label(self) -> &'static str {
        match self {
            Self::Base => "tinybar",
            Self::Weibar => "weibar",
            Self::Coin => "ℏ",
            Self::Gwei => "gwei",
        }
    }

    /// How many decimal places of this unit one weibar is.
    fn places(self) -> usize {
        match self {
            Self::Weibar => 0,
            Self::Base => 10,
            Self::Coin => 18,
            Self::Gwei => 9,
        }
    }
}

/// A hexadecimal quantity such as a gas price; `None` for `0x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Quantity(pub Option<U256>);

impl Quantity {
    /// Parses `0x`, `0x0`, `0x08e`; `None` if it is not a hex number of at most 256 bits.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix("0x")?;
        if digits.is_empty() {
            return Some(Self(None));
        }
        if digits.starts_with(['+', '-', '_']) {
            return None;
        }
        U256::from_str_radix(digits, 16).ok().map(|value| Self(Some(value)))
    }
}

/// Writes an amount given in the unit `from` in the unit `to`, exactly, grouped by thin gaps.
///
/// Trailing zeros of a fraction are left out; nothing is ever rounded.
pub fn convert(digits: &str, from: Unit, to: Unit) -> String {
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |rest| ("-", rest));
    let mut digits = digits.to_owned();
    let (up, down) = (from.places(), to.places());
    let shift = down.saturating_sub(up);
    digits.push_str(&"0".repeat(up.saturating_sub(down)));
    let padded = format!("{digits:0>width$}", width = shift + 1);
    let (whole, fraction) = padded.split_at(padded.len() - shift);
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    let fraction = fraction.trim_end_matches('0');
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{sign}{}{point}{fraction}", grouped(whole))
}

/// The percentage, rounded; `None` for a `whole` of 0.
pub fn percent(part: impl TryInto<u128>, whole: impl TryInto<u128>) -> Option<u128> {
    let (part, whole) = (part.try_into().ok()?, whole.try_into().ok()?);
    part.saturating_mul(200).saturating_add(whole).checked_div(whole.saturating_mul(2))
}

/// A count with its noun: `1 page`, `1,234 pages`.
pub fn counted(count: usize, one: &str) -> String {
    format!("{} {one}{}", grouped(&count), if count == 1 { "" } else { "s" })
}

/// A number with its digits grouped in threes, from the right: `1,234,567`.
pub fn grouped(number: &(impl ToString + ?Sized)) -> String {
    let text = number.to_string();
    let (sign, digits) = text.strip_prefix('-').map_or(("", text.as_str()), |rest| ("-", rest));
    let mut out = String::with_capacity(text.len() * 4 / 3 + 1);
    out.push_str(sign);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_of_every_shape() {
        assert_eq!(Quantity::parse("0x"), Some(Quantity(None)));
        assert_eq!(Quantity::parse("0x0"), Some(Quantity(Some(U256::ZERO))));
        assert_eq!(Quantity::parse("0x08e"), Some(Quantity(Some(U256::from(0x8e)))));
        let largest = format!("0x{}", "f".repeat(64));
        assert_eq!(Quantity::parse(&largest), Some(Quantity(Some(U256::MAX))));
        for text in ["", "12", "0xg", "0x-1", "0x+1", "0x_1", &format!("0x1{}", "0".repeat(64))] {
            assert_eq!(Quantity::parse(text), None, "{text}");
        }
    }

    #[test]
    fn units_convert_exactly_in_every_direction() {
        assert_eq!(convert("5000000000", Unit::Base, Unit::Coin), "50");
        assert_eq!(convert("1", Unit::Base, Unit::Coin), "0.00000001");
        assert_eq!(convert("-123456789", Unit::Base, Unit::Coin), "-1.23456789");
        assert_eq!(
            convert("49999999999999999990000000000", Unit::Weibar, Unit::Coin),
            "49,999,999,999.99999999"
        );
        assert_eq!(
            convert("49999999999999999990000000000", Unit::Weibar, Unit::Base),
            "4,999,999,999,999,999,999"
        );
        assert_eq!(
            convert("9007199254740993", Unit::Base, Unit::Weibar),
            "90,071,992,547,409,930,000,000,000"
        );
        assert_eq!(convert("1", Unit::Weibar, Unit::Base), "0.0000000001");
        assert_eq!(convert("0", Unit::Base, Unit::Coin), "0");
        assert_eq!(convert("51", Unit::Base, Unit::Gwei), "510");
        assert_eq!(convert("1", Unit::Weibar, Unit::Gwei), "0.000000001");
        assert_eq!(convert("7100000000001", Unit::Weibar, Unit::Gwei), "7,100.000000001");
    }

    #[test]
    fn numbers_are_grouped_in_threes() {
        assert_eq!(grouped(&1_234_567), "1,234,567");
        assert_eq!(grouped(&-123), "-123");
        assert_eq!(grouped(&100), "100");
    }
}
