//! What calls cost: gas limits beside what was taken and charged, summed up by method. Integers only. What comes later
//! is added to the sums: what was summed up before is not gone through again.

pub mod billing_rule;
pub mod call;
pub mod percentile;
mod totals;

use std::collections::{HashMap, HashSet};

use alloy_primitives::U256;

pub use billing_rule::Charging;
use billing_rule::Counts;
pub use call::{Call, Method};
use ledger::Success;
use ledger::amount::percent;
use percentile::Spread;
use totals::Totals;

/// A recommended limit is 90 % of calls' gas and this much more, in percent.
pub const MARGIN_PERCENT: u64 = 25;
/// A recommended limit is a multiple of this much gas.
pub const GAS_STEP: u64 = 1_000;
/// So many successful calls must be known for a limit to be recommended.
pub const MIN_CALLS: usize = 5;
/// A call comes near its limit when it takes this part of it, in percent.
pub const MIN_NEAR_PERCENT: u64 = 95;

/// What a window of calls adds up to.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Economy {
    /// Each method, the one first whose callers lost the most gas to their limits.
    pub methods: Vec<(Method, Sums)>,
    /// All calls together.
    pub whole: Sums,
    /// How gas was charged.
    pub charging: Charging,
    totals: HashMap<Method, Totals>,
    all: Totals,
    counts: Counts,
}

/// What some calls add up to. Gas.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Sums {
    pub calls: usize,
    /// How many of them failed.
    pub failures: usize,
    /// Of how many it is not known whether they succeeded.
    pub unknown: usize,
    /// How many came near their limits.
    pub near: usize,
    pub limit: Option<Spread>,
    /// Gas billed.
    pub used: Option<Spread>,
    /// Gas used.
    pub consumed: Option<Spread>,
    /// The sum of the limits of those calls whose consumption is known.
    pub allowed: u128,
    /// The part of that sum that was not taken.
    pub unused: u128,
    /// Gas billed but not used.
    pub overcharged: u128,
    /// The limit that would do for most.
    pub recommended: Option<Recommended>,
}

/// A limit, and how many of the known calls it would not have done for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recommended {
    /// The limit: what nine of ten successful calls took at most, and [`MARGIN_PERCENT`] percent, rounded up to [`GAS_STEP`].
    pub limit: u64,
    /// How many successful calls took more than that.
    pub short: usize,
}

impl Economy {
    /// Sums up calls.
    pub fn new(calls: &[Call]) -> Self {
        let mut economy = Self::default();
        economy.add(calls);
        economy
    }

    /// Adds calls.
    pub fn add(&mut self, calls: &[Call]) {
        let mut changed = HashSet::new();
        for call in calls {
            self.totals.entry(call.method).or_default().add(call);
            self.all.add(call);
            self.counts.add(call);
            changed.insert(call.method);
        }
        self.charging = self.counts.charging();
        self.settle(&changed);
    }

    /// Has a call that was added end otherwise than it did then.
    pub fn retell(&mut self, call: &Call, success: Success) {
        if let Some(totals) = self.totals.get_mut(&call.method) {
            totals.retell(call, success);
            self.all.retell(call, success);
            self.settle(&HashSet::from([call.method]));
        }
    }

    fn settle(&mut self, changed: &HashSet<Method>) {
        self.methods.retain(|(method, _)| !changed.contains(method));
        let sums = changed.iter().filter_map(|method| Some((*method, self.totals.get(method)?.sums())));
        self.methods.extend(sums);
        self.methods.sort_unstable_by_key(|(method, sums)| {
            (std::cmp::Reverse((sums.overcharged, sums.calls)), *method)
        });
        self.whole = self.all.sums();
    }
}

impl Sums {
    /// The part of the limits that was not taken, in whole percents; `None` if nothing is known.
    pub fn unused_percent(&self) -> Option<u128> {
        percent(self.unused, self.allowed)
    }

    /// What the overcharge cost at a price for one unit of gas, in the unit of the price.
    pub fn lost(&self, price: U256) -> U256 {
        U256::from(self.overcharged).saturating_mul(price)
    }
}

#[cfg(test)]
mod tests;
