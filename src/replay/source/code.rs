//! Code with its source map and its sources.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use alloy_primitives::Bytes;

use super::map::{self, Entry, Jump};
use crate::ledger::Text;

/// PUSH1; the pushes of two to 32 bytes follow.
const PUSH_1: u8 = 0x60;
const PUSH_32: u8 = 0x7f;
/// How a definition begins whose range says nothing of an instruction: the dispatcher and the prologue are all of it.
const WHOLES: [&[u8]; 4] = [b"contract", b"library", b"interface", b"abstract"];
/// How a function begins.
const FUNCTIONS: [&[u8]; 4] = [b"function", b"constructor", b"receive", b"fallback"];

/// Code with its source map and its sources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MappedCode {
    pub(super) code: Bytes,
    /// Where each instruction is in the code.
    instructions: Vec<u32>,
    entries: Vec<Entry>,
    /// By the numbers that the map has for them.
    files: BTreeMap<i64, (Text, Text)>,
    /// The functions, by their files and ranges.
    functions: Vec<(i64, Range<usize>)>,
}

/// A place in the sources; prints as `Vault.sol:84`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourcePlace {
    pub file: Text,
    /// Counted from 1.
    pub line: usize,
    /// Counted from 1, bytes.
    pub column: usize,
    /// Of the part that the instruction comes from, bytes.
    pub range: Range<usize>,
    /// The line without what indents it.
    pub excerpt: Text,
}

impl fmt::Display for SourcePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file.escaped(), self.line)
    }
}

/// The number of a file, and a part of it.
pub(super) type Part = (i64, Range<usize>);

impl MappedCode {
    /// Code with the map of its instructions, and the files by their numbers.
    pub fn new(code: Bytes, map: &[u8], files: BTreeMap<i64, (Text, Text)>) -> Self {
        let instructions = instructions(&code);
        let entries = map::parse(map, instructions.len());
        let mut mapped = Self { code, instructions, entries, files, functions: Vec::new() };
        let mut functions: Vec<Part> = mapped
            .entries
            .iter()
            .filter_map(|entry| mapped.part(entry))
            .filter(|part| mapped.begins(part, &FUNCTIONS))
            .collect();
        functions.sort_unstable_by_key(|(file, range)| (*file, range.start, range.end));
        functions.dedup();
        mapped.functions = functions;
        mapped
    }

    fn entry(&self, pc: u32) -> Option<&Entry> {
        self.entries.get(self.instructions.binary_search(&pc).ok()?)
    }

    /// What a jump at this place of the code means.
    pub(super) fn jump(&self, pc: u32) -> Jump {
        self.entry(pc).map_or(Jump::Ordinary, |entry| entry.jump)
    }

    /// The part of a file that the instruction at this place of the code comes from, if it says anything.
    pub(super) fn part_at(&self, pc: u32) -> Option<Part> {
        let part = self.part(self.entry(pc)?)?;
        (!self.begins(&part, &WHOLES)).then_some(part)
    }

    /// The part of a file, if there is such a one.
    fn part(&self, entry: &Entry) -> Option<Part> {
        let file = entry.file?;
        let range = entry.start..entry.start.checked_add(entry.len)?;
        self.files.get(&file)?.1.raw().get(range.clone())?;
        Some((file, range))
    }

    fn begins(&self, (file, range): &Part, words: &[&[u8]]) -> bool {
        let text =
            self.files.get(file).and_then(|(_, text)| text.raw().get(range.clone())).unwrap_or_default();
        let is_end =
            |byte: Option<&u8>| byte.is_none_or(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_');
        words.iter().any(|word| text.strip_prefix(*word).is_some_and(|rest| is_end(rest.first())))
    }

    /// The innermost function around a part, by its place among them.
    pub(super) fn function(&self, (file, range): &Part) -> Option<usize> {
        let around = |function: &&Part| {
            function.0 == *file && function.1.start <= range.start && range.end <= function.1.end
        };
        let innermost = self.functions.iter().filter(around).min_by_key(|(_, range)| range.len())?;
        self.functions.iter().position(|function| function == innermost)
    }

    /// Where a part is.
    pub(super) fn place(&self, (file, range): &Part) -> Option<SourcePlace> {
        let (name, text) = self.files.get(file)?;
        let before = text.raw().get(..range.start)?;
        let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        Some(SourcePlace {
            file: name.clone(),
            line: before.split(|byte| *byte == b'\n').count(),
            column: range.start - line_start + 1,
            range: range.clone(),
            excerpt: Text::from_bytes(excerpt(text.raw().get(line_start..).unwrap_or_default())),
        })
    }

    /// Where the instruction at this place of the code comes from.
    pub fn place_at(&self, pc: u32) -> Option<SourcePlace> {
        self.place(&self.part_at(pc)?)
    }

    /// The text of a file.
    pub fn text(&self, file: &Text) -> Option<&Text> {
        self.files.values().find(|(name, _)| name == file).map(|(_, text)| text)
    }
}

/// The first line of this, without what indents it; cut if it is very long.
fn excerpt(text: &[u8]) -> Vec<u8> {
    const MAX_BYTES: usize = 300;
    let line = text.split(|byte| *byte == b'\n').next().unwrap_or_default().trim_ascii();
    line.get(..MAX_BYTES).unwrap_or(line).to_vec()
}

/// Where each instruction is: what a push pushes is none.
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
