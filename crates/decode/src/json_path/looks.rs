//! Limits the values examined for one path to [`MAX_LOOKS`], which bounds the time for any path and document.

use std::collections::HashMap;

use regex_automata::hybrid::dfa::Cache;

use crate::stop::Stop;

/// Maximum number of values examined for one path, including those in filters.
const MAX_LOOKS: usize = 20_000_000;
/// Number of examined values between two cancellation checks.
const LOOKS_PER_CHECK: usize = 1 << 12;

/// Why a walk ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    Stopped,
    TooLong,
}

/// The remaining looks.
pub(super) struct Looks<'a> {
    stop: &'a Stop,
    left: usize,
    /// The automaton states of patterns used so far, by the patterns' memory addresses.
    pub(super) caches: HashMap<usize, Cache>,
}

impl<'a> Looks<'a> {
    pub(super) fn new(stop: &'a Stop) -> Self {
        Self { stop, left: MAX_LOOKS, caches: HashMap::new() }
    }

    /// Counts an examined value, or `count` for long text.
    pub(super) fn take(&mut self, count: usize) -> Result<(), Halt> {
        let before = self.left / LOOKS_PER_CHECK;
        self.left = self.left.checked_sub(count).ok_or(Halt::TooLong)?;
        if self.left / LOOKS_PER_CHECK != before && self.stop.is_set() { Err(Halt::Stopped) } else { Ok(()) }
    }
}
