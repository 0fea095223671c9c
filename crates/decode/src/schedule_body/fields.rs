//! The fields of a scheduled transaction by name. Unknown fields stay as on the wire. Fields beyond the
//! maximum are counted, not decoded.

use ledger::{ContractRef, Field, HexBytes, Key, Text, Timestamp};

use super::schema::{Form, Known};
use crate::key::KeyTree;
use crate::protobuf;
use crate::protobuf::{Message, WireField, WireValue, zigzag};

/// How deep messages are opened.
const MAX_MESSAGE_DEPTH: usize = 8;
/// How many fields are read.
const MAX_FIELDS: usize = 500;

/// One field of a transaction body, by the schema in the Hiero protobufs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BodyField {
    /// Number of enclosing messages.
    pub depth: usize,
    /// Its name, or `field 7` if none is known.
    pub label: String,
    /// The value by the type that the schema gives it.
    pub value: BodyValue,
}

/// The value of a [`BodyField`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BodyValue {
    /// A message: the fields below, which are deeper, are its value.
    Group,
    /// An account, contract, file, token, topic or schedule.
    Entity(ContractRef),
    /// An amount of the coin, base units, below zero if it is sent.
    Coin(i64),
    /// A whole number.
    Number(i64),
    /// `bool` or `BoolValue`.
    Flag(bool),
    /// Untrusted text.
    Text(Text),
    /// `bytes`, such as call data, a hash or an alias.
    Bytes(HexBytes),
    /// `Key` or `KeyList`.
    Key(KeyTree),
    /// A duration, seconds.
    Seconds(i64),
    /// `Timestamp` or `TimestampSeconds`.
    Time(Timestamp),
    /// A value without a known name or of another kind than its name says, in words that are safe to print.
    Wire(String),
}

/// The fields of a message by these names, with those of messages within it below them.
pub(super) fn decode_fields(message: &Message<'_>, known: &[Known]) -> Vec<BodyField> {
    let mut fields = Vec::new();
    push(&mut fields, message, known, 0);
    if fields.len() > MAX_FIELDS {
        fields.truncate(MAX_FIELDS);
        let value = BodyValue::Wire(format!("more than {MAX_FIELDS} fields: the rest is among the bytes"));
        fields.push(BodyField { depth: 0, label: "not read".to_owned(), value });
    }
    fields
}

fn push(fields: &mut Vec<BodyField>, message: &Message<'_>, known: &[Known], depth: usize) {
    for field in &message.fields {
        if fields.len() > MAX_FIELDS {
            return;
        }
        let named = known.iter().find(|Known(number, ..)| *number == field.number);
        match named {
            Some(Known(_, name, form)) => push_known(fields, field, name, *form, depth),
            None => push_wire(fields, field, &format!("field {}", field.number), depth),
        }
    }
}

fn push_known(fields: &mut Vec<BodyField>, field: &WireField<'_>, name: &str, form: Form, depth: usize) {
    let line = |value| BodyField { depth, label: name.to_owned(), value };
    if let (Form::Within(known), WireValue::Bytes(bytes)) = (form, field.value)
        && depth < MAX_MESSAGE_DEPTH
        && let Some(message) = Message::decode_whole(bytes)
    {
        fields.push(line(BodyValue::Group));
        push(fields, &message, known, depth + 1);
        return;
    }
    let values = match form {
        Form::Numbers => numbers(field.value),
        form => value(field.value, form).map(|value| vec![value]),
    };
    match values {
        Some(values) => fields.extend(values.into_iter().map(line)),
        None => push_wire(fields, field, name, depth),
    }
}

/// The text of a field without a known name or with an unexpected value.
fn push_wire(fields: &mut Vec<BodyField>, field: &WireField<'_>, label: &str, depth: usize) {
    let lines = protobuf::lines_of(field);
    for (at, line) in lines.into_iter().enumerate() {
        let label = if at == 0 { label.to_owned() } else { format!("field {}", line.number) };
        let value = if line.words.is_empty() { BodyValue::Group } else { BodyValue::Wire(line.words) };
        fields.push(BodyField { depth: depth + line.depth, label, value });
    }
}

