//! A replay at the current step, as its parts draw it.

use std::collections::BTreeSet;

use alloy_primitives::{Address, U256};
use decode::reading::CallReading;
use evm::{ExecutedCall, Execution, MachineState};
use ledger::ContractRef;
use replay::{Line, Replay, Replayed};

use crate::message::ReexecutionQuery;
use crate::panes::Context;
use crate::panes::kit::nouns::entities;

pub(super) struct Shown<'a> {
    pub(super) ctx: &'a Context<'a>,
    pub(super) replayed: &'a Replayed,
    pub(super) replay: &'a Replay,
    /// The current step, counted from 0.
    pub(super) at: u64,
    /// The machine state at the step, or at an earlier one until that is computed.
    pub(super) state: Option<&'a MachineState>,
    /// The decoded calls, in order.
    pub(super) readings: &'a [CallReading],
    pub(super) breakpoints: &'a BTreeSet<Line>,
    /// Whether the request for the sources failed.
    pub(super) are_sources_missing: bool,
    /// The request for the server's own execution; `None` unless the user asked for it.
    pub(super) reexecution: Option<ReexecutionQuery>,
}

impl<'a> Shown<'a> {
    pub(super) fn execution(&self) -> &'a Execution {
        &self.replay.execution
    }

    /// The index of the step's call, and the call.
    pub(super) fn call(&self) -> Option<(usize, &'a ExecutedCall)> {
        let at = self.execution().call_at(self.at)?;
        self.execution().calls.get(at).map(|call| (at, call))
    }

    /// The decoding of a call.
    pub(super) fn reading(&self, call: usize) -> Option<&'a CallReading> {
        self.readings.get(call)
    }

    /// A contract by its id if that is known, otherwise by its address.
    pub(super) fn contract(&self, address: Address) -> ContractRef {
        self.replay.contract(address, self.ctx.network.home)
    }

    /// Why a contract has no source line.
    pub(super) fn no_line(&self, address: Address) -> &'static str {
        self.replayed.no_line(address, self.are_sources_missing)
    }

    /// The short name of a contract.
    pub(super) fn name(&self, address: Address) -> String {
        entities::name_or_ref(self.ctx, self.contract(address))
    }

    /// The contract and the function of a call.
    pub(super) fn call_words(&self, at: usize, call: &ExecutedCall) -> String {
        let method = self.reading(at).map(CallReading::method).filter(|method| !method.is_empty());
        let name = self.name(call.code_of);
        match method {
            Some(method) => format!("{name}.{method}"),
            None => name,
        }
    }
}

/// A word in short form: small numbers in decimal, others in hex without leading zeros.
pub(super) fn word(value: U256) -> String {
    const MAX_PLAIN: u64 = 9_999;
    match u64::try_from(value) {
        Ok(small) if small <= MAX_PLAIN => small.to_string(),
        _ => format!("{value:#x}"),
    }
}
