//! Code split into pieces: instructions, metadata, and words after the code. The basis of analysis and comparison.

mod interfaces;
mod marks;
mod reading;
mod search;

pub use interfaces::Interface;
pub(crate) use interfaces::selector;
pub use marks::{Jumps, Meaning, Named, Names};
pub(crate) use reading::compare;
pub use reading::{CodeProfile, CodeReading, Codes};
pub use search::Needle;

use std::ops::Range;

use crate::opcode::instructions;
use crate::{Metadata, Opcode};

/// The kind of a piece of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceKind {
    /// An instruction with its value.
    Instruction(Opcode),
    /// A metadata trailer.
    Metadata,
    /// A word of the constructor's arguments, or an incomplete last word.
    Argument,
}

/// A piece of code and its offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The offset of its first byte, from 0.
    pub at: usize,
    /// Length, bytes.
    pub length: usize,
    /// How the bytes were read.
    pub kind: PieceKind,
}

/// A code location that a number refers to; it moves when the code before it changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pointer {
    /// A jump leads to this offset.
    Jump(usize),
    /// The beginning of this section, counted from 0.
    Start(usize),
    /// The length of this section.
    Length(usize),
    /// The end of the code, where arguments begin.
    End,
    /// A place in the part of the code that is not analysed.
    Unseen,
}

/// Bytecode, divided into instructions, metadata and the arguments of the constructor.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Code {
    bytes: Box<[u8]>,
    pieces: Vec<Piece>,
    metadata: Vec<Metadata>,
    /// The offset of the arguments; the length for code without arguments.
    end: usize,
    /// Code within code, such as the runtime code in creation code: jump offsets count from its beginning.
    sections: Vec<Range<usize>>,
    /// The offset at which the analysed part ends, such as for code of which only the beginning is known.
    seen: Option<usize>,
}

/// How many sections are distinguished; compilers write two, and two more for each contract that creates
/// others.
const MAX_SECTIONS: usize = 32;
/// Minimum number of bytes of a number that may be an offset in code that is not analysed.
const MIN_UNSEEN_BYTES: usize = 2;
/// Numbers below this are more likely counts than offsets.
const MIN_CODE_OFFSET: usize = 32;

impl Code {
    /// Disassembles code; bytes after the last metadata trailer are not code.
    pub fn new(bytes: &[u8]) -> Self {
        let trailers = Metadata::all(bytes);
        let end = trailers.last().map_or(bytes.len(), |last| last.range.end);
        Self::cut(bytes, trailers, end)
    }

    /// Cuts the code into pieces; from `end` on there are arguments.
    pub(super) fn cut(bytes: &[u8], metadata: Vec<Metadata>, end: usize) -> Self {
        let mut pieces = Vec::with_capacity(bytes.len());
        let mut at = 0;
        for trailer in metadata.iter().filter(|trailer| trailer.range.end <= end) {
            push_instructions(&mut pieces, bytes, at..trailer.range.start);
            let (at_trailer, length) = (trailer.range.start, trailer.range.len());
            pieces.push(Piece { at: at_trailer, length, kind: PieceKind::Metadata });
            at = trailer.range.end;
        }
        push_instructions(&mut pieces, bytes, at..end);
        for (word, chunk) in bytes.get(end..).unwrap_or_default().chunks(32).enumerate() {
            pieces.push(Piece { at: end + word * 32, length: chunk.len(), kind: PieceKind::Argument });
        }
        let sections = sections(&pieces, end);
        Self { bytes: bytes.into(), pieces, metadata, end, sections, seen: None }
    }

    /// Marks the code from this offset on as not analysed.
    pub(super) fn seen_to(self, offset: usize) -> Self {
        Self { seen: Some(offset), ..self }
    }

    /// The whole code, including parts that are not analysed.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The pieces, in order: together they are all of the bytes.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The trailer at the end of the code, before any arguments.
    pub fn metadata(&self) -> Option<&Metadata> {
        self.metadata.iter().rfind(|trailer| trailer.range.end <= self.end)
    }

