//! The findings of a comparison, and whether code compiled from the same source may differ so.

use ledger::{EvmAddress, HexBytes, Text};

use super::Functions;
use super::row::{Mark, Row};
use crate::code::{Code, PieceKind};
use crate::metadata::Compiler;
use crate::proxy::minimal_proxy_target;
use crate::{Metadata, Opcode};

/// A finding of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Both codes are the same, byte for byte.
    Same,
    /// The deployed code only passes calls on to this contract.
    MinimalProxy(EvmAddress),
    /// Instructions differ.
    Code {
        /// The first row that differs.
        first: usize,
        /// Number of differing instructions; a pair counts once.
        instructions: usize,
        /// How many bytes differ: those of pairs that are not the same, and those that only one code has, on the side
        /// that has more of them.
        bytes: usize,
        /// Total number of instruction rows.
        of: usize,
    },
    /// The codes differ in length, not counting arguments.
    Length {
        /// Bytes of the deployed code.
        deployed: usize,
        /// Bytes of the recompiled code.
        recompiled: usize,
        /// The first row that differs.
        first: Option<usize>,
    },
    /// The metadata names another compiler, or another version.
    Compilers {
        /// The compiler of the deployed code.
        deployed: Compiler,
        /// The compiler of the recompiled code.
        recompiled: Compiler,
    },
    /// Only one code uses an instruction that compilers write from some EVM version on.
    NewerInstruction {
        /// The instruction that came with a newer EVM version.
        opcode: Opcode,
        /// Whether it is the deployed code that uses it.
        deployed: bool,
    },
    /// Code differs although the metadata's hash, and so sources and settings, are the same.
    SameSources,
    /// Addresses differ that are not open in the recompiled code.
    Addresses(Vec<Filled>),
    /// Libraries are linked in the deployed code and open in the recompiled one.
    Links(Vec<Filled>),
    /// A library carries its own address.
    OwnAddress(Filled),
    /// Immutables have got their values.
    Immutables(Vec<Filled>),
    /// Arguments of the constructor follow the creation code, or Vyper's immutables the runtime code.
    Arguments {
        /// The offset of the arguments.
        at: usize,
        /// The bytes, in words of 32.
        bytes: HexBytes,
    },
    /// The metadata at the end differs, or one code lacks metadata.
    Metadata {
        /// Metadata of the deployed code.
        deployed: Option<Metadata>,
        /// Metadata of the recompiled code.
        recompiled: Option<Metadata>,
    },
    /// How many functions both codes have, if most of the code differs and some are in both.
    Functions(Functions),
    /// The recompiled code ends at a placeholder of a library: only what is before it was compared.
    Placeholder {
        /// Where it is in the recompiled code.
        at: usize,
        /// How many bytes of the deployed code were compared.
        compared: usize,
        /// How many bytes that has.
        of: usize,
    },
    /// Only this many bytes of each code were compared.
    Cut(usize),
}

/// A value that deployment has filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filled {
    /// Every offset of the push in the deployed code.
    pub at: Vec<usize>,
    /// The value in the deployed code.
    pub deployed: HexBytes,
    /// The value in the recompiled code.
    pub recompiled: HexBytes,
    /// The compiler's name for the unlinked library.
    pub name: Option<Text>,
}

/// Instructions by which EVM versions can be distinguished, newest first, and how often they must be used to
/// count: single bytes may be data that was read as code.
const NEWER: [(Opcode, usize); 2] = [(Opcode::MCOPY, 1), (Opcode::PUSH0, 3)];

/// Sums the rows up, gravest finding first. `gaps` are the unlinked addresses in the recompiled code, with
/// the names of the libraries.
pub(super) fn findings(
    deployed: &Code,
    recompiled: &Code,
    rows: &[Row],
    gaps: &[(usize, Text)],
) -> Vec<Finding> {
    if deployed.bytes() == recompiled.bytes() {
        return vec![Finding::Same];
    }
    let filled = |mark| filled(deployed, recompiled, rows, mark, gaps);
    let some = |values: Vec<Filled>, finding: fn(Vec<Filled>) -> Finding| {
        (!values.is_empty()).then(|| finding(values))
    };
    let code = code(deployed, recompiled, rows);
    let differs = code.is_some();
    let metadata = metadata(deployed, recompiled, rows);
    let placeholder = placeholder(deployed, recompiled, rows);
    let whole = placeholder.is_none();
    let mut found: Vec<Finding> = proxy(deployed, recompiled).into_iter().chain(code).collect();
    let functions = is_other(rows).then(|| Functions::count(deployed, recompiled, !whole));
    found.extend(functions.filter(|found| found.shared > 0).map(Finding::Functions));
    found.extend(placeholder);
    found.extend(length(deployed, recompiled, rows).filter(|_| whole));
    found.extend(compilers(deployed, recompiled));
    found.extend(newer(deployed, recompiled, rows).filter(|_| differs && !is_other(rows)));
    found.extend(same_sources(deployed, recompiled).filter(|_| differs));
    found.extend(some(filled(Mark::Address), Finding::Addresses));
    found.extend(some(filled(Mark::Link), Finding::Links));
    found.extend(filled(Mark::OwnAddress).into_iter().next().map(Finding::OwnAddress));
    found.extend(some(filled(Mark::Immutable), Finding::Immutables));
    found.extend(arguments(deployed));
    found.extend(metadata);
    found
}

/// The target of a deployed minimal proxy, unless the recompiled code is one, too.
fn proxy(deployed: &Code, recompiled: &Code) -> Option<Finding> {
    let target = minimal_proxy_target(deployed.bytes())?;
    minimal_proxy_target(recompiled.bytes()).is_none().then_some(Finding::MinimalProxy(target))
}

