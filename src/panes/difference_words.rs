//! What a comparison of codes found, in words, and what to try next.

use crate::decode::difference::{Code, Filled, Finding, Kind, Piece, PieceKind, Row, Verdict};
use crate::decode::{Comparison, Metadata, Opcode};
use crate::ledger::HexBytes;
use crate::ledger::amount::grouped;
use crate::verification::JobError;
use crate::widgets::Role;

/// How many values of a kind are named one by one.
const NAMED: usize = 4;
/// From this part on, in hundredths, a length that differs is taken for a matter of settings.
const OTHER_SETTINGS: usize = 5;

/// A finding in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// How it is meant.
    pub role: Role,
    /// What differs.
    pub says: String,
    /// What to try, if there is something.
    pub next: Option<String>,
}

/// What a code is called.
pub fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Runtime => "runtime code",
        Kind::Creation => "creation code",
    }
}

/// Every finding of a comparison in words, gravest first.
pub fn findings(comparison: &Comparison) -> Vec<Said> {
    comparison.findings.iter().map(|finding| said(comparison, finding)).collect()
}

/// The comparison in one line: its gravest finding, and how many more there are.
pub fn summary(comparison: &Comparison) -> Said {
    let mut said = findings(comparison).into_iter();
    let first = said.next().unwrap_or(Said { role: Role::Plain, says: String::new(), next: None });
    match said.len() {
        0 => first,
        more => Said { says: format!("{}; {}", first.says, count(more, "more finding")), ..first },
    }
}

/// The findings on a failed job's codes as lines for a report: what was compared, what differs, what to try.
///
/// Compares the codes, which takes some milliseconds for large ones: not to be called on every frame.
pub fn lines(error: &JobError) -> Vec<String> {
    super::mismatch::compare(error, None).iter().flat_map(lines_of).collect()
}

/// The findings of one comparison as such lines.
pub fn lines_of(comparison: &Comparison) -> Vec<String> {
    let line = |said: Said| {
        let next = said.next.map(|next| format!(" {next}")).unwrap_or_default();
        format!("{}: {}.{next}", kind(comparison.kind), said.says)
    };
    findings(comparison).into_iter().map(line).collect()
}

fn said(comparison: &Comparison, finding: &Finding) -> Said {
    let (role, says, next) = match finding {
        Finding::Same => (
            Role::Success,
            "both are the same, byte for byte".to_owned(),
            Some("Nothing here explains the failure.".to_owned()),
        ),
        Finding::Code { first, instructions, bytes, of } => {
            let says = format!(
                "{} of {} instructions differ ({}), first {}",
                grouped(instructions),
                grouped(of),
                count(*bytes, "byte"),
                first_words(comparison, *first)
            );
            (Role::Failure, says, code_next(comparison))
        }
        Finding::Length { deployed, recompiled, first } => {
            let (longer, by) = if deployed > recompiled {
                ("deployed", deployed - recompiled)
            } else {
                ("recompiled", recompiled - deployed)
            };
            let told = comparison
                .findings
                .iter()
                .any(|it| matches!(it, Finding::Code { first: at, .. } if Some(*at) == *first));
            let row = first.filter(|_| !told).and_then(|first| comparison.rows.get(first));
            let from = row.map(|row| format!(", from {} on", place_of(comparison, row))).unwrap_or_default();
            let says = format!(
                "the {longer} code is {} longer ({} deployed, {} recompiled){from}",
                count(by, "byte"),
                grouped(deployed),
                grouped(recompiled)
            );
            (role(comparison), says, None)
        }
        Finding::Compilers { deployed, recompiled } => (
            Role::Failure,
            format!("deployed with {deployed}, recompiled with {recompiled}"),
            Some(format!("Try {deployed}.")),
        ),
        Finding::NewerInstruction { opcode, deployed } => newer(*opcode, *deployed),
        Finding::SameSources => (
            Role::Attention,
            "the metadata names the same sources and settings, yet the code differs".to_owned(),
            Some("Compare linked libraries, and whether the code was changed after compiling.".to_owned()),
        ),
        Finding::Addresses(values) => (
            Role::Failure,
            format!("{}: {}", plural(values.len(), "address differs", "addresses differ"), both(values)),
            Some(
                "Give the libraries' addresses as they were linked, or the constants as they were."
                    .to_owned(),
            ),
        ),
        Finding::Links(values) => (
            Role::Attention,
            format!(
                "{}: {}",
                plural(
                    values.len(),
                    "library is linked on the chain only",
                    "libraries are linked on the chain only"
                ),
                each(values)
            ),
            Some("Give these addresses as settings.libraries of the standard JSON.".to_owned()),
        ),
        Finding::OwnAddress(own) => (
            Role::Dim,
            format!("it is a library and carries its own address {}, as it should", own.deployed.to_hex()),
            None,
        ),
        Finding::Immutables(values) => (
            Role::Dim,
            format!(
                "{} by deployment, as it should be: {}",
                plural(values.len(), "immutable was filled in", "immutables were filled in"),
                each(values)
            ),
            None,
        ),
        Finding::Arguments { at, bytes } => (
            Role::Dim,
            format!("{} of the constructor's arguments follow from byte {} on", words(bytes), offset(*at)),
            None,
        ),
        Finding::Metadata { deployed, recompiled } => {
            metadata(comparison, deployed.as_ref(), recompiled.as_ref())
        }
        Finding::Cut(most) => {
            (Role::Attention, format!("only the first {} bytes of each were compared", grouped(most)), None)
        }
    };
    Said { role, says, next }
}

