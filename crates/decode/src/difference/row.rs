//! Aligns the pieces of two codes by their difference, and compares each pair.

use imara_diff::{Algorithm, Diff, Interner, Token};

use crate::Opcode;
use crate::code::{Code, Piece, PieceKind, Pointer};

/// A piece of each code side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The piece of the deployed code, by its number.
    pub deployed: Option<usize>,
    /// The piece of the recompiled code, by its number.
    pub recompiled: Option<usize>,
    /// Why the pieces differ, if they do.
    pub mark: Mark,
}

/// How two pieces compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// The bytes are equal.
    Same,
    /// Both refer to the same code location at different offsets.
    Moved,
    /// An immutable, zero in compiled code and filled in by deployment.
    Immutable,
    /// A library's own address at its start, filled in by deployment.
    OwnAddress,
    /// A library's address, filled in by linking.
    Link,
    /// The trailer that compilers write behind code; it differs with any source.
    Metadata,
    /// An argument of the constructor.
    Argument,
    /// Different addresses: a library linked elsewhere, or a constant.
    Address,
    /// The recompiled code ends before this, at a placeholder.
    Uncompared,
    /// Different, or without a counterpart.
    Different,
}

impl Mark {
    /// Whether deployments of the same source may differ so.
    pub(crate) fn is_expected(self) -> bool {
        !matches!(self, Self::Different | Self::Address)
    }

    /// Whether there are instructions here that were compared.
    pub(crate) fn is_code(self) -> bool {
        !matches!(self, Self::Metadata | Self::Argument | Self::Uncompared)
    }

    /// Whether no difference was found here: both codes do the same, or they were not compared.
    pub fn is_quiet(self) -> bool {
        self.is_same() || self == Self::Uncompared
    }

    /// Whether both codes do the same here.
    pub fn is_same(self) -> bool {
        matches!(self, Self::Same | Self::Moved)
    }
}

/// Aligns both codes. `both`: both codes are deployed, with values filled in. `end`: for recompiled code that is cut,
/// the index of the deployed code's first piece without a counterpart.
pub(super) fn rows(deployed: &Code, recompiled: &Code, both: bool, end: Option<usize>) -> Vec<Row> {
    let all = deployed.pieces().len();
    let end = end.unwrap_or(all);
    let pairs = align(deployed, recompiled, end);
    let mut stands_for = vec![None; deployed.pieces().len()];
    for ((one, other), _) in pairs.iter().filter(|(_, common)| *common) {
        if let Some(place) = one.and_then(|one| stands_for.get_mut(one)) {
            *place = *other;
        }
    }
    let compared = pairs.iter().map(|(pair, common)| {
        let mark = match mark(deployed, recompiled, *pair, *common, &stands_for) {
            Mark::Different if both && *common => filled_twice(deployed, *pair),
            Mark::Address if both => filled_twice(deployed, *pair),
            mark => mark,
        };
        Row { deployed: pair.0, recompiled: pair.1, mark }
    });
    let uncompared =
        (end..all).map(|at| Row { deployed: Some(at), recompiled: None, mark: Mark::Uncompared });
    let arguments = if end < all { Vec::new() } else { arguments(deployed, recompiled) };
    let mut rows: Vec<Row> = compared.chain(uncompared).chain(arguments).collect();
    with_separators(deployed, recompiled, &mut rows);
    rows
}

/// The words after both codes, side by side.
fn arguments(deployed: &Code, recompiled: &Code) -> Vec<Row> {
    let of = |code: &Code| {
        let pieces = code.pieces();
        pieces.partition_point(|piece| piece.kind != PieceKind::Argument)..pieces.len()
    };
    let (ones, others) = (of(deployed), of(recompiled));
    let bytes = |code: &Code, at: Option<usize>| {
        at.and_then(|at| code.pieces().get(at)).map(|piece| code.bytes_of(piece).to_vec())
    };
    let pair = |at: usize| {
        let [one, other] = [&ones, &others].map(|all| Some(all.start + at).filter(|at| all.contains(at)));
        let same = bytes(deployed, one) == bytes(recompiled, other);
        Row { deployed: one, recompiled: other, mark: if same { Mark::Same } else { Mark::Argument } }
    };
    (0..ones.len().max(others.len())).map(pair).collect()
}

