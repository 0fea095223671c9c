//! Names that a signature server gave, read through the same door as everything else that strangers wrote. Each
//! proves by its own hash what it is a name of, or is not taken.

use ledger::Text;

use super::{Entry, Interface};
use crate::unnamed::Unnamed;

/// What a text that was given for a selector describes: a function, and an error, which has the same hash. None if
/// it is no signature, or not written as it is hashed.
pub fn call(text: &Text) -> impl Iterator<Item = Entry> {
    ["function", "error"].into_iter().filter_map(|kind| parse_entry(kind, text))
}

/// The event that a text describes. It does not say which arguments are indexed.
pub fn event(text: &Text) -> Option<Entry> {
    parse_entry("event", text)
}

/// The hash that an entry is found by.
pub fn hash(entry: &Entry) -> Unnamed {
    match entry.kind {
        super::Kind::Event => Unnamed::Topic(entry.hash),
        super::Kind::Function | super::Kind::Error => Unnamed::Selector(entry.selector()),
    }
}

fn parse_entry(kind: &str, text: &Text) -> Option<Entry> {
    let text = str::from_utf8(text.raw()).ok()?;
    let entry = Interface::parse_line(&format!("{kind} {text}")).ok()?;
    entry.signature.is(text).then_some(entry)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_proves_its_own_hash() {
        let text = Text::from("transfer(address,uint256)");
        let hashes: Vec<Unnamed> = call(&text).map(|entry| hash(&entry)).collect();
        assert_eq!(hashes, [Unnamed::Selector([0xa9, 0x05, 0x9c, 0xbb]); 2]);
        let topic = event(&"Transfer(address,address,uint256)".into()).map(|entry| hash(&entry));
        assert!(matches!(topic, Some(Unnamed::Topic([0xdd, 0xf2, ..]))), "{topic:?}");
    }

    #[test]
    fn what_is_written_otherwise_or_past_a_bound_is_not_taken() {
        let deep = format!("f(uint8{})", "[]".repeat(2_000));
        let long = format!("f({})", vec!["uint256"; 2_000].join(","));
        for text in
            ["", "f", "f(uint)", "f(uint256 a)", "f(uint256) returns (bool)", " f()", "f(no)", &deep, &long]
        {
            assert_eq!(call(&text.into()).count(), 0, "{text:.40}");
        }
        assert_eq!(event(&"E(address indexed)".into()), None);
        assert_eq!(event(&Text::from_bytes([b'E', 0xff, b'(', b')'])), None);
    }
}
