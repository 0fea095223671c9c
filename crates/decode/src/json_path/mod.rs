//! Paths into JSON documents, as `jq` writes them, `.logs[].topics[0]`, or with all that RFC 9535 has,
//! `$.logs[?@.index > 2]`: what they lead to, as received.
//!
//! Path and document may both be hostile, and no library bounds what it reads or walks. Here every examined value and
//! every matched byte counts against a limit, and a search can be cancelled at any point.

mod path;
mod walk;

use std::collections::HashMap;

use ledger::amount::grouped;
use ledger::raw::{Lines, Part};
use ledger::text::visible;
use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::nfa::thompson;
use regex_automata::util::start::Config;
use serde::de::IgnoredAny;

use self::path::Query;
use self::walk::Walk;
use super::stop::Stop;

/// Maximum number of values at a path, and maximum total size of the values and their paths, bytes.
const MAX_VALUES: usize = 100_000;
const MAX_BYTES: usize = 64 << 20;

/// Checks a path.
///
/// # Errors
/// Why it is not one, with examples.
pub fn check(text: &str) -> Result<(), String> {
    parse(text).map(drop)
}

fn parse(text: &str) -> Result<Query, String> {
    path::parse(text).map_err(|reason| {
        let reason = visible(&reason);
        format!("not a path: {reason}; examples: .logs[2].topics[0], .logs[].address, ..topics")
    })
}

/// The values at a path, laid out. `None` if stopped.
///
/// # Errors
/// The reason to display: an invalid path or document, no values, or too many.
pub fn narrow(lines: &Lines, path: &str, stop: &Stop) -> Option<Result<Lines, String>> {
    let path = match parse(path) {
        Ok(path) => path,
        Err(reason) => return Some(Err(reason)),
    };
    if let Err(fault) = serde_json::from_str::<IgnoredAny>(lines.raw().raw()) {
        return Some(Err(format!("paths need JSON ({fault})")));
    }
    let found = match Walk::new(lines, stop).query(&path, 0) {
        Ok(found) => found,
        Err(Halt::Stopped) => return None,
        Err(Halt::TooLong) => return Some(Err("too many values to check: write a narrower path".to_owned())),
    };
    Some(parts(lines, &found).map(|parts| Lines::of_parts(lines.raw(), parts)))
}

fn parts(lines: &Lines, found: &[usize]) -> Result<Vec<Part>, String> {
    let mut left = MAX_BYTES;
    let parts = found.iter().take(MAX_VALUES + 1).map(|at| {
        let part = Part { range: lines.value(*at), path: lines.path(*at) };
        left = left.checked_sub(part.range.len() + part.path.len())?;
        Some(part)
    });
    let parts: Option<Vec<Part>> = parts.collect();
    parts.filter(|parts| parts.len() <= MAX_VALUES).ok_or_else(|| {
        format!("more than {} values or {} MiB: write a narrower path", grouped(&MAX_VALUES), MAX_BYTES >> 20)
    })
}

/// Maximum number of values examined for one path, including those in filters.
const MAX_LOOKS: usize = 20_000_000;
/// Number of examined values between two cancellation checks.
const LOOKS_PER_CHECK: usize = 1 << 12;

/// Why a walk ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Halt {
    Stopped,
    TooLong,
}

/// The remaining looks.
struct Looks<'a> {
    stop: &'a Stop,
    left: usize,
    /// The automaton states of patterns used so far, by the patterns' memory addresses.
    caches: HashMap<usize, Cache>,
}

impl<'a> Looks<'a> {
    fn new(stop: &'a Stop) -> Self {
        Self { stop, left: MAX_LOOKS, caches: HashMap::new() }
    }

    /// Counts an examined value, or `count` for long text.
    fn take(&mut self, count: usize) -> Result<(), Halt> {
        let before = self.left / LOOKS_PER_CHECK;
        self.left = self.left.checked_sub(count).ok_or(Halt::TooLong)?;
        if self.left / LOOKS_PER_CHECK != before && self.stop.is_set() { Err(Halt::Stopped) } else { Ok(()) }
    }
}

