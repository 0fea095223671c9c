//! The positions and nesting of a JSON document's lines. Accepts any text, JSON or not.

use std::ops::Range;

/// Maximum depth of indentation, levels.
const MAX_DEPTH: usize = 64;
/// Marks a missing line.
pub(super) const NONE: u32 = u32::MAX;

/// One line: a piece of the document. Places are in bytes, and those of lines are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) start: u32,
    pub(super) end: u32,
    /// The position of the colon after its key; [`NONE`] without a key.
    pub(super) colon: u32,
    /// How deep it is indented.
    pub(super) depth: u32,
    /// The line that opens what this is an item of.
    pub(super) parent: u32,
    /// Which of the items it is, counted from 0; among documents, which of them.
    pub(super) place: u32,
    /// The line that closes what this one opens, or the other way round.
    pub(super) partner: u32,
}

/// The lines so far, and the one in progress.
#[derive(Default)]
pub(super) struct Layout {
    pub(super) done: Vec<Line>,
    /// How many characters the longest line has.
    pub(super) longest: usize,
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
    pub(super) fn scan(&mut self, text: &str, range: Range<usize>) {
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
pub(super) fn number(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(NONE)
}

fn closes_at_once(bytes: &[u8], at: usize) -> bool {
    let rest = bytes.get(at + 1..).unwrap_or_default().iter();
    rest.copied().find(|byte| !byte.is_ascii_whitespace()).is_some_and(|byte| matches!(byte, b'}' | b']'))
}
