//! Lays a JSON document out in indented lines. The text is not copied: a line is built when it is shown.

use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

use super::RawJson;
use crate::ledger::text::visible;

/// Maximum number of blanks within a line that are skipped in search of content.
const MAX_GAP: usize = 4096;
/// Maximum depth of indentation, levels.
const MAX_DEPTH: usize = 64;

/// The lines of a document, safe to print. Numbers and strings are unchanged.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    raw: RawJson,
    all: Arc<[Line]>,
    longest: usize,
}

/// One line: a piece of the document, in bytes, and how deep it is indented.
#[derive(Clone, Copy, Debug)]
struct Line {
    start: usize,
    end: usize,
    depth: usize,
}

impl Lines {
    /// Lays a document out, in time proportional to its length.
    pub fn new(raw: &RawJson) -> Self {
        let layout = Layout::scan(raw.raw());
        Self { raw: raw.clone(), all: layout.done.into(), longest: layout.longest }
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// How many characters the longest line has.
    pub fn longest(&self) -> usize {
        self.longest
    }

    /// A range of characters of a line, in time proportional to the end of the range, not to the line.
    pub fn part(&self, at: usize, characters: Range<usize>) -> String {
        let Some(line) = self.all.get(at) else { return String::new() };
        let text = self.raw.raw().get(line.start..line.end).unwrap_or_default();
        let mut plain = "  ".repeat(line.depth);
        push(&mut plain, text, characters.end.saturating_add(MAX_GAP));
        let taken = characters.end.saturating_sub(characters.start);
        visible(&plain).chars().skip(characters.start).take(taken).collect()
    }

    pub fn whole_line(&self, at: usize) -> String {
        self.part(at, 0..usize::MAX)
    }

    pub fn all(&self) -> impl Iterator<Item = String> {
        (0..self.len()).map(|at| self.whole_line(at))
    }
}

/// A document has one layout: only one that was not laid out has other lines.
impl PartialEq for Lines {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.raw == other.raw
    }
}

impl Eq for Lines {}

impl Hash for Lines {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.raw.hash(state);
        self.len().hash(state);
    }
}

/// Writes a piece of a document without insignificant blanks, at most `most` characters.
fn push(out: &mut String, text: &str, most: usize) {
    let (mut string, mut escaped) = (false, false);
    for c in text.chars().take(most) {
        if string {
            out.push(c);
            string = escaped || c != '"';
            escaped = c == '\\' && !escaped;
            continue;
        }
        match c {
            ':' => out.push_str(": "),
            c if c.is_ascii_whitespace() => {}
            c => {
                string = c == '"';
                out.push(c);
            }
        }
    }
}

/// The finished lines, and the one in progress.
#[derive(Default)]
struct Layout {
    done: Vec<Line>,
    longest: usize,
    start: Option<usize>,
    depth: usize,
    characters: usize,
}

impl Layout {
    fn scan(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut layout = Self::default();
        let (mut string, mut escaped, mut closes) = (false, false, false);
        for (at, byte) in bytes.iter().enumerate() {
            if string {
                layout.push(at, *byte);
                string = escaped || *byte != b'"';
                escaped = *byte == b'\\' && !escaped;
                continue;
            }
            match byte {
                byte if byte.is_ascii_whitespace() => {}
                b'{' | b'[' => {
                    layout.push(at, *byte);
                    closes = closes_at_once(bytes, at);
                    if !closes {
                        layout.end(at + 1);
                        layout.depth = (layout.depth + 1).min(MAX_DEPTH);
                    }
                }
                b'}' | b']' if std::mem::take(&mut closes) => layout.push(at, *byte),
                b'}' | b']' => {
                    layout.end(at);
                    layout.depth = layout.depth.saturating_sub(1);
                    layout.push(at, *byte);
                }
                b',' => {
                    layout.push(at, *byte);
                    layout.end(at + 1);
                }
                byte => {
                    layout.push(at, *byte);
                    layout.characters += usize::from(*byte == b':');
                    string = *byte == b'"';
                }
            }
        }
        layout.end(bytes.len());
        layout
    }

    /// Adds a byte to the line in progress.
    fn push(&mut self, at: usize, byte: u8) {
        self.start.get_or_insert(at);
        // The bytes after the first of a character are no characters.
        self.characters += usize::from(byte & 0xc0 != 0x80);
    }

    /// Ends the line in progress, if there is one.
    fn end(&mut self, end: usize) {
        let characters = std::mem::take(&mut self.characters) + 2 * self.depth;
        if let Some(start) = self.start.take() {
            self.done.push(Line { start, end, depth: self.depth });
            self.longest = self.longest.max(characters);
        }
    }
}

fn closes_at_once(bytes: &[u8], at: usize) -> bool {
    let rest = bytes.get(at + 1..).unwrap_or_default().iter();
    rest.copied().find(|byte| !byte.is_ascii_whitespace()).is_some_and(|byte| matches!(byte, b'}' | b']'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        Lines::new(&RawJson::new(text)).all().collect()
    }

    #[test]
    fn numbers_and_strings_stand_as_they_were_sent() {
        let text = r#"{"a":49999999999999999990000000000,"b":[ ],"c" : {"d":"x,\"{: "},"e":[1.50,null]}"#;
        let laid = [
            "{",
            r#"  "a": 49999999999999999990000000000,"#,
            r#"  "b": [],"#,
            r#"  "c": {"#,
            r#"    "d": "x,\"{: ""#,
            "  },",
            r#"  "e": ["#,
            "    1.50,",
            "    null",
            "  ]",
            "}",
        ];
        assert_eq!(lines(text), laid);
        assert_eq!(lines(&laid.join("\r\n")), laid, "what was laid out is laid out alike");
        assert_eq!(Lines::new(&RawJson::new(text)).longest(), laid[1].len());
    }

    #[test]
    fn raw_control_characters_are_made_visible() {
        assert_eq!(lines("\"\u{200b}\x1b\""), [r#""\u{200b}\x1b""#]);
    }

    #[test]
    fn a_part_of_a_line_is_what_stands_there_in_the_whole() {
        let lines = Lines::new(&RawJson::new(r#"{"key" :   "värde\u001b","next":0}"#));
        let whole = lines.whole_line(1);
        for (from, to) in [(0, 3), (4, 9), (2, 500), (600, 700)] {
            let part: String = whole.chars().skip(from).take(to - from).collect();
            assert_eq!(lines.part(1, from..to), part);
        }
        assert_eq!((lines.part(9, 0..5), lines.len()), (String::new(), 4));
    }

    proptest::proptest! {
        #[test]
        fn any_text_makes_lines_and_loses_nothing(text: String) {
            let lines = Lines::new(&RawJson::new(text.clone()));
            let kept = |text: &str| text.chars().filter(char::is_ascii_alphanumeric).count();
            let shown: usize = lines.all().map(|line| kept(&line)).sum();
            proptest::prop_assert!(shown >= kept(&text));
        }
    }
}
