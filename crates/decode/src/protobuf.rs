//! The protobuf wire format without a schema: numbered fields of four kinds, and any message as lines.

use alloy_primitives::hex;
use ledger::{ContractRef, EntityId, EvmAddress, Text};
use prost::encoding::{WireType, decode_key, decode_varint};

/// A decoded message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message<'a> {
    /// Its fields, in the order sent.
    pub fields: Vec<WireField<'a>>,
    /// Where reading had to stop, if the bytes are no message to their end.
    pub broken_at: Option<usize>,
}

/// A field of a message, as encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WireField<'a> {
    /// The field number of the schema.
    pub number: u64,
    /// The value by its wire type.
    pub value: WireValue<'a>,
}

/// A value on the wire. Only a schema gives it a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WireValue<'a> {
    /// A whole number of any size up to 64 bits.
    Varint(u64),
    /// Eight bytes, little-endian: `fixed64`, `sfixed64` or `double`.
    Fixed64(u64),
    /// Bytes: a text, a message, or many numbers.
    Bytes(&'a [u8]),
    /// Four bytes, little-endian: `fixed32`, `sfixed32` or `float`.
    Fixed32(u32),
}

impl<'a> Message<'a> {
    /// Decodes the bytes up to the first error.
    pub fn decode(bytes: &'a [u8]) -> Self {
        let (mut fields, mut rest) = (Vec::new(), bytes);
        while !rest.is_empty() {
            match field(rest) {
                Some((field, after)) => {
                    fields.push(field);
                    rest = after;
                }
                None => return Self { fields, broken_at: Some(bytes.len() - rest.len()) },
            }
        }
        Self { fields, broken_at: None }
    }

    /// Decodes the bytes if all of them are a message.
    pub fn decode_whole(bytes: &'a [u8]) -> Option<Self> {
        Some(Self::decode(bytes)).filter(|message| message.broken_at.is_none())
    }

    /// The number in the last field with this number.
    pub(crate) fn varint(&self, number: u64) -> Option<u64> {
        self.fields.iter().rev().find_map(|field| match field.value {
            WireValue::Varint(value) if field.number == number => Some(value),
            _ => None,
        })
    }

    /// The bytes of every field with this number.
    pub(crate) fn all_bytes(&self, number: u64) -> impl Iterator<Item = &'a [u8]> {
        self.fields.iter().filter_map(move |field| match field.value {
            WireValue::Bytes(bytes) if field.number == number => Some(bytes),
            _ => None,
        })
    }

    /// The bytes of the last field with this number.
    pub fn bytes(&self, number: u64) -> Option<&'a [u8]> {
        self.all_bytes(number).last()
    }

    /// The entity that the message names, as account and contract ids do: shard, realm, number, or an address
    /// in place of the number.
    pub fn entity(&self) -> Option<ContractRef> {
        if let Some(address) = self.bytes(4).and_then(|bytes| <[u8; 20]>::try_from(bytes).ok()) {
            return Some(ContractRef::Address(EvmAddress::new(address)));
        }
        let part = |number| self.varint(number).unwrap_or_default();
        let known =
            self.broken_at.is_none() && self.fields.iter().all(|field| (1..=3).contains(&field.number));
        known.then(|| ContractRef::Id(EntityId { shard: part(1), realm: part(2), num: part(3) }))
    }
}

/// Decodes a zigzag number.
pub(crate) fn zigzag(value: u64) -> i64 {
    (value >> 1).cast_signed() ^ -(value & 1).cast_signed()
}

/// The first field, and what follows it. Groups, which no ledger writes, count as broken.
fn field(bytes: &[u8]) -> Option<(WireField<'_>, &[u8])> {
    let mut rest = bytes;
    let (number, kind) = decode_key(&mut rest).ok()?;
    let value = match kind {
        WireType::Varint => WireValue::Varint(decode_varint(&mut rest).ok()?),
        WireType::SixtyFourBit => {
            let (bytes, after) = rest.split_first_chunk()?;
            rest = after;
            WireValue::Fixed64(u64::from_le_bytes(*bytes))
        }
        WireType::LengthDelimited => {
            let length = usize::try_from(decode_varint(&mut rest).ok()?).ok()?;
            let (bytes, after) = rest.split_at_checked(length)?;
            rest = after;
            WireValue::Bytes(bytes)
        }
        WireType::ThirtyTwoBit => {
            let (bytes, after) = rest.split_first_chunk()?;
            rest = after;
            WireValue::Fixed32(u32::from_le_bytes(*bytes))
        }
        WireType::StartGroup | WireType::EndGroup => return None,
    };
    Some((WireField { number: u64::from(number), value }, rest))
}

/// How deep messages are opened.
const MAX_MESSAGE_DEPTH: usize = 8;
/// How many lines are made.
const MAX_LINES: usize = 500;

/// One field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WireLine {
    /// Number of enclosing messages.
    pub depth: usize,
    /// The field number of the schema.
    pub number: u64,
    /// Its value in words, safe to print; empty if the lines below, which are deeper, are its value.
    pub words: String,
}

/// The fields of a message, with those of messages within it below them.
pub fn lines(message: &Message<'_>) -> Vec<WireLine> {
    let mut lines = Vec::new();
    push(&mut lines, message, 0);
    lines
}

/// One field, with those of the message within it, if it can be one, below it.
pub(crate) fn lines_of(field: &WireField<'_>) -> Vec<WireLine> {
    let mut lines = Vec::new();
    push_field(&mut lines, field, 0);
    lines
}