    /// Every trailer in the code, in order.
    pub fn trailers(&self) -> &[Metadata] {
        &self.metadata
    }

    /// How many bytes there are without arguments.
    pub fn end(&self) -> usize {
        self.end
    }

    /// The bytes of a piece.
    pub fn bytes_of(&self, piece: &Piece) -> &[u8] {
        self.bytes.get(piece.at..piece.at.saturating_add(piece.length)).unwrap_or_default()
    }

    /// The value that an instruction carries.
    pub fn immediate(&self, piece: &Piece) -> &[u8] {
        self.bytes_of(piece).get(1..).unwrap_or_default()
    }

    /// The index of the piece that contains this offset, or of the last one before it.
    pub fn piece_around(&self, at: usize) -> usize {
        self.pieces.partition_point(|piece| piece.at <= at).saturating_sub(1)
    }

    /// The number of the piece that begins at this offset.
    pub(crate) fn piece_at(&self, at: usize) -> Option<usize> {
        self.pieces.binary_search_by_key(&at, |piece| piece.at).ok()
    }

    /// The place in this code that a pushed number can refer to.
    pub fn pointer(&self, piece: &Piece) -> Option<Pointer> {
        let immediate = self.immediate(piece);
        if !(1..=4).contains(&immediate.len()) || !matches!(piece.kind, PieceKind::Instruction(_)) {
            return None;
        }
        let value = immediate.iter().fold(0_usize, |value, byte| value << 8 | usize::from(*byte));
        let own = self.sections.partition_point(|section| section.start <= piece.at).checked_sub(1)?;
        let section = self.sections.get(own)?;
        let target = section.start.checked_add(value)?;
        let lands = self.piece_at(target).and_then(|at| self.pieces.get(at));
        let lands = lands.is_some_and(|piece| piece.kind == PieceKind::Instruction(Opcode::JUMPDEST));
        if let Some(seen) = self.seen.filter(|seen| target >= *seen) {
            let may_lead = lands || seen == self.bytes.len();
            return (may_lead && immediate.len() >= MIN_UNSEEN_BYTES).then_some(Pointer::Unseen);
        }
        if lands && section.contains(&target) {
            return Some(Pointer::Jump(target));
        }
        let mut later = self.sections.iter().enumerate().skip(own + 1).filter(|_| value >= MIN_CODE_OFFSET);
        later.find_map(|(at, later)| match value {
            _ if target == later.start => Some(Pointer::Start(at)),
            _ if value == later.len() && self.seen.is_none() => Some(Pointer::Length(at)),
            _ if target == self.end => Some(Pointer::End),
            _ => None,
        })
    }
}

fn push_instructions(pieces: &mut Vec<Piece>, bytes: &[u8], range: Range<usize>) {
    let start = range.start;
    pieces.extend(instructions(bytes.get(range).unwrap_or_default()).map(|instruction| Piece {
        at: start + instruction.at,
        length: instruction.length(),
        kind: PieceKind::Instruction(instruction.opcode),
    }));
}

/// A section begins behind metadata, and behind an INVALID unless a jump can lead there: solc separates them so.
fn sections(pieces: &[Piece], end: usize) -> Vec<Range<usize>> {
    let mut starts = vec![0];
    for pair in pieces.windows(2) {
        let [before, piece] = pair else { continue };
        let PieceKind::Instruction(opcode) = piece.kind else { continue };
        let apart = match before.kind {
            PieceKind::Metadata => true,
            PieceKind::Instruction(Opcode::INVALID) => opcode != Opcode::JUMPDEST,
            _ => false,
        };
        if apart && starts.len() < MAX_SECTIONS {
            starts.push(piece.at);
        }
    }
    let ends = starts.iter().copied().skip(1).chain([end]);
    starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
}
