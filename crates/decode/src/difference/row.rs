//! Compares two aligned pieces.

use super::align::{Pair, align};
use crate::Opcode;
use crate::code::{Code, Piece, PieceKind, Pointer};

/// A piece of each code side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The piece of the deployed code, by its number.
    pub deployed: Option<usize>,
    /// The piece of the recompiled code, by its number.
    pub recompiled: Option<usize>,
    pub mark: Mark,
}

/// How two pieces compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    Same,
    /// Both refer to the same code location at different offsets.
    Moved,
    /// An immutable, zero in compiled code and filled in by deployment.
    Immutable,
    /// A library's own address at its start, filled in by deployment.
    OwnAddress,
    /// A library's address, filled in by linking.
    Link,
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
    pub fn is_expected(self) -> bool {
        !matches!(self, Self::Different | Self::Address)
    }

    /// Whether there are instructions here that were compared.
    pub fn is_code(self) -> bool {
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
