//! Compiler output without the addresses of its libraries.
//!
//! A verifier compares and links such code, but keeps it as bytes: of the hex digits of a failure, it sends those
//! before the first placeholder. The rest of the deployed code has no counterpart.

use std::cmp::Reverse;

use ledger::{HexBytes, Text};

use crate::code::{Code, Piece, PieceKind};
use crate::{Metadata, Opcode};

/// Code with unlinked libraries, whose addresses are zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unlinked {
    /// The code with twenty zero bytes in place of each library's address.
    pub code: HexBytes,
    /// Where an address is missing, and how the compiler names the library: `$…$` around the beginning of the
    /// hash of its name, or the name itself.
    pub(crate) gaps: Vec<(usize, Text)>,
}

/// How many digits an address has, and a gap for it.
const ADDRESS_DIGITS: usize = 40;

impl Unlinked {
    /// Reads code with gaps, with or without `0x`, within quotes if it stands as JSON; `None` if there are no
    /// gaps, or if it is no code.
    pub fn parse(text: &Text) -> Option<Self> {
        let quoted = text.raw().strip_prefix(b"\"").and_then(|text| text.strip_suffix(b"\""));
        let digits = quoted.unwrap_or(text.raw());
        let digits = digits.strip_prefix(b"0x").unwrap_or(digits);
        let mut plain = Vec::with_capacity(digits.len());
        let mut gaps = Vec::new();
        let mut rest = digits;
        while let Some(first) = rest.first() {
            if *first == b'_' {
                let (gap, behind) =
                    rest.split_at_checked(ADDRESS_DIGITS).filter(|(gap, _)| gap.starts_with(b"__"))?;
                let name = gap.trim_ascii();
                let name: Vec<u8> = name.iter().copied().skip_while(|byte| *byte == b'_').collect();
                let end = name.iter().rposition(|byte| *byte != b'_').map_or(0, |at| at + 1);
                gaps.push((plain.len() / 2, Text::from_bytes(name.get(..end)?.to_vec())));
                plain.extend_from_slice(&[b'0'; ADDRESS_DIGITS]);
                rest = behind;
            } else {
                plain.push(*first);
                rest = rest.get(1..)?;
            }
        }
        let code = HexBytes::parse(std::str::from_utf8(&plain).ok()?)?;
        (!gaps.is_empty()).then_some(Self { code, gaps })
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_zeros_and_keep_their_names() {
        let text = "\"0x600173__$30bbc0abd4d6364515865950d3e0d10953$__63\"";
        let read = Unlinked::parse(&text.into()).unwrap();
        assert_eq!(read.code.to_hex(), format!("0x600173{}63", "00".repeat(20)));
        assert_eq!(read.gaps, [(3, "$30bbc0abd4d6364515865950d3e0d10953$".into())]);
        let old = format!("73__contracts/Sorting.sol:Sorting{}", "_".repeat(9));
        let read = Unlinked::parse(&old.into()).unwrap();
        assert_eq!(read.gaps, [(1, "contracts/Sorting.sol:Sorting".into())]);
    }

    #[test]
    fn what_has_no_gaps_or_is_no_code_is_not_read() {
        for text in ["", "0x6001", "0x60__", "xyz", "0x73__$30$__", "\u{20ac}__"] {
            assert_eq!(Unlinked::parse(&text.into()), None, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "(0x)?[0-9a-f_$]{0,120}") {
            let _ = Unlinked::parse(&text.as_str().into());
        }
    }
}
