//! The one door for text from the network: it cannot reach the screen with a live control character.

mod marked;

use std::fmt::{self, Write as _};

use serde::{Deserialize, Serialize};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthChar;

use self::marked::{Why, needs_room, why};
use super::amount::grouped;

/// Maximum number of bytes of one text on screen.
pub const MAX_SHOWN_BYTES: usize = 1 << 20;

/// Untrusted text: a memo, an error message, a server's message.
///
/// It has no `Display` and no `Deref`: the only readable form is [`Text::escaped`], in which control, escape,
/// bidirectional and zero-width characters, and those that terminals measure differently, are escaped as
/// `\x1b` or `\u{202e}`. The raw bytes stay available for copying and export.
#[derive(Clone, PartialEq, Eq, Hash, Default, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Text {
    bytes: Box<[u8]>,
}

impl Text {
    /// Text as received.
    pub fn new(text: impl Into<String>) -> Self {
        Self { bytes: text.into().into_bytes().into_boxed_slice() }
    }

    /// Bytes that may not be UTF-8, such as a transaction memo.
    pub fn from_bytes(bytes: impl Into<Vec<u8>>) -> Self {
        Self { bytes: bytes.into().into_boxed_slice() }
    }

    /// One line that is safe to print. Bytes that are not UTF-8 become `\xff`; a text beyond
    /// [`MAX_SHOWN_BYTES`] is cut, with its full length appended.
    pub fn escaped(&self) -> String {
        // The first byte of a character is never a continuation of one.
        let continues = |at: &usize| self.bytes.get(*at).is_some_and(|byte| byte & 0xc0 == 0x80);
        let end = (MAX_SHOWN_BYTES - 3..=MAX_SHOWN_BYTES).rev().find(|at| !continues(at));
        let bytes = self.bytes.get(..end.unwrap_or(MAX_SHOWN_BYTES)).unwrap_or(&self.bytes);
        let mut out = String::with_capacity(bytes.len());
        for chunk in bytes.utf8_chunks() {
            push_visible(&mut out, chunk.valid(), Room::Kept);
            for byte in chunk.invalid() {
                let _ = write!(out, "\\x{byte:02x}");
            }
        }
        if bytes.len() < self.bytes.len() {
            let _ = write!(out, " … the first of {} bytes", grouped(&self.bytes.len()));
        }
        out
    }

    /// The bytes as received: for copying, exporting and comparing, never for the screen.
    pub fn raw(&self) -> &[u8] {
        &self.bytes
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Whether the text is exactly this plain string.
    pub fn is(&self, plain: &str) -> bool {
        &*self.bytes == plain.as_bytes()
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Text({})", self.escaped())
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self::new(text)
    }
}

/// Writes `text` with every character that could act on the terminal, hide, reorder, or take another number of
/// columns than is thought, made visible.
pub fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    push_visible(&mut out, text, Room::Kept);
    out
}

/// Lines that others read, a program or a terminal behind a pipe: the same characters are made visible as by [`visible`],
/// and all others stay as they are. Twice is as good as once.
pub fn inert_lines(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, line) in text.split('\n').enumerate() {
        out.extend((at > 0).then_some('\n'));
        push_visible(&mut out, line, Room::Unkept);
    }
    out
}

/// JSON in which every such character is written by its number: the same values, and no terminal acts on it.
pub fn inert_json(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        if why(c).is_some() && !matches!(c, '\n' | '\r' | '\t') {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    out
}

/// Whether a character acts, hides or reorders where it is pasted.
pub fn is_treacherous(c: char) -> bool {
    matches!(why(c), Some(Why::Acts | Why::Hides | Why::Reorders))
}

/// Maximum number of combining marks per letter. No script needs more, and they share one cell.
const MAX_MARKS: usize = 6;

/// Whether a blank follows each sign that takes a column in terminals but none in Unicode's tables.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Room {
    Kept,
    Unkept,
}

