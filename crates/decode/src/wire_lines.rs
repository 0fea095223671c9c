//! Any protobuf message as lines: the number and possible value of each field.

use alloy_primitives::hex;
use ledger::Text;

use super::protobuf::{Message, WireField, WireValue};

/// How deep messages are opened.
const MAX_MESSAGE_DEPTH: usize = 8;
/// How many lines are made.
const MAX_LINES: usize = 500;

/// One field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WireLine {
    /// Number of enclosing messages.
    pub depth: usize,
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
pub fn lines_of(field: &WireField<'_>) -> Vec<WireLine> {
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
    use super::*;

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
