//! The details of a failed job, line by line: the compiler's errors, or the data of another error.

use ledger::amount::counted;
use ledger::raw::Lines;
use verification::JobError;

/// The maximum number of lines shown; the raw record on screen has all.
const MAX_LINES: usize = 60;

/// The compiler's errors as it formats them, each with its excerpt of the source; none if it is another error.
pub(super) fn compiler(error: &JobError) -> Option<String> {
    let lines = error.formatted();
    (!lines.is_empty()).then(|| bounded(lines).join("\n"))
}

/// The data of an error that is no compiler's.
pub(super) fn data(error: &JobError) -> Vec<String> {
    let Some(data) = error.data.known().filter(|_| error.compiler_errors().is_empty()) else {
        return Vec::new();
    };
    let lines = Lines::new(data);
    bounded(lines.all().collect())
}

fn bounded(mut lines: Vec<String>) -> Vec<String> {
    let more = lines.len().saturating_sub(MAX_LINES);
    lines.truncate(MAX_LINES);
    lines.extend((more > 0).then(|| format!("… {}", counted(more, "more line"))));
    lines
}
