//! Entity ids, `shard.realm.num`, as contracts, accounts, files, tokens and schedules have them, and their
//! five-letter checksum (HIP-15), which names the network that an id belongs to.

use std::fmt;

use serde::{Deserialize, Serialize};

/// An entity id. Numbers beyond 32 bits are legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct EntityId {
    /// The shard of the network, 0 on all public ones.
    pub shard: u64,
    /// The realm of the shard, 0 on all public networks.
    pub realm: u64,
    /// The number within the realm.
    pub num: u64,
}

/// The network's ledger id byte, which seasons id checksums: mainnet 0, testnet 1, previewnet 2, local 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LedgerId(pub u8);

impl EntityId {
    /// The id `0.0.num`.
    pub const fn from_num(num: u64) -> Self {
        Self { shard: 0, realm: 0, num }
    }

    /// Parses the documented form in full: three parts of 1 to 10 digits.
    pub fn parse(text: &str) -> Option<Self> {
        let id = Self::parse_lenient(text)?;
        text.split('.').all(|part| part.len() <= 10).then_some(id)
    }

    /// Parses a server's form: three decimal parts of at most 64 bits each.
    pub fn parse_lenient(text: &str) -> Option<Self> {
        let mut parts = text.split('.').map(decimal);
        let id = Self { shard: parts.next()??, realm: parts.next()??, num: parts.next()?? };
        parts.next().is_none().then_some(id)
    }

    /// Parses the documented form or one of its shorthands, `num` and `realm.num`, completed from `home`.
    pub fn parse_short(text: &str, home: Self) -> Option<Self> {
        let full = match text.split('.').count() {
            1 => format!("{}.{}.{text}", home.shard, home.realm),
            2 => format!("{}.{text}", home.shard),
            _ => text.to_owned(),
        };
        Self::parse(&full)
    }

    /// Whether both have the same shard and realm.
    pub fn is_near(self, other: Self) -> bool {
        (self.shard, self.realm) == (other.shard, other.realm)
    }
}

/// Parses plain ASCII digits.
pub fn decimal(text: &str) -> Option<u64> {
    (!text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse().ok())?
}

impl fmt::Display for EntityId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.shard, self.realm, self.num)
    }
}

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
    fn accepts_ids_beyond_32_bits_and_refuses_eleven_digits() {
        assert_eq!(EntityId::parse("0.0.9999999999"), Some(EntityId::from_num(9_999_999_999)));
        assert_eq!(EntityId::parse("0.0.10000000000"), None);
        assert_eq!(EntityId::parse_lenient("0.0.274877906943"), Some(EntityId::from_num(274_877_906_943)));
    }

    #[test]
    fn refuses_what_only_looks_like_an_id() {
        for text in ["", "0.0", "0.0.", "0.0.1.2", "0.0.-1", "0.0.1 ", "0.0.١", "+1.0.0"] {
            assert_eq!(EntityId::parse(text), None, "{text}");
        }
    }

    #[test]
    fn completes_shorthands_from_the_home_realm() {
        let home = EntityId { shard: 1, realm: 2, num: 0 };
        assert_eq!(EntityId::parse_short("5", home), Some(EntityId { shard: 1, realm: 2, num: 5 }));
        assert_eq!(EntityId::parse_short("7.5", home), Some(EntityId { shard: 1, realm: 7, num: 5 }));
    }

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
