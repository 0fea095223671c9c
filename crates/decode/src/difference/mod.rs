//! Compares recompiled with deployed code, instruction by instruction.
//!
//! Both codes are split into pieces. The pieces are aligned, so an inserted instruction does not make the following
//! code differ. Each pair is classified: values that deployment fills in are distinguished from different code.
//! Compiler settings change the code of a function but not its selector, so the shared functions are counted.

mod finding;
mod row;
mod unlinked;

use std::collections::BTreeSet;

use ledger::Text;

use super::Metadata;
use super::code::{Code, Piece};
use crate::Opcode;
use crate::code::PieceKind;

pub use finding::{Filled, Finding};
pub use row::{Mark, Row};
pub use unlinked::Unlinked;

/// Which code of a contract is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The code at the address.
    Runtime,
    /// The code that deploys it: code that runs once, the runtime code within, then the constructor's arguments.
    Creation,
}

/// Two codes side by side, and the findings of their comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// Decides which differences are expected: only creation code has arguments.
    pub kind: Kind,
    /// The code on the chain.
    pub deployed: Code,
    /// The recompiled code.
    pub recompiled: Code,
    /// All pieces of both, side by side.
    pub rows: Vec<Row>,
    /// The findings, most severe first.
    pub findings: Vec<Finding>,
}

/// The conclusion of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Both codes are the same.
    Same,
    /// They differ only in values that deployment fills in, or in metadata.
    Explained,
    /// Some of the code is not the same.
    Changed,
    /// Explained up to a placeholder; the code after it could not be compared.
    SoFar,
    /// Most of the code is not the same, but the functions are: other settings of the compiler.
    Settings,
    /// Most of the code is not the same: hardly the same contract.
    Other,
}

impl Comparison {
    /// Maximum number of bytes of a code that are compared: several times what a ledger takes.
    pub const MAX_BYTES: usize = 256 * 1024;

    /// Compares two codes. Takes milliseconds for large ones: too long for the loop's thread.
    pub fn new(kind: Kind, deployed: &[u8], recompiled: &[u8]) -> Self {
        Self::with_gaps(kind, deployed, recompiled, &[])
    }

    /// Compares code with code whose libraries are not linked.
    pub fn of_unlinked(kind: Kind, deployed: &[u8], recompiled: &Unlinked) -> Self {
        Self::with_gaps(kind, deployed, recompiled.code.bytes(), &recompiled.gaps)
    }

    /// Compares the codes of two contracts that are both deployed: what deployment has filled in may differ
    /// anywhere. The first one takes the place of the deployed code, the second that of the recompiled one.
    pub(crate) fn of_deployed(kind: Kind, one: &[u8], other: &[u8]) -> Self {
        let longest = one.len().max(other.len());
        let [deployed, recompiled] =
            [one, other].map(|code| Code::new(code.get(..Self::MAX_BYTES).unwrap_or(code)));
        let rows = row::rows(&deployed, &recompiled, true, None);
        Self::of_rows(kind, deployed, recompiled, rows).judged(&[], longest)
    }

    fn with_gaps(kind: Kind, deployed: &[u8], recompiled: &[u8], gaps: &[(usize, Text)]) -> Self {
        let longest = deployed.len().max(recompiled.len());
        let [deployed, recompiled] =
            [deployed, recompiled].map(|code| code.get(..Self::MAX_BYTES).unwrap_or(code));
        if deployed != recompiled && unlinked::is_cut(recompiled) {
            return Self::of_cut(kind, deployed, recompiled).judged(gaps, longest);
        }
        let [trailers, known] = [deployed, recompiled].map(Metadata::all);
        let end = match kind {
            Kind::Runtime => immutables(deployed, recompiled, &known),
            Kind::Creation => arguments(deployed, &trailers, recompiled, &known),
        };
        let deployed = Code::cut(deployed, trailers, end);
        let recompiled = Code::cut(recompiled, known, recompiled.len());
        let rows = row::rows(&deployed, &recompiled, false, None);
        Self::of_rows(kind, deployed, recompiled, rows).judged(gaps, longest)
    }

