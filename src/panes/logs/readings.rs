//! What the events in the list say, and who is learned of for that.

use std::ops::Range;
use std::sync::Arc;

use crate::decode::reading::{LogQuestion, Reading};
use crate::decode::{Finding, Question, Subject};
use crate::ledger::{ContractLog, ContractRef, HexBytes};
use crate::message::{Effect, Response};
use crate::panes::Context;
use crate::panes::list::Studied;
use crate::widgets::feed::Identity;

/// The readings, by the identity of their row.
#[derive(Debug, Default)]
pub(super) struct Readings {
    studied: Studied<<ContractLog as Identity>::Id, Reading>,
}

impl Readings {
    /// What the event of this row says, if it was read.
    pub(super) fn of(&self, row: &ContractLog) -> Option<&Reading> {
        self.studied.of(&row.identity()?)
    }

    /// Asks for what was not read yet about this window, and for more about who emitted it.
    pub(super) fn due(
        &mut self,
        rows: &[Arc<ContractLog>],
        window: &Range<usize>,
        ctx: &Context<'_>,
    ) -> Vec<Effect> {
        let wanted = self.studied.wanted(rows, window, ctx, |row| row.identity());
        if wanted.is_empty() {
            return Vec::new();
        }
        let subject = wanted.iter().find_map(|(_, row)| emitter(row)).map(Subject::Contract);
        let questions = wanted.iter().map(|(_, row)| question(row)).collect();
        let names = wanted.into_iter().map(|(name, _)| name).collect();
        let ask = self.studied.ask(names, Question::Logs(questions), ctx);
        subject.map(Effect::Learn).into_iter().chain([ask]).collect()
    }

    /// Takes what was found out.
    pub(super) fn hear(&mut self, response: &Response) {
        self.studied.hear(response, |finding| match finding {
            Finding::Logs(readings) => readings.clone(),
            _ => Vec::new(),
        });
    }

    /// Looks for rows to read again: the list is another one.
    pub(super) fn look_again(&mut self) {
        self.studied.look_again();
    }

    /// Stops reading.
    pub(super) fn stop(&mut self) -> Option<Effect> {
        self.studied.stop()
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
