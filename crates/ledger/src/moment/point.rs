//! Parses a point in time, or a length of time: a day, a time of day, seconds since 1970, or a duration.

use jiff::Span;
use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;

use super::{Clock, EXAMPLES, MomentFault, Part};
use crate::Timestamp;
use crate::entity_id::decimal;
use crate::timestamp::{DAY_SECONDS, NANOS};

/// The last second that an operation takes: ten digits, in the year 2286.
const MAX_SECOND: u64 = 9_999_999_999;

/// A point in time, as exact as it was written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    pub(super) from: Timestamp,
    /// Where it ends, if a day, minute, second or part of one was written.
    pub(super) to: Option<Timestamp>,
    /// Whether a day was written without a time.
    pub(super) whole_day: bool,
    /// Whether it is relative to now: alone it means everything between then and now.
    pub(super) open: bool,
    /// Its day, if one was written.
    day: Option<Date>,
}

/// Parses a point in time. A time of day alone is on the date of `before`, if that has one, else today.
pub(super) fn parse_point(
    part: Part<'_>,
    clock: &Clock,
    before: Option<&Point>,
) -> Result<Point, MomentFault> {
    let now = clock.now;
    let exact = Point { from: now, to: None, whole_day: false, open: false, day: None };
    if part.text.eq_ignore_ascii_case("now") {
        return Ok(Point { open: true, ..exact });
    }
    if let Some(at) = Timestamp::parse(part.text) {
        return Ok(Point { from: at, ..exact });
    }
    if let Some(length) = ago(part) {
        return Ok(Point { from: now.minus_seconds(parse_span(length)?), open: true, ..exact });
    }
    if let Some(length) = to_come(part) {
        return Ok(Point { from: ahead(length, now)?, open: true, ..exact });
    }
    let today = clock.today();
    let (day, rest) = match day(part, today) {
        Some(read) => read?,
        None => (before.and_then(|point| point.day).unwrap_or(today), part),
    };
    if rest.text.is_empty() && rest.at != part.at {
        return bounded(part, whole_day(day, clock).ok_or_else(|| no_day(part))?);
    }
    let rest = rest.after_word("at").unwrap_or(rest);
    if !rest.text.starts_with(|c: char| c.is_ascii_digit()) || !rest.text.contains(':') {
        return Err(unknown(if rest.at == part.at { part } else { rest }));
    }
    bounded(part, time_of_day(rest, day, clock)?)
}

fn unknown(part: Part<'_>) -> MomentFault {
    if part.text.len() > 10 && decimal(part.text.split('.').next().unwrap_or_default()).is_some() {
        return part
            .fault("seconds have at most 10 digits: is this in milliseconds? then leave the last 3 out");
    }
    part.fault(format!("write a time such as {EXAMPLES}"))
}

fn bounded(part: Part<'_>, point: Point) -> Result<Point, MomentFault> {
    within_reach(part, point.from).map(|_| point)
}

fn within_reach(part: Part<'_>, at: Timestamp) -> Result<Timestamp, MomentFault> {
    if at.seconds > MAX_SECOND { Err(part.fault("the year 2286 is the last")) } else { Ok(at) }
}

fn no_day(part: Part<'_>) -> MomentFault {
    part.fault("there is no such day: write year-month-day, such as 2026-11-20")
}

fn whole_day(day: Date, clock: &Clock) -> Option<Point> {
    let midnight = |day: Date| clock.seconds(day.to_datetime(Time::midnight())).map(Timestamp::from_secs);
    let (from, to) = (midnight(day)?, midnight(day.tomorrow().ok()?));
    Some(Point { from, to, whole_day: true, open: false, day: Some(day) })
}

/// The time that long after now.
pub(super) fn ahead(length: Part<'_>, now: Timestamp) -> Result<Timestamp, MomentFault> {
    let seconds = now.seconds.saturating_add(parse_span(length)?);
    within_reach(length, Timestamp { seconds, ..now })
}

