//! Decodes base64 in any of its variants.

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use ledger::{HexBytes, Text};

use super::{FromJson, Json};

/// Padding is optional, and stray bits in the last character do not matter.
const LENIENT: GeneralPurposeConfig = GeneralPurposeConfig::new()
    .with_decode_padding_mode(DecodePaddingMode::Indifferent)
    .with_decode_allow_trailing_bits(true);
const STANDARD: GeneralPurpose = GeneralPurpose::new(&alphabet::STANDARD, LENIENT);

/// Bytes sent as base64: the standard or the URL alphabet, padded or not, with line breaks or not.
pub(super) struct Base64(Vec<u8>);

impl Base64 {
    pub(super) fn bytes(&self) -> HexBytes {
        HexBytes::from(self.0.clone())
    }

    /// As a text that need not be UTF-8.
    pub(super) fn text(&self) -> Text {
        Text::from_bytes(self.0.clone())
    }
}

impl FromJson for Base64 {
    fn from_json(json: Json<'_>) -> Option<Self> {
        let digits: String = json
            .string()?
            .chars()
            .filter(|c| !c.is_ascii_whitespace())
            .map(|c| match c {
                '-' => '+',
                '_' => '/',
                c => c,
            })
            .collect();
        STANDARD.decode(digits).ok().map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::field;
    use super::*;

    fn decode(value: &str) -> Option<Vec<u8>> {
        field::<Base64>(&serde_json::json!({ "a": value }).to_string(), "a").known().map(|b| b.0.clone())
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