    /// Compares up to the placeholder at which the recompiled code ends.
    fn of_cut(kind: Kind, deployed: &[u8], recompiled: &[u8]) -> Self {
        let filled = unlinked::fill(recompiled);
        let recompiled = Code::cut(&filled, Vec::new(), filled.len()).seen_to(filled.len());
        let deployed = Code::cut(deployed, Metadata::all(deployed), deployed.len());
        let end = unlinked::end(&deployed, &recompiled);
        let behind = deployed.pieces().get(end).map_or(deployed.end(), |piece| piece.at);
        let deployed = deployed.seen_to(behind);
        let rows = row::rows(&deployed, &recompiled, false, Some(end));
        Self::of_rows(kind, deployed, recompiled, rows)
    }

    /// The comparison of codes whose pieces are side by side.
    fn of_rows(kind: Kind, deployed: Code, recompiled: Code, rows: Vec<Row>) -> Self {
        Self { kind, deployed, recompiled, rows, findings: Vec::new() }
    }

    /// Adds the findings. The longer code had this length before it was cut.
    fn judged(self, gaps: &[(usize, Text)], longest: usize) -> Self {
        let mut findings = finding::findings(&self.deployed, &self.recompiled, &self.rows, gaps);
        if longest > Self::MAX_BYTES {
            findings.push(Finding::Cut(Self::MAX_BYTES));
        }
        Self { findings, ..self }
    }

    /// The conclusion of the comparison.
    pub fn verdict(&self) -> Verdict {
        if self.findings == [Finding::Same] {
            Verdict::Same
        } else if self.rows.iter().all(|row| row.mark.is_expected()) {
            if self.is_cut() { Verdict::SoFar } else { Verdict::Explained }
        } else if finding::is_other(&self.rows) {
            let same = |it: &Finding| matches!(it, Finding::Functions(found) if found.are_the_same());
            if self.findings.iter().any(same) { Verdict::Settings } else { Verdict::Other }
        } else {
            Verdict::Changed
        }
    }

    /// Whether the recompiled code ends at a placeholder: the rest of the deployed code was not compared.
    pub fn is_cut(&self) -> bool {
        self.findings.iter().any(|it| matches!(it, Finding::Placeholder { .. }))
    }

    /// The pieces of a row.
    pub fn pieces(&self, row: &Row) -> (Option<&Piece>, Option<&Piece>) {
        (
            row.deployed.and_then(|at| self.deployed.pieces().get(at)),
            row.recompiled.and_then(|at| self.recompiled.pieces().get(at)),
        )
    }
}

/// The offset of the words that the constructor appended to the code, where Vyper stores immutables. Code that ends
/// with metadata has its immutables inside. Code shorter than the words is not matched: it could begin any code.
fn immutables(deployed: &[u8], recompiled: &[u8], known: &[Metadata]) -> usize {
    let ends_with_metadata = known.last().is_some_and(|last| last.range.end == recompiled.len());
    let words = deployed.strip_prefix(recompiled).filter(|_| !ends_with_metadata);
    let words = words.filter(|words| words.len().is_multiple_of(32) && words.len() <= recompiled.len());
    deployed.len() - words.map_or(0, <[u8]>::len)
}

/// The offset of the constructor's arguments: after the last trailer of the recompiled code and the bytes that follow
/// it there; without a trailer, at the recompiled code's length. The deployed length for code without arguments.
fn arguments(deployed: &[u8], trailers: &[Metadata], recompiled: &[u8], known: &[Metadata]) -> usize {
    let last = known.len().checked_sub(1);
    let ends = last.and_then(|last| Some((trailers.get(last)?.range.end, known.get(last)?.range.end)));
    let (code, tail) =
        ends.and_then(|(one, other)| Some((one, recompiled.get(other..)?))).unwrap_or((0, recompiled));
    let behind = deployed.get(code..).and_then(|rest| rest.strip_prefix(tail));
    behind.map_or(deployed.len(), |arguments| deployed.len() - arguments.len())
}

/// The part of all functions that codes of the same contract share at least, percent: the sources may be of another
/// version.
const MIN_SHARED_PERCENT: usize = 80;

/// How many functions both codes have, and each of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Functions {
    /// Number of selectors that both codes have.
    pub shared: usize,
    /// Number of selectors in the deployed code.
    pub deployed: usize,
    /// Number of selectors in the recompiled code.
    pub recompiled: usize,
}

impl Functions {
    /// Counts the functions by the selectors that each code compares with. If the recompiled code is `cut`, functions
    /// that it lacks are not counted.
    fn count(deployed: &Code, recompiled: &Code, cut: bool) -> Self {
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

#[cfg(test)]
mod tests;