/// The text after a sign or after `in`.
fn to_come(part: Part<'_>) -> Option<Part<'_>> {
    part.after_sign('+').or_else(|| part.after_word("in"))
}

/// The text before `ago` or after a sign.
fn ago(part: Part<'_>) -> Option<Part<'_>> {
    if let Some(length) = part.after_sign('-') {
        return Some(length);
    }
    let cut = part.text.len().checked_sub(3)?;
    let (length, word) = part.text.split_at_checked(cut)?;
    let stands_alone = length.ends_with(|c: char| c.is_whitespace() || c.is_ascii_digit());
    (word.eq_ignore_ascii_case("ago") && stands_alone).then(|| Part { text: length, ..part }.trimmed())
}

/// The day at the start, if any, and the rest of the text.
fn day(part: Part<'_>, today: Date) -> Option<Result<(Date, Part<'_>), MomentFault>> {
    for (word, day) in [
        ("today", today),
        ("yesterday", today.yesterday().unwrap_or(today)),
        ("tomorrow", today.tomorrow().unwrap_or(today)),
    ] {
        if let Some(rest) = part.after_word(word) {
            return Some(Ok((day, rest)));
        }
    }
    let (date, rest) = part.split_while(|c| c.is_ascii_digit() || c == '-');
    if !date.text.contains('-') {
        return None;
    }
    let (_, rest) = rest.split_while(|c| matches!(c, 'T' | 't' | ','));
    Some(date_of(date.text).map(|day| (day, rest)).ok_or_else(|| no_day(date)))
}

fn date_of(date: &str) -> Option<Date> {
    let mut parts = date.split('-');
    let mut next = || decimal(parts.next()?);
    let (year, month, day) = (next()?, next()?, next()?);
    let date = Date::new(year.try_into().ok()?, month.try_into().ok()?, day.try_into().ok()?).ok()?;
    parts.next().is_none().then_some(date)
}

/// `14:00`, `14:00:07`, `14:00:07.5`, with `Z`, `UTC` or `+01:00` behind, on this day.
fn time_of_day(part: Part<'_>, day: Date, clock: &Clock) -> Result<Point, MomentFault> {
    let wrong = || part.fault("write a time of day such as 14:00 or 23:10:07.5");
    let (time, zone) = part.split_while(|c| c.is_ascii_digit() || matches!(c, ':' | '.'));
    let wrong_zone = || zone.fault("write Z, UTC, or an offset such as +01:00");
    let east = (!zone.text.is_empty()).then(|| offset(zone).ok_or_else(wrong_zone)).transpose()?;
    let (hms, fraction) = time.text.split_once('.').map_or((time.text, None), |(h, f)| (h, Some(f)));
    let numbers: Option<Vec<u64>> =
        hms.split(':').map(|n| (n.len() <= 2).then(|| decimal(n)).flatten()).collect();
    let (seconds, length) = match *numbers.ok_or_else(wrong)?.as_slice() {
        [24, 0] | [24, 0, 0] if fraction.is_none() => (DAY_SECONDS, NANOS),
        [h @ 0..=23, m @ 0..=59] if fraction.is_none() => (h * 3600 + m * 60, 60 * NANOS),
        [h @ 0..=23, m @ 0..=59, s @ 0..=59] => (h * 3600 + m * 60 + s, NANOS),
        _ => return Err(wrong()),
    };
    let (nanos, length) = match fraction {
        None => (0, length),
        Some(digits) if (1..=9).contains(&digits.len()) => {
            let nanos = decimal(&format!("{digits:0<9}")).ok_or_else(wrong)?;
            (nanos, NANOS / 10_u64.pow(u32::try_from(digits.len()).unwrap_or(9)))
        }
        Some(_) => return Err(time.fault("a second has at most 9 digits of fraction")),
    };
    let at = day.to_datetime(Time::midnight()).checked_add(Span::new().seconds(seconds.cast_signed()));
    let at = at.map_err(|_| no_day(part))?;
    let seconds = match east {
        Some(east) => super::seconds(at, &TimeZone::UTC).and_then(|at| at.checked_add_signed(-east)),
        None => clock.seconds(at),
    };
    let seconds = seconds.ok_or_else(|| no_day(part))?;
    let from = Timestamp { seconds, nanos: u32::try_from(nanos).unwrap_or(0) };
    let end = u64::try_from(from.as_nanos() + u128::from(length)).ok().map(Timestamp::from_nanos);
    Ok(Point { from, to: end.filter(|_| length > 1), whole_day: false, open: false, day: Some(day) })
}

/// Seconds east of Greenwich.
fn offset(zone: Part<'_>) -> Option<i64> {
    if ["z", "utc", "gmt"].iter().any(|name| zone.text.eq_ignore_ascii_case(name)) {
        return Some(0);
    }
    let (sign, digits) = match zone.text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, zone.text.strip_prefix('+')?),
    };
    let (hours, minutes) = match digits.len() {
        5 => digits.split_once(':')?,
        4 => digits.split_at_checked(2)?,
        _ => (digits, "0"),
    };
    let (hours, minutes) = (decimal(hours)?, decimal(minutes)?);
    let seconds = (hours <= 14 && minutes < 60).then(|| hours * 3600 + minutes * 60)?;
    i64::try_from(seconds).ok().map(|seconds| sign * seconds)
}

/// The units, and their seconds.
const UNITS: [(&[&str], u64); 5] = [
    (&["s", "sec", "secs", "second", "seconds"], 1),
    (&["m", "min", "mins", "minute", "minutes"], 60),
    (&["h", "hr", "hrs", "hour", "hours"], 3600),
    (&["d", "day", "days"], 86_400),
    (&["w", "week", "weeks"], 604_800),
];

/// Parses numbers with units into seconds. A unit alone counts once: `hour`.
pub(super) fn parse_span(part: Part<'_>) -> Result<u64, MomentFault> {
    if part.text.is_empty() {
        return Err(part.fault("write a length of time such as 2h, 90 min or 3d"));
    }
    let (mut total, mut rest) = (0_u64, part);
    while !rest.text.is_empty() {
        let (number, after) = rest.split_while(|c| c.is_ascii_digit());
        let (unit, after) = after.split_while(|c| c.is_ascii_alphabetic());
        let count = if number.text.is_empty() { Some(1) } else { decimal(number.text) };
        let count = count.ok_or_else(|| number.fault("the number is too long"))?;
        let known = UNITS.iter().find(|(names, _)| names.iter().any(|n| n.eq_ignore_ascii_case(unit.text)));
        let (_, seconds) = known.ok_or_else(|| {
            rest.fault("write a number with s, min, h, d or w behind it, such as 2h or 90 min")
        })?;
        total = count
            .checked_mul(*seconds)
            .and_then(|seconds| total.checked_add(seconds))
            .ok_or_else(|| part.fault("that is too long a time: write a smaller number"))?;
        rest = after;
    }
    Ok(total)
}
