//! A source file: its lines, split once, and their drawing.

use std::ops::Range;
use std::sync::Arc;

use decode::source::{Colours, SourceText, Token};
use ledger::Text;
use ledger::text::visible;
use ratatui::buffer::Buffer;

use crate::widgets::line::{cut, width};
use crate::widgets::{Band, Role};

/// A file.
#[derive(Debug)]
pub struct SourceFile {
    /// Its name at the verifier.
    pub name: Text,
    /// Its text; invalid UTF-8 is replaced.
    text: Arc<str>,
    lines: Vec<Range<usize>>,
    /// Its syntax colours, once known.
    pub colours: Option<Colours>,
}

/// Columns of the line numbers, with the marker before and the gap after them.
const NUMBERS: u16 = 8;
/// Maximum bytes shown of a line: nothing beyond can be scrolled to.
const MAX_LINE_BYTES: usize = 4096;
/// Tab stops are at multiples of this many columns.
const TAB_COLUMNS: usize = 4;

impl SourceFile {
    /// Splits a text into lines.
    pub fn new(name: Text, text: &Text) -> Self {
        let text: Arc<str> = String::from_utf8_lossy(text.raw()).into();
        let mut lines = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let end = start + line.len();
            lines.push(start..start + line.trim_end_matches(['\n', '\r']).len());
            start = end;
        }
        Self { name, text, lines, colours: None }
    }

    /// Whether this is the same text under the same name.
    pub fn is_same(&self, other: &Self) -> bool {
        (&self.name, &self.text) == (&other.name, &other.text)
    }

    /// The question for its colours; `None` once they are known.
    pub fn uncoloured(&self, language: Option<&Text>) -> Option<SourceText> {
        let (name, text) = (self.name.clone(), Arc::clone(&self.text));
        self.colours.is_none().then(|| SourceText { name, language: language.cloned(), text })
    }

    /// How many lines there are.
    pub fn line_count(&self) -> usize {
        self.lines.len()
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A line as it was received, counted from 0.
    pub fn line(&self, at: usize) -> &str {
        self.lines.get(at).and_then(|range| self.text.get(range.clone())).unwrap_or_default()
    }

    /// Whether a line is longer than its shown part.
    pub fn is_longer(&self, at: usize) -> bool {
        self.line(at).len() > MAX_LINE_BYTES
    }

    /// A line in coloured parts, safe to print, with tabs as blanks.
    pub fn escaped_line(&self, at: usize) -> Vec<(String, Role)> {
        let line = self.line(at);
        let end =
            (0..=line.len().min(MAX_LINE_BYTES)).rev().find(|end| line.is_char_boundary(*end)).unwrap_or(0);
        let parts = self.colours.as_ref().map(|colours| colours.line(at)).unwrap_or_default();
        let mut shown = Vec::with_capacity(parts.len() + 1);
        let mut start = 0;
        let mut column = 0;
        for (stop, token) in parts.iter().copied().chain([(end, Token::Plain)]) {
            let stop = stop.min(end);
            let Some(part) = line.get(start..stop).filter(|part| !part.is_empty()) else { continue };
            shown.push((printable(part, &mut column), role(token)));
            start = stop;
        }
        shown
    }

    /// Draws a line, counted from 0, with its number in front; so many columns of it are out of sight on the left.
    pub fn view_line(&self, at: usize, left: usize, band: Band<'_>, buf: &mut Buffer) {
        let sign = band.theme.glyphs.cut;
        band.put(1, &format!("{:>5}", at + 1), Role::Dim, buf);
        let mut column = NUMBERS;
        let mut hidden = left;
        let mut parts = self.escaped_line(at).into_iter().map(|(part, role)| {
            let letters = part.chars().count();
            let rest: String = part.chars().skip(hidden).collect();
            hidden = hidden.saturating_sub(letters);
            (rest, role)
        });
        while let Some((rest, role)) = parts.next() {
            let room = band.area.width.saturating_sub(column);
            let more = parts.len() > 0 || self.is_longer(at);
            if width(&rest) > room || (more && width(&rest) == room) {
                // What follows does not fit: the sign that says so takes the last column.
                let rest = format!("{rest}{}", sign.repeat(2));
                band.put(column, &cut(&rest, room, sign), role, buf);
                return;
            }
            column = band.put(column, &rest, role, buf);
        }
        if self.is_longer(at) {
            band.put(column, sign, Role::Dim, buf);
        }
    }
}

/// Expands tabs to the next tab stop, and escapes control characters.
fn printable(part: &str, column: &mut usize) -> String {
    let mut out = String::with_capacity(part.len());
    for (at, piece) in part.split('\t').enumerate() {
        if at > 0 {
            let blanks = TAB_COLUMNS - *column % TAB_COLUMNS;
            out.push_str(&" ".repeat(blanks));
            *column += blanks;
        }
        let piece = visible(piece);
        *column += usize::from(width(&piece));
        out.push_str(&piece);
    }
    out
}

fn role(token: Token) -> Role {
    match token {
        Token::Plain => Role::Plain,
        Token::Comment => Role::Dim,
        Token::Quoted => Role::Success,
        Token::Constant => Role::Attention,
        Token::Keyword => Role::Link,
        Token::Name => Role::Heading,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped_line(text: &str, at: usize) -> String {
        let file = SourceFile::new("a.sol".into(), &text.into());
        file.escaped_line(at).into_iter().map(|(part, _)| part).collect()
    }

    #[test]
    fn lines_are_safe_and_tabs_are_blanks() {
        assert_eq!(escaped_line("\ta\tbc\td\r\nx", 0), "    a   bc  d");
        assert_eq!(escaped_line("\ta\r\nx", 1), "x");
        assert_eq!(escaped_line("a\u{1b}[2J\u{202e}b", 0), r"a\x1b[2J\u{202e}b");
        assert_eq!(escaped_line("a", 7), "");
    }

    #[test]
    fn a_line_without_end_is_cut_on_a_letter() {
        let long = "é".repeat(MAX_LINE_BYTES);
        assert_eq!(escaped_line(&long, 0).chars().count(), MAX_LINE_BYTES / 2);
    }

    proptest::proptest! {
        #[test]
        fn any_text_has_lines_that_can_be_printed(text: String) {
            let file = SourceFile::new("a".into(), &text.as_str().into());
            for at in 0..=file.line_count() {
                for (part, _) in file.escaped_line(at) {
                    proptest::prop_assert!(!part.chars().any(char::is_control));
                }
            }
        }
    }
}
