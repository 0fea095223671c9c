//! The cost of each instruction: the gas before it minus the gas before the next one of its call, without the gas of
//! the calls in between.

use std::collections::BTreeMap;

/// The most instructions of calls for which costs are recorded separately.
const MAX_INSTRUCTIONS: usize = 1 << 20;

/// The costs so far.
#[derive(Debug, Default)]
pub(super) struct GasWatch {
    open: Vec<Open>,
    /// By call and offset in its code.
    costs: BTreeMap<(usize, u32), u64>,
}

/// A running call.
#[derive(Debug)]
struct Open {
    call: usize,
    /// The last instruction, and the gas before it.
    last: Option<(u32, u64)>,
    /// The gas of nested calls since.
    called: u64,
}

impl GasWatch {
    pub(super) fn begin(&mut self, call: usize) {
        self.open.push(Open { call, last: None, called: 0 });
    }

    pub(super) fn step(&mut self, pc: u32, gas: u64) {
        self.pay(gas);
        if let Some(open) = self.open.last_mut() {
            open.last = Some((pc, gas));
        }
    }

    pub(super) fn end(&mut self, left: u64, used: u64) {
        self.pay(left);
        self.open.pop();
        if let Some(caller) = self.open.last_mut() {
            caller.called = caller.called.saturating_add(used);
        }
    }

    /// Records the cost of the last instruction, given the gas left after it.
    fn pay(&mut self, left: u64) {
        let Some(open) = self.open.last_mut() else { return };
        let called = std::mem::take(&mut open.called);
        let Some((pc, before)) = open.last else { return };
        let cost = before.saturating_sub(left).saturating_sub(called);
        let key = (open.call, pc);
        if self.costs.len() < MAX_INSTRUCTIONS || self.costs.contains_key(&key) {
            let sum = self.costs.entry(key).or_default();
            *sum = sum.saturating_add(cost);
        }
    }

    pub(super) fn into_costs(self) -> BTreeMap<(usize, u32), u64> {
        self.costs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_costs_what_is_its_own() {
        let mut gas = GasWatch::default();
        gas.begin(0);
        gas.step(0, 1_000);
        gas.step(1, 990);
        gas.begin(1);
        gas.step(0, 500);
        gas.end(440, 60);
        gas.step(2, 830);
        gas.end(830, 170);
        assert_eq!(
            gas.into_costs(),
            BTreeMap::from([((0, 0), 10), ((0, 1), 100), ((0, 2), 0), ((1, 0), 60)])
        );
    }
}
