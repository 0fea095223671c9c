//! Code with its source map and its sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;

use alloy_primitives::Bytes;
use ledger::Text;

use super::map::{self, Entry, Jump};

/// PUSH1; the pushes of two to 32 bytes follow.
const PUSH_1: u8 = 0x60;
const PUSH_32: u8 = 0x7f;
/// The keywords of definitions whose range is useless for an instruction: the dispatcher and the prologue map to all of
/// it.
const WHOLES: [&[u8]; 4] = [b"contract", b"library", b"interface", b"abstract"];
/// The keywords that begin a function.
const FUNCTIONS: [&[u8]; 4] = [b"function", b"constructor", b"receive", b"fallback"];

/// The number of functions that begin before a part and are searched for the innermost one around it: functions hardly
/// nest, and maps may have as many as there are instructions.
const MAX_LOOKED_BACK: usize = 256;

/// Code with its source map and its sources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MappedCode {
    pub(super) code: Bytes,
    /// The offset of each instruction in the code.
    instructions: Vec<u32>,
    /// For each instruction, its source part, if the map has one, and its kind of jump.
    entries: Vec<(Option<PartId>, Jump)>,
    parts: Vec<Part>,
    /// By their numbers in the map.
    files: BTreeMap<i64, (Text, Text)>,
}

/// A place in the sources; prints as `Vault.sol:84`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourcePlace {
    pub file: Text,
    /// Counted from 1.
    pub line: usize,
    /// Counted from 1, bytes.
    pub column: usize,
    /// The byte range of the instruction's part.
    pub range: Range<usize>,
    /// The line without its indentation.
    pub excerpt: Text,
}

impl fmt::Display for SourcePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file.escaped(), self.line)
    }
}

/// A line of a source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    pub file: Text,
    /// Counted from 1.
    pub number: usize,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file.escaped(), self.number)
    }
}

/// The index of a part of a file among those of the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PartId(u32);

/// The index of a function among those of the code.
pub(super) type Function = usize;

/// A part of a file: its number, and where it begins and ends, bytes.
type Span = (i64, usize, usize);

/// A part of a file that instructions map to.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    /// The number of its file.
    file: i64,
    /// Bytes.
    range: Range<usize>,
    /// The innermost function around it.
    function: Option<Function>,
    /// The line that it begins on, counted from 1.
    line: usize,
}

impl MappedCode {
    /// Code with the map of its instructions, and the files by their numbers.
    pub fn new(code: Bytes, map: &[u8], files: BTreeMap<i64, (Text, Text)>) -> Self {
        let instructions = instructions(&code);
        let read = map::parse(map, instructions.len());
        let mut mapped = Self { code, instructions, entries: Vec::new(), parts: Vec::new(), files };
        let spans: Vec<_> = read.iter().map(|entry| mapped.span(entry)).collect();
        let distinct: BTreeSet<Span> = spans.iter().flatten().copied().collect();
        let functions = distinct.iter().filter(|span| mapped.begins(span, &FUNCTIONS));
        let functions: Vec<Span> = functions.copied().collect();
        let told: Vec<Span> = distinct.into_iter().filter(|span| !mapped.begins(span, &WHOLES)).collect();
        let place = |span: &Span| u32::try_from(told.binary_search(span).ok()?).ok().map(PartId);
        let parts = spans.iter().map(|span| span.as_ref().and_then(place));
        mapped.entries = parts.zip(read.iter().map(|entry| entry.jump)).collect();
        let lines = mapped.line_starts();
        mapped.parts = told.into_iter().map(|span| Part::new(span, &functions, &lines)).collect();
        mapped
    }

    /// The start of each line by file, in bytes.
    fn line_starts(&self) -> BTreeMap<i64, Vec<usize>> {
        let starts = |text: &[u8]| {
            let ends = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
            std::iter::once(0).chain(ends).collect()
        };
        self.files.iter().map(|(number, (_, text))| (*number, starts(text.raw()))).collect()
    }

