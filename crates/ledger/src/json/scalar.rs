//! Parses field values: numbers, texts, times, ids and bytes, in hex or in any variant of base64.

use alloy_primitives::U256;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use base64::{Engine as _, alphabet};

use super::{FromJson, Json, Object};
use crate::{EntityId, EvmAddress, Field, HexBytes, Quantity, RawJson, Text, Timestamp, TransactionId};

impl FromJson for bool {
    fn from_json(json: Json<'_>) -> Option<Self> {
        match json.text.trim_matches('"') {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        }
    }
}

impl FromJson for i64 {
    fn from_json(json: Json<'_>) -> Option<Self> {
        json.scalar()?.parse().ok()
    }
}

impl FromJson for i128 {
    fn from_json(json: Json<'_>) -> Option<Self> {
        json.scalar()?.parse().ok()
    }
}

impl FromJson for Text {
    fn from_json(json: Json<'_>) -> Option<Self> {
        json.scalar().map(Self::new)
    }
}

impl FromJson for Timestamp {
    fn from_json(json: Json<'_>) -> Option<Self> {
        Self::parse(&json.scalar()?)
    }
}

impl FromJson for EntityId {
    fn from_json(json: Json<'_>) -> Option<Self> {
        Self::parse_lenient(&json.string()?)
    }
}

impl FromJson for TransactionId {
    fn from_json(json: Json<'_>) -> Option<Self> {
        Self::parse(&json.string()?)
    }
}

/// An account that some servers send as its bare number.
pub(crate) fn lenient_account(object: &Object<'_>, name: &str) -> Field<EntityId> {
    object.field_by(name, |json| {
        let text = json.scalar()?;
        EntityId::parse_lenient(&text).or_else(|| text.parse().ok().map(EntityId::from_num))
    })
}

impl FromJson for EvmAddress {
    fn from_json(json: Json<'_>) -> Option<Self> {
        Self::parse_any_case(&json.string()?).ok()
    }
}

impl FromJson for HexBytes {
    fn from_json(json: Json<'_>) -> Option<Self> {
        Self::parse(&json.string()?)
    }
}

impl FromJson for Quantity {
    /// Hex after `0x`, or a number as such.
    fn from_json(json: Json<'_>) -> Option<Self> {
        match json.string() {
            Some(text) => Self::parse(&text),
            None => U256::from_str_radix(&json.scalar()?, 10).ok().map(|value| Self(Some(value))),
        }
    }
}

impl FromJson for RawJson {
    fn from_json(json: Json<'_>) -> Option<Self> {
        Some(json.part())
    }
}

impl<T: FromJson> FromJson for Field<T> {
    /// An element may itself be null or unreadable.
    fn from_json(json: Json<'_>) -> Option<Self> {
        Some(json.field(T::from_json))
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    fn from_json(json: Json<'_>) -> Option<Self> {
        json.elements()?.into_iter().map(T::from_json).collect()
    }
}

/// Padding is optional, and stray bits in the last character do not matter.
const LENIENT: GeneralPurposeConfig = GeneralPurposeConfig::new()
    .with_decode_padding_mode(DecodePaddingMode::Indifferent)
    .with_decode_allow_trailing_bits(true);
const STANDARD: GeneralPurpose = GeneralPurpose::new(&alphabet::STANDARD, LENIENT);

/// Bytes sent as base64.
pub(crate) fn base64(object: &Object<'_>, name: &str) -> Field<HexBytes> {
    object.field_by(name, |json| decode(&json.string()?).map(HexBytes::from))
}

/// A text sent as base64, which need not be UTF-8.
pub(crate) fn base64_text(object: &Object<'_>, name: &str) -> Field<Text> {
    object.field_by(name, |json| decode(&json.string()?).map(Text::from_bytes))
}

/// Decodes the standard or the URL alphabet, padded or not, with line breaks or not.
fn decode(text: &str) -> Option<Vec<u8>> {
    let digits: String = text
        .chars()
        .filter(|c| !c.is_ascii_whitespace())
        .map(|c| match c {
            '-' => '+',
            '_' => '/',
            c => c,
        })
        .collect();
    STANDARD.decode(digits).ok()
}

#[cfg(test)]
mod tests {
    use super::super::tests::field;
    use super::*;

    fn parse<T: FromJson>(value: &str) -> Field<T> {
        field(&format!("{{\"a\":{value}}}"), "a")
    }

    #[test]
    fn integers_are_exact_and_never_pass_through_a_float() {
        assert_eq!(
            parse(r"49999999999999999990000000000"),
            Field::Known(49_999_999_999_999_999_990_000_000_000_i128)
        );
        assert_eq!(parse(r#""-9223372036854775808""#), Field::Known(i64::MIN));
        let beyond = format!("{}0", i128::MAX);
        assert_eq!(parse::<i128>(&beyond), Field::Odd(Text::new(beyond.as_str())));
        for odd in ["1.0", "1e3", "true", r#""""#, r#"" 1""#, "[1]"] {
            assert_eq!(parse::<i64>(odd), Field::Odd(Text::from(odd)));
        }
    }

    #[test]
    fn booleans_come_as_words_too() {
        assert_eq!(parse(r#""true""#), Field::Known(true));
        assert_eq!(parse("false"), Field::Known(false));
        assert_eq!(parse::<bool>("1"), Field::Odd(Text::from("1")));
    }

    #[test]
    fn times_come_as_strings_or_numbers() {
        let time = Timestamp { seconds: 1_795_216_520, nanos: 555_555_505 };
        assert_eq!(parse(r#""1795216520.555555505""#), Field::Known(time));
        assert_eq!(parse("1795216520.555555505"), Field::Known(time));
        assert_eq!(parse::<Timestamp>("-1"), Field::Odd(Text::from("-1")));
    }

    #[test]
    fn quantities_may_be_empty_or_numbers() {
        assert_eq!(parse(r#""0x""#), Field::Known(Quantity(None)));
        assert_eq!(parse("51"), Field::Known(Quantity(Some(U256::from(51)))));
        assert_eq!(parse::<Quantity>(r#""51""#), Field::Odd(Text::from(r#""51""#)));
        assert_eq!(parse::<Quantity>("-1"), Field::Odd(Text::from("-1")));
    }

    #[test]
    fn lists_may_hold_nulls_where_their_noun_says_so() {
        assert_eq!(
            parse(r#"["0.0.5",null,7]"#),
            Field::Known(vec![Field::Known(EntityId::from_num(5)), Field::Null, Field::Odd(Text::from("7"))])
        );
        assert_eq!(parse::<Vec<HexBytes>>("[1]"), Field::Odd(Text::from("[1]")));
    }

    #[test]
    fn half_a_surrogate_is_odd_and_spoils_nothing_else() {
        let document = r#"{"a":"\ud800","b":1}"#;
        assert_eq!(field::<Text>(document, "a"), Field::Odd(Text::from(r#""\ud800""#)));
        assert_eq!(field::<i64>(document, "b"), Field::Known(1));
    }

    #[test]
    fn every_dialect_is_read() {
        assert_eq!(decode("+/8="), Some(vec![0xfb, 0xff]));
        assert_eq!(decode("-_8"), Some(vec![0xfb, 0xff]));
        assert_eq!(decode("+/\r\n 8=\n"), Some(vec![0xfb, 0xff]));
        assert_eq!(decode(""), Some(vec![]));
    }

    #[test]
    fn what_is_not_base64_is_odd() {
        for text in ["a", "+*8=", "é"] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
