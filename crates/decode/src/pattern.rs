//! User-supplied regular expressions, with a bound on their compiled size.

use regex::{Regex, RegexBuilder};

/// Maximum size of a compiled pattern, bytes: compilation takes milliseconds and runs on the event loop's thread.
const MAX_COMPILED_BYTES: usize = 1 << 20;

/// Compiles a pattern; `None` if it is invalid or too large.
pub(super) fn compile(pattern: &str) -> Option<Regex> {
    RegexBuilder::new(pattern).size_limit(MAX_COMPILED_BYTES).build().ok()
}

/// Compiles a case-insensitive pattern in which a dot also matches a newline.
pub(super) fn compile_caseless(pattern: &str) -> Option<Regex> {
    let mut builder = RegexBuilder::new(pattern);
    builder.size_limit(MAX_COMPILED_BYTES).case_insensitive(true).dot_matches_new_line(true).build().ok()
}
