//! Masks keys in a text, in every encoding in which a server may repeat them, also below layers of escapes.

use std::ops::Range;

use secrecy::zeroize::Zeroizing;
use verification::ApiKey;

use super::Known;
use super::form::{Form, Kind, forms, whole_word};

/// How many layers of escapes are undone.
const MAX_LAYERS: usize = 4;

/// The text without these keys; `None` if it holds none of them.
pub(super) fn strike_keys(text: &str, known: &Known) -> Option<String> {
    let forms: Vec<Form> = known.keys.iter().map(ApiKey::reveal).flat_map(forms).collect();
    if forms.is_empty() && known.past.is_empty() {
        return None;
    }
    strike(text, |layer| {
        let past = known.past.iter().flat_map(|traces| traces.find(layer, &known.salt));
        find(layer, &forms).into_iter().chain(past).collect()
    })
}

/// Replaces all matches in the text, and in each layer beneath its escapes, with the mask.
pub(super) fn strike(text: &str, find: impl Fn(&[u8]) -> Vec<Range<usize>>) -> Option<String> {
    let mut found = find(text.as_bytes());
    let mut layers: Vec<Decoded> = Vec::new();
    while layers.len() < MAX_LAYERS {
        let above = layers.last().map_or(text.as_bytes(), |layer| &layer.bytes);
        let Some(layer) = Decoded::decode(above) else { break };
        let ranges = find(&layer.bytes);
        layers.push(layer);
        let written =
            |range: Range<usize>| layers.iter().rev().fold(range, |range, layer| layer.written(&range));
        found.extend(ranges.into_iter().map(written));
    }
    if found.is_empty() {
        return None;
    }
    found.sort_by_key(|range| range.start);
    let mut out = String::with_capacity(text.len());
    let mut end = 0;
    for range in found {
        if range.start >= end {
            out.push_str(text.get(end..range.start).unwrap_or_default());
            out.push_str(ApiKey::MASK);
        }
        end = end.max(range.end);
    }
    out.push_str(text.get(end..).unwrap_or_default());
    Some(out)
}

fn find(layer: &[u8], forms: &[Form]) -> Vec<Range<usize>> {
    let mut begins = [false; 256];
    for first in forms.iter().filter_map(|form| form.bytes.first()) {
        for byte in [first.to_ascii_lowercase(), first.to_ascii_uppercase()] {
            if let Some(begins) = begins.get_mut(usize::from(byte)) {
                *begins = true;
            }
        }
    }
    let mut found: Vec<Range<usize>> = Vec::new();
    let candidates =
        layer.iter().enumerate().filter(|(_, byte)| begins.get(usize::from(**byte)) == Some(&true));
    for (at, _) in candidates {
        for form in forms {
            let range = at..at + form.bytes.len();
            let Some(part) = layer.get(range.clone()) else { continue };
            match form.kind {
                Kind::Plain if part.eq_ignore_ascii_case(&form.bytes) => found.push(range),
                Kind::Base64 if part == &**form.bytes => found.push(whole_word(layer, range)),
                Kind::Plain | Kind::Base64 => {}
            }
        }
    }
    found
}

/// No entity of HTML has a longer name.
const MAX_ENTITY_BYTES: usize = 40;

/// An escape sequence and its decoded bytes.
#[derive(Clone, Copy)]
struct Escape {
    /// Where the bytes that are meant begin, and how many they are.
    meant: (usize, usize),
    /// Where the escape begins, and how long it is.
    written: (usize, usize),
}

/// One layer of escapes undone. Its bytes may hold a key, so they are wiped when dropped.
pub(super) struct Decoded {
    pub(super) bytes: Zeroizing<Vec<u8>>,
    escapes: Vec<Escape>,
}