fn push_visible(out: &mut String, text: &str, room: Room) {
    let mut letter = Letter { is_roomy: room == Room::Kept, ..Letter::default() };
    for c in text.chars() {
        if letter.takes(out, c) {
            continue;
        }
        letter.end(out);
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() && u32::from(c) < 0x100 => {
                let _ = write!(out, "\\x{:02x}", u32::from(c));
            }
            c if why(c).is_some() => {
                let _ = write!(out, "\\u{{{:04x}}}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    letter.end(out);
}

/// The combining marks of the last letter written.
#[derive(Default)]
struct Letter {
    /// Whether blanks are written.
    is_roomy: bool,
    marks: usize,
    /// Spacing signs on the letter, each of which needs a blank after the last mark.
    blanks: usize,
}

impl Letter {
    /// Writes a combining character; `false` if it does not combine.
    fn takes(&mut self, out: &mut String, c: char) -> bool {
        if why(c).is_some() {
            return false;
        }
        if c.width() == Some(0) {
            self.marks += 1;
            if self.marks <= MAX_MARKS {
                out.push(c);
                self.blanks += usize::from(self.is_roomy && needs_room(c));
            }
            return true;
        }
        let takes = self.blanks > 0 && self.marks <= MAX_MARKS && is_beside_its_letter(c);
        out.extend(takes.then_some(c));
        takes
    }

    /// Writes the blanks, and how many marks were left out.
    fn end(&mut self, out: &mut String) {
        let (marks, blanks) = (std::mem::take(&mut self.marks), std::mem::take(&mut self.blanks));
        out.extend(std::iter::repeat_n(' ', blanks));
        if let Some(more @ 1..) = marks.checked_sub(MAX_MARKS) {
            let _ = write!(out, "\\{{+{more} marks}}");
        }
    }
}

/// Whether a character that takes a column belongs to the preceding letter.
fn is_beside_its_letter(c: char) -> bool {
    let mut pair = String::from("a");
    pair.push(c);
    pair.graphemes(true).nth(1).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_written_out_and_the_bytes_are_kept() {
        let evil = "a\x1b[2J\x07\u{202e}b\u{200b}\u{9b}c\t\n";
        let text = Text::new(evil);
        assert_eq!(text.escaped(), r"a\x1b[2J\x07\u{202e}b\u{200b}\x9bc\t\n");
        assert_eq!(text.raw(), evil.as_bytes());
    }

    #[test]
    fn what_others_read_is_harmless_and_honest_text_stays_as_it_is() {
        let evil = "a\x1b[2J\u{9b}\u{202e}b\u{e0065}\u{e000}\nc\r\u{2028}";
        assert_eq!(inert_lines(evil), "a\\x1b[2J\\x9b\\u{202e}b\\u{e0065}\\u{e000}\nc\\r\\u{2028}");
        assert_eq!(inert_lines(&inert_lines(evil)), inert_lines(evil));
        assert_eq!(
            inert_lines(&format!("z{}", "\u{301}".repeat(9))),
            format!("z{}\\{{+3 marks}}", "\u{301}".repeat(6))
        );
        assert_eq!(inert_lines("বাংলা 日本 é\n"), "বাংলা 日本 é\n");
    }

    #[test]
    fn json_is_harmless_and_means_the_same() {
        let evil = "a\x1b[2J\u{9b}\u{7f}\u{202e}b\u{e0065}\u{e000}\nc\r\u{2028}日本";
        let json = serde_json::json!({ evil: [evil, 1.5e300] }).to_string() + "\n";
        let inert = inert_json(&json);
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&inert).unwrap(),
            serde_json::from_str::<serde_json::Value>(&json).unwrap()
        );
        assert!(!inert.chars().any(|c| c != '\n' && why(c).is_some()), "{inert}");
        assert!(inert.contains("\\u202eb\\udb40\\udc65\\ue000") && inert.contains("日本"), "{inert}");
    }

    #[test]
    fn a_text_beyond_a_megabyte_is_shown_in_part() {
        let whole = "a".repeat(MAX_SHOWN_BYTES);
        assert_eq!(Text::new(whole.as_str()).escaped(), whole);
        let shown = Text::new(format!("a{}", "é".repeat(MAX_SHOWN_BYTES))).escaped();
        assert!(shown.ends_with("é … the first of 2,097,153 bytes"), "{}", shown.len());
    }

    #[test]
    fn bytes_that_are_not_text_are_shown_byte_by_byte() {
        assert_eq!(Text::from_bytes(vec![b'o', 0xff, 0, b'k']).escaped(), r"o\xff\x00k");
    }

    #[test]
    fn a_letter_has_a_bounded_number_of_marks() {
        let zalgo = format!("a{}b", "\u{301}".repeat(1_000_000));
        assert_eq!(visible(&zalgo), format!("a{}\\{{+999994 marks}}b", "\u{301}".repeat(6)));
        assert_eq!(visible("e\u{301}\u{323}"), "e\u{301}\u{323}");
    }

    #[test]
    fn a_sign_beside_its_letter_has_room() {
        assert_eq!(visible("\u{995}\u{9be}\u{995}"), "\u{995}\u{9be} \u{995}");
        assert_eq!(visible("हिन्दी"), "हिन्दी");
    }

    #[test]
    fn the_room_of_a_sign_follows_the_last_mark_on_its_letter() {
        for (script, text, shown) in [
            ("Bengali", "বাংলা", "বাং লা "),
            ("Bengali, a mark without a column", "বাঁশ", "বাঁ শ"),
            ("Oriya", "ବାଂଲା", "ବାଂ ଲା "),
            ("Tamil", "காகா", "கா கா "),
            ("Kannada", "ಕೊಂಡ", "ಕೊಂ ಡ"),
            ("Malayalam", "മാംസം", "മാം സം"),
            ("Sinhala", "සාංක", "සාං ක"),
            ("Devanagari", "हां हिं", "हां हिं"),
            ("two signs on one letter", "ক\u{9be}\u{9be}ক", "ক\u{9be}\u{9be}  ক"),
            ("what is written out stands on nothing", "বা\u{200d}ং", "বা \\u{200d}ং"),
            (
                "too many marks",
                "বা\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}ং",
                "বা\u{301}\u{301}\u{301}\u{301}\u{301} \\{+1 marks}ং",
            ),
        ] {
            assert_eq!(visible(text), shown, "{script}");
        }
    }

    #[test]
    fn what_terminals_measure_differently_is_written_out() {
        for (text, shown) in [
            ("\u{600}1", r"\u{0600}1"),
            ("\u{70f}a", r"\u{070f}a"),
            ("\u{110bd}\u{13430}", r"\u{110bd}\u{13430}"),
            ("\u{1fae9}", r"\u{1fae9}"),
            ("\u{e000}", r"\u{e000}"),
        ] {
            assert_eq!(visible(text), shown);
        }
    }

    proptest::proptest! {
        #[test]
        fn nothing_that_acts_survives(bytes: Vec<u8>) {
            let shown = Text::from_bytes(bytes).escaped();
            proptest::prop_assert!(!shown.chars().any(|c| why(c).is_some()));
        }
    }
}
