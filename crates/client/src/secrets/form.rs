//! The encodings in which a server may repeat a key, and the trace of a dropped key: enough to find the key in a text,
//! and too little to reconstruct it.

use std::hash::{BuildHasher, Hasher as _, RandomState};
use std::ops::Range;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use secrecy::zeroize::Zeroizing;
use verification::ApiKey;

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

/// The secrets of this process without which a trace matches nothing.
#[derive(Clone, Debug)]
pub(super) struct Salt {
    state: RandomState,
    /// Odd.
    factor: u64,
}

impl Default for Salt {
    fn default() -> Self {
        let state = RandomState::new();
        let factor = state.hash_one(0_u8) | 1;
        Self { state, factor }
    }
}

impl Salt {
    fn digest(&self, bytes: impl Iterator<Item = u8>) -> u64 {
        let mut hasher = self.state.build_hasher();
        bytes.for_each(|byte| hasher.write_u8(byte));
        hasher.finish()
    }

    /// A 16-bit sketch that rules out most texts without a key.
    fn sketch(hash: u64) -> u64 {
        hash >> 48
    }

    fn roll(&self, hash: u64, byte: u8) -> u64 {
        hash.wrapping_mul(self.factor).wrapping_add(u64::from(byte) + 1)
    }
}

/// The traces of a key, in all forms in which a server may repeat it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Traces(Vec<Trace>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Trace {
    kind: Kind,
    length: usize,
    sketch: u64,
    digest: u64,
}

impl Traces {
    pub(super) fn new(key: &ApiKey, salt: &Salt) -> Self {
        let trace = |form: Form| {
            let bytes = || form.bytes.iter().map(|byte| form.kind.read(*byte));
            let hash = bytes().fold(0, |hash, byte| salt.roll(hash, byte));
            Trace {
                kind: form.kind,
                length: form.bytes.len(),
                sketch: Salt::sketch(hash),
                digest: salt.digest(bytes()),
            }
        };
        Self(forms(key.reveal()).into_iter().map(trace).collect())
    }

    /// Where the key is in a text.
    pub(super) fn find(&self, layer: &[u8], salt: &Salt) -> Vec<Range<usize>> {
        let mut shapes: Vec<(Kind, usize)> = Vec::new();
        for trace in &self.0 {
            if !shapes.contains(&(trace.kind, trace.length)) {
                shapes.push((trace.kind, trace.length));
            }
        }
        shapes.into_iter().flat_map(|(kind, length)| self.find_shape(layer, salt, kind, length)).collect()
    }

    fn find_shape(&self, layer: &[u8], salt: &Salt, kind: Kind, length: usize) -> Vec<Range<usize>> {
        let traces: Vec<&Trace> =
            self.0.iter().filter(|trace| (trace.kind, trace.length) == (kind, length)).collect();
        // What the byte that leaves a window has added to its hash.
        let leaving = (0..length).fold(1_u64, |power, _| power.wrapping_mul(salt.factor));
        let mut found = Vec::new();
        let mut hash = 0_u64;
        for (at, byte) in layer.iter().enumerate() {
            hash = salt.roll(hash, kind.read(*byte));
            if let Some(gone) = at.checked_sub(length).and_then(|at| layer.get(at)) {
                hash = hash.wrapping_sub(leaving.wrapping_mul(u64::from(kind.read(*gone)) + 1));
            }
            let Some(start) = (at + 1).checked_sub(length) else { continue };
            let like = |trace: &&&Trace| trace.sketch == Salt::sketch(hash);
            let Some(window) = layer.get(start..=at) else { continue };
            let is = |trace: &&Trace| trace.digest == salt.digest(window.iter().map(|byte| kind.read(*byte)));
            if traces.iter().filter(like).any(is) {
                found.push(match kind {
                    Kind::Plain => start..at + 1,
                    Kind::Base64 => whole_word(layer, start..at + 1),
                });
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "K3y/Th4t\"No+body_May-See";

    #[test]
    fn a_trace_finds_what_the_key_itself_finds() {
        let salt = Salt::default();
        let traces = Traces::new(&ApiKey::parse(KEY).unwrap(), &salt);
        for form in forms(KEY) {
            let text = [b"<".repeat(40), form.bytes.to_vec(), b">".to_vec(), form.bytes.to_vec()].concat();
            let found = traces.find(&text, &salt);
            for range in [40..40 + form.bytes.len(), 41 + form.bytes.len()..text.len()] {
                assert!(found.contains(&range), "{found:?}");
            }
        }
        let found = traces.find(KEY.to_uppercase().as_bytes(), &salt);
        assert!(found.len() == 1 && found.contains(&(0..KEY.len())), "{found:?}");
        assert!(traces.find(KEY.trim_end_matches('e').as_bytes(), &salt).is_empty());
        assert!(traces.find(&b"any other text, as long as one likes".repeat(9), &salt).is_empty());
        assert!(traces.find(b"", &salt).is_empty());
    }

    #[test]
    fn nothing_of_a_key_is_in_its_trace() {
        let salt = Salt::default();
        let traces = format!("{:?}", Traces::new(&ApiKey::parse(KEY).unwrap(), &salt));
        assert!(!traces.contains("K3y") && !traces.to_lowercase().contains("6b3379"), "{traces}");
        let other = Traces::new(&ApiKey::parse(KEY).unwrap(), &Salt::default());
        assert!(other.find(KEY.as_bytes(), &salt).is_empty());
    }
}