fn push(lines: &mut Vec<WireLine>, message: &Message<'_>, depth: usize) {
    for field in &message.fields {
        if lines.len() >= MAX_LINES {
            return;
        }
        push_field(lines, field, depth);
    }
}

fn push_field(lines: &mut Vec<WireLine>, field: &WireField<'_>, depth: usize) {
    let inner = inner(field).filter(|_| depth < MAX_MESSAGE_DEPTH);
    let words = if inner.is_some() { String::new() } else { describe(&field.value) };
    lines.push(WireLine { depth, number: field.number, words });
    if let Some(inner) = inner {
        push(lines, &inner, depth + 1);
    }
}

/// The message that a field can be: not one that reads as text.
fn inner<'a>(field: &WireField<'a>) -> Option<Message<'a>> {
    match field.value {
        WireValue::Bytes(bytes) if !bytes.is_empty() && !is_text(bytes) => Message::decode_whole(bytes),
        _ => None,
    }
}

fn describe(value: &WireValue<'_>) -> String {
    match value {
        WireValue::Varint(value) => value.cast_signed().to_string(),
        WireValue::Fixed64(value) => value.to_string(),
        WireValue::Fixed32(value) => value.to_string(),
        WireValue::Bytes([]) => "empty".to_owned(),
        WireValue::Bytes(bytes) if is_text(bytes) => format!("\"{}\"", Text::from_bytes(*bytes).escaped()),
        WireValue::Bytes(bytes) => hex::encode_prefixed(bytes),
    }
}

fn is_text(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok_and(|text| !text.chars().any(|c| c.is_control() && c != '\n'))
}

#[cfg(test)]
mod tests {
    use alloy_primitives::hex;

    use super::*;

    #[test]
    fn every_kind_of_field() {
        let bytes = hex!("08ac02 11 0100000000000000 1a 02 6869 25 02000000");
        let message = Message::decode_whole(&bytes).unwrap();
        let values: Vec<_> = message.fields.iter().map(|field| (field.number, field.value)).collect();
        assert_eq!(
            values,
            [
                (1, WireValue::Varint(300)),
                (2, WireValue::Fixed64(1)),
                (3, WireValue::Bytes(b"hi")),
                (4, WireValue::Fixed32(2)),
            ]
        );
    }

    #[test]
    fn broken_bytes_are_read_as_far_as_they_go() {
        let message = Message::decode(&hex!("0801 1a05 68"));
        assert_eq!((message.varint(1), message.broken_at), (Some(1), Some(2)));
        assert!(Message::decode_whole(&hex!("08")).is_none());
        assert!(Message::decode_whole(&hex!("08ffffffffffffffffff7f")).is_none());
        assert_eq!(Message::decode(&hex!("08ffffffffffffffffff01")).varint(1), Some(u64::MAX));
        assert!(Message::decode_whole(&hex!("0001")).is_none());
    }

    #[test]
    fn entities_and_signed_numbers() {
        let id = ContractRef::Id(EntityId::from_num(5001));
        assert_eq!(Message::decode(&hex!("188927")).entity(), Some(id));
        let address = [hex!("2214").as_slice(), &[7; 20]].concat();
        let alias = ContractRef::Address(EvmAddress::new([7; 20]));
        assert_eq!(Message::decode(&address).entity(), Some(alias));
        assert_eq!([0, 1, 2, 3, u64::MAX].map(zigzag), [0, -1, 1, -2, i64::MIN]);
    }

    proptest::proptest! {
        #[test]
        fn any_bytes_are_read(bytes: Vec<u8>) {
            let message = Message::decode(&bytes);
            let _ = message.entity();
            proptest::prop_assert!(message.fields.len() <= bytes.len());
        }
    }

    #[test]
    fn messages_within_are_opened() {
        let bytes = hex!("0880c2d72f 4a1c 0a1a 0a0b 0a0318eb07 10ffa7d6b907 0a0b 0a0318ed07 1080a8d6b907");
        let lines = lines(&Message::decode(&bytes));
        let texts: Vec<String> = lines
            .iter()
            .map(|line| format!("{}{} {}", " ".repeat(line.depth), line.number, line.words))
            .collect();
        assert_eq!(
            texts,
            [
                "1 100000000",
                "9 ",
                " 1 ",
                "  1 ",
                "   1 ",
                "    3 1003",
                "   2 1999999999",
                "  1 ",
                "   1 ",
                "    3 1005",
                "   2 2000000000",
            ]
        );
    }

    #[test]
    fn texts_stay_texts_and_depth_ends() {
        let cut = lines(&Message::decode(b"\x12\x03a\xe2\x80"));
        assert_eq!(cut.first().map(|line| line.words.as_str()), Some("0x61e280"));
        let texts = lines(&Message::decode(b"\x12\x04a\xe2\x80\xae"));
        assert_eq!(texts.first().map(|line| line.words.as_str()), Some("\"a\\u{202e}\""));
        let mut deep = vec![0x0a, 0x01, 0x80];
        for _ in 0..20 {
            let length = u8::try_from(deep.len()).unwrap();
            deep = [&[0x0a, length], deep.as_slice()].concat();
        }
        assert_eq!(
            lines(&Message::decode(&deep)).iter().map(|line| line.depth).max(),
            Some(MAX_MESSAGE_DEPTH)
        );
    }

    proptest::proptest! {
        #[test]
        fn any_bytes_make_safe_lines(bytes: Vec<u8>) {
            let lines = lines(&Message::decode(&bytes));
            proptest::prop_assert!(lines.len() <= MAX_LINES + MAX_MESSAGE_DEPTH);
            proptest::prop_assert!(!lines.iter().any(|line| line.words.chars().any(char::is_control)));
        }
    }
}
