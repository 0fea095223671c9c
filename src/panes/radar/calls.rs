//! What the calls of the pending schedules say: all of them are read at once, off the loop's thread, and again when
//! more is known of their contracts.

use std::collections::BTreeMap;

use super::board::Board;
use crate::decode::reading::{CallQuestion, CallReading};
use crate::decode::{Finding, Question, Snapshot, Study, Subject};
use crate::ledger::{ContractRef, EntityId};
use crate::message::{Answer, Ask, Effect, Response};
use crate::panes::{Context, Remote};

/// The most contracts that more is learned of.
const CONTRACTS: usize = 8;

/// The readings.
#[derive(Debug, Default)]
pub(super) struct Calls {
    remote: Remote<Vec<CallReading>>,
    /// Whose calls were asked for, in the order of the question, and what was known then.
    asked: Vec<EntityId>,
    known: Option<Snapshot>,
    /// How many rows the board had then: none ever leaves it.
    rows: usize,
    read: BTreeMap<EntityId, CallReading>,
}

impl Calls {
    /// Asks for the calls on the board, if there are others than before or more is known.
    pub(super) fn ask(&mut self, board: &Board, ctx: &Context<'_>) -> Vec<Effect> {
        let same = self.rows == board.rows().len();
        if same && self.known.as_ref() == Some(ctx.known) {
            return Vec::new();
        }
        self.rows = board.rows().len();
        let mut calls: Vec<_> =
            board.rows().iter().filter_map(|row| Some((row.id, row.call.as_ref()?))).collect();
        calls.sort_by_key(|(id, _)| *id);
        let ids: Vec<EntityId> = calls.iter().map(|(id, _)| *id).collect();
        if ids.is_empty() || (ids == self.asked && self.known.as_ref() == Some(ctx.known)) {
            self.known = Some(ctx.known.clone());
            return Vec::new();
        }
        let mut contracts: Vec<ContractRef> = Vec::new();
        for (_, (contract, _)) in &calls {
            if !contracts.contains(contract) {
                contracts.push(*contract);
            }
        }
        let learn = contracts.into_iter().take(CONTRACTS).map(|of| Effect::Learn(Subject::Contract(of)));
        let learn: Vec<Effect> = if ids == self.asked { Vec::new() } else { learn.collect() };
        let questions = calls.into_iter().map(|(_, (contract, input))| CallQuestion {
            contract: Some(*contract),
            input: input.clone(),
            ..CallQuestion::default()
        });
        let question = Question::Calls(questions.collect());
        let study = Study { known: ctx.known.clone(), question };
        self.asked = ids;
        self.known = Some(ctx.known.clone());
        let asked = self.remote.again(ctx.request(Ask::Study(study)), ctx.now);
        asked.into_iter().chain(learn).collect()
    }

    /// Hears the readings. `true` if they are for this.
    pub(super) fn hear(&mut self, response: &Response) -> bool {
        let heard = self.remote.hear(response, |answer| match answer {
            Answer::Finding(finding) => match &**finding {
                Finding::Calls(calls) => Some(calls.clone()),
                _ => None,
            },
            _ => None,
        });
        if let Some(calls) = self.remote.value().filter(|_| heard) {
            self.read = self.asked.iter().copied().zip(calls.iter().cloned()).collect();
        }
        heard
    }

    /// What the call of a schedule says, in one line, if it could be read.
    pub(super) fn words(&self, id: EntityId) -> Option<String> {
        let reading = self.read.get(&id)?;
        reading.input.best().is_some().then(|| reading.input.words())
    }

    /// Stops reading.
    pub(super) fn stop(&mut self) -> Option<Effect> {
        self.remote.stop()
    }
}
