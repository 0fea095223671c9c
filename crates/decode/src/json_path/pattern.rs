//! Regular expressions in a JSON path, matched byte by byte: a search can be cancelled at any point.

use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::nfa::thompson;
use regex_automata::util::start::Config;

use super::looks::{Halt, Looks};

/// Maximum size of a compiled pattern, bytes.
const MAX_COMPILED_BYTES: usize = 1 << 20;
/// Looks per matched byte, which may cost some hundred steps.
const LOOKS_PER_BYTE: usize = 8;
/// Number of bytes matched between two cancellation checks.
const BYTES_PER_CHECK: usize = 512;

#[derive(Debug)]
pub(super) struct Pattern {
    automaton: DFA,
}

impl Pattern {
    /// Compiles a pattern; `None` if it is invalid or too large. RFC 9485 has no `\b`.
    pub(super) fn compile(pattern: &str) -> Option<Self> {
        let automaton = DFA::builder()
            .configure(DFA::config().skip_cache_capacity_check(true))
            .thompson(thompson::Config::new().nfa_size_limit(Some(MAX_COMPILED_BYTES)))
            .build(pattern)
            .ok()?;
        Some(Self { automaton })
    }

    /// Whether it matches somewhere in a text.
    pub(super) fn is_match(&self, text: &str, looks: &mut Looks<'_>) -> Result<bool, Halt> {
        let key = std::ptr::from_ref(self).addr();
        let mut cache = looks.caches.remove(&key).unwrap_or_else(|| self.automaton.create_cache());
        let outcome = self.search(text, &mut cache, looks);
        looks.caches.insert(key, cache);
        outcome
    }

    fn search(&self, text: &str, cache: &mut Cache, looks: &mut Looks<'_>) -> Result<bool, Halt> {
        let automaton = &self.automaton;
        let start = automaton.start_state(cache, &Config::new());
        let mut state = start.map_err(|_| Halt::TooLong)?;
        for bytes in text.as_bytes().chunks(BYTES_PER_CHECK) {
            looks.take(bytes.len() * LOOKS_PER_BYTE)?;
            for byte in bytes {
                state = automaton.next_state(cache, state, *byte).map_err(|_| Halt::TooLong)?;
                if state.is_match() || state.is_dead() {
                    return Ok(state.is_match());
                }
            }
        }
        let end = automaton.next_eoi_state(cache, state);
        end.map(|state| state.is_match()).map_err(|_| Halt::TooLong)
    }
}
