//! Aligns the pieces of two codes by their difference.

use imara_diff::{Algorithm, Diff, Interner, Token};

use crate::Opcode;
use crate::code::{Code, Piece, PieceKind, Pointer};

/// The properties that aligned pieces share.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Shape<'a> {
    /// The instruction and its value.
    Instruction(&'a [u8]),
    /// A push of a word or an address; any value, since deployment fills them in.
    Filled(Opcode),
    /// A push of a code offset; any offset, since code moves with the code before it.
    Jump,
    /// A push of a section's offset or length, or of the code's end.
    Layout(u8, usize),
    /// A push of an offset in the part of the code that is not analysed.
    Unseen,
    /// Metadata with any content.
    Metadata,
}

/// A piece of each code, by their numbers, or a piece of one that has none in the other.
pub(super) type Pair = (Option<usize>, Option<usize>);

/// The part of all pieces, as its divisor, up to which codes that differ are alike.
const MAX_CHANGED_DIVISOR: usize = 5;

/// The most pieces between the first and the last difference that are aligned: more than the largest contract has. Code
/// that repeats itself takes a time that grows with their square.
const MAX_ALIGNED: usize = 32 << 10;

/// Pairs of pieces in the order of both codes, and whether they have anything in common.
/// Of the deployed code, this many pieces are aligned.
pub(super) fn align(deployed: &Code, recompiled: &Code, most: usize) -> Vec<(Pair, bool)> {
    let mut known = Interner::new(1024);
    let before: Vec<_> = shapes(deployed).take(most).map(|shape| known.intern(shape)).collect();
    let after: Vec<_> = shapes(recompiled).map(|shape| known.intern(shape)).collect();
    let (ones, others) = (before.len(), after.len());
    let mut pairs = Vec::with_capacity(ones.max(others));
    let alike = |(one, other): &(&Token, &Token)| one == other;
    let start = before.iter().zip(&after).take_while(alike).count();
    let end = before.iter().rev().zip(after.iter().rev()).take_while(alike).count();
    if ones.max(others).saturating_sub(start + end) > MAX_ALIGNED {
        for (at, (one, other)) in before.iter().zip(&after).enumerate() {
            if one == other {
                pairs.push(((Some(at), Some(at)), true));
            } else {
                apart(deployed, recompiled, at..at + 1, at..at + 1, &mut pairs);
            }
        }
        let both = ones.min(others);
        apart(deployed, recompiled, both..ones, both..others, &mut pairs);
        return pairs;
    }
    let diff = difference(&before, &after, known.num_tokens());
    let (mut one, mut other) = (0, 0);
    for hunk in diff.hunks() {
        let [start, end, other_end] = [hunk.before.start, hunk.before.end, hunk.after.end].map(index);
        pairs.extend((one..start).zip(other..).map(|(one, other)| ((Some(one), Some(other)), true)));
        let other_start = index(hunk.after.start);
        apart(deployed, recompiled, start..end, other_start..other_end, &mut pairs);
        (one, other) = (end, other_end);
    }
    pairs.extend((one..ones).zip(other..others).map(|(one, other)| ((Some(one), Some(other)), true)));
    pairs
}

/// Uses the histogram algorithm, whose time hardly depends on the input. A minimal diff has fewer changes but takes
/// ten times as long, and for dissimilar codes finds only chance similarities.
fn difference(before: &[Token], after: &[Token], tokens: u32) -> Diff {
    let mut diff = Diff::default();
    diff.compute_with(Algorithm::Histogram, before, after, tokens);
    let changes = index(diff.count_removals()).saturating_add(index(diff.count_additions()));
    if changes.saturating_mul(MAX_CHANGED_DIVISOR) <= before.len() + after.len() {
        diff.compute_with(Algorithm::Myers, before, after, tokens);
    }
    diff
}

/// Pairs two stretches without common instructions side by side.
fn apart(
    deployed: &Code,
    recompiled: &Code,
    mut ones: std::ops::Range<usize>,
    mut others: std::ops::Range<usize>,
    pairs: &mut Vec<(Pair, bool)>,
) {
    let is_instruction = |code: &Code, at: usize| {
        let piece = code.pieces().get(at);
        piece.is_some_and(|piece| matches!(piece.kind, PieceKind::Instruction(_)))
    };
    while !(ones.is_empty() && others.is_empty()) {
        let plain = is_instruction(deployed, ones.start) && is_instruction(recompiled, others.start);
        let pair = match (ones.is_empty(), others.is_empty()) {
            (false, false) if plain => (ones.next(), others.next()),
            (false, true) => (ones.next(), None),
            (false, false) if !is_instruction(deployed, ones.start) => (ones.next(), None),
            _ => (None, others.next()),
        };
        pairs.push((pair, false));
    }
}

fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// The shapes of the code without the arguments at its end.
fn shapes(code: &Code) -> impl Iterator<Item = Shape<'_>> {
    let pieces = code.pieces().iter().take_while(|piece| piece.kind != PieceKind::Argument);
    pieces.map(move |piece| shape(code, piece))
}

fn shape<'a>(code: &'a Code, piece: &Piece) -> Shape<'a> {
    match piece.kind {
        PieceKind::Metadata | PieceKind::Argument => Shape::Metadata,
        PieceKind::Instruction(opcode @ (Opcode::PUSH20 | Opcode::PUSH32)) => Shape::Filled(opcode),
        PieceKind::Instruction(_) => match code.pointer(piece) {
            None => Shape::Instruction(code.bytes_of(piece)),
            Some(Pointer::Jump(_)) => Shape::Jump,
            Some(Pointer::Start(section)) => Shape::Layout(0, section),
            Some(Pointer::Length(section)) => Shape::Layout(1, section),
            Some(Pointer::End) => Shape::Layout(2, 0),
            Some(Pointer::Unseen) => Shape::Unseen,
        },
    }
}
