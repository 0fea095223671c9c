//! Spans of time of equal length, in which rows are counted: units that people count in.

use ledger::timestamp::DAY_SECONDS as DAY;

const HOUR: u64 = 60 * 60;

pub(super) const BUCKET_STEPS: [u64; 5] = [1, 60, HOUR, DAY, 30 * DAY];
/// The steps of a chart, which has more room than a list of buckets.
pub(super) const CHART_STEPS: [u64; 20] = [
    1,
    2,
    5,
    10,
    20,
    30,
    60,
    2 * 60,
    5 * 60,
    10 * 60,
    20 * 60,
    30 * 60,
    HOUR,
    2 * HOUR,
    4 * HOUR,
    8 * HOUR,
    12 * HOUR,
    DAY,
    7 * DAY,
    30 * DAY,
];

/// The shortest step that divides the range into at most `most` spans. If all steps are too short, the last one is
/// doubled until it fits.
pub(super) fn fitting((first, last): (u64, u64), steps: &[u64], most: u64) -> u64 {
    let fits = |step: &u64| last / step - first / step < most.max(1);
    if let Some(step) = steps.iter().copied().find(fits) {
        return step;
    }
    let mut step = steps.last().copied().unwrap_or(DAY).max(1);
    // Beyond the range of times there is one span for all.
    while !fits(&step) && step < u64::MAX / 2 {
        step *= 2;
    }
    step
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_step_that_fits_is_taken() {
        assert_eq!(fitting((100, 140), &BUCKET_STEPS, 48), 1);
        assert_eq!(fitting((100, 148), &BUCKET_STEPS, 48), 60);
        assert_eq!(fitting((0, 4 * HOUR), &BUCKET_STEPS, 48), HOUR);
        assert_eq!(fitting((0, 4 * HOUR), &CHART_STEPS, 76), 5 * 60);
        assert_eq!(fitting((0, 4_000 * DAY), &BUCKET_STEPS, 48), 120 * DAY);
        for most in [0, 1, 2] {
            let step = fitting((0, u64::MAX), &BUCKET_STEPS, most);
            assert!(step >= 30 * DAY, "{step}");
        }
    }
}
