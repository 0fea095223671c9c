//! Parses an event: a signature with or without names and `indexed`, or its hash.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use ledger::HexBytes;

use super::Topic;
use crate::interface::{Entry, Interface, Kind, Refusal};
use crate::signatures::Signature;

/// The event that is searched for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventShape {
    /// The event's first topic.
    pub topic: Topic,
    /// Name and types as they are hashed; `None` if only the hash is known.
    pub signature: Option<String>,
    /// The arguments in their order; of a bare hash one for each topic that can follow.
    pub arguments: Vec<Argument>,
}

/// An argument of an event.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Argument {
    /// Its name; empty if it has none.
    pub name: String,
    /// Its canonical type; empty if it is not known.
    pub kind: String,
    /// Whether it is indexed; `None` if unknown, or if signatures disagree.
    pub indexed: Option<bool>,
}

/// Why a text is no event.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EventFault {
    /// Neither a signature nor a hash.
    #[error("write an event as Transfer(address,address,uint256), or the hash of it: 0x and 64 hex digits")]
    Neither,
    /// A signature that cannot be taken.
    #[error("{0}")]
    Refused(Refusal),
    /// A name that several events have.
    #[error("several events have that name: write one of {}", .0.join(", "))]
    Several(Vec<String>),
}

/// How many topics can follow the event's own.
const MAX_INDEXED: usize = 3;

impl EventShape {
    /// Parses a signature, with or without the word `event`, or the hash of one. Missing names and `indexed`
    /// come from `known`, else from the built-in signatures.
    ///
    /// # Errors
    /// The accepted forms.
    pub fn parse(text: &str, known: &[Entry]) -> Result<Self, EventFault> {
        let text = text.trim();
        if let Some(topic) = bare_topic(text) {
            let bare = Argument { indexed: Some(true), ..Argument::default() };
            let nothing = Self { topic, signature: None, arguments: vec![bare; MAX_INDEXED] };
            return Ok(Self::known(topic, known).unwrap_or(nothing));
        }
        if !text.contains('(') {
            return Err(EventFault::Neither);
        }
        let line = text.strip_prefix("event ").unwrap_or(text);
        let entry = Interface::parse_line(&format!("event {line}")).map_err(EventFault::Refused)?;
        if entry.inputs.iter().any(|input| input.indexed) {
            return Ok(Self::from_entry(&entry));
        }
        Ok(Self::known(entry.hash, known).unwrap_or_else(|| {
            let mut shape = Self::from_entry(&entry);
            shape.arguments.iter_mut().for_each(|argument| argument.indexed = None);
            shape
        }))
    }

    /// [`Self::parse`], also for a bare name: looked up in `known`, then in the built-in signatures.
    ///
    /// # Errors
    /// The accepted forms, or the events with this name if there are several.
    pub fn find(text: &str, known: &[Entry]) -> Result<Self, EventFault> {
        let name = text.trim();
        let is_named = |entry: &&Entry| {
            entry.kind == Kind::Event && !entry.anonymous && entry.name.raw() == name.as_bytes()
        };
        let mut signatures: BTreeSet<String> =
            known.iter().filter(is_named).map(|entry| entry.signature.escaped()).collect();
        if signatures.is_empty() {
            let built_in = Signature::events().filter_map(Signature::entry).filter(is_named);
            signatures = built_in.map(|entry| entry.signature.escaped()).collect();
        }
        let mut signatures = signatures.into_iter();
        match (signatures.next(), signatures.len()) {
            (None, _) => Self::parse(text, known),
            (Some(only), 0) => Self::parse(&only, known),
            (Some(first), _) => Err(EventFault::Several([first].into_iter().chain(signatures).collect())),
        }
    }

    /// The event with this hash, if it is known. Where signatures with the same hash differ in `indexed`, it is `None`.
    fn known(topic: Topic, known: &[Entry]) -> Option<Self> {
        let is_it = |entry: &&Entry| entry.kind == Kind::Event && entry.hash == topic && !entry.anonymous;
        let own: Vec<Self> = known.iter().filter(is_it).map(Self::from_entry).collect();
        let shapes = if own.is_empty() {
            Signature::by_topic(topic).filter_map(Signature::entry).map(Self::from_entry).collect()
        } else {
            own
        };
        shapes.into_iter().reduce(|mut shape, other| {
            for (argument, also) in shape.arguments.iter_mut().zip(other.arguments) {
                if argument.indexed != also.indexed {
                    argument.indexed = None;
                }
            }
            shape
        })
    }