/// Maximum size of a compiled pattern, bytes.
const MAX_COMPILED_BYTES: usize = 1 << 20;
/// Looks per matched byte, which may cost some hundred steps.
const LOOKS_PER_BYTE: usize = 8;
/// Number of bytes matched between two cancellation checks.
const BYTES_PER_CHECK: usize = 512;

#[derive(Debug)]
struct Pattern {
    automaton: DFA,
}

impl Pattern {
    /// Compiles a pattern; `None` if it is invalid or too large. RFC 9485 has no `\b`.
    fn compile(pattern: &str) -> Option<Self> {
        let automaton = DFA::builder()
            .configure(DFA::config().skip_cache_capacity_check(true))
            .thompson(thompson::Config::new().nfa_size_limit(Some(MAX_COMPILED_BYTES)))
            .build(pattern)
            .ok()?;
        Some(Self { automaton })
    }

    /// Whether it matches somewhere in a text.
    fn is_match(&self, text: &str, looks: &mut Looks<'_>) -> Result<bool, Halt> {
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

#[cfg(test)]
mod tests {
    use ledger::RawJson;

    use super::*;

    const DOCUMENT: &str = r#"{"logs":[{"address":"0x1","topics":["0xa","0xb"],"index":0},
        {"address":"0x2","topics":["0xc"],"index":1}],"gas":49999999999999999990000000001,"a b":{"topics":1.50}}"#;

    fn values(path: &str) -> Result<String, String> {
        let lines = Lines::new(&RawJson::new(DOCUMENT));
        narrow(&lines, path, &Stop::default()).unwrap().map(|lines| lines.text())
    }