/// A value that deployment may have filled in on both sides: a full word or an address at the same offset.
fn filled_twice(deployed: &Code, pair: Pair) -> Mark {
    let piece = pair.0.and_then(|at| deployed.pieces().get(at));
    match piece.map(|piece| (piece.kind, piece.at)) {
        Some((PieceKind::Instruction(Opcode::PUSH32), _)) => Mark::Immutable,
        Some((PieceKind::Instruction(Opcode::PUSH20), 0)) => Mark::OwnAddress,
        Some((PieceKind::Instruction(Opcode::PUSH20), _)) => Mark::Link,
        _ => Mark::Different,
    }
}

/// Where only one code has metadata, the INVALID in front of it, which keeps it from being run, belongs to it.
fn with_separators(deployed: &Code, recompiled: &Code, rows: &mut [Row]) {
    let is_invalid = |row: &Row| {
        let piece = match (row.deployed, row.recompiled) {
            (Some(at), None) => deployed.pieces().get(at),
            (None, Some(at)) => recompiled.pieces().get(at),
            _ => None,
        };
        piece.is_some_and(|piece| piece.kind == PieceKind::Instruction(Opcode::INVALID))
    };
    for at in 1..rows.len() {
        let Some([before, row]) = rows.get_mut(at - 1..=at) else { continue };
        if row.mark == Mark::Metadata && is_invalid(before) {
            before.mark = Mark::Metadata;
        }
    }
}

fn mark(
    deployed: &Code,
    recompiled: &Code,
    (one, other): Pair,
    common: bool,
    stands_for: &[Option<usize>],
) -> Mark {
    let one = one.and_then(|at| deployed.pieces().get(at));
    let other = other.and_then(|at| recompiled.pieces().get(at));
    let (Some(one), Some(other)) = (one, other) else {
        let single = one.or(other);
        let is_metadata = single.is_some_and(|piece| piece.kind == PieceKind::Metadata);
        return if is_metadata { Mark::Metadata } else { Mark::Different };
    };
    match one.kind {
        _ if deployed.bytes_of(one) == recompiled.bytes_of(other) => Mark::Same,
        _ if !common => Mark::Different,
        PieceKind::Metadata => Mark::Metadata,
        PieceKind::Argument => Mark::Argument,
        PieceKind::Instruction(opcode @ (Opcode::PUSH20 | Opcode::PUSH32)) => {
            filled(opcode, one, is_zero(recompiled.immediate(other)), is_zero(deployed.immediate(one)))
        }
        PieceKind::Instruction(_) => match (deployed.pointer(one), recompiled.pointer(other)) {
            (Some(Pointer::Jump(from)), Some(Pointer::Jump(to))) => {
                let target = deployed.piece_at(from).and_then(|at| *stands_for.get(at)?);
                let same = target.is_some() && target == recompiled.piece_at(to);
                if same { Mark::Moved } else { Mark::Different }
            }
            _ => Mark::Moved,
        },
    }
}

/// A word or an address of which the compiler may have left the value open.
fn filled(opcode: Opcode, deployed: &Piece, open: bool, empty: bool) -> Mark {
    match opcode {
        _ if empty && opcode == Opcode::PUSH32 => Mark::Different,
        Opcode::PUSH32 if open => Mark::Immutable,
        Opcode::PUSH20 if open && deployed.at == 0 => Mark::OwnAddress,
        Opcode::PUSH20 if open => Mark::Link,
        Opcode::PUSH20 => Mark::Address,
        _ => Mark::Different,
    }
}

fn is_zero(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| *byte == 0)
}

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
