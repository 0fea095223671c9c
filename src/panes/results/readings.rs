//! What the calls in the list say, and which contracts are learned of for that.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use crate::decode::reading::{CallQuestion, CallReading};
use crate::decode::study::Question;
use crate::decode::{Finding, Subject};
use crate::ledger::{ContractRef, ContractResult, Field};
use crate::message::{Effect, Response};
use crate::panes::list::Studied;
use crate::panes::{Context, readings};
use crate::widgets::feed::Identity;
use crate::widgets::{Feed, Role};

/// A row's name in the list.
type Name = <ContractResult as Identity>::Id;

/// What a row's call says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RowReading {
    /// The function, with the one that it passes on: `redirectForToken → transfer`. Empty if none is known.
    pub(super) method: String,
    /// The call with its arguments in one line. Empty if it was not read.
    pub(super) call: String,
    /// How the call is meant: a doubtful one asks for attention.
    pub(super) role: Role,
    /// Why it failed, or what a system contract refused in a call that succeeded.
    pub(super) failure: Option<String>,
}

/// The readings of the rows, by the rows' names.
#[derive(Debug, Default)]
pub(super) struct Readings {
    studied: Studied<Name, RowReading>,
    learned: BTreeSet<String>,
}

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
        let wanted = self.studied.wanted(feed.rows(), window, ctx, |row| row.identity());
        if wanted.is_empty() {
            return Vec::new();
        }
        let (mut names, mut calls, mut effects) = (Vec::new(), Vec::new(), Vec::new());
        for (name, row) in wanted {
            let call = question(row);
            effects.extend(call.contract.and_then(|contract| self.learn(contract)));
            names.push(name);
            calls.push(call);
        }
        effects.push(self.studied.ask(names, Question::Calls(calls.into()), ctx));
        effects
    }

    fn learn(&mut self, contract: ContractRef) -> Option<Effect> {
        let fresh = self.learned.len() < MOST_LEARNED && self.learned.insert(contract.to_string());
        fresh.then_some(Effect::Learn(Subject::Contract(contract)))
    }

    /// Takes what was found out.
    pub(super) fn hear(&mut self, response: &Response) {
        self.studied.hear(response, |finding| match finding {
            Finding::Calls(calls) => calls.iter().map(RowReading::of).collect(),
            _ => Vec::new(),
        });
    }

    /// What a row's call says, as far as it has been read.
    pub(super) fn of(&self, row: &ContractResult) -> Option<&RowReading> {
        self.studied.of(&row.identity()?)
    }

    /// Looks for rows to read again: the list is another one.
    pub(super) fn look_again(&mut self) {
        self.studied.look_again();
    }

    /// Stops studying.
    pub(super) fn stop(&mut self) -> Option<Effect> {
        self.studied.stop()
    }
}

impl RowReading {
    fn of(call: &CallReading) -> Self {
        Self {
            method: call.input.best().map(readings::method).unwrap_or_default(),
            call: call.input.best().map(readings::with_doubt).unwrap_or_default(),
            role: if call.input.exact().is_some() { Role::Plain } else { Role::Attention },
            failure: call.failure(),
        }
    }
}

fn question(row: &ContractResult) -> CallQuestion {
    let id = row.contract_id.value().map(ContractRef::Id);
    CallQuestion {
        contract: id.or_else(|| row.to.value().map(ContractRef::Address)),
        input: row.call_data().map(Cow::into_owned).unwrap_or_default(),
        output: row.call_result.known().cloned(),
        error: match &row.error_message {
            Field::Known(text) | Field::Odd(text) => Some(text.clone()),
            _ => None,
        },
        creates: false,
    }
}
