//! JSON as a server sent it, kept whole, so that nothing it said is lost.

use std::ops::Range;
use std::sync::Arc;

use super::text::visible;

/// A piece of a response body, exactly as received. Rows of one page share the page's body.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct RawJson {
    body: Arc<str>,
    range: Range<usize>,
}

impl RawJson {
    /// A whole body.
    pub fn new(body: impl Into<Arc<str>>) -> Self {
        let body = body.into();
        let range = 0..body.len();
        Self { body, range }
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

    /// The text as received: for copying and exporting, never for the screen.
    pub fn raw(&self) -> &str {
        self.body.get(self.range.clone()).unwrap_or_default()
    }

    /// The document on indented lines that are safe to print. Numbers and strings stand as they were sent.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Lines::default();
        let mut string = false;
        let mut escaped = false;
        let mut chars = self.raw().char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            if string {
                lines.push(c);
                string = escaped || c != '"';
                escaped = c == '\\' && !escaped;
                continue;
            }
            match c {
                '"' => {
                    string = true;
                    lines.push(c);
                }
                '{' | '[' if self.closes_at_once(at) => {
                    lines.push(c);
                    while chars.next_if(|(_, c)| c.is_whitespace()).is_some() {}
                    if let Some((_, close)) = chars.next() {
                        lines.push(close);
                    }
                }
                '{' | '[' => {
                    lines.push(c);
                    lines.turn(1);
                }
                '}' | ']' => {
                    lines.turn(-1);
                    lines.push(c);
                }
                ',' => {
                    lines.push(c);
                    lines.turn(0);
                }
                ':' => lines.line.push_str(": "),
                c if c.is_whitespace() => {}
                c => lines.push(c),
            }
        }
        lines.turn(0);
        lines.done
    }

    fn closes_at_once(&self, at: usize) -> bool {
        self.raw().get(at + 1..).is_some_and(|rest| rest.trim_start().starts_with(['}', ']']))
    }
}

#[derive(Default)]
struct Lines {
    done: Vec<String>,
    line: String,
    depth: usize,
}

impl Lines {
    fn push(&mut self, c: char) {
        self.line.push(c);
    }

    fn turn(&mut self, deeper: isize) {
        if !self.line.is_empty() {
            self.done.push(visible(&self.line));
        }
        self.depth = self.depth.saturating_add_signed(deeper).min(64);
        self.line = "  ".repeat(self.depth);
        if self.depth == 0 {
            self.line.clear();
        }
    }
}

impl std::fmt::Debug for RawJson {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "RawJson({} bytes)", self.raw().len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_strings_stand_as_they_were_sent() {
        let raw =
            RawJson::new(r#"{"a":49999999999999999990000000000,"b":[],"c":{"d":"x,\"{"},"e":[1.50,null]}"#);
        assert_eq!(
            raw.lines(),
            [
                "{",
                r#"  "a": 49999999999999999990000000000,"#,
                r#"  "b": [],"#,
                r#"  "c": {"#,
                r#"    "d": "x,\"{""#,
                "  },",
                r#"  "e": ["#,
                "    1.50,",
                "    null",
                "  ]",
                "}",
            ]
        );
    }

    #[test]
    fn raw_control_characters_are_made_visible() {
        assert_eq!(RawJson::new("\"\u{200b}\x1b\"").lines(), [r#""\u{200b}\x1b""#]);
    }

    #[test]
    fn a_part_of_a_body_stands_alone() {
        let raw = RawJson::new("[1,22,3]");
        assert_eq!(raw.part(3..5).raw(), "22");
        assert_eq!(raw.part(3..50).raw(), "[1,22,3]");
    }

    proptest::proptest! {
        #[test]
        fn any_text_makes_lines(text: String) {
            let _ = RawJson::new(text).lines();
        }
    }
}
