//! Transaction ids as wallets, explorers, kits and exchanges spell them.

use super::is_checksum;
use crate::entity_id::decimal;
use crate::{EntityId, TransactionId};

/// A transaction id with its suffixes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransactionShape {
    /// The id without its suffixes.
    pub id: TransactionId,
    /// The five letters after the payer.
    pub checksum: Option<String>,
    /// Which child: `?nonce=1`, or `/1` at the end.
    pub nonce: Option<u32>,
    /// Whether the scheduled execution is meant: `?scheduled`.
    pub scheduled: Option<bool>,
}

impl TransactionShape {
    /// Parses `payer-seconds-nanos` and `payer@seconds.nanos`, the payer short or with a checksum, with
    /// `?scheduled`, `?nonce=1` or `/1` behind; and the digits without separators that exchanges print.
    pub fn parse(text: &str, home: EntityId) -> Option<Self> {
        if let Some(id) = TransactionId::parse_digits(text) {
            return Some(Self { id, checksum: None, nonce: None, scheduled: None });
        }
        let end = text.find(['?', '/']).unwrap_or(text.len());
        let (core, suffix) = text.split_at_checked(end)?;
        if is_day(core) {
            return None;
        }
        let (payer, checksum, start) = parts(core)?;
        let (seconds, nanos) = start.split_once(['.', '-'])?;
        let payer = super::entity(payer, home)?;
        let id = TransactionId::parse(&format!("{payer}-{seconds}-{nanos}"))?;
        let shape =
            Self { id, checksum: checksum.map(str::to_ascii_lowercase), nonce: None, scheduled: None };
        shape.with_suffix(suffix)
    }

    fn with_suffix(mut self, suffix: &str) -> Option<Self> {
        for word in suffix.split(['?', '&', '/']).filter(|word| !word.is_empty()) {
            match word.split_once('=').unwrap_or((word, "")) {
                ("scheduled", "" | "true") => self.scheduled = Some(true),
                ("scheduled", "false") => self.scheduled = Some(false),
                ("nonce", number) | (number, "") => {
                    self.nonce = Some(u32::try_from(i32::try_from(decimal(number)?).ok()?).ok()?);
                }
                _ => return None,
            }
        }
        Some(self)
    }
}

/// Whether this is written as a day, `2026-11-20`, which has the form of an id with a short payer.
fn is_day(core: &str) -> bool {
    let lengths: Vec<usize> = core.split('-').map(str::len).collect();
    matches!(lengths.as_slice(), [4, 1..=2, 1..=2]) && core.bytes().all(|b| b.is_ascii_digit() || b == b'-')
}

/// The payer, its checksum, and the valid start.
fn parts(core: &str) -> Option<(&str, Option<&str>, &str)> {
    if let Some((payer, start)) = core.split_once('@') {
        let (payer, sum) = super::split(payer)?;
        return Some((payer, sum, start));
    }
    let (payer, rest) = core.split_once('-')?;
    match rest.split_once('-') {
        Some((sum, start)) if is_checksum(sum) => Some((payer, Some(sum), start)),
        _ => Some((payer, None, rest)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Option<TransactionShape> {
        TransactionShape::parse(text, EntityId::from_num(0))
    }

    #[test]
    fn every_spelling_is_the_same_id() {
        let id = TransactionId::parse("0.0.1005-1795216518-468117137").unwrap();
        for text in [
            "0.0.1005-1795216518-468117137",
            "0.0.1005@1795216518.468117137",
            "0.0.1005-1795216518.468117137",
            "0.0.1005-abcde@1795216518.468117137",
            "0.0.1005-abcde-1795216518-468117137",
            "1005@1795216518.468117137",
            "1005-1795216518-468117137",
            "0010051795216518468117137",
        ] {
            assert_eq!(parse(text).map(|shape| shape.id), Some(id), "{text}");
        }
        assert_eq!(parse("0.0.2@1.5").map(|shape| shape.id.valid_start.nanos), Some(5));
    }

    #[test]
    fn what_is_attached_is_read() {
        for (suffix, nonce, scheduled) in [
            ("", None, None),
            ("?scheduled", None, Some(true)),
            ("?scheduled=false", None, Some(false)),
            ("?nonce=1", Some(1), None),
            ("?nonce=2&scheduled=true", Some(2), Some(true)),
            ("?scheduled/3", Some(3), Some(true)),
            ("/4", Some(4), None),
        ] {
            let shape = parse(&format!("0.0.2@1.5{suffix}")).unwrap();
            assert_eq!((shape.nonce, shape.scheduled), (nonce, scheduled), "{suffix}");
        }
        assert_eq!(parse("2026-11-20"), None);
        for text in ["0.0.2@1.5?x", "0.0.2@1.5?nonce=-1", "0.0.2@1.5?nonce=9999999999", "0.0.2", "-1-2"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
