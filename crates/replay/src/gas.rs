//! Gas use by call and by source line.

use std::collections::BTreeMap;

use alloy_primitives::Address;
use evm::{Execution, costs};

use super::replayed::Replayed;
use super::source::Line;

/// The gas use of an execution, most expensive first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GasUse {
    /// The calls by index, with their gas without nested calls.
    pub calls: Vec<(usize, u64)>,
    pub lines: Vec<LineGas>,
}

impl GasUse {
    /// The gas of the most expensive call or line.
    pub fn most(&self) -> u64 {
        let call = self.calls.first().map(|(_, gas)| *gas);
        call.max(self.lines.first().map(|line| line.gas)).unwrap_or_default()
    }
}

/// The gas used by one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineGas {
    /// The address of the code.
    pub contract: Address,
    /// `None` for code without a line: code that the compiler generated, and contracts without a known source.
    pub line: Option<Line>,
    /// Without nested calls.
    pub gas: u64,
}

impl Replayed {
    /// The gas of each call and each line. Executes again.
    pub fn gas_use(&self, stop: &dyn Fn() -> bool) -> GasUse {
        let Ok(replay) = &self.outcome else { return GasUse::default() };
        let mut calls: Vec<_> = own_gas(&replay.execution).into_iter().enumerate().collect();
        calls.sort_by_key(|(_, gas)| std::cmp::Reverse(*gas));
        let mut sums: BTreeMap<(Address, Option<Line>), u64> = BTreeMap::new();
        for ((call, pc), gas) in costs(&replay.inputs, stop) {
            let Some(call) = replay.execution.calls.get(call) else { continue };
            let line = self.sources.of(call).and_then(|code| code.line_at(pc));
            let sum = sums.entry((call.code_of, line)).or_default();
            *sum = sum.saturating_add(gas);
        }
        let lines = sums.into_iter().map(|((contract, line), gas)| LineGas { contract, line, gas });
        let mut lines: Vec<_> = lines.collect();
        lines.sort_by_key(|line| std::cmp::Reverse(line.gas));
        GasUse { calls, lines }
    }
}

/// The gas of each call without its nested calls, in the order of the calls.
pub fn own_gas(execution: &Execution) -> Vec<u64> {
    let mut own: Vec<u64> = execution.calls.iter().map(|call| call.gas_used).collect();
    for call in &execution.calls {
        if let Some(parent) = call.parent.and_then(|parent| own.get_mut(parent)) {
            *parent = parent.saturating_sub(call.gas_used);
        }
    }
    own
}
