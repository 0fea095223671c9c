//! Describes the file below the form: its kind, its sources, and whether the chosen contract would verify.

use decode::difference::Verdict;
use ledger::amount::{counted, grouped};
use verification::{Compilation, ContractIdentifier, Mode, Upload};

use super::contents::{COMPILER, NAME};
use super::fields::Fields;
use super::source::Source;
use super::{deployed, source};
use crate::message::{Compared, ProjectMatch, Unchosen};
use crate::panes::Context;
use crate::panes::kit::nouns::project_match::{ambiguous, described, difference, would_be};
use crate::widgets::Role;

/// The most missing sources to name.
const MAX_NAMED_SOURCES: usize = 4;

/// The lines about the file; empty without a file.
pub(super) fn lines(fields: &Fields, source: &Source, ctx: &Context<'_>) -> Vec<(String, Role)> {
    if !fields.wants_file() {
        return Vec::new();
    }
    let mut lines = of_file(fields, source);
    lines.extend(predictions(fields, source, ctx));
    lines
}

fn of_file(fields: &Fields, source: &Source) -> Vec<(String, Role)> {
    let path = fields.path();
    match (source.failure(&path), source.known(&path)) {
        _ if path.is_empty() => Vec::new(),
        (Some(failure), _) => {
            vec![(format!("{} {}", failure.sentence(), failure.next_step()), Role::Attention)]
        }
        (None, Some(compilation)) => about(fields, compilation),
        (None, None) => Vec::new(),
    }
}

fn about(fields: &Fields, compilation: &Compilation) -> Vec<(String, Role)> {
    let contract = source::contract(fields, compilation);
    let sent = compilation.sent(fields.mode(), contract.as_ref());
    let mut lines = vec![summary(fields, compilation, contract.as_ref())];
    for lacking in sent.lacking.iter().take(MAX_NAMED_SOURCES) {
        lines.push((lacking.clause(), Role::Attention));
    }
    if let Some(more) = sent.lacking.len().checked_sub(MAX_NAMED_SOURCES).filter(|more| *more > 0) {
        lines.push((format!("and {more} more"), Role::Attention));
    }
    if fields.mode() == Mode::Metadata {
        let target = compilation.contracts.only();
        lines.extend(target.map(|target| (format!("the contract that was compiled: {target}"), Role::Plain)));
    } else {
        let doubts = compilation.doubts(fields.text(NAME), fields.text(COMPILER));
        lines.extend(doubts.into_iter().map(|words| (words, Role::Attention)));
    }
    lines
}

/// The kind of the file, and the sources to send once the contract is known.
fn summary(
    fields: &Fields,
    compilation: &Compilation,
    contract: Option<&ContractIdentifier>,
) -> (String, Role) {
    let mode = fields.mode();
    let count = counted(compilation.sources.len(), "source");
    let mut parts = vec![compilation.kind.label().to_owned(), count];
    if !compilation.language.is("Solidity") {
        parts.insert(1, compilation.language.escaped());
    }
    let is_known = mode == Mode::Metadata || contract.is_some();
    let bytes = compilation.upload_bytes(mode, contract).filter(|_| is_known);
    let sent = match compilation.sent(mode, contract).left_out.len() {
        0 => String::new(),
        left_out => format!("{} of them in ", compilation.sources.len() - left_out),
    };
    parts.extend(bytes.map(|bytes| {
        format!("sends {sent}{} of at most {} bytes", grouped(&bytes), grouped(&Upload::MAX_BYTES))
    }));
    let given = fields.text(COMPILER);
    let version = match mode {
        Mode::StandardJson => compilation.compiler(given).ok(),
        _ => compilation.compiler_version.clone(),
    };
    let version = version.map(|version| version.to_string());
    // The field already shows it, unless another version is sent.
    let reported = mode == Mode::StandardJson && version.as_deref() == Some(given);
    parts.extend(version.filter(|_| !reported).map(|version| format!("compiler {version}")));
    let good = compilation.fitness(mode, contract).is_ok();
    (parts.join(", "), if good { Role::Success } else { Role::Attention })
}

/// The predictions about the comparison; for a directory, whose candidates are listed, only the files left out.
fn predictions(fields: &Fields, source: &Source, ctx: &Context<'_>) -> Vec<(String, Role)> {
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
    of_match(found, named(fields, compilation).as_ref())
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

fn of_match(found: &ProjectMatch, named: Option<&ContractIdentifier>) -> Vec<(String, Role)> {
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