    fn from_entry(entry: &Entry) -> Self {
        let arguments = entry.inputs.iter().map(|input| Argument {
            name: input.name.escaped(),
            kind: input.kind.escaped(),
            indexed: Some(input.indexed),
        });
        Self { topic: entry.hash, signature: Some(entry.signature.escaped()), arguments: arguments.collect() }
    }

    /// The arguments that are indexed, or may be, with their places in the signature.
    pub fn indexed(&self) -> impl Iterator<Item = (usize, &Argument)> {
        self.arguments.iter().enumerate().filter(|(_, argument)| argument.indexed != Some(false))
    }

    /// The topics that an argument may be in; `None` if it is not indexed. It is a range if an argument
    /// before it may or may not be indexed.
    pub fn topics_of(&self, at: usize) -> Option<RangeInclusive<usize>> {
        if self.arguments.get(at)?.indexed == Some(false) {
            return None;
        }
        let before = self.arguments.get(..at)?;
        let behind = |fits: fn(&Argument) -> bool| {
            let count = before.iter().filter(|argument| fits(argument)).count();
            count.saturating_add(1).min(MAX_INDEXED)
        };
        Some(behind(|it| it.indexed == Some(true))..=behind(|it| it.indexed != Some(false)))
    }
}

/// `0x` and 64 hex digits.
pub(super) fn bare_topic(text: &str) -> Option<Topic> {
    let bytes = HexBytes::parse(text).filter(|_| text.starts_with("0x"))?;
    bytes.bytes().try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_read_with_and_without_names() {
        let full =
            EventShape::parse("event Moved(address indexed who, uint256 much, bytes32 indexed why);", &[]);
        let full = full.unwrap();
        assert_eq!(full.signature.as_deref(), Some("Moved(address,uint256,bytes32)"));
        assert_eq!(
            full.indexed().map(|(at, it)| (at, it.name.as_str())).collect::<Vec<_>>(),
            [(0, "who"), (2, "why")]
        );
        assert_eq!((full.topics_of(1), full.topics_of(2)), (None, Some(2..=2)));
        let plain = EventShape::parse("Moved(address,uint,bytes32)", &[]).unwrap();
        assert_eq!(plain.topic, full.topic);
        assert_eq!(plain.topics_of(2), Some(1..=3));
    }

    #[test]
    fn what_standards_disagree_about_stays_open() {
        let entry = |line| Interface::parse_line(line).unwrap();
        let known = [
            entry("event Sent(address indexed from, address indexed to, uint256 value)"),
            entry("event Sent(address indexed from, address indexed to, uint256 indexed id)"),
        ];
        let sent = EventShape::parse("Sent(address,address,uint256)", &known).unwrap();
        let names: Vec<&str> = sent.arguments.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names.get(..2), Some(&["from", "to"][..]));
        assert_eq!(sent.topics_of(1), Some(2..=2));
        assert_eq!(sent.topics_of(2), Some(3..=3), "an amount is not indexed, an id is");
    }

    #[test]
    fn an_interface_that_is_known_says_what_is_indexed() {
        let entry = Interface::parse_line("event Moved(address who, address indexed to)").unwrap();
        let shape = EventShape::parse("Moved(address,address)", &[entry]).unwrap();
        assert_eq!((shape.topics_of(0), shape.topics_of(1)), (None, Some(1..=1)));
    }

    #[test]
    fn a_bare_hash_has_three_topics_behind_it() {
        let shape = EventShape::parse(&format!("0x{}", "ab".repeat(32)), &[]).unwrap();
        assert_eq!((shape.topic, shape.signature.clone(), shape.arguments.len()), ([0xab; 32], None, 3));
        assert_eq!(shape.topics_of(2), Some(3..=3));
    }

    #[test]
    fn the_rest_is_refused() {
        for text in [
            "",
            "Transfer",
            "0x12",
            "Transfer(",
            "Transfer(foo bar baz)",
            &format!("T({})", "[]".repeat(3000)),
        ] {
            assert!(EventShape::parse(text, &[]).is_err(), "{text:.40}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_can_be_typed(text: String) {
            let _ = EventShape::parse(&text, &[]);
            let _ = EventShape::parse(&format!("{text}({text})"), &[]);
        }
    }
}
