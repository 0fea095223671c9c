//! A replay at the current step, as its parts draw it, and its update after new answers, a step, or a change of
//! size.

use std::collections::BTreeSet;
use std::sync::Arc;

use alloy_primitives::{Address, U256};
use decode::reading::CallReading;
use evm::{ExecutedCall, Execution, MachineState};
use ledger::ContractRef;
use replay::{Line, Replay, Replayed, question};

use super::part::{Part, areas, lines_of};
use super::storage::Storage;
use super::{ReplayPane, calls, memory, proof, steps};
use crate::message::{GasQuery, ReexecutionQuery, SameReplay};
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

/// The most contracts to look up names and interfaces for.
const MAX_LOOKUPS: usize = 12;
/// The most calls to decode.
const MAX_DECODED_CALLS: usize = 2_000;

impl ReplayPane {
    /// Takes a new replay, before its sources are loaded.
    fn take(&mut self, of: SameReplay, ctx: &Context<'_>) {
        self.executed = Some(of.clone());
        let Ok(replay) = &of.0.outcome else {
            self.replayed = Some(of);
            return;
        };
        let execution = &replay.execution;
        self.begin(&of.0);
        self.questions = Some(execution.calls.iter().take(MAX_DECODED_CALLS).map(question).collect());
        let addresses: BTreeSet<_> = execution.calls.iter().map(|call| call.code_of).collect();
        let contract = |address| replay.contract(address, ctx.network.home);
        let contracts = addresses.into_iter().take(MAX_LOOKUPS).map(contract);
        self.contracts = contracts.collect();
        self.storage = Storage::new(&of.0, replay, ctx);
        self.state = None;
        self.replayed = Some(of);
    }

    /// Takes the same replay with its sources. The current step stays if the user has moved.
    fn take_sources(&mut self, of: SameReplay) {
        if self.at == self.first_step {
            self.begin(&of.0);
        }
        self.begin_at = None;
        self.replayed = Some(of);
    }

    /// Goes to the initial step: the requested point, or the failure.
    fn begin(&mut self, of: &Replayed) {
        let point = self.begin_at.as_ref().and_then(|point| steps::step_of(point, of));
        self.at = point.or_else(|| steps::failure(of)).unwrap_or_default();
        self.first_step = self.at;
        let has_line = !of.has_sources() || of.lines.line(self.at).is_some();
        match (&self.begin_at, point) {
            // If the point does not exist, the verdict explains how the replay differs.
            (Some(_), None) => self.part = Part::Proof,
            (_, Some(_)) if self.part == Part::Source && !has_line => self.part = Part::Opcodes,
            _ => {}
        }
    }

    pub(super) fn rebuild(&mut self, ctx: &Context<'_>) {
        if let Some(replayed) = self.taken.if_new(ctx.get(&self.query)) {
            self.take(SameReplay(Arc::clone(replayed)), ctx);
        }
        let sourced = self.sources_query().and_then(|query| self.taken_sources.if_new(ctx.get(&query)));
        if let Some(sourced) = sourced {
            self.take_sources(SameReplay(Arc::clone(sourced)));
        }
        if let Some(state) = self.step_query().and_then(|step| ctx.get(&step).value()) {
            self.state = Some(Arc::clone(state));
        }
        self.gas.found = self.replayed.clone().and_then(|of| ctx.get(&GasQuery(of)).value()).cloned();
        let mut source = std::mem::take(&mut self.source);
        let rest = areas(ctx.body)[2];
        let (mut proof, mut data, mut lengths, mut in_use) = (None, None, [0; 3], [None; 2]);
        if let Some(shown) = self.shown(ctx) {
            source.rebuild(&shown, ctx);
            match self.part {
                Part::Proof => proof = Some(proof::sheet(&shown, &self.query)),
                Part::Data => data = Some(calls::sheet(&shown)),
                _ => {}
            }
            lengths = [Part::Calls, Part::Memory, Part::Storage]
                .map(|part| self.len(&shown, part, lines_of(part, self.part, rest)));
            let memory = memory::row_in_use(&shown, lines_of(Part::Memory, self.part, rest));
            in_use = [memory, self.storage.row_in_use(&shown)];
        }
        self.source = source;
        let height = |part| lines_of(part, self.part, rest).height;
        let [calls, memory, storage] = [Part::Calls, Part::Memory, Part::Storage].map(height);
        self.calls.settle(lengths[0], calls);
        let lists = [
            (Part::Memory, &mut self.memory, memory, lengths[1], in_use[0]),
            (Part::Storage, &mut self.storage.scroll, storage, lengths[2], in_use[1]),
        ];
        for (part, scroll, height, len, in_use) in lists {
            match in_use.filter(|_| self.part != part) {
                Some(row) => scroll.select(row, len, height),
                None => scroll.settle(len, height),
            }
        }
        self.gas.scroll.settle(self.gas.len(), rest.height);
        if let Some(sheet) = proof {
            self.proof = sheet.after(&self.proof, rest.height);
        }
        if let Some(sheet) = data {
            self.data = sheet.after(&self.data, rest.height);
        }
    }
}
