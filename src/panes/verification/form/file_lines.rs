//! Describes the file below the form: its kind, the sources to send, and the missing ones.

use ledger::amount::{counted, grouped};
use verification::{Compilation, ContractIdentifier, Mode, Upload};

use super::field_names::{COMPILER, NAME};
use super::fields::Fields;
use super::source::{self, Source};
use super::verdict;
use crate::panes::Context;
use crate::widgets::Role;

/// The most missing sources to name.
const MAX_NAMED_SOURCES: usize = 4;

/// The lines about the file; empty without a file.
pub(super) fn lines(fields: &Fields, source: &Source, ctx: &Context<'_>) -> Vec<(String, Role)> {
    if !fields.wants_file() {
        return Vec::new();
    }
    let mut lines = of_file(fields, source);
    lines.extend(verdict::lines(fields, source, ctx));
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
