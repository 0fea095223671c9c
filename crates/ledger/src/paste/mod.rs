//! The possible meanings of typed or pasted text: ids, addresses, transaction ids, times and hashes by shape.
//!
//! A text may have several shapes: `1795216207` is an id and a time. Choosing between them is up to the caller.

mod slip;
mod transaction;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};

use super::{EntityId, EvmAddress, HexBytes, SystemEntity, SystemKind, Timestamp};
use crate::LedgerId;
use crate::entity_id::{checksum, network_of};

pub use slip::{Slip, nearly};
pub use transaction::TransactionShape;

/// One reading of a text by its shape alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// An entity id, with the five letters of its checksum if they were there.
    Entity(EntityId, Option<String>),
    /// An EVM address, and whether its upper and lower case contradict its EIP-55 checksum.
    Address {
        /// The address, whatever its case says.
        address: EvmAddress,
        /// Whether the case is mixed and wrong.
        wrong_case: bool,
    },
    /// The id of a transaction, in any of its usual forms.
    Transaction(TransactionShape),
    /// A time: `seconds` or `seconds.fraction`.
    Time(Timestamp),
    /// A hash of 32 or 48 bytes.
    Hash(HexBytes),
}

/// The largest realm that a ledger can hold (16 bits).
const MAX_REALM: u64 = 0xffff;

/// Every shape that the whole of `text` has, the likeliest first. Short ids are completed from `home`.
pub fn shapes(text: &str, home: EntityId) -> Vec<Shape> {
    if let Some(transaction) = TransactionShape::parse(text, home) {
        return vec![Shape::Transaction(transaction)];
    }
    if let Some(shape) = address(text) {
        return vec![shape];
    }
    if let Some(hash) = hash(text) {
        return word_address(&hash).into_iter().chain([Shape::Hash(hash)]).collect();
    }
    let entity = split(text)
        .and_then(|(id, sum)| Some(Shape::Entity(entity(id, home)?, sum.map(str::to_ascii_lowercase))));
    // Consensus times have nine or ten digits of seconds (1973 to 2286): fewer are block heights or ids.
    let time = Timestamp::parse(text).filter(|at| at.seconds >= 100_000_000).map(Shape::Time);
    entity.into_iter().chain(time).collect()
}

/// An id in one of its spellings. A realm that no ledger can hold is no realm but a time's seconds.
pub(super) fn entity(text: &str, home: EntityId) -> Option<EntityId> {
    let id = EntityId::parse_short(text, home)?;
    (text.split('.').count() != 2 || id.realm <= MAX_REALM).then_some(id)
}

/// Forty hex digits with or without `0x`, or behind `shard.realm.`.
fn address(text: &str) -> Option<Shape> {
    let digits = match text.rsplit_once('.') {
        None => text,
        Some((prefix, digits)) => {
            let parts = prefix.split('.');
            let numbers = |part: &str| part.len() <= 10 && super::entity_id::decimal(part).is_some();
            (parts.clone().count() <= 2 && parts.into_iter().all(numbers)).then_some(digits)?
        }
    };
    let digits = digits.strip_prefix("0X").unwrap_or(digits);
    if let Some(address) = system(digits) {
        return Some(Shape::Address { address, wrong_case: false });
    }
    let address = EvmAddress::parse_any_case(digits).ok()?;
    Some(Shape::Address { address, wrong_case: EvmAddress::parse(digits).is_err() })
}

/// The address of a system contract or a precompile written without leading zeros, as in documentation: `0x167`.
/// Other addresses are never shortened: `0x12` is a typo, not an account.
fn system(text: &str) -> Option<EvmAddress> {
    let digits = text
        .strip_prefix("0x")
        .filter(|digits| digits.len() <= 4 && digits.bytes().all(|b| b.is_ascii_hexdigit()))?;
    let num = u64::from_str_radix(digits, 16).ok()?;
    let address = EvmAddress::long_zero(EntityId::from_num(num));
    let named = SystemEntity::by_address(address)?;
    matches!(named.kind, SystemKind::Contract | SystemKind::Precompile).then_some(address)
}

/// 32 or 48 bytes in hex, or 48 in base64 as transactions carry their hash.
fn hash(text: &str) -> Option<HexBytes> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).unwrap_or(text);
    if !matches!(digits.len(), 64 | 96) {
        return None;
    }
    let hex = HexBytes::parse(digits);
    hex.or_else(|| {
        let bytes = STANDARD.decode(digits).or_else(|_| URL_SAFE.decode(digits)).ok()?;
        (bytes.len() == 48).then(|| HexBytes::from(bytes))
    })
}

/// The address in a 32-byte word, as topics and call data carry it: twelve zero bytes first.
fn word_address(word: &HexBytes) -> Option<Shape> {
    let (zeros, address) = word.bytes().split_first_chunk::<12>()?;
    let address: [u8; 20] = address.try_into().ok()?;
    (zeros == &[0; 12] && address != [0; 20])
        .then(|| Shape::Address { address: EvmAddress::new(address), wrong_case: false })
}

