//! Why an execution failed: the field `error_message`, which holds one of seven kinds of things.

use alloy_primitives::{U256, hex};
use ledger::{Field, HexBytes, Text};

use super::abi::{WORD, number, only_bytes};
use super::response_code::{Response, ResponseCode};

/// The content of `error_message`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Revert {
    /// Nothing: `0x` or an empty text.
    NoReason,
    /// `Error(string)`: the contract's own words.
    Reason(Text),
    /// `Panic(uint256)`: a check that the compiler put in.
    Panic(U256),
    /// Another selector: an error that the contract defines, with its arguments as encoded in whole words.
    Custom {
        /// The first four bytes.
        selector: [u8; 4],
        /// The bytes after them.
        arguments: HexBytes,
    },
    /// Plain text that was sent as hex.
    Plain(Text),
    /// The number of a response code, from a system contract.
    Code(u64),
    /// A name in clear, of a response code: it failed before or without running the contract.
    Status(Text),
    /// Other plain text.
    Words(Text),
    /// Bytes that say nothing known.
    Bytes(HexBytes),
}

/// `Error(string)`.
const ERROR: [u8; 4] = hex!("08c379a0");
/// `Panic(uint256)`.
const PANIC: [u8; 4] = hex!("4e487b71");
/// Response codes are smaller; greater numbers are numbers.
const MAX_RESPONSE_CODE: u64 = 999;

/// The panic codes and their meanings.
const PANICS: [(u64, &str); 10] = [
    (0x00, "a panic that the compiler put in"),
    (0x01, "an assertion failed"),
    (0x11, "arithmetic overflow or underflow"),
    (0x12, "division by zero"),
    (0x21, "a number that is no member of the enum"),
    (0x22, "storage bytes that are encoded wrongly"),
    (0x31, "pop from an empty array"),
    (0x32, "an index out of range"),
    (0x41, "too much memory"),
    (0x51, "call of a function that was never set"),
];

impl Revert {
    /// Parses the field; `None` if it is absent or null, which means no error.
    pub fn from_field(field: &Field<Text>) -> Option<Self> {
        match field {
            Field::Absent | Field::Null => None,
            Field::Known(text) | Field::Odd(text) => Some(Self::parse(text)),
        }
    }

    /// Parses `error_message` of a result: hexadecimal error data, or a text.
    pub fn parse(message: &Text) -> Self {
        let Ok(plain) = std::str::from_utf8(message.raw()) else { return Self::Words(message.clone()) };
        if plain.is_empty() {
            return Self::NoReason;
        }
        match plain.strip_prefix("0x").and_then(HexBytes::parse) {
            Some(data) => Self::from_data(data),
            None if is_name(plain) => Self::Status(message.clone()),
            None => Self::Words(message.clone()),
        }
    }

    /// Parses revert data, also from `call_result` and traces.
    pub fn from_data(data: HexBytes) -> Self {
        let bytes = data.bytes();
        if bytes.is_empty() {
            return Self::NoReason;
        }
        let selector = bytes.split_first_chunk::<4>();
        match selector {
            Some((&ERROR, arguments)) => {
                if let Some(reason) = only_bytes(arguments) {
                    return Self::Reason(Text::from_bytes(reason));
                }
            }
            Some((&PANIC, arguments)) => {
                if let Some(code) = number(arguments) {
                    return Self::Panic(code);
                }
            }
            _ => {}
        }
        match selector {
            // Whole words full of letters and nothing else are a text that happens to have that length.
            Some((selector, arguments))
                if arguments.len().is_multiple_of(WORD) && (arguments.is_empty() || !is_text(bytes)) =>
            {
                Self::Custom { selector: *selector, arguments: HexBytes::from(arguments.to_vec()) }
            }
            _ if is_text(bytes) => Self::Plain(Text::from_bytes(bytes)),
            _ => Self::Bytes(data),
        }
    }

    /// Parses revert data of a system contract, in which a number is a response code.
    #[must_use]
    pub fn of_system(self) -> Self {
        let code = match &self {
            Self::Bytes(data) => number(data.bytes()).and_then(|code| u64::try_from(code).ok()),
            _ => None,
        };
        code.filter(|code| (1..=MAX_RESPONSE_CODE).contains(code)).map_or(self, Self::Code)
    }

