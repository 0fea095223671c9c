//! The functions that both codes dispatch to: settings of a compiler change the code of a function, not its selector.

use std::collections::BTreeSet;

use crate::Opcode;
use crate::code::{Code, PieceKind};

/// The part of all functions that codes of the same contract share at least, percent: the sources may be of another
/// version.
const MIN_SHARED_PERCENT: usize = 80;

/// How many functions both codes have, and each of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Functions {
    pub shared: usize,
    pub deployed: usize,
    pub recompiled: usize,
}

impl Functions {
    /// Counts the functions by the selectors that each code compares with. If the recompiled code is `cut`, functions
    /// that it lacks are not counted.
    pub(super) fn count(deployed: &Code, recompiled: &Code, cut: bool) -> Self {
        let (mut ours, theirs) = (selectors(deployed), selectors(recompiled));
        let shared = ours.intersection(&theirs).count();
        if cut {
            ours.retain(|selector| theirs.contains(selector));
        }
        Self { shared, deployed: ours.len(), recompiled: theirs.len() }
    }

    /// Whether enough functions are shared for both codes to be the same contract.
    pub fn are_the_same(self) -> bool {
        let all = self.deployed.max(self.recompiled);
        self.shared > 0 && self.shared.saturating_mul(100) >= all.saturating_mul(MIN_SHARED_PERCENT)
    }
}

/// What a dispatcher compares the selector of a call with: a pushed number of four bytes, or of three if its first one
/// is zero, and a comparison right behind it or behind one more instruction. The optimizer may subtract instead.
fn selectors(code: &Code) -> BTreeSet<u32> {
    let opcode = |at: usize| match code.pieces().get(at)?.kind {
        PieceKind::Instruction(opcode) => Some(opcode),
        PieceKind::Metadata | PieceKind::Argument => None,
    };
    let is_compared = |at: usize| {
        let [first, second] = [opcode(at + 1), opcode(at + 2)];
        first == Some(Opcode::EQ) || second == Some(Opcode::EQ) || first == Some(Opcode::SUB)
    };
    let compared = (0..code.pieces().len())
        .filter(|at| matches!(opcode(*at), Some(Opcode::PUSH3 | Opcode::PUSH4)) && is_compared(*at));
    let value = |at: usize| {
        let bytes = code.immediate(code.pieces().get(at)?);
        Some(bytes.iter().fold(0_u32, |value, byte| value << 8 | u32::from(*byte)))
    };
    compared.filter_map(value).collect()
}
