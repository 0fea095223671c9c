//! Numbers, flags and bytes of a fixed size, as they are written.

use alloy_primitives::{I256, U256};
use ledger::HexBytes;

/// The bytes of a `function`: an address and a selector.
pub(super) const FUNCTION_BYTES: usize = 24;
/// The greatest power of ten that fits a word.
const MAX_EXPONENT: u32 = 77;

/// Parses a number of at most `bits` bits.
pub(crate) fn unsigned(text: &str, bits: usize) -> Option<U256> {
    let number = match text.strip_prefix("0x") {
        // An address is no number, though it could be read as one.
        Some(digits) if digits.len() != 40 => U256::from_str_radix(plain(digits, 16)?, 16).ok()?,
        Some(_) => return None,
        None => decimal(text)?,
    };
    (number.bit_len() <= bits).then_some(number)
}

/// Parses a signed number of at most `bits` bits.
pub(crate) fn signed(text: &str, bits: usize) -> Option<I256> {
    let (digits, minus) = text.strip_prefix('-').map_or((text, false), |rest| (rest, true));
    let number = decimal(digits)?;
    let least = number == U256::from(1) << 255;
    let number = match I256::try_from(number) {
        Ok(number) if minus => number.checked_neg()?,
        Ok(number) => number,
        Err(_) if minus && least => I256::MIN,
        Err(_) => return None,
    };
    (usize::try_from(number.bits()).ok()? <= bits).then_some(number)
}

/// Parses exactly `size` bytes.
pub(crate) fn fixed(text: &str, size: usize) -> Option<HexBytes> {
    bytes(text).filter(|bytes| bytes.len() == size)
}

/// Bytes in hex after `0x`.
pub(crate) fn bytes(text: &str) -> Option<HexBytes> {
    HexBytes::parse(text).filter(|_| text.starts_with("0x"))
}

pub(crate) fn boolean(text: &str) -> Option<bool> {
    match text {
        "true" | "yes" => Some(true),
        "false" | "no" => Some(false),
        _ => None,
    }
}

/// The forms that [`unsigned`] accepts.
pub(crate) fn unsigned_words(bits: usize) -> String {
    format!("a number that fits {bits} bits, decimal or in hex after 0x")
}

/// The forms that [`signed`] accepts.
pub(crate) fn signed_words(bits: usize) -> String {
    format!("a number that fits {bits} bits with its sign")
}

/// The forms that [`fixed`] accepts.
pub(crate) fn fixed_words(size: usize) -> String {
    format!("{size} bytes: 0x and {} hex digits", size * 2)
}

/// Digits, also with a fraction and an exponent that leave a whole number: `1.5e18`.
fn decimal(text: &str) -> Option<U256> {
    let Some((digits, exponent)) = text.split_once(['e', 'E']) else {
        return U256::from_str_radix(plain(text, 10)?, 10).ok();
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let exponent: u32 = plain(exponent, 10)?.parse().ok()?;
    let places = u32::try_from(fraction.len()).ok()?;
    let shift = exponent.checked_sub(places).filter(|_| exponent <= MAX_EXPONENT)?;
    let all = format!("{}{fraction}", plain(whole, 10)?);
    let number = U256::from_str_radix(plain(&all, 10)?, 10).ok()?;
    number.checked_mul(U256::from(10).checked_pow(U256::from(shift))?)
}

/// The digits, if they are digits only.
fn plain(digits: &str, radix: u32) -> Option<&str> {
    (!digits.is_empty() && digits.chars().all(|c| c.is_digit(radix))).then_some(digits)
}
