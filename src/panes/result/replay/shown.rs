//! A replay at a step, in the look of the moment: what its parts are drawn from.

use std::collections::BTreeSet;

use alloy_primitives::{Address, U256};
use decode::reading::CallReading;
use evm::{ExecutedCall, Execution, MachineState};
use ledger::ContractRef;
use replay::{Line, Replay, Replayed};

use crate::message::ReexecutionQuery;
use crate::panes::Context;
use crate::panes::kit::nouns::contract_name;

/// What there is to draw.
pub(super) struct Shown<'a> {
    pub(super) ctx: &'a Context<'a>,
    pub(super) replayed: &'a Replayed,
    pub(super) replay: &'a Replay,
    /// How many steps were made before.
    pub(super) at: u64,
    /// What there is at the step; of an earlier one while that is not known.
    pub(super) state: Option<&'a MachineState>,
    /// What the calls say, in their order.
    pub(super) readings: &'a [CallReading],
    pub(super) breakpoints: &'a BTreeSet<Line>,
    /// Whether the sources were asked for in vain.
    pub(super) are_sources_missing: bool,
    /// What was asked of the server, if it was.
    pub(super) reexecution: Option<ReexecutionQuery>,
}

impl<'a> Shown<'a> {
    pub(super) fn execution(&self) -> &'a Execution {
        &self.replay.execution
    }

    /// The call that makes the step, and its place.
    pub(super) fn call(&self) -> Option<(usize, &'a ExecutedCall)> {
        let at = self.execution().call_at(self.at)?;
        self.execution().calls.get(at).map(|call| (at, call))
    }

    /// What a call says.
    pub(super) fn reading(&self, call: usize) -> Option<&'a CallReading> {
        self.readings.get(call)
    }

    /// A contract by its number where that is known.
    pub(super) fn contract(&self, address: Address) -> ContractRef {
        self.replay.contract(address, self.ctx.network.home)
    }

    /// Why there is no line of a contract's source.
    pub(super) fn no_line(&self, address: Address) -> &'static str {
        self.replayed.no_line(address, self.are_sources_missing)
    }

    /// A contract in a word or two.
    pub(super) fn name(&self, address: Address) -> String {
        contract_name::or_ref(self.ctx, self.contract(address))
    }

    /// A call in words: the contract and the function.
    pub(super) fn call_words(&self, at: usize, call: &ExecutedCall) -> String {
        let method = self.reading(at).map(CallReading::method).filter(|method| !method.is_empty());
        let name = self.name(call.code_of);
        match method {
            Some(method) => format!("{name}.{method}"),
            None => name,
        }
    }
}

/// A word as briefly as it can be told: small numbers in figures, others in hex without leading zeros.
pub(super) fn word(value: U256) -> String {
    const MAX_PLAIN: u64 = 9_999;
    match u64::try_from(value) {
        Ok(small) if small <= MAX_PLAIN => small.to_string(),
        _ => format!("{value:#x}"),
    }
}
