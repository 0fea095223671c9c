//! Recompiled code that ends where a library's address is missing.
//!
//! A verifier compares and links such code, but keeps it as bytes: of the hex digits of a failure, it sends those
//! before the first placeholder. What follows in the deployed code has nothing to be compared with.

use std::cmp::Reverse;

use crate::code::{Code, Piece, PieceKind};
use crate::{Metadata, Opcode};

const ADDRESS_BYTES: usize = 20;
/// How many instructions before a library's address show where in the deployed code it is.
const MAX_LEAD: usize = 16;

/// Whether code ends at a placeholder: with the instruction that pushes an address, without the address.
pub(super) fn is_cut(recompiled: &[u8]) -> bool {
    recompiled.last() == Some(&Opcode::PUSH20.0) && Metadata::at_end(recompiled).is_none()
}

/// The code with zeros in place of the address.
pub(super) fn fill(recompiled: &[u8]) -> Vec<u8> {
    [recompiled, &[0; ADDRESS_BYTES]].concat()
}

/// Where the deployed code has the address at which the recompiled code, once filled, ends: the number of the first
/// piece behind it. Of the addresses in the deployed code it is the one that the same instructions lead to, and of
/// several the one that is at about the same offset.
pub(super) fn end(deployed: &Code, recompiled: &Code) -> usize {
    let offset = recompiled.end().saturating_sub(ADDRESS_BYTES + 1);
    let pieces = deployed.pieces().iter().enumerate();
    let found = pieces
        .filter(|(_, piece)| is_address(deployed, piece))
        .max_by_key(|(at, piece)| (lead(deployed, *at, recompiled), Reverse(piece.at.abs_diff(offset))));
    found.map_or_else(|| deployed.piece_around(recompiled.end()), |(at, _)| at + 1)
}

/// A mask is no address.
fn is_address(code: &Code, piece: &Piece) -> bool {
    piece.kind == PieceKind::Instruction(Opcode::PUSH20)
        && code.immediate(piece).iter().any(|byte| *byte != 0xff)
}

/// How many instructions before this address are those at the end of the recompiled code, up to [`MAX_LEAD`].
fn lead(deployed: &Code, at: usize, recompiled: &Code) -> usize {
    let before = deployed.pieces().get(..at).unwrap_or_default().iter().rev();
    let known = recompiled.pieces().iter().rev().skip(1);
    before.zip(known).take(MAX_LEAD).take_while(|(one, other)| one.kind == other.kind).count()
}
