//! JSON exactly as a server sent it, its tokens, and the positions and nesting of its lines. Accepts any text, JSON
//! or not.

mod lines;
mod tree;

use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use self::lines::{Lines, Part};

/// A piece of a response body, exactly as received. Rows of one page share the page's body, which is moved here and
/// never copied: it may be many megabytes long.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct RawJson {
    body: Arc<String>,
    range: Range<usize>,
}

impl RawJson {
    /// Wraps a complete body.
    pub fn new(body: impl Into<String>) -> Self {
        let mut body = body.into();
        body.shrink_to_fit();
        let range = 0..body.len();
        Self { body: Arc::new(body), range }
    }

    /// A part of this piece; the whole of it if `range` does not lie on character bounds within it.
    #[must_use]
    pub fn part(&self, range: Range<usize>) -> Self {
        let range = self.range.start.saturating_add(range.start)..self.range.start.saturating_add(range.end);
        if range.end <= self.range.end && self.body.get(range.clone()).is_some() {
            Self { body: Arc::clone(&self.body), range }
        } else {
            self.clone()
        }
    }

    /// Where this is in the whole body, bytes.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// The text as received: for copying and exporting, never for the screen.
    pub fn raw(&self) -> &str {
        self.body.get(self.range.clone()).unwrap_or_default()
    }
}

impl Hash for RawJson {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.range.hash(state);
    }
}

impl Serialize for RawJson {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.raw())
    }
}

impl<'de> Deserialize<'de> for RawJson {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from).map(Self::new)
    }
}

impl std::fmt::Debug for RawJson {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "RawJson({} bytes)", self.raw().len())
    }
}

/// A part of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonToken {
    /// A field's name, in quotes.
    Key,
    /// A text in quotes.
    Quoted,
    /// A number with its digits as sent, however many.
    Number,
    /// `true`, `false`, and text that is not valid JSON.
    Word,
    /// `null`.
    Null,
    /// Punctuation: brackets, colons, commas.
    Mark,
}

/// The parts of a line that is laid out, at most so many characters of it: each with where it ends in bytes.
fn tokens(line: &str) -> Vec<(usize, JsonToken)> {
    let mut parts = Vec::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let (len, token) = match first {
            '"' => {
                let len = quoted(rest);
                let is_key = rest.get(len..).is_some_and(|after| after.starts_with(':'));
                (len, if is_key { JsonToken::Key } else { JsonToken::Quoted })
            }
            first if is_mark(first) => (first.len_utf8(), JsonToken::Mark),
            first => {
                let len = rest.find(|c| is_mark(c) || c == '"').unwrap_or(rest.len());
                let token = match first {
                    '-' | '0'..='9' => JsonToken::Number,
                    _ if rest.get(..len) == Some("null") => JsonToken::Null,
                    _ => JsonToken::Word,
                };
                (len, token)
            }
        };
        let end = line.len() - rest.len() + len;
        match parts.last_mut() {
            Some((last, same)) if *same == token => *last = end,
            _ => parts.push((end, token)),
        }
        rest = line.get(end..).unwrap_or_default();
    }
    parts
}

fn is_mark(c: char) -> bool {
    matches!(c, '{' | '}' | '[' | ']' | ':' | ',' | ' ')
}

