//! The pieces and values of codes in words: instructions, metadata, and what deployment fills in.

use decode::Metadata;
use decode::code::{Code, Piece, PieceKind};
use decode::difference::{Filled, Functions};
use ledger::HexBytes;
use ledger::amount::{counted, grouped};

use crate::widgets::Role;

/// How many values of a kind are named one by one.
const MAX_LISTED_VALUES: usize = 4;

/// How it is meant, what it says, and what to try.
pub type Words = (Role, String, Option<String>);

/// Addresses that differ.
pub fn addresses(values: &[Filled]) -> Words {
    let says =
        format!("{}: {}", plural(values.len(), "address differs", "addresses differ"), list_both(values));
    let next = "Give the libraries' addresses as they were linked, or the constants as they were.";
    (Role::Failure, says, Some(next.to_owned()))
}

/// Libraries that are linked in the deployed code only; whether the recompiled code ends there for that reason.
pub fn links(values: &[Filled], cut: bool) -> Words {
    let many =
        plural(values.len(), "library is linked on the chain only", "libraries are linked on the chain only");
    let next = "Give these addresses as settings.libraries of the standard JSON.";
    (Role::Attention, format!("{many}: {}", list_deployed(values)), (!cut).then(|| next.to_owned()))
}

/// A library's own address.
pub fn own_address(own: &Filled) -> Words {
    let address = own.deployed.to_hex();
    (Role::Dim, format!("it is a library and carries its own address {address}, as expected"), None)
}

pub fn immutables(values: &[Filled]) -> Words {
    let many = plural(values.len(), "immutable was filled in", "immutables were filled in");
    (Role::Dim, format!("{many} by deployment, as expected: {}", list_deployed(values)), None)
}

/// How many functions both codes have, which are called so.
pub fn functions(found: Functions, [one, other]: [&str; 2]) -> String {
    let Functions { shared, deployed, recompiled } = found;
    match (shared == deployed && shared == recompiled, deployed == recompiled) {
        (true, _) => format!("both have the same {}", counted(shared, "function")),
        (false, true) => format!("{} of {} are in both", grouped(&shared), counted(deployed, "function")),
        (false, false) => format!(
            "{} in both, of {} in {one} and {} in {other}",
            counted(shared, "function"),
            grouped(&deployed),
            grouped(&recompiled)
        ),
    }
}

/// The values one by one, with their offsets.
fn list_deployed(values: &[Filled]) -> String {
    listed(values, |value| {
        let name = value.name.as_ref().map(|name| format!("{} = ", name.escaped())).unwrap_or_default();
        format!("{name}{}{}", short(&value.deployed), positions(value))
    })
}

/// The values of both codes one by one.
fn list_both(values: &[Filled]) -> String {
    listed(values, |value| {
        format!(
            "{} deployed, {} recompiled{}",
            value.deployed.to_hex(),
            value.recompiled.to_hex(),
            positions(value)
        )
    })
}

fn listed(values: &[Filled], show: impl FnMut(&Filled) -> String) -> String {
    let mut shown: Vec<String> = values.iter().take(MAX_LISTED_VALUES).map(show).collect();
    let more = values.len().saturating_sub(MAX_LISTED_VALUES);
    shown.extend((more > 0).then(|| format!("{} more", grouped(&more))));
    shown.join("; ")
}

fn positions(value: &Filled) -> String {
    match value.at.as_slice() {
        [] => String::new(),
        [one] => format!(" at {}", offset(*one)),
        [first, rest @ ..] => format!(" at {} and {}", offset(*first), counted(rest.len(), "more place")),
    }
}

/// A word without the zeros in front of it.
fn short(value: &HexBytes) -> String {
    let start = value.bytes().iter().position(|byte| *byte != 0).unwrap_or(0);
    let rest = value.bytes().get(start..).unwrap_or_default();
    if start >= 12 { alloy_primitives::hex::encode_prefixed(rest) } else { value.to_hex() }
}

/// A piece of code as text: `PUSH1 0x80`.
pub fn instruction(code: &Code, piece: &Piece) -> String {
    let hex = |bytes: &[u8]| alloy_primitives::hex::encode_prefixed(bytes);
    match piece.kind {
        PieceKind::Instruction(opcode) => {
            let name = opcode.name().map_or_else(|| format!("{:02x} undefined", opcode.0), str::to_owned);
            let value = code.immediate(piece);
            if value.is_empty() { name } else { format!("{name} {}", hex(value)) }
        }
        PieceKind::Metadata => trailer(code.bytes_of(piece)),
        PieceKind::Argument => format!("argument {}", hex(code.bytes_of(piece))),
    }
}

/// A metadata trailer in words, or in hex if it says nothing that is known.
fn trailer(bytes: &[u8]) -> String {
    let read = Metadata::at_end(bytes);
    let compiler = read.as_ref().and_then(|read| read.compiler.as_ref()).map(ToString::to_string);
    let hash = read.as_ref().and_then(|read| read.hash.as_ref());
    let hash = hash.map(|hash| format!("{} {}", hash.kind(), hash.encoded()));
    let known: Vec<String> = compiler.into_iter().chain(hash).collect();
    if known.is_empty() {
        return format!("metadata {}", alloy_primitives::hex::encode_prefixed(bytes));
    }
    format!("metadata {}", known.join(", "))
}

/// An offset in code.
pub fn offset(at: usize) -> String {
    format!("{at:#06x}")
}

fn plural(number: usize, one: &str, many: &str) -> String {
    format!("{} {}", grouped(&number), if number == 1 { one } else { many })
}
