//! The copy menu and the export of the code page.

use std::fmt::Write as _;

use decode::code::{Code, CodeReading};

use super::functions;
use super::row::Shown;
use super::tab::Tab;
use super::workbench::Workbench;
use crate::message::{Copied, TextOffer};

/// The codes and their parts.
pub(super) fn all(reading: &CodeReading) -> Vec<Copied> {
    let hex = |what: &str, bytes: &[u8]| Copied::new(what, alloy_primitives::hex::encode_prefixed(bytes));
    let trailer = |code: &Code| {
        let range = code.metadata()?.range.clone();
        code.bytes().get(range).map(<[u8]>::to_vec)
    };
    let mut copies = Vec::new();
    for (name, code) in [("runtime", &reading.runtime), ("creation", &reading.creation)] {
        if !code.bytes().is_empty() {
            copies.push(hex(&format!("{name} code"), code.bytes()));
        }
    }
    if let Some(bytes) = trailer(&reading.runtime) {
        copies.push(hex("metadata", &bytes));
        let end = reading.runtime.metadata().map_or(0, |metadata| metadata.range.start);
        copies.push(hex(
            "runtime code without metadata",
            reading.runtime.bytes().get(..end).unwrap_or_default(),
        ));
    }
    let behind = reading.creation.bytes().get(reading.creation.end()..).unwrap_or_default();
    if !behind.is_empty() {
        copies.push(hex("constructor arguments", behind));
    }
    let selectors: Vec<String> =
        reading.dispatch.functions.iter().map(|function| line(function, reading)).collect();
    if !selectors.is_empty() {
        copies.push(Copied::new("selectors and names", selectors.join("\n")));
    }
    copies
}

fn line(function: &decode::dispatch::Function, reading: &CodeReading) -> String {
    let (name, _) = functions::name(function, reading);
    format!("{} {name}", alloy_primitives::hex::encode_prefixed(function.selector))
}

/// The shown tab in full, for export: the instructions or bytes of a code, or the functions.
pub(super) fn export(reading: &CodeReading, bench: &Workbench, contract: &str) -> TextOffer {
    let (what, text) = match bench.code(reading) {
        None => ("functions", functions_text(reading)),
        Some(shown) if bench.as_hex() => ("bytes", hex_text(shown.code)),
        Some(shown) => ("instructions", instructions_text(shown)),
    };
    let part = match bench.tab {
        Tab::Creation => "creation",
        _ => "runtime",
    };
    let name: String = contract.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    TextOffer {
        title: TextOffer::TITLE,
        path: format!("code-{name}-{part}-{what}.md"),
        text: format!("# Contract {contract}: {part} code, {what}\n\n```text\n{text}```\n"),
    }
}

fn functions_text(reading: &CodeReading) -> String {
    reading.dispatch.functions.iter().fold(String::new(), |mut text, function| {
        let offset = function.offset.map_or("unknown".to_owned(), |offset| format!("{offset:06x}"));
        let _ = writeln!(text, "{offset} {}", line(function, reading));
        text
    })
}

fn hex_text(code: &Code) -> String {
    code.bytes().chunks(32).fold(String::new(), |mut text, row| {
        let _ = writeln!(text, "{}", alloy_primitives::hex::encode(row));
        text
    })
}

fn instructions_text(shown: Shown<'_>) -> String {
    shown.code.pieces().iter().enumerate().fold(String::new(), |mut text, (at, piece)| {
        let note = shown.note(at, piece).map(|(note, _)| format!("  ; {note}")).unwrap_or_default();
        let _ = writeln!(text, "{:06x} {}{note}", piece.at, shown.text(piece).0);
        text
    })
}
