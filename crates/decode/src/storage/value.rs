//! The content of a storage word without a layout.

use alloy_primitives::U256;
use ledger::EvmAddress;

use super::key::{as_address, below_zero};
use super::layout::{Held, text};

/// Fewer letters than these may be chance.
const MIN_TEXT_LETTERS: usize = 2;

/// The most likely content of a word, from the low end. Several values are separated only if an address is
/// among them, or if they are two halves.
pub fn guess(word: U256) -> Vec<Held> {
    if word.bit_len() <= 96 {
        return vec![Held::Number(word)];
    }
    if let Some(Held::Text(text)) = text(word)
        && text.len() >= MIN_TEXT_LETTERS
        && std::str::from_utf8(&text).is_ok_and(|text| !text.chars().any(char::is_control))
    {
        return vec![Held::Text(text)];
    }
    if let Some(address) = as_address(word).filter(|address| few_zeros(address.bytes())) {
        return vec![Held::Address(address)];
    }
    match below_zero(word) {
        // No limit, rather than one below zero.
        Some(U256::ONE) => return vec![Held::Number(word)],
        Some(distance) => return vec![Held::Negative(distance)],
        None => {}
    }
    packed(word)
        .or_else(|| halves(word))
        .unwrap_or_else(|| vec![Held::Bytes(word.to_be_bytes::<32>().to_vec())])
}

/// An address in the low twenty bytes or behind one byte, and a number of at most eight bytes above it.
fn packed(word: U256) -> Option<Vec<Held>> {
    let at = |byte: usize| {
        let address = (word >> (byte * 8)) & (U256::MAX >> 96_usize);
        let above = word >> (byte * 8 + 160);
        let bytes = address.to_be_bytes::<32>();
        let address: [u8; 20] = bytes.get(12..)?.try_into().ok()?;
        let plausible = address.first() != Some(&0) && few_zeros(&address) && above.bit_len() <= 64;
        plausible.then(|| {
            let below = (byte > 0).then(|| Held::Number(word & U256::from(0xff)));
            let above = (!above.is_zero()).then_some(Held::Number(above));
            below.into_iter().chain([Held::Address(EvmAddress::new(address))]).chain(above).collect()
        })
    };
    at(0).or_else(|| at(1).filter(|_| word.bit_len() <= 168))
}

/// Two numbers of half a word each. Whether packed numbers have a sign only a layout says.
fn halves(word: U256) -> Option<Vec<Held>> {
    let (low, high) = (word & (U256::MAX >> 128_usize), word >> 128_usize);
    (low.bit_len() <= 96 && high.bit_len() <= 96).then(|| vec![Held::Number(low), Held::Number(high)])
}

/// Whether bytes may be an address: the hash that an address is cut from hardly has many zeros in it.
fn few_zeros(address: &[u8; 20]) -> bool {
    address.iter().fold(0, |zeros, byte| zeros + u8::from(*byte == 0)) <= 3
}
