//! The copy menu, beyond the selected line: both codes, and the findings.

use decode::Comparison;
use decode::difference::Finding;
use ledger::HexBytes;

use crate::message::{Copied, Place};
use crate::panes::kit::nouns::code_diff::verdict;
use crate::panes::kit::page::on_sheet;

pub(super) fn all(comparisons: &[Comparison], shown: Option<&Comparison>, place: &Place) -> Vec<Copied> {
    let named = |what: String, text: String| Copied::new(what, text);
    let lines: Vec<String> = comparisons.iter().flat_map(verdict::lines_of).collect();
    let mut copies = Vec::new();
    copies.extend((!lines.is_empty()).then(|| named("findings".to_owned(), lines.join("\n"))));
    for comparison in shown.into_iter().chain(comparisons.iter().filter(|it| Some(*it) != shown)) {
        let kind = verdict::kind(comparison.kind);
        for finding in &comparison.findings {
            if let Finding::Arguments { bytes, .. } = finding {
                copies.push(named("constructor arguments".to_owned(), bytes.to_hex()));
            }
        }
        for (side, code) in [("deployed", &comparison.deployed), ("recompiled", &comparison.recompiled)] {
            copies.push(named(format!("{side} {kind}"), HexBytes::from(code.bytes().to_vec()).to_hex()));
        }
    }
    copies.push(on_sheet::copied_place(place));
    copies
}