/// The verdict on an id's checksum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChecksumVerdict {
    /// It is right on this network.
    Right,
    /// It is right on the network of this name, not on this one.
    Elsewhere(&'static str),
    /// It is right on no network that is known by name. The right letters here, if this network's ledger id
    /// is known.
    Wrong(Option<String>),
}

impl ChecksumVerdict {
    /// Checks the letters of `id` against the network's ledger id, which a network may lack.
    pub fn check(id: EntityId, letters: &str, ledger: Option<LedgerId>) -> Self {
        let right = ledger.map(|ledger| checksum(id, ledger));
        if right.as_deref() == Some(letters) {
            return Self::Right;
        }
        network_of(id, letters).map_or(Self::Wrong(right), Self::Elsewhere)
    }
}

/// Takes `0.0.123-vfmkw` apart; without a dash there is no checksum. `None` if what follows the dash is not
/// five letters.
fn split(text: &str) -> Option<(&str, Option<&str>)> {
    match text.split_once('-') {
        None => Some((text, None)),
        Some((id, sum)) => is_checksum(sum).then_some((id, Some(sum))),
    }
}

/// Whether this is five letters.
fn is_checksum(text: &str) -> bool {
    text.len() == 5 && text.bytes().all(|b| b.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEX: &str = "b0551e9ecceb06cf6ea2879174aaf4da84633e85";

    fn parse(text: &str) -> Vec<Shape> {
        shapes(text, EntityId::from_num(0))
    }

    fn plain(hex: &str) -> Shape {
        Shape::Address { address: EvmAddress::parse(hex).unwrap(), wrong_case: false }
    }

    #[test]
    fn ids_in_every_length_with_and_without_a_checksum() {
        let id = EntityId::from_num(123);
        for text in ["123", "0.123", "0.0.123"] {
            assert_eq!(parse(text), [Shape::Entity(id, None)], "{text}");
        }
        for text in ["0.0.123-vfmkw", "123-VFMKW"] {
            assert_eq!(parse(text), [Shape::Entity(id, Some("vfmkw".to_owned()))], "{text}");
        }
        assert_eq!(parse("0.0.9999999999"), [Shape::Entity(EntityId::from_num(9_999_999_999), None)]);
    }

    #[test]
    fn addresses_in_every_spelling() {
        for text in [HEX.to_owned(), format!("0x{HEX}"), format!("0X{HEX}"), format!("0.0.{HEX}")] {
            assert_eq!(parse(&text), [plain(HEX)], "{text}");
        }
        let wrong_case = HEX.replacen('b', "B", 1);
        assert!(matches!(parse(&wrong_case).as_slice(), [Shape::Address { wrong_case: true, .. }]));
        let word = format!("0x{}{HEX}", "0".repeat(24));
        assert_eq!(parse(&word).first(), Some(&plain(HEX)));
        for (text, num) in [("0x167", 0x167), ("0x0167", 0x167), ("0x1", 1)] {
            assert_eq!(parse(text), [plain(&format!("{num:040x}"))], "{text}");
        }
        // An account, a file, and nothing that is known: written so they are slips.
        for text in ["0x12", "0x320", "0x65", "0x999"] {
            assert_eq!(parse(text), [], "{text}");
        }
        assert_eq!(
            (parse(&format!("0.0.0.{HEX}")), parse("0x1389"), parse("0x+1")),
            (vec![], vec![], vec![])
        );
    }

    #[test]
    fn times_and_hashes() {
        let at = Timestamp::parse("1795216207.5").unwrap();
        assert_eq!(parse("1795216207.5"), [Shape::Time(at)]);
        let both = parse("1795216207");
        assert!(matches!(both.as_slice(), [Shape::Entity(..), Shape::Time(_)]));
        for text in [format!("0x{}", "ab".repeat(32)), "AB".repeat(48), "Zz0+".repeat(16)] {
            assert!(matches!(parse(&text).as_slice(), [Shape::Hash(_)]), "{text}");
        }
        assert_eq!(parse(&"a".repeat(63)), []);
    }

    #[test]
    fn the_verdict_names_the_network() {
        let (id, testnet) = (EntityId::from_num(123), Some(LedgerId(1)));
        assert_eq!(ChecksumVerdict::check(id, "esxsf", testnet), ChecksumVerdict::Right);
        assert_eq!(ChecksumVerdict::check(id, "vfmkw", testnet), ChecksumVerdict::Elsewhere("mainnet"));
        assert_eq!(ChecksumVerdict::check(id, "aaaaa", None), ChecksumVerdict::Wrong(None));
        let right = Some("esxsf".to_owned());
        assert_eq!(ChecksumVerdict::check(id, "aaaaa", testnet), ChecksumVerdict::Wrong(right));
    }
}
