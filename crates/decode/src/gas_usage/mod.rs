//! Gas usage of calls by method: limits, used gas and billed gas. Integers only. Sums are updated incrementally: later
//! calls do not cause a recount.

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
/// Minimum number of successful calls for a recommended limit.
pub const MIN_CALLS: usize = 5;
/// Minimum part of the limit used by a call that counts as near its limit, percent.
pub const MIN_NEAR_PERCENT: u64 = 95;

/// The gas usage of a window of calls.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Economy {
    /// The methods, sorted by gas overcharged because of high limits, largest first.
    pub methods: Vec<(Method, Sums)>,
    /// All calls together.
    pub whole: Sums,
    /// How gas was charged.
    pub charging: Charging,
    totals: HashMap<Method, Totals>,
    all: Totals,
    counts: Counts,
}

/// Sums over calls. Gas.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Sums {
    pub calls: usize,
    /// How many of them failed.
    pub failures: usize,
    /// Number of calls with an unknown outcome.
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
    /// The limit that suffices for most calls.
    pub recommended: Option<Recommended>,
}

/// A limit, and the number of known calls for which it is too low.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recommended {
    /// The 90th percentile of successful calls' gas plus [`MARGIN_PERCENT`] percent, rounded up to [`GAS_STEP`].
    pub limit: u64,
    /// Number of successful calls that used more.
    pub short: usize,
}

impl Economy {
    pub fn new(calls: &[Call]) -> Self {
        let mut economy = Self::default();
        economy.add(calls);
        economy
    }

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

    /// Corrects the outcome of a call that was added.
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

    /// The cost of the overcharge at a price per gas, in the unit of the price.
    pub fn lost(&self, price: U256) -> U256 {
        U256::from(self.overcharged).saturating_mul(price)
    }
}

#[cfg(test)]
mod tests;
