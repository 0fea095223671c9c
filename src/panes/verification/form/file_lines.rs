//! Describes the file below the form: its kind, what will be sent of it, and what is missing.

use super::fields::{COMPILER, Fields, NAME};
use super::source::Source;
use crate::ledger::amount::{counted, grouped};
use crate::verification::{Compilation, Mode, Upload};
use crate::widgets::Role;

/// How many lacking sources are named.
const MAX_NAMED_SOURCES: usize = 4;

/// The lines about the file that is chosen; none if there is no file to speak of.
pub(super) fn lines(fields: &Fields, source: &Source) -> Vec<(String, Role)> {
    if !fields.wants_file() {
        return Vec::new();
    }
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
    let mut lines = vec![summary(fields, compilation)];
    for lacking in compilation.lacking.iter().take(MAX_NAMED_SOURCES) {
        lines.push((lacking.clause(), Role::Attention));
    }
    if let Some(more) = compilation.lacking.len().checked_sub(MAX_NAMED_SOURCES).filter(|more| *more > 0) {
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

/// What the file is, and what is sent of it.
fn summary(fields: &Fields, compilation: &Compilation) -> (String, Role) {
    let count = counted(compilation.sources.len(), "source");
    let mut parts = vec![compilation.kind.label().to_owned(), count];
    if !compilation.language.is("Solidity") {
        parts.insert(1, compilation.language.escaped());
    }
    let bytes = compilation.upload_bytes(fields.mode());
    parts.extend(
        bytes.map(|bytes| {
            format!("sends {} of at most {} bytes", grouped(&bytes), grouped(&Upload::MAX_BYTES))
        }),
    );
    let version = compilation.compiler_version.as_ref().map(ToString::to_string);
    // The field shows it, unless there is none or another one was typed.
    let reported = fields.mode() == Mode::StandardJson && version.as_deref() == Some(fields.text(COMPILER));
    parts.extend(version.filter(|_| !reported).map(|version| format!("compiler {version}")));
    let good = compilation.fitness(fields.mode()).is_ok();
    (parts.join(", "), if good { Role::Success } else { Role::Attention })
}
