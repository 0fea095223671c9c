//! The encodings of a key in which a server may repeat it.

use std::ops::Range;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use secrecy::zeroize::Zeroizing;

/// The least number of bytes that make a secret: shorter ones would be found where they are not meant.
const MIN_SECRET_BYTES: usize = 6;
/// The least number of letters by which a key in base64 is known.
const MIN_BASE64_LEN: usize = 7;

/// A form of a key.
pub(super) struct Form {
    pub(super) bytes: Zeroizing<Vec<u8>>,
    pub(super) kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The case does not matter.
    Plain,
    /// Base64, whose case counts and whose neighbours belong to it.
    Base64,
}

impl Kind {
    /// A byte, normalized for comparison.
    pub(super) fn read(self, byte: u8) -> u8 {
        if self == Self::Plain { byte.to_ascii_lowercase() } else { byte }
    }
}

/// The encodings of a key to search for; empty for a key that is too short.
pub(super) fn forms(key: &str) -> Vec<Form> {
    if key.len() < MIN_SECRET_BYTES {
        return Vec::new();
    }
    let plain = |bytes: Vec<u8>| Form { bytes: Zeroizing::new(bytes), kind: Kind::Plain };
    let lower = Zeroizing::new(key.to_ascii_lowercase());
    let upper = Zeroizing::new(key.to_ascii_uppercase());
    let hex = alloy_primitives::hex::encode(key).into_bytes();
    let mut forms = vec![plain(lower.as_bytes().to_vec()), plain(hex)];
    if !key.is_ascii() {
        forms.extend([key.to_lowercase(), key.to_uppercase()].map(|other| plain(other.into_bytes())));
    }
    for spelling in [key, &lower, &upper] {
        for before in 0..3 {
            forms.extend([STANDARD_NO_PAD, URL_SAFE_NO_PAD].iter().filter_map(|engine| {
                let mut whole = Zeroizing::new(vec![0; before]);
                whole.extend_from_slice(spelling.as_bytes());
                let encoded = Zeroizing::new(engine.encode(&*whole));
                // The base64 digits that depend on the key alone, whatever surrounds it.
                let own = (before * 4).div_ceil(3)..whole.len() * 8 / 6;
                let bytes = Zeroizing::new(encoded.as_bytes().get(own)?.to_vec());
                (bytes.len() >= MIN_BASE64_LEN).then_some(Form { bytes, kind: Kind::Base64 })
            }));
        }
    }
    forms
}

/// The range with all letters of base64 around it: those at its ends hold a part of the key, too.
pub(super) fn whole_word(layer: &[u8], range: Range<usize>) -> Range<usize> {
    let letter = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_');
    let padded = |byte: &&u8| letter(byte) || **byte == b'=';
    let before = layer.get(..range.start).unwrap_or_default().iter().rev().take_while(letter).count();
    let behind = layer.get(range.end..).unwrap_or_default().iter().take_while(padded).count();
    range.start - before..range.end + behind
}
