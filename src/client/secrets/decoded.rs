//! A text with its escapes decoded, and the position of each byte in the original.

use std::ops::Range;

use secrecy::zeroize::Zeroizing;

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
    use super::*;

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
