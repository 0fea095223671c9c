//! How near a project comes to a deployed code, in words.

use decode::candidates::Candidate;
use decode::difference::{Finding, Verdict};
use ledger::EvmAddress;
use ledger::text::visible;
use verification::{Compiled, ContractIdentifier};

use crate::message::{Compared, ProjectMatch, Unchosen};
use crate::panes::kit::nouns::code_diff::verdict;

/// What it comes to for this contract: that which was chosen, or why none was.
pub fn sentence(found: &ProjectMatch, chosen: &Result<Compared<'_>, Unchosen>) -> String {
    match (chosen, found.all().next()) {
        (Ok(chosen), _) => would_be(*chosen),
        (Err(Unchosen::Ambiguous(contracts)), _) => ambiguous(contracts),
        (Err(Unchosen::Poor), Some((candidate, compiled))) if candidate.nearness.verifies() => {
            format!("{} would be a match only, and an exact match is wanted", contract(compiled))
        }
        (Err(Unchosen::Poor), Some(nearest)) => match proxied(found) {
            Some(target) => format!("a minimal proxy of {}: verify that contract", target.checksummed()),
            None => format!("none of the project would verify; the nearest is {}", described(nearest)),
        },
        (Err(Unchosen::Poor), None) => "none of the project's code can be read".to_owned(),
    }
}

/// The contract that the deployed code only passes calls on to.
pub fn proxied(found: &ProjectMatch) -> Option<EvmAddress> {
    let (nearest, _) = found.all().next()?;
    nearest.comparison.findings.iter().find_map(|finding| match finding {
        Finding::MinimalProxy(target) => Some(*target),
        _ => None,
    })
}

/// The contracts whose codes are as near as each other.
pub fn ambiguous(contracts: &[ContractIdentifier]) -> String {
    let names: Vec<String> = contracts.iter().map(|contract| visible(&contract.to_string())).collect();
    format!("{} have the same code", names.join(" and "))
}

/// What would become of it.
pub fn would_be((candidate, compiled): Compared<'_>) -> String {
    let label = candidate.nearness.label();
    if candidate.nearness.verifies() {
        let article = if label.starts_with('e') { "an" } else { "a" };
        return format!("{} would be {article} {label}", contract(compiled));
    }
    format!("{} would not verify: {}", contract(compiled), difference(candidate))
}

/// The contract, and what differs.
pub fn described((candidate, compiled): Compared<'_>) -> String {
    format!("{}: {}", contract(compiled), difference(candidate))
}

/// The contract as it can be shown.
pub fn contract(compiled: &Compiled) -> String {
    visible(&compiled.contract.to_string())
}

/// The gravest thing that differs; of code that differs in nothing but metadata, how that does.
pub fn difference(candidate: &Candidate) -> String {
    let comparison = &candidate.comparison;
    let is_metadata = |finding: &Finding| matches!(finding, Finding::Metadata { .. });
    let metadata = comparison.findings.iter().position(is_metadata);
    let metadata = metadata.filter(|_| comparison.verdict() == Verdict::Explained);
    match metadata.and_then(|at| verdict::findings(comparison).into_iter().nth(at)) {
        Some(finding) if candidate.nearness.verifies() => finding.text,
        Some(finding) => {
            [Some(finding.text), finding.hint].into_iter().flatten().collect::<Vec<_>>().join(". ")
        }
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