/// How grave it is that the codes are not alike.
fn role(comparison: &Comparison) -> Role {
    match comparison.verdict() {
        Verdict::Changed | Verdict::Other => Role::Failure,
        Verdict::Explained => Role::Attention,
        Verdict::Same => Role::Success,
    }
}

/// What to try about code that differs, unless another finding says so.
fn code_next(comparison: &Comparison) -> Option<String> {
    let (one, other) = (comparison.deployed.end(), comparison.recompiled.end());
    let part = one.abs_diff(other).saturating_mul(100).checked_div(one.max(other)).unwrap_or(0);
    let said =
        |finding: &Finding| matches!(finding, Finding::Compilers { .. } | Finding::NewerInstruction { .. });
    let next = if comparison.verdict() == Verdict::Other {
        "Most of it is other code: try another contract, file or version of the sources."
    } else if comparison.findings.iter().any(said) {
        return None;
    } else if part >= OTHER_SETTINGS {
        "Try other settings of the optimizer, its runs or viaIR; then other versions of the sources."
    } else {
        "Most of it is the same: try the sources as they were on the day of deployment."
    };
    Some(next.to_owned())
}

fn newer(opcode: Opcode, deployed: bool) -> (Role, String, Option<String>) {
    let name = opcode.name().unwrap_or_default();
    let (since, before) =
        if opcode == Opcode::MCOPY { ("cancun", "shanghai") } else { ("shanghai", "paris") };
    if deployed {
        let says = format!("only the deployed code uses {name}");
        (Role::Failure, says, Some(format!("Try the EVM version {since} or a later one.")))
    } else {
        let says = format!("only the recompiled code uses {name}");
        (Role::Failure, says, Some(format!("Try the EVM version {before} or an earlier one.")))
    }
}

fn metadata(
    comparison: &Comparison,
    deployed: Option<&Metadata>,
    recompiled: Option<&Metadata>,
) -> (Role, String, Option<String>) {
    let hash = |metadata: Option<&Metadata>| {
        let hash = metadata.and_then(|metadata| metadata.hash.as_ref());
        hash.map_or_else(|| "no hash".to_owned(), |hash| format!("{} {}", hash.kind(), hash.shown()))
    };
    let (says, next) = match (deployed, recompiled) {
        (Some(_), None) => {
            ("only the deployed code has metadata".to_owned(), "Try with settings.metadata.appendCBOR on.")
        }
        (None, Some(_)) => {
            ("only the recompiled code has metadata".to_owned(), "Try with settings.metadata.appendCBOR off.")
        }
        _ if comparison.verdict() == Verdict::Explained => {
            let hashes = format!("{} deployed, {} recompiled", hash(deployed), hash(recompiled));
            let next =
                "A comment, a name, a path or a setting is another one: it is a match, but not an exact one.";
            (format!("only the metadata differs: {hashes}"), next)
        }
        _ => ("the metadata differs, too: its sources or settings are others".to_owned(), ""),
    };
    let useful = comparison.verdict() != Verdict::Other && !next.is_empty();
    (Role::Attention, says, useful.then(|| next.to_owned()))
}

