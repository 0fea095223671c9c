//! The five-letter checksum of an entity id (HIP-15), which names the network that the id belongs to.

use super::{EntityId, LedgerId};

const LETTERS: u64 = 26;
const THREE: u64 = LETTERS.pow(3);
const FIVE: u64 = LETTERS.pow(5);

/// The networks whose checksums are known by name.
pub const NAMED: [(&str, LedgerId); 4] =
    [("mainnet", LedgerId(0)), ("testnet", LedgerId(1)), ("previewnet", LedgerId(2)), ("local", LedgerId(3))];

/// The checksum of `id` on the network `ledger`: five lower-case letters.
pub fn checksum(id: EntityId, ledger: LedgerId) -> String {
    let (mut even, mut odd, mut digits, mut length) = (0, 0, 0, 0);
    for (place, byte) in id.to_string().bytes().enumerate() {
        let digit = if byte == b'.' { 10 } else { u64::from(byte.saturating_sub(b'0')) };
        digits = (digits * 31 + digit) % THREE;
        if place % 2 == 0 {
            even = (even + digit) % 11;
        } else {
            odd = (odd + digit) % 11;
        }
        length += 1;
    }
    let season =
        std::iter::once(ledger.0).chain([0; 6]).fold(0, |sum, byte| (sum * 31 + u64::from(byte)) % FIVE);
    let sum = ((((length % 5) * 11 + even) * 11 + odd) * THREE + digits + season) % FIVE;
    let mut sum = (sum * 1_000_003) % FIVE;
    let mut letters = [b'a'; 5];
    for letter in letters.iter_mut().rev() {
        *letter = b"abcdefghijklmnopqrstuvwxyz".get((sum % LETTERS) as usize).copied().unwrap_or(b'a');
        sum /= LETTERS;
    }
    letters.iter().map(|&letter| char::from(letter)).collect()
}

/// The name of the network on which `given` is the checksum of `id`, if it is one of the named networks.
pub fn network_of(id: EntityId, given: &str) -> Option<&'static str> {
    NAMED.iter().find(|(_, ledger)| checksum(id, *ledger) == given).map(|(name, _)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_published_vectors() {
        let (mainnet, testnet, previewnet) = (LedgerId(0), LedgerId(1), LedgerId(2));
        for (num, ledger, sum) in [
            (1, mainnet, "dfkxr"),
            (4, mainnet, "cjcuq"),
            (123, mainnet, "vfmkw"),
            (359, mainnet, "ceejh"),
            (1_484_550, mainnet, "yapfr"),
            (1_234_567_890, mainnet, "zbhlt"),
            (1, testnet, "mswfa"),
            (123, testnet, "esxsf"),
            (359, testnet, "lrpqq"),
            (1_234_567_890, testnet, "iostc"),
            (1, previewnet, "wghmj"),
            (123, previewnet, "ogizo"),
            (1_234_567_890, previewnet, "sceal"),
        ] {
            assert_eq!(checksum(EntityId::from_num(num), ledger), sum, "0.0.{num} on {ledger:?}");
        }
    }

    #[test]
    fn names_the_network_a_checksum_belongs_to() {
        assert_eq!(network_of(EntityId::from_num(123), "esxsf"), Some("testnet"));
        assert_eq!(network_of(EntityId::from_num(123), "zzzzz"), None);
    }
}
