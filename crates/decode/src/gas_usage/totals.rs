//! Incremental sums over calls.

use ledger::Success;

use super::call::Call;
use super::percentile::Ranks;
use super::{GAS_STEP, MARGIN_PERCENT, MIN_CALLS, Recommended, Sums};

/// Sums over the calls added so far. Gas.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct Totals {
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
    pub(super) fn add(&mut self, call: &Call) {
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
    pub(super) fn retell(&mut self, call: &Call, success: Success) {
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
    pub(super) fn sums(&self) -> Sums {
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
