//! Regular expressions that somebody typed: compiled at once and small, however much a few characters repeat.

use regex::{Regex, RegexBuilder};

/// Maximum size of a compiled pattern, bytes: it takes milliseconds, on the loop's thread.
const MAX_COMPILED_BYTES: usize = 1 << 20;

/// The pattern; `None` if it is none, or too large.
pub(super) fn compile(pattern: &str) -> Option<Regex> {
    RegexBuilder::new(pattern).size_limit(MAX_COMPILED_BYTES).build().ok()
}

/// The same, whatever the case, and with dots that match the ends of lines.
pub(super) fn compile_caseless(pattern: &str) -> Option<Regex> {
    let mut builder = RegexBuilder::new(pattern);
    builder.size_limit(MAX_COMPILED_BYTES).case_insensitive(true).dot_matches_new_line(true).build().ok()
}
