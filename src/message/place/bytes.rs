//! Pasted bytes, and the interface to decode them with: `decode/0xa9059cbb…?with=0.0.5001`.

use decode::reading::bytes::SELECTOR_BYTES;
use ledger::text::visible;
use ledger::{ContractRef, EntityId, EvmAddress, HexBytes};

use super::text::Parts;
use super::{Place, PlaceFault};
use crate::message::place::query_text;

/// Pasted bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct BytesPlace {
    /// The bytes; of an event its topics, then its data.
    pub parts: Vec<HexBytes>,
    /// The interface from the user.
    pub with: Option<ReadWith>,
}

/// The source of an interface.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ReadWith {
    /// The contract's interface.
    Contract(ContractRef),
    /// A signature, as it is typed: `error Denied(address)`.
    Signature(String),
    /// The path of a file with an ABI or signatures.
    File(String),
}

/// The bytes of the shortest thing that has a name: a selector.
const MIN_BYTES: usize = SELECTOR_BYTES;
/// The fewest hex digits of bytes without `0x`.
const MIN_DIGITS: usize = 2 * MIN_BYTES;
/// The characters of the first bytes in a label.
const LABEL_LETTERS: usize = 2 + MIN_DIGITS;

impl ReadWith {
    /// Parses what the user typed; `None` if empty.
    pub fn parse(text: &str, home: EntityId) -> Option<Self> {
        let text = text.trim();
        match ContractRef::parse(text, home) {
            _ if text.is_empty() => None,
            Some(contract) => Some(Self::Contract(contract)),
            None if text.contains('(') && !text.contains('/') => Some(Self::Signature(text.to_owned())),
            None => Some(Self::File(text.to_owned())),
        }
    }

    /// The text that parses back.
    pub fn text(&self) -> String {
        match self {
            Self::Contract(contract) => contract.to_string(),
            Self::Signature(text) | Self::File(text) => text.clone(),
        }
    }
}

impl BytesPlace {
    /// Parses pasted bytes: hex over several lines, or topics and data, also in brackets and quotes; an interface may
    /// follow. `None` if the text does not begin with bytes.
    ///
    /// # Errors
    /// When a part has an odd number of digits.
    pub fn read(text: &str, home: EntityId) -> Option<Result<Self, String>> {
        let (mut parts, rest) = match parts(text)? {
            Ok(read) => read,
            Err(odd) => return Some(Err(odd)),
        };
        let mut with = ReadWith::parse(rest, home);
        // A last part of 20 bytes is the contract.
        if let [_, .., last] = parts.as_slice()
            && let Ok(address) = EvmAddress::parse(&last.to_hex())
            && with.is_none()
        {
            with = Some(ReadWith::Contract(ContractRef::Address(address)));
            parts.pop();
        }
        Self { parts, with }.if_long_enough().map(Ok)
    }

    fn if_long_enough(self) -> Option<Self> {
        let bytes = self.parts.iter().map(HexBytes::len).sum::<usize>();
        (bytes >= MIN_BYTES).then_some(self)
    }

    pub(super) fn parse(parts: &Parts<'_>) -> Result<Place, PlaceFault> {
        let fault = "write the bytes in hex, such as 0xa9059cbb, two digits a byte";
        let read = match self::parts(parts.open(0)) {
            Some(Ok((parts, ""))) => Self { parts, with: None }.if_long_enough(),
            _ => None,
        };
        let place = read.ok_or(PlaceFault::Part(fault))?;
        let with = match *parts.pairs {
            [] => None,
            [("with", text)] => ReadWith::parse(text, parts.home),
            _ => return Err(PlaceFault::Part("decode takes with: a contract, a signature or a file")),
        };
        Ok(Place::Bytes(Self { with, ..place }))
    }

    pub(super) fn text(&self) -> String {
        let parts: Vec<String> = self.parts.iter().map(HexBytes::to_hex).collect();
        let with = self.with.as_ref().map(|with| ("with", with.text()));
        format!("decode/{}{}", parts.join(","), query_text(&Vec::from_iter(with)))
    }

    /// The shortened bytes and the interface.
    pub(super) fn words(&self) -> String {
        let bytes = self.parts.iter().map(HexBytes::len).sum::<usize>();
        let first = self.parts.first().map(HexBytes::to_hex).unwrap_or_default();
        let with = self.with.as_ref().map(|with| format!(" by {}", visible(&with.text())));
        let with = with.unwrap_or_default();
        match first.get(..LABEL_LETTERS).filter(|_| bytes > MIN_BYTES) {
            Some(start) => format!("decode {start}…, {bytes} bytes{with}"),
            None => format!("decode {first}{with}"),
        }
    }

    /// The contract of the interface.
    pub fn contract(&self) -> Option<ContractRef> {
        match self.with {
            Some(ReadWith::Contract(contract)) => Some(contract),
            _ => None,
        }
    }
}

/// The bytes at the start of a text, and the rest; `None` if the text does not begin with bytes.
fn parts(text: &str) -> Option<Result<(Vec<HexBytes>, &str), String>> {
    let between = |c: char| c.is_whitespace() || ",;\"'[]".contains(c);
    let (mut rest, mut digits) = (text, Vec::<String>::new());
    loop {
        rest = rest.trim_start_matches(between);
        let (token, more) = rest.split_at_checked(rest.find(between).unwrap_or(rest.len()))?;
        let bare = token.strip_prefix("0x").or_else(|| token.strip_prefix("0X"));
        let hex = bare.unwrap_or(token);
        if hex.is_empty() && bare.is_none() || !hex.bytes().all(|b| b.is_ascii_hexdigit()) {
            break;
        }
        match digits.last_mut() {
            Some(last) if bare.is_none() => last.push_str(hex),
            None if bare.is_none() && hex.len() < MIN_DIGITS => return None,
            _ => digits.push(hex.to_owned()),
        }
        rest = more;
    }
    if let Some(odd) = digits.iter().find(|hex| hex.len() % 2 == 1) {
        let count = odd.len();
        return Some(Err(format!("{count} hex digits: an odd number, and a byte has two")));
    }
    let parts = digits.iter().map(|hex| HexBytes::parse(hex)).collect::<Option<_>>()?;
    Some(Ok((parts, rest)))
}
