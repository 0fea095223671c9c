//! What the loaded events say: read off the loop's thread, again when more rows come or more is known.

use std::collections::HashMap;
use std::sync::Arc;

use crate::decode::reading::{LogQuestion, Reading};
use crate::decode::{Finding, Question, Snapshot, Study, Subject};
use crate::ledger::{ContractLog, ContractRef, HexBytes};
use crate::message::{Answer, Ask, Effect, Response};
use crate::panes::{Context, Remote};
use crate::widgets::feed::Identity as _;

/// The readings, by the identity of their row.
#[derive(Debug, Default)]
pub(super) struct Readings {
    read: HashMap<Id, Reading>,
    /// The rows that are being read, and what is known meanwhile.
    asked: Vec<Id>,
    known: Option<Snapshot>,
    study: Remote<Arc<Finding>>,
}

type Id = <ContractLog as crate::widgets::feed::Identity>::Id;

impl Readings {
    /// What the event of this row says, if it was read.
    pub(super) fn of(&self, row: &ContractLog) -> Option<&Reading> {
        self.read.get(&row.identity()?)
    }

    /// Asks for what was not read yet, and for more about who emitted it.
    pub(super) fn due(&mut self, rows: &[Arc<ContractLog>], ctx: &Context<'_>) -> Vec<Effect> {
        if self.study.asked().is_some() || rows.is_empty() {
            return Vec::new();
        }
        let fresh = self.known.as_ref() != Some(ctx.known);
        let unread = |id: &Id| fresh || !self.read.contains_key(id);
        let wanted = rows.iter().filter_map(|row| Some((row.identity()?, row)));
        let wanted: Vec<_> = wanted.filter(|(id, _)| unread(id)).collect();
        if wanted.is_empty() {
            return Vec::new();
        }
        let subject = wanted.iter().find_map(|(_, row)| emitter(row)).map(Subject::Contract);
        let questions = wanted.iter().map(|(_, row)| question(row)).collect();
        self.asked = wanted.into_iter().map(|(id, _)| id).collect();
        self.known = Some(ctx.known.clone());
        let study = Study { known: ctx.known.clone(), question: Question::Logs(questions) };
        let ask = self.study.ask(ctx.request(Ask::Study(study)), ctx.now);
        subject.map(Effect::Learn).into_iter().chain([ask]).collect()
    }

    /// Takes an answer. `true` if it was for this.
    pub(super) fn hear(&mut self, response: &Response) -> bool {
        let heard = self.study.hear(response, |answer| match answer {
            Answer::Finding(finding) => Some(Arc::clone(finding)),
            _ => None,
        });
        if heard && let Some(Finding::Logs(readings)) = self.study.value().map(Arc::as_ref) {
            self.read.extend(self.asked.drain(..).zip(readings.iter().cloned()));
        }
        heard
    }

    /// Stops reading.
    pub(super) fn stop(&mut self) -> Option<Effect> {
        self.study.stop()
    }
}

fn emitter(row: &ContractLog) -> Option<ContractRef> {
    let id = row.log.contract_id.value().map(ContractRef::Id);
    id.or_else(|| row.log.address.value().map(ContractRef::Address))
}

fn question(row: &ContractLog) -> LogQuestion {
    let topics: Vec<HexBytes> =
        row.log.topics.known().into_iter().flatten().filter_map(|topic| topic.known().cloned()).collect();
    LogQuestion { contract: emitter(row), topics, data: row.log.data.known().cloned().unwrap_or_default() }
}