/// Where a row is, and what stands there in both codes.
fn first_words(comparison: &Comparison, row: usize) -> String {
    let Some(row) = comparison.rows.get(row) else { return String::new() };
    let at = place_of(comparison, row);
    match comparison.pieces(row) {
        (Some(one), Some(other)) => format!(
            "at {at}: {} deployed, {} recompiled",
            instruction(&comparison.deployed, one),
            instruction(&comparison.recompiled, other)
        ),
        (Some(one), None) => {
            format!("at {at}: {}, which the recompiled code lacks", instruction(&comparison.deployed, one))
        }
        (None, Some(other)) => {
            format!("at {at}: {}, which the deployed code lacks", instruction(&comparison.recompiled, other))
        }
        (None, None) => String::new(),
    }
}

/// The offset of a row, in the deployed code if it has something there.
fn place_of(comparison: &Comparison, row: &Row) -> String {
    match comparison.pieces(row) {
        (Some(one), _) => format!("byte {}", offset(one.at)),
        (None, Some(other)) => format!("byte {} of the recompiled code", offset(other.at)),
        (None, None) => String::new(),
    }
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
    let hash = hash.map(|hash| format!("{} {}", hash.kind(), hash.shown()));
    let known: Vec<String> = compiler.into_iter().chain(hash).collect();
    if known.is_empty() {
        return format!("metadata {}", alloy_primitives::hex::encode_prefixed(bytes));
    }
    format!("metadata {}", known.join(", "))
}

fn offset(at: usize) -> String {
    format!("{at:#06x}")
}

fn words(bytes: &HexBytes) -> String {
    match (bytes.len() / 32, bytes.len() % 32) {
        (whole, 0) => count(whole, "word"),
        (0, rest) => count(rest, "byte"),
        (whole, rest) => format!("{} and {}", count(whole, "word"), count(rest, "byte")),
    }
}

/// The values one by one, with where they stand.
fn each(values: &[Filled]) -> String {
    listed(values, |value| {
        let name = value.name.as_ref().map(|name| format!("{} = ", name.shown())).unwrap_or_default();
        format!("{name}{}{}", short(&value.deployed), at(value))
    })
}

/// The values of both codes one by one.
fn both(values: &[Filled]) -> String {
    listed(values, |value| {
        format!("{} deployed, {} recompiled{}", value.deployed.to_hex(), value.recompiled.to_hex(), at(value))
    })
}

fn listed(values: &[Filled], show: impl FnMut(&Filled) -> String) -> String {
    let mut shown: Vec<String> = values.iter().take(NAMED).map(show).collect();
    let more = values.len().saturating_sub(NAMED);
    shown.extend((more > 0).then(|| format!("{} more", grouped(&more))));
    shown.join("; ")
}

fn at(value: &Filled) -> String {
    match value.at.as_slice() {
        [] => String::new(),
        [one] => format!(" at {}", offset(*one)),
        [first, rest @ ..] => format!(" at {} and {}", offset(*first), count(rest.len(), "more place")),
    }
}

/// A word without the zeros in front of it.
fn short(value: &HexBytes) -> String {
    let start = value.bytes().iter().position(|byte| *byte != 0).unwrap_or(0);
    let rest = value.bytes().get(start..).unwrap_or_default();
    if start >= 12 { alloy_primitives::hex::encode_prefixed(rest) } else { value.to_hex() }
}

fn count(number: usize, what: &str) -> String {
    plural(number, what, &format!("{what}s"))
}

fn plural(number: usize, one: &str, many: &str) -> String {
    format!("{} {}", grouped(&number), if number == 1 { one } else { many })
}
