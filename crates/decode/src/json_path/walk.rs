//! Walks a document along a path and evaluates the filters on it. Every examined value counts as a look.
//!
//! Numbers are compared as decimals, so amounts of any length are exact.

use std::cmp::Ordering;
use std::collections::HashSet;

use ledger::raw::Lines;
use serde_json::Value;

use super::path::{Comparison, Operand, Query, Segment, Selector, Test};
use super::{Halt, Looks};
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

/// How many bytes of text count as one look.
const BYTES_PER_LOOK: usize = 64;

impl Walk<'_> {
    /// Whether the value on a line passes a test.
    pub(super) fn passes(&mut self, test: &Test, at: usize) -> Result<bool, Halt> {
        Ok(match test {
            Test::Any(tests) => self.first(tests, at, true)?,
            Test::All(tests) => !self.first(tests, at, false)?,
            Test::Not(test) => !self.passes(test, at)?,
            Test::Exists(query) => !self.query(query, at)?.is_empty(),
            Test::Compare(left, comparison, right) => {
                let (left, right) = (self.operand(left, at)?, self.operand(right, at)?);
                compare(left.as_deref(), *comparison, right.as_deref())
            }
            Test::Matches(of, pattern) => {
                let matched =
                    self.operand(of, at)?.and_then(|json| serde_json::from_str::<String>(&json).ok());
                matched.map_or(Ok(false), |matched| pattern.is_match(&matched, &mut self.looks))?
            }
        })
    }

    /// Whether one of these tests returns `wanted`.
    fn first(&mut self, tests: &[Test], at: usize, wanted: bool) -> Result<bool, Halt> {
        for test in tests {
            if self.passes(test, at)? == wanted {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The value of an operand as JSON; `None` unless there is exactly one.
    fn operand(&mut self, operand: &Operand, at: usize) -> Result<Option<String>, Halt> {
        Ok(match operand {
            Operand::Literal(json) => Some(json.clone()),
            Operand::Value(query) => match self.query(query, at)?[..] {
                [found] => {
                    let range = self.lines.value(found);
                    self.looks.take(range.len() / BYTES_PER_LOOK)?;
                    self.lines.raw().raw().get(range).map(str::to_owned)
                }
                _ => None,
            },
            Operand::Count(query) => Some(self.query(query, at)?.len().to_string()),
            Operand::Length(of) => {
                let json = self.operand(of, at)?;
                let value = json.and_then(|json| serde_json::from_str(&json).ok());
                value.and_then(|value| length(&value)).map(|length| length.to_string())
            }
        })
    }
}

fn length(value: &Value) -> Option<usize> {
    match value {
        Value::String(text) => Some(text.chars().count()),
        Value::Array(items) => Some(items.len()),
        Value::Object(fields) => Some(fields.len()),
        _ => None,
    }
}

/// Compares two values. Only numbers and strings are less or greater, and only than one another.
fn compare(left: Option<&str>, comparison: Comparison, right: Option<&str>) -> bool {
    let order = match (left, right) {
        (None, None) => Some(Ordering::Equal),
        (Some(left), Some(right)) => order(left, right),
        _ => None,
    };
    let is_ordered = left.zip(right).is_some_and(|(left, right)| {
        is_number(left) && is_number(right) || left.starts_with('"') && right.starts_with('"')
    });
    match comparison {
        Comparison::Equal => order == Some(Ordering::Equal),
        Comparison::NotEqual => order != Some(Ordering::Equal),
        Comparison::Less => is_ordered && order == Some(Ordering::Less),
        Comparison::Greater => is_ordered && order == Some(Ordering::Greater),
        Comparison::LessOrEqual => {
            order == Some(Ordering::Equal) || is_ordered && order == Some(Ordering::Less)
        }
        Comparison::GreaterOrEqual => {
            order == Some(Ordering::Equal) || is_ordered && order == Some(Ordering::Greater)
        }
    }
}

/// The order of two values; `None` if they are not comparable.
fn order(left: &str, right: &str) -> Option<Ordering> {
    if is_number(left) && is_number(right) {
        return Some(compare_numbers(left, right));
    }
    match (serde_json::from_str(left).ok()?, serde_json::from_str(right).ok()?) {
        (Value::String(left), Value::String(right)) => Some(left.cmp(&right)),
        (left, right) => (left == right).then_some(Ordering::Equal),
    }
}

fn is_number(json: &str) -> bool {
    json.starts_with(|c: char| c == '-' || c.is_ascii_digit())
}

/// Compares two numbers of JSON exactly.
fn compare_numbers(left: &str, right: &str) -> Ordering {
    let ((left_sign, left), (right_sign, right)) = (decimal(left), decimal(right));
    left_sign.cmp(&right_sign).then_with(|| if left_sign < 0 { right.cmp(&left) } else { left.cmp(&right) })
}

/// The sign of a number, and its size: the power of ten of its first digit, and its digits.
fn decimal(number: &str) -> (i8, (i64, String)) {
    let (sign, size) = number.strip_prefix('-').map_or((1, number), |size| (-1, size));
    let (mantissa, exponent) = size.split_once(['e', 'E']).unwrap_or((size, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = [whole, fraction].concat();
    let significant = digits.trim_start_matches('0');
    let zeros = digits.len() - significant.len();
    let significant = significant.trim_end_matches('0').to_owned();
    if significant.is_empty() {
        return (0, (0, significant));
    }
    // One that does not fit is beyond any other.
    let overflow = if exponent.starts_with('-') { i64::MIN } else { i64::MAX };
    let exponent = exponent.trim_start_matches('+').parse().unwrap_or(overflow);
    let place = i64::try_from(whole.len()).unwrap_or(i64::MAX) - i64::try_from(zeros).unwrap_or(i64::MAX);
    (sign, (place.saturating_add(exponent), significant))
}