impl Decoded {
    /// Undoes the escapes of JSON (`\u0041`, `\/`), of addresses (`%41`) and of HTML (`&#65;`, `&quot;`). `None` if there are
    /// none.
    pub(super) fn decode(text: &[u8]) -> Option<Self> {
        if !text.iter().any(|byte| matches!(byte, b'\\' | b'%' | b'&')) {
            return None;
        }
        let mut bytes = Zeroizing::new(Vec::with_capacity(text.len()));
        let mut escapes = Vec::new();
        let mut rest = text;
        while let Some((first, after)) = rest.split_first() {
            let at = text.len() - rest.len();
            let (meant, length) = escape(rest).unwrap_or((Meant::Byte(*first), 1));
            let start = bytes.len();
            match meant {
                Meant::Byte(byte) => bytes.push(byte),
                Meant::Char(c) => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            }
            if length > 1 {
                escapes.push(Escape { meant: (start, bytes.len() - start), written: (at, length) });
            }
            rest = after.get(length - 1..).unwrap_or_default();
        }
        (!escapes.is_empty()).then_some(Self { bytes, escapes })
    }

    /// The range of these bytes in the original text; shared escapes count as a whole.
    pub(super) fn written(&self, range: &Range<usize>) -> Range<usize> {
        let end = range.end.saturating_sub(1);
        self.place(range.start).start..self.place(end).end
    }

    fn place(&self, at: usize) -> Range<usize> {
        let before = self.escapes.partition_point(|escape| escape.meant.0 <= at);
        let Some(escape) = before.checked_sub(1).and_then(|last| self.escapes.get(last)) else {
            return at..at + 1;
        };
        let (written, length) = escape.written;
        match at.checked_sub(escape.meant.0 + escape.meant.1) {
            Some(past) => written + length + past..written + length + past + 1,
            None => written..written + length,
        }
    }
}

/// The meaning of an escape.
enum Meant {
    Byte(u8),
    Char(char),
}

/// The escape that a text begins with, and how many bytes long it is.
fn escape(text: &[u8]) -> Option<(Meant, usize)> {
    match text {
        [b'\\', b'u', rest @ ..] => {
            let high = hex(rest.get(..4)?)?;
            if let Some(c) = char::from_u32(high) {
                return Some((Meant::Char(c), 6));
            }
            let low = rest.get(4..)?.strip_prefix(b"\\u").and_then(|low| hex(low.get(..4)?))?;
            let pair = [u16::try_from(high).ok()?, u16::try_from(low).ok()?];
            let c = char::decode_utf16(pair).next()?.ok()?;
            Some((Meant::Char(c), 12))
        }
        [b'\\', b'x', rest @ ..] => Some((Meant::Byte(u8::try_from(hex(rest.get(..2)?)?).ok()?), 4)),
        [b'\\', c @ (b'"' | b'\'' | b'\\' | b'/'), ..] => Some((Meant::Byte(*c), 2)),
        [b'%', rest @ ..] => Some((Meant::Byte(u8::try_from(hex(rest.get(..2)?)?).ok()?), 3)),
        [b'&', ..] => {
            let length = text.iter().take(MAX_ENTITY_BYTES).position(|byte| *byte == b';')? + 1;
            let entity = str::from_utf8(text.get(..length)?).ok()?;
            let meant = htmlize::unescape(entity);
            let mut chars = meant.chars();
            let c = chars.next().filter(|_| chars.next().is_none())?;
            Some((Meant::Char(c), length))
        }
        _ => None,
    }
}

