//! What calls cost: gas limits beside what was taken and charged, summed up by method. Integers only.

pub mod call;
pub mod charging;
pub mod percentile;

use std::collections::HashMap;

use alloy_primitives::U256;

use crate::ledger::Success;
pub use call::{Call, Method};
pub use charging::Charging;
use percentile::{Spread, spread};

/// A recommended limit is 90 % of calls' gas and this much more, in percent.
pub const MARGIN: u64 = 25;
/// A recommended limit is a multiple of this much gas.
pub const STEP: u64 = 1_000;
/// So many successful calls must be known for a limit to be recommended.
pub const FEWEST: usize = 5;
/// A call comes near its limit when it takes this part of it, in percent.
pub const NEAR: u64 = 95;

/// What a window of calls adds up to.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Economy {
    /// Each method, the one first whose callers lost the most gas to their limits.
    pub methods: Vec<(Method, Sums)>,
    /// All calls together.
    pub whole: Sums,
    /// How gas was charged.
    pub charging: Charging,
}

/// What some calls add up to. Gas.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Sums {
    /// How many calls.
    pub calls: usize,
    /// How many of them failed.
    pub failures: usize,
    /// Of how many it is not known whether they succeeded.
    pub unknown: usize,
    /// How many came near their limits.
    pub near: usize,
    /// The limits.
    pub limit: Option<Spread>,
    /// What was charged.
    pub used: Option<Spread>,
    /// What was taken.
    pub consumed: Option<Spread>,
    /// The sum of the limits of those calls whose consumption is known.
    pub allowed: u128,
    /// The part of that sum that was not taken.
    pub unused: u128,
    /// What was charged beyond what was taken.
    pub overcharged: u128,
    /// The limit that would do for most.
    pub recommended: Option<Recommended>,
}

/// A limit, and how many of the known calls it would not have done for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recommended {
    /// The limit: what nine of ten successful calls took at most, and [`MARGIN`] percent, rounded up to [`STEP`].
    pub limit: u64,
    /// How many successful calls took more than that.
    pub short: usize,
}

impl Economy {
    /// Sums up calls.
    pub fn of(calls: &[Call]) -> Self {
        let mut groups: HashMap<Method, Vec<&Call>> = HashMap::new();
        for call in calls {
            groups.entry(call.method).or_default().push(call);
        }
        let mut methods: Vec<(Method, Sums)> =
            groups.into_iter().map(|(method, calls)| (method, Sums::of(&calls))).collect();
        methods.sort_unstable_by_key(|(method, sums)| {
            (std::cmp::Reverse((sums.overcharged, sums.calls)), *method)
        });
        Self { methods, whole: Sums::of(&calls.iter().collect::<Vec<_>>()), charging: Charging::of(calls) }
    }
}

impl Sums {
    /// Sums up calls.
    pub fn of(calls: &[&Call]) -> Self {
        let all = |gas: fn(&Call) -> Option<u64>| spread(calls.iter().filter_map(|call| gas(call)).collect());
        let consumed = calls.iter().filter_map(|call| Some((call.limit?, call.consumed?)));
        let (mut allowed, mut unused) = (0_u128, 0_u128);
        for (limit, consumed) in consumed {
            allowed = allowed.saturating_add(limit.into());
            unused = unused.saturating_add(limit.saturating_sub(consumed).into());
        }
        Self {
            calls: calls.len(),
            failures: calls.iter().filter(|call| call.success == Success::No).count(),
            unknown: calls.iter().filter(|call| call.success == Success::Unknown).count(),
            near: calls.iter().filter(|call| call.is_near()).count(),
            limit: all(|call| call.limit),
            used: all(|call| call.used),
            consumed: all(|call| call.consumed),
            allowed,
            unused,
            overcharged: calls.iter().map(|call| u128::from(call.overcharge())).sum(),
            recommended: Recommended::of(calls),
        }
    }

    /// The part of the limits that was not taken, in whole percents rounded down; `None` if nothing is known.
    pub fn unused_percent(&self) -> Option<u128> {
        self.unused.saturating_mul(100).checked_div(self.allowed)
    }

    /// What the overcharge cost at a price for one unit of gas, in the unit of the price.
    pub fn lost(&self, price: U256) -> U256 {
        U256::from(self.overcharged).saturating_mul(price)
    }
}

impl Recommended {
    fn of(calls: &[&Call]) -> Option<Self> {
        let succeeded = calls.iter().filter(|call| call.success == Success::Yes);
        let taken: Vec<u64> = succeeded.filter_map(|call| call.consumed).collect();
        if taken.len() < FEWEST {
            return None;
        }
        let most = u128::from(spread(taken.clone())?.p90);
        let limit = (most * u128::from(100 + MARGIN)).div_ceil(100);
        let limit = limit.div_ceil(u128::from(STEP)) * u128::from(STEP);
        let limit = u64::try_from(limit).unwrap_or(u64::MAX);
        Some(Self { limit, short: taken.into_iter().filter(|taken| *taken > limit).count() })
    }
}

#[cfg(test)]
mod tests;
