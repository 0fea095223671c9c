//! Text that almost has a valid form: the intended form, and the error.

use crate::address::AddressFault;
use crate::text::visible;
use crate::{EntityId, EvmAddress};

/// Why a text fails to have its intended form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slip {
    /// The character at fault, counted from 0, if one is.
    pub at: Option<usize>,
    /// The error and the valid form, in one sentence.
    pub message: String,
}

impl Slip {
    fn new(at: Option<usize>, message: impl Into<String>) -> Self {
        Self { at, message: message.into() }
    }

    fn character(text: &str, at: usize, rule: &str) -> Self {
        let found = text.chars().nth(at).map(|c| visible(c.encode_utf8(&mut [0; 4]))).unwrap_or_default();
        Self::new(Some(at), format!("Character {} is \"{found}\": {rule}.", at + 1))
    }
}

/// The probable intended form of `text` and its error; `None` if it resembles no known form.
pub fn nearly(text: &str) -> Option<Slip> {
    if text.starts_with("0x") || text.starts_with("0X") {
        return Some(hex(text));
    }
    if text.matches('-').count() == 4 && text.len() >= 30 {
        return Some(uuid(text));
    }
    if text.contains('@') {
        return Some(transaction(text));
    }
    let first = text.split('-').next().unwrap_or_default();
    let is_id = EntityId::parse_short(first, EntityId::from_num(0)).is_some();
    match text.split_once('-') {
        Some((_, rest)) if is_id && rest.starts_with(|c: char| c.is_ascii_digit()) => Some(transaction(text)),
        Some((_, sum)) if is_id => Some(checksum(first, sum)),
        _ if text.starts_with(|c: char| c.is_ascii_digit()) && text.contains('.') => Some(id(text)),
        _ if text.bytes().all(|b| b.is_ascii_digit()) && !text.is_empty() => {
            Some(Slip::new(None, "A number in an id has at most 10 digits."))
        }
        _ if text.len() >= 30 && text.bytes().all(|b| b.is_ascii_hexdigit()) => Some(hex(text)),
        _ => None,
    }
}

fn hex(text: &str) -> Slip {
    let digits = text.replacen("0X", "0x", 1);
    if let Err(AddressFault::Digit(at)) = EvmAddress::parse_any_case(&digits) {
        return Slip::character(text, at, "an EVM address and a hash have the digits 0-9 and a-f only");
    }
    let count = digits.strip_prefix("0x").unwrap_or(&digits).len();
    let odd = if count % 2 == 1 { ", an odd number" } else { "" };
    let message = format!(
        "This has {count} hex digits{odd}; an EVM address has 40, a hash 64 or 96 (after 0x), bytes to decode at least 8."
    );
    Slip::new(None, message)
}

fn uuid(text: &str) -> Slip {
    match text.chars().position(|c| !c.is_ascii_hexdigit() && c != '-') {
        Some(at) => Slip::character(text, at, "a job's id has the digits 0-9 and a-f only"),
        None => Slip::new(None, "A job's id has 8, 4, 4, 4 and 12 hex digits with dashes between."),
    }
}

fn transaction(text: &str) -> Slip {
    let known = |c: char| c.is_ascii_alphanumeric() || ".-@?=&/".contains(c);
    match text.chars().position(|c| !known(c)) {
        Some(at) => Slip::character(text, at, "it cannot be in a transaction id"),
        None => Slip::new(
            None,
            "A transaction id is its payer, up to 10 digits of seconds and up to 9 of nanoseconds: \
             0.0.1005-1795216518-468117137, or 0.0.1005@1795216518.468117137.",
        ),
    }
}

fn checksum(id: &str, sum: &str) -> Slip {
    let at = sum.chars().position(|c| !c.is_ascii_alphabetic()).map(|at| id.chars().count() + 1 + at);
    let message = "A checksum behind an id is five letters, as in 0.0.123-vfmkw.";
    match at {
        Some(at) => Slip::new(Some(at), message),
        None => Slip::new(None, format!("{message} This has {}.", sum.chars().count())),
    }
}

fn id(text: &str) -> Slip {
    if let Some(at) = text.chars().position(|c| !c.is_ascii_digit() && c != '.') {
        return Slip::character(text, at, "an id has digits and dots only");
    }
    let mut start = 0_usize;
    for (place, part) in text.split('.').enumerate() {
        if place > 2 {
            return Slip::new(Some(start.saturating_sub(1)), "An id has three parts: shard.realm.number.");
        }
        if part.is_empty() {
            let message = "A part of the id is missing: write shard.realm.number, such as 0.0.5001.";
            return Slip::new(Some(start.saturating_sub(1)), message);
        }
        if part.len() > 10 {
            return Slip::new(Some(start + 10), "A part of an id has at most 10 digits.");
        }
        start += part.len() + 1;
    }
    Slip::new(None, "An id is shard.realm.number, such as 0.0.5001; a time is seconds.nanoseconds.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_character_at_fault_is_named() {
        for (text, at) in [
            ("0x72907b6e1a5c235ce5653657120d1fc04c19gb05", Some(38)),
            ("0x1234", None),
            ("0.0.50o1", Some(6)),
            ("0.0.", Some(3)),
            ("0.0.1.2", Some(5)),
            ("0.0.12345678901", Some(14)),
            ("0.0.123-vfm1w", Some(11)),
            ("0.0.123-vfmk", None),
            ("2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6z", Some(35)),
            ("0.0.1005@17952165#8.468117137", Some(17)),
            ("0.0.1005-17952165181-468117137", None),
        ] {
            let slip = nearly(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(slip.at, at, "{text}: {}", slip.message);
        }
        assert_eq!(nearly("hello"), None);
        assert!(nearly("0x1234").unwrap().message.contains("4 hex digits"));
    }

    #[test]
    fn a_hostile_character_is_written_out() {
        let slip = nearly("0x12\u{202e}4").unwrap();
        assert!(slip.message.contains("202e") && !slip.message.contains('\u{202e}'));
    }
}
