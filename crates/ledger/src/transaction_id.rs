//! Transaction ids: the payer and the valid start, in any spelling that people paste.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::entity_id::decimal;
use super::{EntityId, Timestamp};

/// A transaction id. Prints as the path wants it: `payer-seconds-nanoseconds`, nine digits of nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TransactionId {
    /// The account that pays.
    pub payer: EntityId,
    pub valid_start: Timestamp,
}

impl TransactionId {
    /// Parses `payer-seconds-nanos` or `payer@seconds.nanos`.
    ///
    /// Nanoseconds are a number here: `-5` is five nanoseconds, unlike the fraction of a timestamp.
    pub fn parse(text: &str) -> Option<Self> {
        let (payer, rest, point) = match text.split_once('@') {
            Some((payer, rest)) => (payer, rest, '.'),
            None => text.split_once('-').map(|(payer, rest)| (payer, rest, '-'))?,
        };
        let (seconds, nanos) = rest.split_once(point)?;
        if seconds.len() > 10 || nanos.len() > 9 {
            return None;
        }
        Some(Self {
            payer: EntityId::parse(payer)?,
            valid_start: Timestamp {
                seconds: decimal(seconds)?,
                nanos: u32::try_from(decimal(nanos)?).ok()?,
            },
        })
    }

    /// Reads the digits that some exchanges print: `00`, the payer's number, ten digits of seconds and nine
    /// of nanoseconds.
    pub fn parse_digits(text: &str) -> Option<Self> {
        let rest = text.strip_prefix("00")?;
        let cut = rest.len().checked_sub(19)?;
        let (payer, start) = rest.split_at_checked(cut)?;
        let (seconds, nanos) = start.split_at_checked(10)?;
        if payer.starts_with('0') || payer.len() > 10 {
            return None;
        }
        Some(Self {
            payer: EntityId::from_num(decimal(payer)?),
            valid_start: Timestamp {
                seconds: decimal(seconds)?,
                nanos: u32::try_from(decimal(nanos)?).ok()?,
            },
        })
    }

    /// The spelling that people read: `payer@seconds.nanoseconds`.
    pub fn at_form(&self) -> String {
        format!("{}@{}", self.payer, self.valid_start)
    }
}

impl fmt::Display for TransactionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{:09}", self.payer, self.valid_start.seconds, self.valid_start.nanos)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_spellings_are_the_same_id() {
        let dashed = TransactionId::parse("0.0.1005-1795216518-468117137").unwrap();
        assert_eq!(TransactionId::parse("0.0.1005@1795216518.468117137"), Some(dashed));
        assert_eq!(dashed.to_string(), "0.0.1005-1795216518-468117137");
        assert_eq!(dashed.at_form(), "0.0.1005@1795216518.468117137");
        assert_eq!(TransactionId::parse_digits("0010051795216518468117137"), Some(dashed));
    }

    #[test]
    fn nanoseconds_are_padded_on_the_left() {
        assert_eq!(TransactionId::parse("0.0.2-1-5").unwrap().to_string(), "0.0.2-1-000000005");
        assert_eq!(TransactionId::parse("0.0.2@1.5").unwrap().valid_start.nanos, 5);
    }

    #[test]
    fn refuses_what_is_not_an_id() {
        for text in [
            "",
            "0.0.2",
            "2-1-5",
            "0.0.2-1",
            "0.0.2-1-1234567890",
            "0.0.2@1-5",
            "0.0.2-12345678901-5",
            "0.0.2-1-5-6",
        ] {
            assert_eq!(TransactionId::parse(text), None, "{text}");
        }
    }
}
