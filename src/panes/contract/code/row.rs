//! One instruction or data block as a line: offset, text and a note.

use decode::Opcode;
use decode::code::{Code, CodeReading, Jumps, Meaning, Piece, PieceKind};
use ledger::amount::grouped;

use crate::panes::kit::nouns::code_diff::values::instruction;
use crate::widgets::Role;

/// A code of the contract and its analysis.
#[derive(Clone, Copy)]
pub(super) struct Shown<'a> {
    pub(super) reading: &'a CodeReading,
    pub(super) code: &'a Code,
    pub(super) jumps: &'a Jumps,
    /// Whether it is the runtime code, to which the functions belong.
    pub(super) is_runtime: bool,
}

/// Maximum number of jump origins that are listed.
const MAX_LISTED_JUMPS: usize = 3;

impl Shown<'_> {
    /// The piece as text, and its role.
    pub(super) fn text(&self, piece: &Piece) -> (String, Role) {
        let text = match piece.kind {
            PieceKind::Argument => alloy_primitives::hex::encode(self.code.bytes_of(piece)),
            _ => instruction(self.code, piece),
        };
        let role = match piece.kind {
            PieceKind::Metadata => Role::Attention,
            PieceKind::Argument => Role::Dim,
            PieceKind::Instruction(Opcode::JUMPDEST) => Role::Heading,
            PieceKind::Instruction(opcode) if opcode.name().is_none() => Role::Failure,
            PieceKind::Instruction(_) => Role::Plain,
        };
        (text, role)
    }

    /// The note: jump target or origins, function, or meaning of the value.
    pub(super) fn note(&self, number: usize, piece: &Piece) -> Option<(String, Role)> {
        if piece.kind == PieceKind::Instruction(Opcode::JUMPDEST) {
            return self.destination(piece);
        }
        if let Some(target) = Jumps::from(self.code, number) {
            let entry = self.entry(target).map(|name| format!("  {name}")).unwrap_or_default();
            return Some((format!("to {target:06x}{entry}"), Role::Link));
        }
        let meaning = self.reading.names.meaning(self.code, piece)?;
        Some(match meaning {
            Meaning::Selector(named) | Meaning::Word(named) => {
                (format!("{}  {}", named.signature.escaped(), named.whence), Role::Chip)
            }
            Meaning::Address(address) => (address.checksummed(), Role::Link),
            Meaning::Text(text) => (format!("{text:?}"), Role::Success),
        })
    }

    fn destination(&self, piece: &Piece) -> Option<(String, Role)> {
        if let Some(name) = self.entry(piece.at) {
            return Some((name, Role::Chip));
        }
        let from = self.jumps.to(piece.at);
        let count = from.len();
        let mut named: Vec<String> = from.take(MAX_LISTED_JUMPS).map(|from| format!("{from:06x}")).collect();
        if count > MAX_LISTED_JUMPS {
            named.push(format!("{} more", grouped(&(count - MAX_LISTED_JUMPS))));
        }
        (count > 0).then(|| (format!("from {}", named.join(", ")), Role::Dim))
    }

    /// The function whose entry is at this offset.
    fn entry(&self, offset: usize) -> Option<String> {
        let function = self.reading.dispatch.function_at(offset).filter(|_| self.is_runtime)?;
        let selector = alloy_primitives::hex::encode(function.selector);
        let named = self.reading.names.selector(function.selector);
        Some(named.map_or_else(|| format!("function {selector}"), |named| named.signature.escaped()))
    }
}