    /// The map's approximate size in memory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.instructions) + size_of_val(&*self.entries) + size_of_val(&*self.parts)
    }

    fn entry(&self, pc: u32) -> Option<&(Option<PartId>, Jump)> {
        self.entries.get(self.instructions.binary_search(&pc).ok()?)
    }

    /// The kind of jump at this offset of the code.
    pub(super) fn jump(&self, pc: u32) -> Jump {
        self.entry(pc).map_or(Jump::Ordinary, |(_, jump)| *jump)
    }

    /// The part of a file for the instruction at this offset of the code; `None` if the map has none.
    pub(super) fn part_at(&self, pc: u32) -> Option<PartId> {
        self.entry(pc)?.0
    }

    fn part(&self, PartId(at): PartId) -> Option<&Part> {
        self.parts.get(usize::try_from(at).ok()?)
    }

    /// The part of a file that an entry names; `None` if it is invalid.
    fn span(&self, entry: &Entry) -> Option<Span> {
        let file = entry.file?;
        let end = entry.start.checked_add(entry.len)?;
        self.files.get(&file)?.1.raw().get(entry.start..end)?;
        Some((file, entry.start, end))
    }

    fn begins(&self, (file, start, end): &Span, words: &[&[u8]]) -> bool {
        let text =
            self.files.get(file).and_then(|(_, text)| text.raw().get(*start..*end)).unwrap_or_default();
        let is_end =
            |byte: Option<&u8>| byte.is_none_or(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_');
        words.iter().any(|word| text.strip_prefix(*word).is_some_and(|rest| is_end(rest.first())))
    }

    /// The innermost function around a part.
    pub(super) fn function(&self, part: PartId) -> Option<Function> {
        self.part(part)?.function
    }

    /// The text of a part's file, and the offset of the part in it.
    pub(super) fn text_around(&self, part: PartId) -> Option<(&[u8], usize)> {
        let part = self.part(part)?;
        let (_, text) = self.files.get(&part.file)?;
        Some((text.raw(), part.range.start))
    }

    /// The number of the file of a part, and the line that the part begins on.
    pub(super) fn line(&self, part: PartId) -> Option<(i64, usize)> {
        self.part(part).map(|part| (part.file, part.line))
    }

    /// The name of the file with this number.
    pub(super) fn file(&self, number: i64) -> Option<&Text> {
        self.files.get(&number).map(|(name, _)| name)
    }

    pub(super) fn place(&self, part: PartId) -> Option<SourcePlace> {
        let Part { file, range, line, .. } = self.part(part)?;
        let (name, text) = self.files.get(file)?;
        let before = text.raw().get(..range.start)?;
        let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        Some(SourcePlace {
            file: name.clone(),
            line: *line,
            column: range.start - line_start + 1,
            range: range.clone(),
            excerpt: Text::from_bytes(excerpt(text.raw().get(line_start..).unwrap_or_default())),
        })
    }

    /// The source place of the instruction at this offset of the code.
    pub fn place_at(&self, pc: u32) -> Option<SourcePlace> {
        self.place(self.part_at(pc)?)
    }

    /// The line of the instruction at this place of the code.
    pub fn line_at(&self, pc: u32) -> Option<Line> {
        let (file, number) = self.line(self.part_at(pc)?)?;
        Some(Line { file: self.file(file)?.clone(), number })
    }

    /// The text of a file.
    pub fn text(&self, file: &Text) -> Option<&Text> {
        self.files.values().find(|(name, _)| name == file).map(|(_, text)| text)
    }
}

impl Part {
    fn new((file, start, end): Span, functions: &[Span], lines: &BTreeMap<i64, Vec<usize>>) -> Self {
        let begin_before = functions.partition_point(|(of, from, _)| (*of, *from) <= (file, start));
        let around = |(_, (of, _, to)): &(usize, &Span)| *of == file && end <= *to;
        let near = functions.iter().enumerate().take(begin_before).rev().take(MAX_LOOKED_BACK);
        let innermost = near.filter(around).min_by_key(|(_, (_, from, to))| to - from);
        let function = innermost.map(|(at, _)| at);
        let line = lines.get(&file).map_or(1, |starts| starts.partition_point(|at| *at <= start));
        Self { file, range: start..end, function, line }
    }
}

/// The first line without its indentation; cut if very long.
fn excerpt(text: &[u8]) -> Vec<u8> {
    const MAX_BYTES: usize = 300;
    let line = text.split(|byte| *byte == b'\n').next().unwrap_or_default().trim_ascii();
    line.get(..MAX_BYTES).unwrap_or(line).to_vec()
}

/// The offset of each instruction; the data of a push is skipped.
fn instructions(code: &[u8]) -> Vec<u32> {
    let mut all = Vec::new();
    let mut at = 0;
    while let (Some(opcode), Ok(pc)) = (code.get(at), u32::try_from(at)) {
        all.push(pc);
        at += 1;
        if (PUSH_1..=PUSH_32).contains(opcode) {
            at += usize::from(opcode - PUSH_1) + 1;
        }
    }
    all
}
