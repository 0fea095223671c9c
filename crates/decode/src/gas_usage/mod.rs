//! Gas usage of calls by method: limits, used gas and billed gas. Integers only. Sums are updated incrementally:
//! later calls do not cause a recount.

pub(crate) mod billing_rule;
pub mod percentile;

use std::collections::{HashMap, HashSet};

use alloy_primitives::U256;
use billing_rule::Counts;
use ledger::amount::percent;
use ledger::{ContractResult, HexBytes, Success, Timestamp};
use percentile::Spread;

use self::percentile::Ranks;

pub use billing_rule::Charging;

/// A recommended limit is 90 % of calls' gas and this much more, in percent.
pub const MARGIN_PERCENT: u64 = 25;
/// A recommended limit is a multiple of this much gas.
pub const GAS_STEP: u64 = 1_000;
/// Minimum number of successful calls for a recommended limit.
pub(crate) const MIN_CALLS: usize = 5;
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
    /// All calls: successful, failed, and of unknown outcome.
    pub calls: usize,
    /// How many of them failed.
    pub failures: usize,
    /// Number of calls with an unknown outcome.
    pub unknown: usize,
    /// How many came near their limits.
    pub near: usize,
    /// Gas limits.
    pub limit: Option<Spread>,
    /// Gas billed.
    pub used: Option<Spread>,
    /// Gas used.
    pub consumed: Option<Spread>,
    /// The sum of the limits of those calls whose consumption is known.
    pub(crate) allowed: u128,
    /// The part of that sum that was not taken.
    pub(crate) unused: u128,
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
    /// The usage of a first window; [`Self::add`] extends it.
    pub fn new(calls: &[Call]) -> Self {
        let mut economy = Self::default();
        economy.add(calls);
        economy
    }

    /// Adds calls without a recount of those before. A call that is added twice counts twice.
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

/// What a call executes, as far as its call data says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Method {
    /// A function, by the first four bytes of the call data.
    Selector([u8; 4]),
    /// The creation of a contract.
    Creation,
    /// No function: no call data, such as a plain transfer.
    NoData,
    /// Fewer bytes than a selector has.
    Fragment,
}

/// A call, with amounts in gas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// The key by which calls are summed.
    pub method: Method,
    /// The consensus time.
    pub at: Option<Timestamp>,
    /// Only successful calls count for recommended limits.
    pub success: Success,
    /// `gas_limit`.
    pub limit: Option<u64>,
    /// `gas_used`: the billed gas.
    pub used: Option<u64>,
    /// `gas_consumed`: gas used by the EVM.
    pub consumed: Option<u64>,
}

impl Call {
    /// The costs of a result with this outcome.
    pub fn new(result: &ContractResult, success: Success) -> Self {
        let gas = |field: Option<i64>| field.and_then(|gas| u64::try_from(gas).ok());
        Self {
            method: Method::from_result(result),
            at: result.timestamp.value(),
            success,
            limit: gas(result.gas_limit.value()),
            used: gas(result.gas_used.value()),
            consumed: gas(result.gas_consumed.value()),
        }
    }

    /// Whether it took so much of its limit that a little more would have ended it.
    pub fn is_near(&self) -> bool {
        let (Some(limit), Some(consumed)) = (self.limit, self.consumed) else { return false };
        limit > 0 && u128::from(consumed) * 100 >= u128::from(limit) * u128::from(MIN_NEAR_PERCENT)
    }

    /// Gas billed but not used.
    pub fn overcharge(&self) -> u64 {
        self.used.zip(self.consumed).map_or(0, |(used, consumed)| used.saturating_sub(consumed))
    }
}

impl Method {
    /// The method of a result's call data.
    pub fn from_result(result: &ContractResult) -> Self {
        let data = result.call_data();
        let data = data.as_deref().map(HexBytes::bytes).unwrap_or_default();
        match data.first_chunk::<4>() {
            _ if result.is_creation() => Self::Creation,
            Some(selector) => Self::Selector(*selector),
            None if data.is_empty() => Self::NoData,
            None => Self::Fragment,
        }
    }
}

/// Sums over the calls added so far. Gas.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
struct Totals {
    calls: usize,
    failures: usize,
    unknown: usize,
    near: usize,
    limit: Ranks,
    used: Ranks,
    consumed: Ranks,
    /// Gas used by successful calls.
    taken: Ranks,
    allowed: u128,
    unused: u128,
    overcharged: u128,
}

impl Totals {
    fn add(&mut self, call: &Call) {
        self.calls += 1;
        self.near += usize::from(call.is_near());
        for (ranks, gas) in
            [(&mut self.limit, call.limit), (&mut self.used, call.used), (&mut self.consumed, call.consumed)]
        {
            if let Some(gas) = gas {
                ranks.insert(gas);
            }
        }
        if let (Some(limit), Some(consumed)) = (call.limit, call.consumed) {
            self.allowed = self.allowed.saturating_add(limit.into());
            self.unused = self.unused.saturating_add(limit.saturating_sub(consumed).into());
        }
        self.overcharged = self.overcharged.saturating_add(call.overcharge().into());
        match call.success {
            Success::Yes => call.consumed.into_iter().for_each(|gas| self.taken.insert(gas)),
            Success::No => self.failures += 1,
            Success::Unknown => self.unknown += 1,
        }
    }

    /// Corrects the outcome of a call that was added.
    fn retell(&mut self, call: &Call, success: Success) {
        match call.success {
            Success::Yes => call.consumed.into_iter().for_each(|gas| self.taken.remove(gas)),
            Success::No => self.failures = self.failures.saturating_sub(1),
            Success::Unknown => self.unknown = self.unknown.saturating_sub(1),
        }
        match success {
            Success::Yes => call.consumed.into_iter().for_each(|gas| self.taken.insert(gas)),
            Success::No => self.failures += 1,
            Success::Unknown => self.unknown += 1,
        }
    }

    /// The current sums.
    fn sums(&self) -> Sums {
        Sums {
            calls: self.calls,
            failures: self.failures,
            unknown: self.unknown,
            near: self.near,
            limit: self.limit.spread(),
            used: self.used.spread(),
            consumed: self.consumed.spread(),
            allowed: self.allowed,
            unused: self.unused,
            overcharged: self.overcharged,
            recommended: self.recommended(),
        }
    }

    fn recommended(&self) -> Option<Recommended> {
        if self.taken.len() < MIN_CALLS {
            return None;
        }
        let most = u128::from(self.taken.spread()?.p90);
        let limit = (most * u128::from(100 + MARGIN_PERCENT)).div_ceil(100);
        let limit = limit.div_ceil(u128::from(GAS_STEP)) * u128::from(GAS_STEP);
        let limit = u64::try_from(limit).unwrap_or(u64::MAX);
        Some(Recommended { limit, short: self.taken.above(limit) })
    }
}

#[cfg(test)]
mod tests;
