//! Lengths of time as people write them: `2h`, `90 min`, `1d 12h`.

use super::{MomentFault, Part};
use crate::entity_id::decimal;

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
