//! Values to copy. Bytes stay bytes until they are copied: hex of many megabytes would be slow.

use std::borrow::Cow;

use ledger::{HexBytes, RawJson};

/// The text of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CopyText {
    Text(String),
    /// Copied as `0x` and hex digits.
    Hex(HexBytes),
    /// Copied as received.
    Json(RawJson),
}

/// Text for the clipboard, and what it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copied {
    /// What it is, such as `contract id`.
    pub what: String,
    /// The whole value.
    pub text: CopyText,
}

impl Copied {
    /// The most bytes of text that go through a terminal's clipboard sequence: longer ones are dropped.
    pub const MAX_BYTES: usize = 74_994;

    pub fn new(what: impl Into<String>, text: impl Into<CopyText>) -> Self {
        Self { what: what.into(), text: text.into() }
    }

    /// As much of a text as a terminal takes, and one byte more, which shows that it is cut.
    pub fn enough(text: &str) -> &str {
        first(text, Self::MAX_BYTES + 1)
    }
}

impl CopyText {
    /// Whether there is nothing to copy.
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Text(text) if text.is_empty())
    }

    /// Length of the text, bytes.
    pub fn len(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Hex(bytes) => 2 + 2 * bytes.len(),
            Self::Json(json) => json.raw().len(),
        }
    }

    /// The whole text.
    pub fn whole(&self) -> Cow<'_, str> {
        self.beginning(usize::MAX)
    }

    /// The text for the clipboard. Bytes and JSON may be megabytes: only what a terminal takes is written.
    pub fn for_clipboard(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            long => long.beginning(Copied::MAX_BYTES).into_owned(),
        }
    }

    /// The text without its middle: at most this many bytes of each end.
    pub fn both_ends(&self, most: usize) -> Cow<'_, str> {
        if self.len() <= 2 * most {
            return self.whole();
        }
        let end = match self {
            Self::Text(text) => last(text, most).to_owned(),
            Self::Json(json) => last(json.raw(), most).to_owned(),
            Self::Hex(bytes) => {
                let from = bytes.len().saturating_sub(most / 2);
                alloy_primitives::hex::encode(bytes.bytes().get(from..).unwrap_or_default())
            }
        };
        format!("{}{end}", self.beginning(most)).into()
    }

    /// The first bytes of the text, at most `most`.
    pub fn beginning(&self, most: usize) -> Cow<'_, str> {
        match self {
            Self::Text(text) => first(text, most).into(),
            Self::Json(json) => first(json.raw(), most).into(),
            Self::Hex(bytes) => {
                let first = bytes.bytes().get(..most.saturating_sub(2).div_euclid(2));
                first.map_or_else(|| bytes.to_hex(), alloy_primitives::hex::encode_prefixed).into()
            }
        }
    }
}

fn first(text: &str, most: usize) -> &str {
    text.get(..text.floor_char_boundary(most)).unwrap_or(text)
}

fn last(text: &str, most: usize) -> &str {
    text.get(text.ceil_char_boundary(text.len().saturating_sub(most))..).unwrap_or_default()
}

impl Default for CopyText {
    fn default() -> Self {
        Self::Text(String::new())
    }
}

impl From<String> for CopyText {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for CopyText {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<&RawJson> for CopyText {
    fn from(json: &RawJson) -> Self {
        Self::Json(json.clone())
    }
}

impl From<&HexBytes> for CopyText {
    fn from(bytes: &HexBytes) -> Self {
        Self::Hex(bytes.clone())
    }
}
