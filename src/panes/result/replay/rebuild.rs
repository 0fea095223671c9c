//! Fits the replay to what has come, to the step and to the size.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::part::{Part, areas, lines_of};
use super::storage::Slots;
use super::{ReplayPane, data, memory, proof, stepping, view};
use crate::evm::ExecutedCall;
use crate::message::SameReplay;
use crate::panes::Context;

/// The most contracts whose names and interfaces are looked up.
const MAX_LOOKUPS: usize = 12;
/// The most calls that are decoded.
const MAX_DECODED_CALLS: usize = 2_000;

impl ReplayPane {
    /// Takes a replay that was just made.
    fn take(&mut self, of: SameReplay, ctx: &Context<'_>) {
        let Ok(replay) = &of.0.outcome else {
            self.replayed = Some(of);
            return;
        };
        let execution = &replay.execution;
        let point = self.begin_at.take().and_then(|point| stepping::step_of(&point, execution));
        self.at = point.or_else(|| stepping::failure(&of.0)).unwrap_or_default();
        self.questions =
            Some(execution.calls.iter().take(MAX_DECODED_CALLS).map(ExecutedCall::question).collect());
        let addresses: BTreeSet<_> = execution.calls.iter().map(|call| call.code_of).collect();
        let contract = |address| replay.contract(address, ctx.network.home);
        let contracts = addresses.into_iter().take(MAX_LOOKUPS).map(contract);
        self.contracts = contracts.collect();
        self.slots = Some(Slots::new(&of.0, replay, ctx));
        self.state = None;
        self.replayed = Some(of);
    }

    /// See [`crate::panes::Pane::rebuild_view`].
    pub(super) fn rebuild(&mut self, ctx: &Context<'_>) {
        if let Some(replayed) = self.taken.if_new(ctx.get(&self.query)) {
            self.take(SameReplay(Arc::clone(replayed)), ctx);
        }
        if let Some(state) = self.step_query().and_then(|step| ctx.get(&step).value()) {
            self.state = Some(Arc::clone(state));
        }
        let (mut source, mut gas) = (std::mem::take(&mut self.source), std::mem::take(&mut self.gas));
        let rest = areas(ctx.body)[2];
        let lines_gas = self.replayed.as_ref().and_then(|of| ctx.get(of).value());
        let (mut proof, mut data, mut lengths, mut memory_row) = (None, None, [0; 3], None);
        if let Some(shown) = self.shown(ctx) {
            source.rebuild(&shown, ctx);
            if self.part == Part::Gas {
                gas.rebuild(&shown, lines_gas);
            }
            proof = Some(proof::sheet(&shown, &self.query));
            data = Some(data::sheet(&shown));
            lengths = [Part::Calls, Part::Memory, Part::Storage]
                .map(|part| view::len(&shown, part, &gas, lines_of(part, self.part, rest)));
            memory_row = memory::row_in_use(&shown, lines_of(Part::Memory, self.part, rest));
        }
        (self.source, self.gas) = (source, gas);
        let height = |part| lines_of(part, self.part, rest).height;
        let [calls, memory, storage] = [Part::Calls, Part::Memory, Part::Storage].map(height);
        self.calls.settle(lengths[0], calls);
        match memory_row.filter(|_| self.part != Part::Memory) {
            Some(row) => self.memory.select(row, lengths[1], memory),
            None => self.memory.settle(lengths[1], memory),
        }
        self.storage.settle(lengths[2], storage);
        self.gas.scroll.settle(self.gas.len(), rest.height);
        if let Some(sheet) = proof {
            self.proof = sheet.after(&self.proof, rest.height);
        }
        if let Some(sheet) = data {
            self.data = sheet.after(&self.data, rest.height);
        }
    }
}
