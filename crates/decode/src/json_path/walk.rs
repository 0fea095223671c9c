//! Walks the lines of a document along a path. Every examined value counts as a look.

use std::collections::HashSet;

use ledger::raw::Lines;

use super::looks::{Halt, Looks};
use super::path::{Query, Segment, Selector};
use crate::stop::Stop;

pub(super) struct Walk<'a> {
    pub(super) lines: &'a Lines,
    pub(super) looks: Looks<'a>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(lines: &'a Lines, stop: &'a Stop) -> Self {
        Self { lines, looks: Looks::new(stop) }
    }

    /// The first lines of the values that a query selects, each once.
    pub(super) fn query(&mut self, query: &Query, current: usize) -> Result<Vec<usize>, Halt> {
        let start = if query.is_from_root { 0 } else { current };
        let mut at = if start < self.lines.len() { vec![start] } else { Vec::new() };
        for segment in &query.segments {
            at = self.segment(segment, at)?;
        }
        Ok(at)
    }

    fn segment(&mut self, segment: &Segment, from: Vec<usize>) -> Result<Vec<usize>, Halt> {
        let from = if segment.descends { self.descendants(from)? } else { from };
        let mut found = Vec::new();
        for at in from {
            for selector in &segment.selectors {
                self.select(selector, at, &mut found)?;
            }
        }
        if segment.selectors.len() > 1 {
            let mut seen = HashSet::new();
            found.retain(|at| seen.insert(*at));
        }
        Ok(found)
    }

    /// These values and all that is within them, in the order of the document: what is within two of them once.
    fn descendants(&mut self, mut from: Vec<usize>) -> Result<Vec<usize>, Halt> {
        from.sort_unstable();
        let (mut all, mut next) = (Vec::new(), 0);
        for at in from {
            let end = self.lines.closing(at).unwrap_or(at) + 1;
            for line in next.max(at)..end {
                self.looks.take(1)?;
                if self.lines.opening(line) == line {
                    all.push(line);
                }
            }
            next = next.max(end);
        }
        Ok(all)
    }

    /// Adds the items of a value that a selector selects.
    fn select(&mut self, selector: &Selector, at: usize, found: &mut Vec<usize>) -> Result<(), Halt> {
        self.looks.take(1)?;
        let Some((count, has_names)) = self.lines.count(at) else { return Ok(()) };
        let lines = self.lines;
        let items = lines.items(at);
        match selector {
            Selector::Name(name) if has_names => {
                for item in items {
                    // An escaped key is parsed for each look.
                    self.looks.take(1 + lines.key(item).map_or(0, str::len))?;
                    if is_named(lines, item, name) {
                        found.push(item);
                    }
                }
            }
            Selector::All => {
                for item in items {
                    self.looks.take(1)?;
                    found.push(item);
                }
            }
            Selector::Index(index) if !has_names => {
                if let Some(index) = from_start(*index, count).filter(|index| *index < count) {
                    self.looks.take(index)?;
                    found.extend(items.skip(index).take(1));
                }
            }
            Selector::Slice { start, end, step } if !has_names => {
                self.looks.take(count)?;
                let mut all: Vec<usize> = items.collect();
                if *step < 0 {
                    all.reverse();
                }
                let range = slice(*start, *end, *step < 0, count);
                let step = usize::try_from(step.unsigned_abs()).unwrap_or(usize::MAX);
                if step > 0 {
                    found.extend(all.get(range).unwrap_or_default().iter().step_by(step));
                }
            }
            Selector::Filter(test) => {
                for item in items {
                    self.looks.take(1)?;
                    if self.passes(test, item)? {
                        found.push(item);
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// Whether a field has this name, however it is escaped.
fn is_named(lines: &Lines, item: usize, name: &str) -> bool {
    let Some(key) = lines.key(item) else { return false };
    if key.contains('\\') {
        serde_json::from_str::<String>(key).is_ok_and(|key| key == name)
    } else {
        key.strip_prefix('"').and_then(|key| key.strip_suffix('"')) == Some(name)
    }
}

/// An index that may count from the end, from the start.
fn from_start(index: i64, count: usize) -> Option<usize> {
    let distance = usize::try_from(index.unsigned_abs()).ok()?;
    if index < 0 { count.checked_sub(distance) } else { Some(distance) }
}

/// The range of a slice among that many items, which are the other way round if it goes `backwards`.
fn slice(start: Option<i64>, end: Option<i64>, backwards: bool, count: usize) -> std::ops::Range<usize> {
    let place = |index: i64| {
        let place = from_start(index, count);
        if backwards {
            place.map_or(count, |place| count.saturating_sub(place.saturating_add(1)))
        } else {
            place.unwrap_or(0).min(count)
        }
    };
    let (start, end) = (start.map_or(0, place), end.map_or(count, place));
    start..end.max(start)
}