/// Whether at least half of the instructions differ.
pub(super) fn is_other(rows: &[Row]) -> bool {
    let differ = rows.iter().filter(|row| row.mark == Mark::Different).count();
    differ * 2 >= rows.iter().filter(|row| row.mark.is_code()).count().max(1)
}

fn code(deployed: &Code, recompiled: &Code, rows: &[Row]) -> Option<Finding> {
    let differ = || rows.iter().filter(|row| row.mark == Mark::Different);
    let bytes = differing_bytes(deployed, recompiled, differ());
    let of = rows.iter().filter(|row| row.mark.is_code()).count();
    let first = rows.iter().position(|row| row.mark == Mark::Different)?;
    Some(Finding::Code { first, instructions: differ().count(), bytes, of })
}

/// How many bytes of these rows are not the same.
fn differing_bytes<'a>(deployed: &Code, recompiled: &Code, rows: impl Iterator<Item = &'a Row>) -> usize {
    let (mut pairs, mut ones, mut others) = (0, 0, 0);
    for row in rows {
        let one = row.deployed.and_then(|at| deployed.pieces().get(at));
        let other = row.recompiled.and_then(|at| recompiled.pieces().get(at));
        match (one, other) {
            (Some(one), Some(other)) => {
                let (one, other) = (deployed.bytes_of(one), recompiled.bytes_of(other));
                let same = one.iter().zip(other).filter(|(one, other)| one == other).count();
                pairs += one.len().max(other.len()) - same;
            }
            (one, other) => {
                ones += one.map_or(0, |piece| piece.length);
                others += other.map_or(0, |piece| piece.length);
            }
        }
    }
    pairs + ones.max(others)
}

fn placeholder(deployed: &Code, recompiled: &Code, rows: &[Row]) -> Option<Finding> {
    let first = rows.iter().find(|row| row.mark == Mark::Uncompared)?;
    let compared = first.deployed.and_then(|at| deployed.pieces().get(at))?.at;
    let at = recompiled.pieces().last().map_or(0, |piece| piece.at + 1);
    Some(Finding::Placeholder { at, compared, of: deployed.bytes().len() })
}

fn length(deployed: &Code, recompiled: &Code, rows: &[Row]) -> Option<Finding> {
    let (one, other) = (deployed.end(), recompiled.end());
    let parts = |row: &Row| row.deployed.is_none() || row.recompiled.is_none();
    let first = rows.iter().position(|row| parts(row) && row.mark != Mark::Argument);
    (one != other).then_some(Finding::Length { deployed: one, recompiled: other, first })
}

fn compilers(deployed: &Code, recompiled: &Code) -> Option<Finding> {
    let compiler = |code: &Code| code.metadata()?.compiler.clone();
    let (deployed, recompiled) = (compiler(deployed)?, compiler(recompiled)?);
    (deployed != recompiled).then_some(Finding::Compilers { deployed, recompiled })
}

fn newer(deployed: &Code, recompiled: &Code, rows: &[Row]) -> Option<Finding> {
    let uses = |code: &Code, of: fn(&Row) -> Option<usize>, opcode| {
        let compared = rows.iter().filter(|row| row.mark.is_code());
        let pieces = compared.filter_map(|row| code.pieces().get(of(row)?));
        pieces.filter(|piece| piece.kind == PieceKind::Instruction(opcode)).count()
    };
    let uses =
        |opcode| (uses(deployed, |row| row.deployed, opcode), uses(recompiled, |row| row.recompiled, opcode));
    NEWER.into_iter().find_map(|(opcode, least)| match uses(opcode) {
        (one, 0) if one >= least => Some(Finding::NewerInstruction { opcode, deployed: true }),
        (0, other) if other >= least => Some(Finding::NewerInstruction { opcode, deployed: false }),
        _ => None,
    })
}

fn same_sources(deployed: &Code, recompiled: &Code) -> Option<Finding> {
    let hash = |code: &Code| code.metadata()?.hash.clone();
    (hash(deployed)? == hash(recompiled)?).then_some(Finding::SameSources)
}

/// The values of all rows with this mark; those that are the same are one.
fn filled(
    deployed: &Code,
    recompiled: &Code,
    rows: &[Row],
    mark: Mark,
    gaps: &[(usize, Text)],
) -> Vec<Filled> {
    let mut values: Vec<Filled> = Vec::new();
    for row in rows.iter().filter(|row| row.mark == mark) {
        let one = row.deployed.and_then(|at| deployed.pieces().get(at));
        let other = row.recompiled.and_then(|at| recompiled.pieces().get(at));
        let (Some(one), Some(other)) = (one, other) else { continue };
        let (value, open) = (deployed.immediate(one), recompiled.immediate(other));
        let same = |known: &&mut Filled| known.deployed.bytes() == value && known.recompiled.bytes() == open;
        match values.iter_mut().find(same) {
            Some(known) => known.at.push(one.at),
            None => values.push(Filled {
                at: vec![one.at],
                deployed: value.to_vec().into(),
                recompiled: open.to_vec().into(),
                name: gaps.iter().find(|(at, _)| *at == other.at + 1).map(|(_, name)| name.clone()),
            }),
        }
    }
    values
}

fn arguments(deployed: &Code) -> Option<Finding> {
    let at = deployed.end();
    let bytes = deployed.bytes().get(at..).filter(|bytes| !bytes.is_empty())?;
    Some(Finding::Arguments { at, bytes: bytes.to_vec().into() })
}

fn metadata(deployed: &Code, recompiled: &Code, rows: &[Row]) -> Option<Finding> {
    let differs = rows.iter().any(|row| row.mark == Mark::Metadata);
    let of = |code: &Code| code.metadata().cloned();
    differs.then(|| Finding::Metadata { deployed: of(deployed), recompiled: of(recompiled) })
}
