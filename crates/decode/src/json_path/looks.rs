//! How much is looked at for one path, so that no path and no document takes longer than [`MAX_LOOKS`] allow.

use std::collections::HashMap;

use regex_automata::hybrid::dfa::Cache;

use crate::stop::Stop;

/// How many values are looked at for one path, on the way and in filters.
const MAX_LOOKS: usize = 20_000_000;
/// After how many of them somebody may have stopped waiting.
const LOOKS_PER_CHECK: usize = 1 << 12;

/// Why a walk ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    Stopped,
    TooLong,
}

/// The looks that are left.
pub(super) struct Looks<'a> {
    stop: &'a Stop,
    left: usize,
    /// The states of patterns that were met so far, by the patterns' addresses.
    pub(super) caches: HashMap<usize, Cache>,
}

impl<'a> Looks<'a> {
    pub(super) fn new(stop: &'a Stop) -> Self {
        Self { stop, left: MAX_LOOKS, caches: HashMap::new() }
    }

    /// Counts a value that is looked at, or more text than one.
    pub(super) fn take(&mut self, count: usize) -> Result<(), Halt> {
        let before = self.left / LOOKS_PER_CHECK;
        self.left = self.left.checked_sub(count).ok_or(Halt::TooLong)?;
        if self.left / LOOKS_PER_CHECK != before && self.stop.is_set() { Err(Halt::Stopped) } else { Ok(()) }
    }
}
