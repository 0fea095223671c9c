//! Lays a JSON document, or parts of one, out in indented lines. The text is not copied: a line is built when it is shown.

use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

use super::{JsonToken, Layout, Line, RawJson, tokens};
use crate::text::visible;

/// Maximum number of consecutive blanks skipped within a line.
const MAX_GAP: usize = 4096;

/// The lines of a document, safe to print. Numbers and strings are unchanged.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    pub(super) raw: RawJson,
    all: Arc<[Line]>,
    longest: usize,
    /// The values that are laid out, top to bottom.
    pub(super) parts: Arc<[Part]>,
}

/// A value within a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Where it is, in bytes.
    pub range: Range<usize>,
    /// Its path, such as `.logs[2].topics[0]`.
    pub path: String,
}

impl Lines {
    /// Lays a document out, in time proportional to its length.
    pub fn new(raw: &RawJson) -> Self {
        Self::of_parts(raw, vec![Part { range: 0..raw.raw().len(), path: ".".to_owned() }])
    }

    /// Lays these parts of a document out.
    pub fn of_parts(raw: &RawJson, parts: Vec<Part>) -> Self {
        let mut layout = Layout::default();
        for part in &parts {
            layout.scan(raw.raw(), part.range.clone());
        }
        Self { raw: raw.clone(), all: layout.done.into(), longest: layout.longest, parts: parts.into() }
    }

    /// Number of lines of all values together.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether the document is empty; valid JSON has a line.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Memory use in addition to the document, bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.all)
    }

    /// How many characters the longest line has.
    pub fn longest(&self) -> usize {
        self.longest
    }

    /// The document, of which only parts may be laid out.
    pub fn raw(&self) -> &RawJson {
        &self.raw
    }

    /// How many values are laid out.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    /// Each value that is laid out, as received.
    pub fn values(&self) -> impl Iterator<Item = RawJson> {
        self.parts.iter().map(|part| self.raw.part(part.range.clone()))
    }

    /// The values that are laid out, as received: one per line unless it is the whole document.
    pub fn text(&self) -> String {
        let parts: Vec<&str> =
            self.parts.iter().filter_map(|part| self.raw.raw().get(part.range.clone())).collect();
        parts.join("\n")
    }

    /// The line at a place of the document, in bytes, if all of it is laid out.
    pub fn line_at(&self, byte: usize) -> usize {
        self.all.partition_point(|line| place(line.start) <= byte).saturating_sub(1)
    }

    pub(super) fn line(&self, at: usize) -> Option<&Line> {
        self.all.get(at)
    }

    pub(super) fn piece(&self, line: &Line) -> &str {
        self.raw.raw().get(place(line.start)..place(line.end)).unwrap_or_default()
    }

    /// A range of characters of a line, in time proportional to the end of the range, not to the line.
    pub fn part(&self, at: usize, characters: Range<usize>) -> String {
        let taken = characters.end.saturating_sub(characters.start);
        let plain = visible(&self.plain(at, characters.end));
        plain.chars().skip(characters.start).take(taken).collect()
    }

    /// A range of characters of a line, split into tokens for colouring.
    pub fn tokens(&self, at: usize, characters: Range<usize>) -> Vec<(String, JsonToken)> {
        let plain = self.plain(at, characters.end);
        let (mut from, mut before) = (0, 0);
        let mut shown = Vec::new();
        for (to, token) in tokens(&plain) {
            let text = visible(plain.get(from..to).unwrap_or_default());
            let count = text.chars().count();
            let skipped = characters.start.saturating_sub(before);
            let taken = characters.end.saturating_sub(before.max(characters.start));
            let text: String = text.chars().skip(skipped).take(taken).collect();
            if !text.is_empty() {
                shown.push((text, token));
            }
            (from, before) = (to, before + count);
        }
        shown
    }

    /// As many characters of a line as are needed to show so many of them.
    fn plain(&self, at: usize, most: usize) -> String {
        let Some(line) = self.line(at) else { return String::new() };
        let mut plain = "  ".repeat(place(line.depth));
        push(&mut plain, self.piece(line), most.saturating_add(MAX_GAP));
        plain
    }

    /// The line with its indentation, however long it is; safe to print.
    pub fn whole_line(&self, at: usize) -> String {
        self.part(at, 0..usize::MAX)
    }

    /// The lines in order, each as [`Self::whole_line`].
    pub fn all(&self) -> impl Iterator<Item = String> {
        (0..self.len()).map(|at| self.whole_line(at))
    }
}

pub(super) fn place(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// The same parts of a document have one layout: only what was not laid out has other lines.
impl PartialEq for Lines {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.parts == other.parts && self.raw == other.raw
    }
}

impl Eq for Lines {}

impl Hash for Lines {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.raw.hash(state);
        (self.len(), self.parts()).hash(state);
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
            let tokens: String = lines.tokens(1, from..to).into_iter().map(|(text, _)| text).collect();
            assert_eq!(tokens, part);
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
