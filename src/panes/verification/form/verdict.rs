//! Predicts whether the chosen contract would verify.

use decode::difference::Verdict;
use ledger::amount::grouped;
use verification::{Compilation, ContractIdentifier, Mode};

use super::deployed;
use super::field_names::NAME;
use super::fields::Fields;
use super::source::Source;
use crate::message::{Compared, ProjectMatch, Unchosen};
use crate::panes::Context;
use crate::panes::kit::nouns::project_match::{ambiguous, described, difference, would_be};
use crate::widgets::Role;

/// The lines about the comparison; for a directory, whose candidates are listed, only the files left out.
pub(super) fn lines(fields: &Fields, source: &Source, ctx: &Context<'_>) -> Vec<(String, Role)> {
    let path = fields.path();
    let Some(deployed) = source.deployed(&path) else { return Vec::new() };
    if let Some(failure) = deployed.failure(ctx).filter(|_| source.is_directory(&path)) {
        return vec![(format!("{} {}", failure.sentence(), failure.next_step()), Role::Attention)];
    }
    let Some(found) = deployed.found(ctx) else { return Vec::new() };
    if source.is_directory(&path) {
        return left_out(found).into_iter().collect();
    }
    let Some(compilation) = source.known(&path) else { return Vec::new() };
    of_file(found, named(fields, compilation).as_ref())
}

/// Whether the submission would verify, shown in the review.
pub(super) fn of_sent(fields: &Fields, source: &Source, ctx: &Context<'_>) -> Option<(String, Role)> {
    let path = fields.path();
    let (deployed, compilation) = source.deployed(&path).zip(source.known(&path))?;
    let found = deployed.found(ctx)?;
    let named = named(fields, compilation);
    let chosen = match deployed.chosen_row(found) {
        Some(row) => found.all().nth(row),
        None => found.all().find(|(_, compiled)| Some(&compiled.contract) == named.as_ref()),
    };
    chosen.map(judged)
}

/// The contract to send.
fn named(fields: &Fields, compilation: &Compilation) -> Option<ContractIdentifier> {
    match fields.mode() {
        Mode::Metadata => compilation.contracts.only().cloned(),
        _ => compilation.contract(fields.text(NAME)).ok(),
    }
}

fn judged(it: Compared<'_>) -> (String, Role) {
    (would_be(it), if it.0.nearness.verifies() { Role::Success } else { Role::Attention })
}

fn of_file(found: &ProjectMatch, named: Option<&ContractIdentifier>) -> Vec<(String, Role)> {
    let own = named.and_then(|named| found.all().find(|(_, compiled)| compiled.contract == *named));
    let best = deployed::best(found, "");
    let good = |it: Compared<'_>| {
        let is_same = it.0.comparison.verdict() == Verdict::Same;
        let words = would_be(it);
        (if is_same { words } else { format!("{words}: {}", difference(it.0)) }, Role::Success)
    };
    match (own, best) {
        (Some(own), _) if own.0.nearness.verifies() => vec![good(own)],
        (own, Ok(best)) => own.map(judged).into_iter().chain([good(best)]).collect(),
        (Some(own), Err(_)) => vec![judged(own)],
        (None, Err(Unchosen::Ambiguous(contracts))) => {
            vec![(format!("{}: name one", ambiguous(&contracts)), Role::Attention)]
        }
        (None, Err(Unchosen::Poor)) => {
            let nearest = found.all().next().map(described);
            let words = |nearest| format!("none of its contracts would verify; the nearest is {nearest}");
            nearest.map(|nearest| (words(nearest), Role::Attention)).into_iter().collect()
        }
    }
}

/// Files that look like compiled contracts but could not be read.
fn left_out(found: &ProjectMatch) -> Option<(String, Role)> {
    let (file, why) = found.project.left_out.first()?;
    let more = match found.project.left_out.len() {
        1 => String::new(),
        count => format!(" And {} more.", grouped(&(count - 1))),
    };
    Some((format!("left out: {}: {}{more}", file.escaped(), why.escaped()), Role::Attention))
}
