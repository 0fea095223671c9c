//! Percentiles by nearest rank: always a value that occurred, never one between two. They are kept while values come
//! and go.

use std::collections::BTreeMap;
use std::ops::Bound;

/// The middle and the upper end of some values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spread {
    /// Half of the values are at most this.
    pub p50: u64,
    /// Nine of ten are at most this.
    pub p90: u64,
    /// The largest value.
    pub most: u64,
}

/// Values in order, and where their percentiles are.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Ranks {
    counts: BTreeMap<u64, usize>,
    len: usize,
    p50: Rank<50>,
    p90: Rank<90>,
}

/// The smallest value that at least `PERCENT` percent do not exceed, and how many are below it. Adding or
/// removing a value moves it by at most one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
struct Rank<const PERCENT: usize> {
    value: u64,
    below: usize,
}

impl Ranks {
    pub(crate) fn insert(&mut self, value: u64) {
        *self.counts.entry(value).or_default() += 1;
        self.len += 1;
        self.p50.below += usize::from(value < self.p50.value);
        self.p90.below += usize::from(value < self.p90.value);
        self.settle();
    }

    /// Removes a value that was inserted.
    pub(crate) fn remove(&mut self, value: u64) {
        let Some(count) = self.counts.get_mut(&value) else { return };
        *count -= 1;
        if *count == 0 {
            self.counts.remove(&value);
        }
        self.len -= 1;
        self.p50.below -= usize::from(value < self.p50.value);
        self.p90.below -= usize::from(value < self.p90.value);
        self.settle();
    }

    fn settle(&mut self) {
        self.p50.settle(&self.counts, self.len);
        self.p90.settle(&self.counts, self.len);
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Number of values larger than this.
    pub(crate) fn above(&self, value: u64) -> usize {
        self.counts.range((Bound::Excluded(value), Bound::Unbounded)).map(|(_, count)| count).sum()
    }

    /// The spread of the values; `None` without values.
    pub(crate) fn spread(&self) -> Option<Spread> {
        let (most, _) = self.counts.last_key_value()?;
        Some(Spread { p50: self.p50.value, p90: self.p90.value, most: *most })
    }
}

impl<const PERCENT: usize> Rank<PERCENT> {
    fn settle(&mut self, counts: &BTreeMap<u64, usize>, len: usize) {
        if len == 0 {
            *self = Self::default();
        }
        let rank = len.saturating_mul(PERCENT).div_ceil(100);
        loop {
            let here = counts.get(&self.value).copied().unwrap_or_default();
            if rank <= self.below {
                let Some((value, count)) = counts.range(..self.value).next_back() else { return };
                *self = Self { value: *value, below: self.below.saturating_sub(*count) };
            } else if rank > self.below + here {
                let above = (Bound::Excluded(self.value), Bound::Unbounded);
                let Some((value, _)) = counts.range(above).next() else { return };
                *self = Self { value: *value, below: self.below + here };
            } else {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spread(values: impl IntoIterator<Item = u64>) -> Option<Spread> {
        let mut ranks = Ranks::default();
        values.into_iter().for_each(|value| ranks.insert(value));
        ranks.spread()
    }

    #[test]
    fn ranks_are_exact() {
        assert_eq!(spread([]), None);
        assert_eq!(spread([7]), Some(Spread { p50: 7, p90: 7, most: 7 }));
        assert_eq!(spread([2, 1]), Some(Spread { p50: 1, p90: 2, most: 2 }));
        assert_eq!(spread((1..=10).rev()), Some(Spread { p50: 5, p90: 9, most: 10 }));
        assert_eq!(spread((1..=11).rev()), Some(Spread { p50: 6, p90: 10, most: 11 }));
        assert_eq!(spread(1..=100), Some(Spread { p50: 50, p90: 90, most: 100 }));
    }

    /// The smallest of the sorted values that at least `percent` percent do not exceed.
    fn nearest(sorted: &[u64], percent: usize) -> Option<u64> {
        let rank = sorted.len().saturating_mul(percent).div_ceil(100);
        sorted.get(rank.saturating_sub(1)).copied()
    }

    proptest::proptest! {
        #[test]
        fn whatever_comes_and_goes_leaves_exact_ranks(
            values in proptest::collection::vec((0_u64..12, proptest::bool::ANY), 1..200),
            large in proptest::collection::vec(0_u64.., 0..20),
        ) {
            let mut ranks = Ranks::default();
            let mut all = Vec::new();
            let large = large.into_iter().map(|value| (value, true));
            for (value, comes) in values.into_iter().chain(large) {
                if comes {
                    ranks.insert(value);
                    all.push(value);
                } else if let Some(at) = all.iter().position(|held| *held == value) {
                    ranks.remove(value);
                    all.remove(at);
                }
                all.sort_unstable();
                let wanted = all.last().map(|most| {
                    let [p50, p90] = [50, 90].map(|percent| nearest(&all, percent).unwrap());
                    Spread { p50, p90, most: *most }
                });
                proptest::prop_assert_eq!(ranks.spread(), wanted);
                proptest::prop_assert_eq!(ranks.len(), all.len());
                proptest::prop_assert_eq!(ranks.above(5), all.iter().filter(|value| **value > 5).count());
            }
        }
    }
}