fn hex(digits: &[u8]) -> Option<u32> {
    let plain = !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit);
    plain.then(|| u32::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};

    use super::*;

    const KEY: &str = "K3y/Th4t\"No+body_May-See";

    fn struck(text: &str) -> Option<String> {
        strike_keys(text, &Known { keys: vec![ApiKey::parse(KEY).unwrap()], ..Known::default() })
    }

    #[test]
    fn a_key_is_struck_in_every_form() {
        let escaped = KEY.chars().map(|c| format!("\\u{:04X}", u32::from(c))).collect::<Vec<_>>().concat();
        let percent = KEY.bytes().map(|byte| format!("%{byte:02x}")).collect::<Vec<_>>().concat();
        let twice = percent.replace('%', "%25");
        let html = KEY.chars().map(|c| format!("&#{};", u32::from(c))).collect::<Vec<_>>().concat();
        let forms = [
            KEY.to_owned(),
            KEY.to_uppercase(),
            KEY.to_lowercase(),
            serde_json::Value::from(KEY).to_string().trim_matches('"').to_owned(),
            KEY.replace('/', "\\/"),
            escaped.clone(),
            escaped.replace('\\', "\\\\"),
            percent.clone(),
            percent.to_uppercase(),
            twice,
            html,
            alloy_primitives::hex::encode(KEY),
            alloy_primitives::hex::encode_upper(KEY),
        ];
        for form in forms {
            assert_eq!(struck(&format!("<{form}>")).as_deref(), Some("<********>"), "{form}");
            assert_eq!(struck(&format!("{form}é{form}")).as_deref(), Some("********é********"), "{form}");
        }
        let named = KEY.replace('"', "&quot;").replace('+', "&plus;");
        assert_eq!(struck(&format!("<{named}>")).as_deref(), Some("<********>"));
        for engine in [STANDARD_NO_PAD, URL_SAFE_NO_PAD] {
            for before in ["", "x", "us", "user:"] {
                for spelling in [KEY.to_owned(), KEY.to_lowercase(), KEY.to_uppercase()] {
                    let encoded = engine.encode(format!("{before}{spelling} and more"));
                    assert_eq!(struck(&format!("<{encoded}>")).as_deref(), Some("<********>"), "{encoded}");
                }
            }
        }
    }

    #[test]
    fn a_key_with_an_accent_is_struck_in_capitals_and_as_an_entity() {
        let known = Known { keys: vec![ApiKey::parse("clé-secrète").unwrap()], ..Known::default() };
        for form in ["CLÉ-SECRÈTE", "Clé-Secrète", "cl&eacute;-secr&egrave;te", "CL&Eacute;-SECR&#200;TE"]
        {
            assert_eq!(strike_keys(form, &known).as_deref(), Some("********"), "{form}");
        }
    }

    #[test]
    fn nothing_else_is_struck() {
        for text in ["", "K3y", "a\\u0062c", "50 %", KEY.trim_end_matches('e')] {
            assert_eq!(struck(text), None, "{text}");
        }
        let short = Known { keys: vec![ApiKey::parse("key").unwrap()], ..Known::default() };
        assert_eq!(strike_keys("the short key", &short), None);
        assert_eq!(strike_keys("anything", &Known::default()), None);
    }

    #[test]
    fn every_byte_is_found_where_it_stood() {
        let text = r"a\u0062%63&#100;&#x65;\ud83d\ude00f\/\q%zz&eacute;&nosuch;";
        let decoded = Decoded::decode(text.as_bytes()).unwrap();
        assert_eq!(str::from_utf8(&decoded.bytes).unwrap(), r"abcde😀f/\q%zzé&nosuch;");
        for (meant, written) in [
            (0..1, "a"),
            (1..2, r"\u0062"),
            (1..3, r"\u0062%63"),
            (3..5, "&#100;&#x65;"),
            (6..7, r"\ud83d\ude00"),
            (9..10, "f"),
            (9..11, r"f\/"),
            (11..13, r"\q"),
            (13..16, "%zz"),
            (16..18, "&eacute;"),
        ] {
            assert_eq!(text.get(decoded.written(&meant)), Some(written), "{meant:?}");
        }
        assert!(Decoded::decode(b"plain").is_none());
        assert!(Decoded::decode(b"50 % & \\").is_none());
    }

    proptest::proptest! {
        #[test]
        fn no_text_leads_outside_of_it(text in r"(\\u[0-9a-d]{4}|%[0-9a-z]{2}|&#[0-9]{1,4};|[a-z\\%&#é]){0,20}") {
            if let Some(decoded) = Decoded::decode(text.as_bytes()) {
                for start in 0..decoded.bytes.len() {
                    let written = decoded.written(&(start..decoded.bytes.len()));
                    proptest::prop_assert!(written.start < written.end && written.end == text.len());
                }
            }
        }
    }
}
