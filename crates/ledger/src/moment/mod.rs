//! Times as people write them, read into conditions on a timestamp: `last 2h`, `in 1h`, `yesterday 14:00..15:00`,
//! `2026-11-20`, `1795212000.5`, `gte:1795212000`.
//!
//! Times are those of a [`Clock`]'s zone unless the text carries an offset. The time now is an argument.

mod point;

use std::ops::Range;

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;

use super::Timestamp;
use super::query::{Op, TimestampFilter, range_fault};

/// The accepted forms, for the hint under an input field.
pub(crate) const EXAMPLES: &str = "last 2h, in 1h, yesterday 14:00..15:00, 2026-11-20, 2026-11-20 23:10:07.5, 1795212000, \
                            gte:1795212000 lt:1795215600";

/// An invalid time: the invalid part, and the accepted forms.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct MomentFault {
    /// The part at fault, as bytes of the text given, on character bounds.
    pub part: Range<usize>,
    /// The error.
    pub message: String,
}

/// A part of the text, with its byte offset.
#[derive(Clone, Copy, Debug)]
struct Part<'a> {
    text: &'a str,
    at: usize,
}

impl Part<'_> {
    fn trimmed(self) -> Self {
        let start = self.text.trim_start();
        Self { text: start.trim_end(), at: self.at + self.text.len() - start.len() }
    }

    /// The text after a leading `word`, ignoring case.
    fn after_word(self, word: &str) -> Option<Self> {
        let (head, rest) = self.text.split_at_checked(word.len())?;
        let alone = rest.is_empty() || rest.starts_with(char::is_whitespace);
        (alone && head.eq_ignore_ascii_case(word))
            .then(|| Self { text: rest, at: self.at + head.len() }.trimmed())
    }

    /// The text after a leading sign.
    fn after_sign(self, sign: char) -> Option<Self> {
        let rest = self.text.strip_prefix(sign)?;
        Some(Self { text: rest, at: self.at + sign.len_utf8() }.trimmed())
    }

    /// Splits after the leading characters for which `fits` holds; the rest is trimmed.
    fn split_while(self, fits: impl Fn(char) -> bool) -> (Self, Self) {
        let end = self.text.find(|c| !fits(c)).unwrap_or(self.text.len());
        let (head, tail) = self.text.split_at_checked(end).unwrap_or((self.text, ""));
        (Self { text: head, ..self }, Self { text: tail, at: self.at + end }.trimmed())
    }

    /// Splits at the first `mark`.
    fn split(self, mark: &str) -> Option<(Self, Self)> {
        let (left, right) = self.text.split_once(mark)?;
        let right_at = self.at + left.len() + mark.len();
        Some((Self { text: left, ..self }.trimmed(), Self { text: right, at: right_at }.trimmed()))
    }

    fn fault(self, message: impl Into<String>) -> MomentFault {
        MomentFault { part: self.at..self.at + self.text.len(), message: message.into() }
    }
}

/// Reads a text into conditions that hold together: none for an empty text, one for a point or an open
/// range, two (`gte` and `lt`) for a closed one.
///
/// A point without its nanoseconds means all of its day, minute or second; raw `seconds.nanoseconds` means
/// exactly that time, as the operation itself reads it. A range ends before its end, but with the end of a
/// day that is given by date alone.
///
/// # Errors
/// Names the part that cannot be read.
pub fn filters(text: &str, clock: impl Into<Clock>) -> Result<Vec<TimestampFilter>, MomentFault> {
    let whole = Part { text, at: 0 }.trimmed();
    if whole.text.is_empty() {
        return Ok(Vec::new());
    }
    let filters = parse_filters(whole, &clock.into())?;
    match range_fault(&filters) {
        Some(words) => Err(whole.fault(words)),
        None => Ok(filters),
    }
}

/// Parses a point in time: the start of a day, minute or second.
///
/// # Errors
/// Names the part that cannot be read.
pub fn point(text: &str, clock: impl Into<Clock>) -> Result<Timestamp, MomentFault> {
    let whole = Part { text, at: 0 }.trimmed();
    Ok(point::parse_point(whole, &clock.into(), None)?.from)
}

