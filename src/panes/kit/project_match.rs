//! How near a project comes to a deployed code, in words.

use crate::decode::candidates::{Candidate, Nearness};
use crate::decode::difference::Finding;
use crate::ledger::text::visible;
use crate::message::ProjectMatch;
use crate::panes::kit::code_diff::verdict;
use crate::verification::Compiled;

/// What it comes to for this contract: that which was chosen, or why none was.
pub fn sentence(found: &ProjectMatch, chosen: Option<(&Candidate, &Compiled)>) -> String {
    match (chosen, found.all().next()) {
        (Some(chosen), _) => would_be(chosen),
        (None, Some((candidate, compiled))) if candidate.nearness.verifies() => {
            format!("{} would be a match only, and an exact match is wanted", contract(compiled))
        }
        (None, Some((candidate, compiled))) => format!(
            "none of the project would verify; the nearest is {}: {}",
            contract(compiled),
            difference(candidate)
        ),
        (None, None) => "none of the project's code can be read".to_owned(),
    }
}

/// What would become of it.
pub fn would_be((candidate, compiled): (&Candidate, &Compiled)) -> String {
    format!("{} would be {}", contract(compiled), article(candidate.nearness))
}

/// The contract as it can be shown.
pub fn contract(compiled: &Compiled) -> String {
    visible(&compiled.contract.to_string())
}

/// The gravest thing that differs; of a match, what makes it no exact one.
pub fn difference(candidate: &Candidate) -> String {
    let comparison = &candidate.comparison;
    let is_metadata = |finding: &Finding| matches!(finding, Finding::Metadata { .. });
    let metadata = comparison.findings.iter().position(is_metadata);
    let metadata = metadata.filter(|_| candidate.nearness == Nearness::Match);
    match metadata.and_then(|at| verdict::findings(comparison).into_iter().nth(at)) {
        Some(finding) => finding.text,
        None => verdict::summary(comparison).text,
    }
}

/// All that differs, and what to try where it would not verify.
pub fn findings(candidate: &Candidate) -> Vec<String> {
    if candidate.nearness.verifies() {
        return verdict::findings(&candidate.comparison).into_iter().map(|finding| finding.text).collect();
    }
    verdict::lines_of(&candidate.comparison)
}

/// `an exact match`, `a match`.
fn article(nearness: Nearness) -> String {
    let label = nearness.label();
    format!("{} {label}", if label.starts_with(['a', 'e']) { "an" } else { "a" })
}
