//! Decodes the calls of all pending schedules together, off the event loop, and again when more interfaces are
//! known.

use std::collections::BTreeMap;

use decode::Subject;
use decode::reading::{CallQuestion, CallReading, Candidate, Questions};
use ledger::{ContractRef, EntityId};

use super::board::Board;
use crate::panes::Context;
use crate::panes::kit::{Taken, Wants};

/// The most contracts to look up.
const MAX_CONTRACTS: usize = 8;

#[derive(Debug, Default)]
pub(super) struct Calls {
    question: Questions<CallQuestion>,
    /// The schedules of these calls, in the order of the question.
    ids: Vec<EntityId>,
    contracts: Vec<ContractRef>,
    /// The number of rows on the board at the time of the question; rows are never removed.
    rows: usize,
    taken: Taken,
    read: BTreeMap<EntityId, CallReading>,
}

impl Calls {
    /// Adds the decodings, and the contracts whose interfaces improve them.
    pub(super) fn wants(&self, wants: &mut Wants) {
        if !self.ids.is_empty() {
            wants.add_optional(&self.question);
        }
        self.contracts.iter().for_each(|contract| wants.resolve(Subject::Contract(*contract)));
    }

    /// Asks about new calls on the board, and takes over the decodings.
    pub(super) fn rebuild_view(&mut self, board: &Board, ctx: &Context<'_>) {
        if self.rows != board.rows().len() {
            self.rows = board.rows().len();
            self.ask(board);
        }
        if let Some(calls) = self.taken.if_new(ctx.get(&self.question)) {
            self.read = self.ids.iter().copied().zip(calls.iter().cloned()).collect();
        }
    }

    fn ask(&mut self, board: &Board) {
        let calls = board.rows().iter().filter_map(|row| Some((row.id, row.call.as_ref()?)));
        let calls: BTreeMap<_, _> = calls.collect();
        if calls.keys().eq(&self.ids) {
            return;
        }
        self.ids = calls.keys().copied().collect();
        self.contracts.clear();
        for (contract, _) in calls.values() {
            if self.contracts.len() < MAX_CONTRACTS && !self.contracts.contains(contract) {
                self.contracts.push(*contract);
            }
        }
        let questions = calls.into_values().map(|(contract, input)| CallQuestion {
            contract: Some(*contract),
            input: input.clone(),
            ..CallQuestion::default()
        });
        self.question = questions.collect();
    }

    /// The decoded call of a schedule; `None` if it is not decoded.
    pub(super) fn get(&self, id: EntityId) -> Option<&Candidate> {
        self.read.get(&id)?.input.best()
    }
}