/// How many bytes the text in quotes takes at the beginning of this.
fn quoted(text: &str) -> usize {
    let mut escaped = false;
    let end = text.char_indices().skip(1).find(|(_, c)| {
        let ends = *c == '"' && !escaped;
        escaped = *c == '\\' && !escaped;
        ends
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}

/// Maximum depth of indentation, levels.
const MAX_DEPTH: usize = 64;
/// Marks a missing line.
const NONE: u32 = u32::MAX;

/// One line: a piece of the document. Places are in bytes, and those of lines are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Line {
    start: u32,
    end: u32,
    /// The position of the colon after its key; [`NONE`] without a key.
    colon: u32,
    /// How deep it is indented.
    depth: u32,
    /// The line that opens what this is an item of.
    parent: u32,
    /// Which of the items it is, counted from 0; among documents, which of them.
    place: u32,
    /// The line that closes what this one opens, or the other way round.
    partner: u32,
}

/// The lines so far, and the one in progress.
#[derive(Default)]
struct Layout {
    done: Vec<Line>,
    /// How many characters the longest line has.
    longest: usize,
    start: Option<u32>,
    colon: Option<u32>,
    characters: usize,
    /// The lines that are open, and how many items they have so far.
    open: Vec<(u32, u32)>,
    /// How many documents are done.
    documents: u32,
}

impl Layout {
    /// Adds the lines of one document of this text.
    fn scan(&mut self, text: &str, range: Range<usize>) {
        let (from, to) = (range.start, range.end);
        let bytes = text.as_bytes().get(..to).unwrap_or_default();
        let (mut string, mut escaped, mut closes) = (false, false, false);
        self.open.clear();
        for (at, byte) in bytes.iter().enumerate().skip(from) {
            if string {
                self.push(at, *byte);
                string = escaped || *byte != b'"';
                escaped = *byte == b'\\' && !escaped;
                continue;
            }
            match byte {
                byte if byte.is_ascii_whitespace() => {}
                b'{' | b'[' => {
                    self.push(at, *byte);
                    closes = closes_at_once(bytes, at);
                    if !closes {
                        self.end(at + 1);
                        self.open.push((number(self.done.len() - 1), 0));
                    }
                }
                b'}' | b']' if std::mem::take(&mut closes) => self.push(at, *byte),
                b'}' | b']' => {
                    self.end(at);
                    self.close(at, *byte);
                }
                b',' => {
                    self.push(at, *byte);
                    self.end(at + 1);
                }
                byte => {
                    self.push(at, *byte);
                    if *byte == b':' {
                        self.characters += 1;
                        self.colon.get_or_insert(number(at));
                    }
                    string = *byte == b'"';
                }
            }
        }
        self.end(to);
        self.documents += 1;
    }

    /// Adds a byte to the line in progress.
    fn push(&mut self, at: usize, byte: u8) {
        self.start.get_or_insert(number(at));
        // The bytes after the first of a character are no characters.
        self.characters += usize::from(byte & 0xc0 != 0x80);
    }

    /// Begins the line that closes the innermost open value.
    fn close(&mut self, at: usize, byte: u8) {
        let closing = number(self.done.len());
        self.push(at, byte);
        let Some((opening, _)) = self.open.pop() else { return };
        if let Some(line) = usize::try_from(opening).ok().and_then(|opening| self.done.get_mut(opening)) {
            line.partner = closing;
            let line =
                Line { start: number(at), end: number(at + 1), colon: NONE, partner: opening, ..*line };
            self.done.push(line);
        }
    }

    /// Ends the line in progress, if there is one.
    fn end(&mut self, end: usize) {
        let depth = self.open.len().min(MAX_DEPTH);
        let characters = std::mem::take(&mut self.characters) + 2 * depth;
        let colon = self.colon.take().unwrap_or(NONE);
        let Some(start) = self.start.take() else { return };
        self.longest = self.longest.max(characters);
        // A line that closes something is there already.
        if let Some(line) = self.done.last_mut().filter(|line| line.start == start) {
            line.end = number(end);
            return;
        }
        let (parent, place) = match self.open.last_mut() {
            Some((parent, items)) => (*parent, std::mem::replace(items, items.saturating_add(1))),
            None => (NONE, self.documents),
        };
        let (end, depth) = (number(end), number(depth));
        self.done.push(Line { start, end, colon, depth, parent, place, partner: NONE });
    }
}

/// A position in 32 bits: no body reaches four gigabytes.
fn number(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(NONE)
}

fn closes_at_once(bytes: &[u8], at: usize) -> bool {
    let rest = bytes.get(at + 1..).unwrap_or_default().iter();
    rest.copied().find(|byte| !byte.is_ascii_whitespace()).is_some_and(|byte| matches!(byte, b'}' | b']'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_body_stands_alone() {
        let raw = RawJson::new("[1,22,3]");
        assert_eq!(raw.part(3..5).raw(), "22");
        assert_eq!(raw.part(3..50).raw(), "[1,22,3]");
    }

    #[test]
    fn a_line_has_a_name_a_value_and_marks() {
        use JsonToken::{Key, Mark, Null, Number, Quoted, Word};
        let read = |line: &str| tokens(line).into_iter().map(|(_, token)| token).collect::<Vec<_>>();
        assert_eq!(read(r#"  "a\": {": "b: 1","#), [Mark, Key, Mark, Quoted, Mark]);
        assert_eq!(read(r#""b","#), [Quoted, Mark]);
        assert_eq!(read(r#""n": -1.50e3"#), [Key, Mark, Number]);
        assert_eq!((read("null,"), read("true"), read("<html>")), (vec![Null, Mark], vec![Word], vec![Word]));
        assert_eq!(read(r#""open"#), [Quoted]);
    }

    proptest::proptest! {
        #[test]
        fn any_text_has_parts_to_its_end(text: String) {
            let parts = tokens(&text);
            proptest::prop_assert_eq!(parts.last().map_or(0, |(end, _)| *end), text.len());
            proptest::prop_assert!(parts.iter().all(|(end, _)| text.is_char_boundary(*end)));
        }
    }
}
