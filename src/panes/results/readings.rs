//! What the calls in the list say: studied for the rows about the window, off the loop's thread, and again when
//! more is known. A frame looks up the rows in view and nothing else.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

use crate::decode::reading::{CallQuestion, CallReading};
use crate::decode::study::{Question, Study};
use crate::decode::{Finding, Snapshot, Subject};
use crate::ledger::{ContractRef, ContractResult, Field};
use crate::message::{Answer, Ask, Effect, Response};
use crate::panes::{Context, Remote, readings};
use crate::widgets::Feed;
use crate::widgets::feed::Identity;

/// A row's name in the list.
type Name = <ContractResult as Identity>::Id;

/// What a row's call says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RowReading {
    /// The function, with the one that it passes on: `redirectForToken → transfer`. Empty if none is known.
    pub(super) method: String,
    /// The call with its arguments in one line. Empty if it was not read.
    pub(super) call: String,
    /// Why it failed, or what a system contract refused in a call that succeeded.
    pub(super) failure: Option<String>,
}

/// The readings of the rows, by the rows' names.
#[derive(Debug, Default)]
pub(super) struct Readings {
    read: HashMap<Name, (u64, RowReading)>,
    study: Remote<Arc<Finding>>,
    /// The rows that are being studied, in the order of the question, and the time of what it was asked with.
    asked: (u64, Vec<Name>),
    known: Snapshot,
    /// How often what is known has changed. A reading of an earlier time is shown until there is a newer one.
    time: u64,
    /// What was looked at last, so that nothing is looked for twice.
    seen: Option<(Range<usize>, usize, u64)>,
    learned: BTreeSet<String>,
}

/// How many rows before and behind the window are read with it.
const AROUND: usize = 50;
/// How many contracts of a list are learned of: each costs questions.
const MOST_LEARNED: usize = 12;

impl Readings {
    /// Studies the rows about this window that have not been read with all that is known now.
    pub(super) fn due(
        &mut self,
        feed: &Feed<ContractResult>,
        window: &Range<usize>,
        ctx: &Context<'_>,
    ) -> Vec<Effect> {
        if self.known != *ctx.known {
            self.known = ctx.known.clone();
            self.time += 1;
        }
        let about = window.start.saturating_sub(AROUND)..window.end.saturating_add(AROUND);
        let seen = (about.clone(), feed.rows().len(), self.time);
        if self.study.asked().is_some() || self.seen.as_ref() == Some(&seen) {
            return Vec::new();
        }
        self.seen = Some(seen);
        let rows = feed.rows().get(about.start.min(feed.rows().len())..).unwrap_or_default();
        let (mut names, mut calls, mut effects) = (Vec::new(), Vec::new(), Vec::new());
        for row in rows.iter().take(about.len()) {
            let Some(name) = row.identity() else { continue };
            if self.read.get(&name).is_some_and(|(time, _)| *time == self.time) {
                continue;
            }
            let call = question(row);
            effects.extend(call.contract.and_then(|contract| self.learn(contract)));
            names.push(name);
            calls.push(call);
        }
        if !calls.is_empty() {
            self.asked = (self.time, names);
            let study = Study { known: self.known.clone(), question: Question::Calls(calls) };
            effects.push(self.study.ask(ctx.request(Ask::Study(study)), ctx.now));
        }
        effects
    }

    fn learn(&mut self, contract: ContractRef) -> Option<Effect> {
        let fresh = self.learned.len() < MOST_LEARNED && self.learned.insert(contract.to_string());
        fresh.then_some(Effect::Learn(Subject::Contract(contract)))
    }

    /// Takes what was found out.
    pub(super) fn hear(&mut self, response: &Response) {
        let found = self.study.hear(response, |answer| match answer {
            Answer::Finding(finding) => Some(Arc::clone(finding)),
            _ => None,
        });
        let (time, asked) = if found { std::mem::take(&mut self.asked) } else { return };
        if let Some(Finding::Calls(calls)) = self.study.value().map(AsRef::as_ref) {
            let rows = asked.into_iter().zip(calls.iter().map(RowReading::of));
            self.read.extend(rows.map(|(name, reading)| (name, (time, reading))));
        }
        self.study.forget();
        // What has come into view or become known meanwhile is looked for again.
        self.seen = None;
    }

    /// What a row's call says, as far as it has been read.
    pub(super) fn of(&self, row: &ContractResult) -> Option<&RowReading> {
        self.read.get(&row.identity()?).map(|(_, reading)| reading)
    }

    /// Looks for rows to read again: the list is another one.
    pub(super) fn look_again(&mut self) {
        self.seen = None;
    }

    /// Stops studying.
    pub(super) fn stop(&mut self) -> Option<Effect> {
        self.study.stop()
    }
}

impl RowReading {
    fn of(call: &CallReading) -> Self {
        Self {
            method: call.input.best().map(readings::method).unwrap_or_default(),
            call: call.input.exact().map(|_| call.input.words()).unwrap_or_default(),
            failure: call.failure(),
        }
    }
}

fn question(row: &ContractResult) -> CallQuestion {
    let id = row.contract_id.value().map(ContractRef::Id);
    CallQuestion {
        contract: id.or_else(|| row.to.value().map(ContractRef::Address)),
        input: row.function_parameters.known().cloned().unwrap_or_default(),
        output: row.call_result.known().cloned(),
        error: match &row.error_message {
            Field::Known(text) | Field::Odd(text) => Some(text.clone()),
            _ => None,
        },
        creates: false,
    }
}