    #[test]
    fn paths_lead_to_what_was_received_as_jq_and_the_standard_write_them() {
        for (path, found) in [
            (".logs[0].topics[1]", r#""0xb""#),
            ("logs[-1].address", r#""0x2""#),
            (".logs[].address", "\"0x1\"\n\"0x2\""),
            ("$.logs[*]['address']", "\"0x1\"\n\"0x2\""),
            ("..topics", "[\"0xa\",\"0xb\"]\n[\"0xc\"]\n1.50"),
            (".gas", "49999999999999999990000000001"),
            (r#".["a b"].topics"#, "1.50"),
            ("$.logs[?@.index > 0].address", r#""0x2""#),
            (".logs[?@.address == '0x1'].index", "0"),
            (".logs[0].topics[0:1]", r#""0xa""#),
            (".", DOCUMENT),
            (" $ ", DOCUMENT),
            (".none", ""),
            (".logs.[0].index", "0"),
            (r#"."a b".topics"#, "1.50"),
            (".logs[::-1].index", "1\n0"),
            (".logs[-1:].index", "1"),
            (".logs[1,0,1].index", "1\n0"),
            ("$[?@.topics == 1.5].topics", "1.50"),
            ("$[?@ > 49999999999999999990000000000]", "49999999999999999990000000001"),
            ("$[?@ >= 49999999999999999990000000002]", ""),
            ("$.logs[?@.index < $.gas && !(@.index == 0)].index", "1"),
            ("$.logs[?length(@.topics) == 2 || count(@..*) > 9].address", r#""0x1""#),
            ("$.logs[?match(@.address, '0x[2-9]')].address", r#""0x2""#),
            ("$.logs[?search(@.topics[1], 'b$')].address", r#""0x1""#),
            ("$.logs[?value(@..address) == \"0x2\"].index", "1"),
            ("$.logs[?@.none == @.nothing].index", "0\n1"),
            ("$..[?@.index >= 1e0].topics[*]", r#""0xc""#),
        ] {
            assert_eq!(values(path).as_deref(), Ok(found), "{path}");
        }
    }

    #[test]
    fn what_is_found_keeps_its_path() {
        let lines = Lines::new(&RawJson::new(DOCUMENT));
        let found = narrow(&lines, "$..topics", &Stop::default()).unwrap().unwrap();
        assert_eq!(
            (found.parts(), found.path(1), found.path(4)),
            (3, ".logs[0].topics[0]".into(), ".logs[1].topics".into())
        );
        // Any path that is shown leads back to the same value.
        for at in 0..lines.len() {
            let path = lines.path(at);
            let found = narrow(&lines, &path, &Stop::default()).unwrap().unwrap();
            assert_eq!(
                (found.text(), found.path(0)),
                (DOCUMENT.get(lines.value(at)).unwrap().to_owned(), path)
            );
        }
    }

    #[test]
    fn a_pattern_in_a_long_text_stops_once_nobody_waits() {
        let lines = Lines::new(&RawJson::new(format!("[\"{}\"]", "ab".repeat(200_000))));
        let path = "$[?search(@, '(a|b)[ab]{300}c')]";
        assert!(narrow(&lines, path, &Stop::default()).is_some());
        assert_eq!(narrow(&lines, path, &Stop::when(|| true)), None);
    }

    #[test]
    fn what_is_no_path_is_said_with_what_is_one() {
        for path in
            [".logs[", "...", ".a..", ".logs[x]", "$.a b", "$[?1]", "$[?@ == 'a]", "$[?match(@, @.a)]"]
        {
            let words = values(path).unwrap_err();
            assert!(
                words.starts_with("not a path: ") && words.contains("examples: .logs"),
                "{path}: {words}"
            );
        }
        let html = Lines::new(&RawJson::new("<p>"));
        assert!(narrow(&html, ".a", &Stop::default()).unwrap().unwrap_err().contains("paths need JSON"));
        assert!(narrow(&html, ".a", &Stop::when(|| true)).is_none_or(|found| found.is_err()));
    }

    #[test]
    fn fields_of_the_same_name_do_no_harm() {
        let lines = Lines::new(&RawJson::new(r#"{"a":{"b":1},"a":[2,{"b":3}]}"#));
        let found = narrow(&lines, "..b", &Stop::default()).unwrap().unwrap();
        assert_eq!(found.text(), "1\n3");
    }

    /// Paths and documents that overflowed the stack, or took hours and gigabytes.
    #[test]
    fn hostile_paths_end_at_once() {
        for path in [
            "[".repeat(6_400),
            "(".repeat(6_400),
            format!("$[?{}", "(".repeat(900)),
            format!("$[?{}", "!".repeat(900)),
            "[?@".repeat(26),
            format!("${}", "[?@".repeat(26)),
            r"$[?match(@, '((\w{99}){99}){99}')]".to_owned(),
        ] {
            assert!(check(&path).is_err(), "{path}");
        }
        let deep = format!("{}1{}", "[".repeat(300), "]".repeat(300));
        let lines = Lines::new(&RawJson::new(deep));
        let many = narrow(&lines, "$..*..*..*..*..*", &Stop::default()).unwrap().unwrap();
        assert_eq!(many.parts(), 296, "each value once");
        let wide = Lines::new(&RawJson::new(format!("[{}1]", "[1,2],".repeat(20_000))));
        let endless = "$..[?$..[?$..*]]";
        let words = narrow(&wide, endless, &Stop::default()).unwrap().unwrap_err();
        assert_eq!(words, "too many values to check: write a narrower path");
        assert!(narrow(&wide, endless, &Stop::when(|| true)).is_none(), "it stops on the way");
        let much = Lines::new(&RawJson::new(format!("{}1{}", "[".repeat(50_000), "]".repeat(50_000))));
        assert!(
            narrow(&much, "$..*", &Stop::default()).unwrap().unwrap_err().starts_with("more than 100,000")
        );
    }
}
