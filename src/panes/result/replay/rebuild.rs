//! The update of a replay after new answers, a step, or a change of size.

use std::collections::BTreeSet;
use std::sync::Arc;

use replay::{Replayed, question};

use super::part::{Part, areas, lines_of};
use super::storage::Storage;
use super::{ReplayPane, calls, memory, proof, steps};
use crate::message::{GasQuery, SameReplay};
use crate::panes::Context;

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
        self.contracts = addresses.into_iter().take(MAX_LOOKUPS).map(contract).collect();
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