/// The value of a field; `None` if it does not have the expected form.
fn value(wire: WireValue<'_>, form: Form) -> Option<BodyValue> {
    let whole = |bytes| Message::decode_whole(bytes);
    Some(match (form, wire) {
        (Form::Coin, WireValue::Varint(number)) => BodyValue::Coin(number.cast_signed()),
        (Form::SignedCoin, WireValue::Varint(number)) => BodyValue::Coin(zigzag(number)),
        (Form::Number, WireValue::Varint(number)) => BodyValue::Number(number.cast_signed()),
        (Form::Signed, WireValue::Varint(number)) => BodyValue::Number(zigzag(number)),
        (Form::Flag, WireValue::Varint(number @ 0..=1)) => BodyValue::Flag(number == 1),
        (Form::Text, WireValue::Bytes(bytes)) => BodyValue::Text(Text::from_bytes(bytes)),
        (Form::Bytes, WireValue::Bytes(bytes)) => BodyValue::Bytes(HexBytes::from(bytes.to_vec())),
        (Form::Entity, WireValue::Bytes(bytes)) => BodyValue::Entity(whole(bytes)?.entity()?),
        (Form::Key, WireValue::Bytes(bytes)) => BodyValue::Key(key(bytes.to_vec())),
        (Form::KeyList, WireValue::Bytes(bytes)) => {
            let keys = whole(bytes)?.all_bytes(1).map(|bytes| key(bytes.to_vec())).collect();
            BodyValue::Key(KeyTree::List(keys))
        }
        (Form::Seconds, WireValue::Bytes(bytes)) => {
            BodyValue::Seconds(whole(bytes)?.varint(1).unwrap_or_default().cast_signed())
        }
        (Form::Time, WireValue::Bytes(bytes)) => {
            let message = whole(bytes)?;
            let nanos = u32::try_from(message.varint(2).unwrap_or_default()).ok()?;
            let nanos = Some(nanos).filter(|nanos| *nanos < 1_000_000_000)?;
            BodyValue::Time(Timestamp { seconds: message.varint(1).unwrap_or_default(), nanos })
        }
        (Form::Wrapped(inner), WireValue::Bytes(bytes)) => wrapped(&whole(bytes)?, *inner)?,
        _ => return None,
    })
}

/// The value in a message's first field; an empty message means zero, no or nothing.
fn wrapped(message: &Message<'_>, form: Form) -> Option<BodyValue> {
    let first = message.fields.last().map(|field| field.value);
    match first {
        Some(wire) if message.fields.iter().all(|field| field.number == 1) => value(wire, form),
        Some(_) => None,
        None => match form {
            Form::Text => Some(BodyValue::Text(Text::default())),
            Form::Bytes => Some(BodyValue::Bytes(HexBytes::default())),
            Form::Flag => Some(BodyValue::Flag(false)),
            _ => Some(BodyValue::Number(0)),
        },
    }
}

/// One number, or many that are packed into bytes.
fn numbers(wire: WireValue<'_>) -> Option<Vec<BodyValue>> {
    match wire {
        WireValue::Varint(number) => Some(vec![BodyValue::Number(number.cast_signed())]),
        WireValue::Bytes(mut rest) => {
            let mut values = Vec::new();
            while !rest.is_empty() && values.len() < MAX_FIELDS {
                let number = prost::encoding::decode_varint(&mut rest).ok()?;
                values.push(BodyValue::Number(number.cast_signed()));
            }
            Some(values)
        }
        _ => None,
    }
}

fn key(bytes: Vec<u8>) -> KeyTree {
    let kind = Field::Known(Text::from("ProtobufEncoded"));
    KeyTree::from_key(&Key { r#type: kind, key: Field::Known(HexBytes::from(bytes)) })
}