    /// Why it failed, in one line that is safe to print.
    pub fn summary(&self) -> String {
        match self {
            Self::NoReason => "no reason given".to_owned(),
            Self::Reason(text) if text.is_empty() => "an empty reason".to_owned(),
            Self::Reason(text) | Self::Plain(text) | Self::Words(text) => text.escaped(),
            Self::Panic(code) => {
                let known = PANICS.iter().find(|(known, _)| U256::from(*known) == *code);
                match known {
                    Some((_, meaning)) => format!("panic 0x{code:02x}: {meaning}"),
                    None => format!("panic 0x{code:x}"),
                }
            }
            Self::Custom { selector, arguments } => {
                let selector = hex::encode_prefixed(selector);
                match arguments.len().div_ceil(WORD) {
                    0 => format!("error {selector}"),
                    1 => format!("error {selector} with 1 word"),
                    words => format!("error {selector} with {words} words"),
                }
            }
            Self::Code(code) => Response::new(*code).explanation(),
            Self::Status(name) => ResponseCode::explanation(name),
            Self::Bytes(bytes) => match bytes.to_hex() {
                hex if bytes.len() <= WORD => hex,
                _ => format!("{} bytes, not recognised", bytes.len()),
            },
        }
    }
}

/// Whether this can be a response code's name.
fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_uppercase())
        && text.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
}

/// Whether this is UTF-8 that people write: no control characters but line breaks and tabs.
fn is_text(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes)
        .is_ok_and(|text| !text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t')))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(message: &str) -> String {
        Revert::parse(&Text::from(message)).summary()
    }

    #[test]
    fn every_kind_in_words() {
        let reason = "0x08c379a0\
            0000000000000000000000000000000000000000000000000000000000000020\
            0000000000000000000000000000000000000000000000000000000000000013\
            636f6e7374727563746f722073617973206e6f00000000000000000000000000";
        let panic = "0x4e487b710000000000000000000000000000000000000000000000000000000000000011";
        let custom = format!("0xe450d38c{}", "00".repeat(96));
        let code = format!("0x{:064x}", 184);
        for (message, wanted) in [
            (reason, "constructor says no"),
            (panic, "panic 0x11: arithmetic overflow or underflow"),
            (&custom, "error 0xe450d38c with 3 words"),
            ("0xd93c0665", "error 0xd93c0665"),
            ("0x6e6f7420746f646179", "not today"),
            (&code, &code),
            ("INSUFFICIENT_GAS", "INSUFFICIENT_GAS: the gas limit was too low"),
            ("BRAND_NEW_STATUS", "BRAND_NEW_STATUS"),
            ("\x1b[31mnot hex", "\\x1b[31mnot hex"),
            ("0x", "no reason given"),
            ("", "no reason given"),
            ("0xff00ff", "0xff00ff"),
            ("0xzz", "0xzz"),
        ] {
            assert_eq!(summary(message), wanted, "{message}");
        }
        assert_eq!(Revert::from_field(&Field::Null), None);
        let system = Revert::parse(&Text::from(code.as_str())).of_system().summary();
        assert_eq!(
            system,
            "TOKEN_NOT_ASSOCIATED_TO_ACCOUNT: the account must be associated with the token first"
        );
    }

    #[test]
    fn a_reason_counts_only_if_it_encodes_to_the_same_bytes() {
        let cut = "0x08c379a0\
            0000000000000000000000000000000000000000000000000000000000000020\
            0000000000000000000000000000000000000000000000000000000000000000";
        assert_eq!(summary(cut), "an empty reason");
        let no_length = "0x08c379a00000000000000000000000000000000000000000000000000000000000000020";
        assert_eq!(summary(no_length), "error 0x08c379a0 with 1 word");
        let dirty_padding = "0x08c379a0\
            0000000000000000000000000000000000000000000000000000000000000020\
            0000000000000000000000000000000000000000000000000000000000000001\
            6100000000000000000000000000000000000000000000000000000000000001";
        assert_eq!(summary(dirty_padding), "error 0x08c379a0 with 3 words");
    }

    #[test]
    fn text_of_a_words_length_is_text() {
        let text = "exactly thirty-six characters of it.";
        assert_eq!(summary(&hex::encode_prefixed(text)), text);
    }

    proptest::proptest! {
        #[test]
        fn any_message_has_words(message: Vec<u8>) {
            let words = Revert::parse(&Text::from_bytes(message)).summary();
            proptest::prop_assert!(!words.chars().any(char::is_control));
        }

        #[test]
        fn any_data_has_words(data: Vec<u8>, selector in 0..3_usize) {
            let data = [[&ERROR[..], &PANIC[..], &[]][selector], &data].concat();
            let words = Revert::from_data(HexBytes::from(data)).summary();
            proptest::prop_assert!(!words.is_empty() && !words.chars().any(char::is_control));
        }
    }
}
