//! Percentiles by nearest rank: always a value that occurred, never one between two.

/// The middle and the upper end of some values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spread {
    /// Half of the values are at most this.
    pub p50: u64,
    /// Nine of ten are at most this.
    pub p90: u64,
    /// The largest.
    pub most: u64,
}

/// The spread of values in any order; `None` if there are none.
pub fn spread(mut values: Vec<u64>) -> Option<Spread> {
    values.sort_unstable();
    let most = *values.last()?;
    Some(Spread { p50: nearest(&values, 50)?, p90: nearest(&values, 90)?, most })
}

/// The smallest of the sorted values that at least so many percent of them do not exceed.
fn nearest(sorted: &[u64], percent: usize) -> Option<u64> {
    let rank = sorted.len().saturating_mul(percent).div_ceil(100);
    sorted.get(rank.saturating_sub(1)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_exact() {
        assert_eq!(spread(Vec::new()), None);
        assert_eq!(spread(vec![7]), Some(Spread { p50: 7, p90: 7, most: 7 }));
        assert_eq!(spread(vec![2, 1]), Some(Spread { p50: 1, p90: 2, most: 2 }));
        assert_eq!(spread((1..=10).rev().collect()), Some(Spread { p50: 5, p90: 9, most: 10 }));
        assert_eq!(spread((1..=11).collect()), Some(Spread { p50: 6, p90: 10, most: 11 }));
        assert_eq!(spread((1..=100).collect()), Some(Spread { p50: 50, p90: 90, most: 100 }));
    }

    proptest::proptest! {
        #[test]
        fn at_least_so_many_do_not_exceed_it(values in proptest::collection::vec(0_u64.., 1..200)) {
            let found = spread(values.clone()).unwrap();
            for (percent, bound) in [(50, found.p50), (90, found.p90), (100, found.most)] {
                let within = values.iter().filter(|value| **value <= bound).count();
                let below = values.iter().filter(|value| **value < bound).count();
                proptest::prop_assert!(values.contains(&bound));
                proptest::prop_assert!(within * 100 >= values.len() * percent);
                proptest::prop_assert!(below * 100 < values.len() * percent);
            }
        }
    }
}