fn parse_filters(whole: Part<'_>, clock: &Clock) -> Result<Vec<TimestampFilter>, MomentFault> {
    let now = clock.now;
    if let Some(filters) = documented(whole, clock) {
        return filters;
    }
    for word in ["last", "past"] {
        if let Some(rest) = whole.after_word(word) {
            let seconds = point::parse_span(rest)?;
            return Ok(vec![from(now.minus_seconds(seconds))]);
        }
    }
    if let Some(rest) = whole.after_word("next") {
        return Ok(vec![from(now), until(point::ahead(rest, now)?)]);
    }
    for (words, op) in [(["since", "from", "after"], Op::Gte), (["until", "before", "till"], Op::Lt)] {
        for word in words {
            if let Some(rest) = whole.after_word(word)
                && rest.split("..").is_none()
                && rest.split(" to ").is_none()
            {
                let point = point::parse_point(rest, clock, None)?;
                return Ok(vec![TimestampFilter { op, at: point.from }]);
            }
        }
    }
    let range = whole.after_word("from").unwrap_or(whole);
    if let Some((start, end)) = range.split("..").or_else(|| range.split(" to ")) {
        return between(whole, start, end, clock);
    }
    let point = point::parse_point(whole, clock, None)?;
    Ok(match point.to {
        Some(to) => vec![from(point.from), until(to)],
        None if point.open && point.from > now => vec![from(now), until(point.from)],
        None if point.open => vec![from(point.from)],
        None => vec![TimestampFilter { op: Op::Eq, at: point.from }],
    })
}

fn between(
    whole: Part<'_>,
    start: Part<'_>,
    end: Part<'_>,
    clock: &Clock,
) -> Result<Vec<TimestampFilter>, MomentFault> {
    if start.text.is_empty() && end.text.is_empty() {
        return Err(whole.fault("write a time before the dots, after them, or both"));
    }
    let start = if start.text.is_empty() { None } else { Some(point::parse_point(start, clock, None)?) };
    let end = if end.text.is_empty() { None } else { Some(point::parse_point(end, clock, start.as_ref())?) };
    let end = end.map(|end| if end.whole_day { end.to.unwrap_or(end.from) } else { end.from });
    Ok(start.map(|start| from(start.from)).into_iter().chain(end.map(until)).collect())
}

/// Conditions in the documented spelling, `op:value`, one or several; a value may be any time.
fn documented(whole: Part<'_>, clock: &Clock) -> Option<Result<Vec<TimestampFilter>, MomentFault>> {
    let mut starts: Vec<usize> = Vec::new();
    let mut at = 0;
    for token in whole.text.split_inclusive([' ', ',', '&']) {
        let is_op = token.split_once(':').is_some_and(|(op, _)| Op::ALL.iter().any(|(name, _)| *name == op));
        if is_op {
            starts.push(at);
        }
        at += token.len();
    }
    if starts.first() != Some(&0) {
        return None;
    }
    let ends = starts.iter().skip(1).copied().chain([whole.text.len()]);
    let one = |(start, end): (usize, usize)| {
        let text = whole.text.get(start..end).unwrap_or_default();
        let text = text.trim_end_matches([' ', ',', '&']);
        let (op, value) = Op::split(text).unwrap_or((Op::Eq, text));
        let value = Part { text: value, at: whole.at + start + text.len() - value.len() };
        Ok(TimestampFilter { op, at: point::parse_point(value.trimmed(), clock, None)?.from })
    };
    Some(starts.iter().copied().zip(ends).map(one).collect())
}

fn from(at: Timestamp) -> TimestampFilter {
    TimestampFilter { op: Op::Gte, at }
}

fn until(at: Timestamp) -> TimestampFilter {
    TimestampFilter { op: Op::Lt, at }
}

/// Now, in UTC or in the machine's zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time that relative moments such as `last 2h` count from.
    pub now: Timestamp,
    zone: TimeZone,
}

impl Clock {
    /// Now, in the machine's zone.
    pub fn local(now: Timestamp) -> Self {
        Self { now, zone: TimeZone::system() }
    }

    /// Whether times are those of the machine's zone.
    pub fn is_local(&self) -> bool {
        self.zone != TimeZone::UTC
    }

    /// The name of the time zone.
    pub fn zone(&self) -> String {
        if !self.is_local() {
            return "UTC".to_owned();
        }
        let offset = || self.now.to_jiff().map(|at| self.zone.to_offset(at).to_string());
        let name = self.zone.iana_name().map(str::to_owned).or_else(offset);
        name.map_or_else(|| "local time".to_owned(), |name| format!("local time, {name}"))
    }

    /// The current day.
    fn today(&self) -> Date {
        self.now.to_jiff().map(|at| self.zone.to_datetime(at).date()).unwrap_or_default()
    }

    /// Seconds since 1970 of a time of the zone; `None` before that.
    fn seconds(&self, at: DateTime) -> Option<u64> {
        seconds(at, &self.zone)
    }
}

/// Seconds since 1970 of a time of a zone; `None` before that.
fn seconds(at: DateTime, zone: &TimeZone) -> Option<u64> {
    u64::try_from(zone.to_ambiguous_zoned(at).compatible().ok()?.timestamp().as_second()).ok()
}

impl From<Timestamp> for Clock {
    fn from(now: Timestamp) -> Self {
        Self { now, zone: TimeZone::UTC }
    }
}

impl From<&Self> for Clock {
    fn from(clock: &Self) -> Self {
        clock.clone()
    }
}

impl Default for Clock {
    fn default() -> Self {
        Timestamp::default().into()
    }
}

#[cfg(test)]
mod tests;
