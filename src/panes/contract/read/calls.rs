//! The calls that were made on the pane: the last one of each function, and those that are pinned.

use std::sync::Arc;

use decode::functions::Callable;
use decode::reading::{CallQuestion, CallReading, Questions};
use ledger::query::ContractCallQuery;
use ledger::text::visible;
use ledger::{CallOutcome, ContractRef};

use crate::panes::Context;
use crate::panes::kit::{Fetched, Wants};

/// The most calls that are kept: each costs a request whenever they are refreshed.
const MAX_CALLS: usize = 64;

/// A call.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) function: Callable,
    pub(super) query: ContractCallQuery,
    pub(super) is_pinned: bool,
    /// What was typed, field by field, to be changed.
    pub(super) typed: Vec<(&'static str, String)>,
}

/// All of them, in the order in which they were made.
#[derive(Debug, Default)]
pub(super) struct Calls(Vec<Call>);

impl Call {
    /// What was typed into a field, safe to print; `None` if nothing was.
    pub(super) fn typed(&self, name: &str) -> Option<String> {
        let (_, text) = self.typed.iter().find(|(known, _)| *known == name)?;
        Some(visible(text.trim())).filter(|text| !text.is_empty())
    }

    /// What came of it.
    pub(super) fn outcome<'a>(&self, ctx: &Context<'a>) -> Fetched<'a, Arc<CallOutcome>> {
        ctx.get(&self.query)
    }

    /// What its bytes mean, once it has an outcome.
    pub(super) fn reading<'a>(&self, contract: ContractRef, ctx: &Context<'a>) -> Option<&'a CallReading> {
        ctx.get(&self.question(contract, ctx)?).value()?.first()
    }

    fn question(&self, contract: ContractRef, ctx: &Context<'_>) -> Option<Questions<CallQuestion>> {
        let outcome = self.outcome(ctx).value()?;
        let question = CallQuestion::executed(contract, self.query.data.clone(), outcome);
        Some(Questions::from(vec![question]))
    }
}

impl Calls {
    pub(super) fn all(&self) -> &[Call] {
        &self.0
    }

    pub(super) fn get(&self, at: usize) -> Option<&Call> {
        self.0.get(at)
    }

    /// The last call of a function that is not pinned.
    pub(super) fn last(&self, function: &Callable) -> Option<(usize, &Call)> {
        let is_such = |call: &Call| !call.is_pinned && call.function.entry.hash == function.entry.hash;
        self.0.iter().enumerate().find(|(_, call)| is_such(call))
    }

    /// Takes a call in place of the last one of its function, unless that is pinned. `false` if it is here already: then
    /// it is to be asked again.
    pub(super) fn add(&mut self, call: Call) -> bool {
        if self.0.iter().any(|known| known.query == call.query && known.function == call.function) {
            return false;
        }
        if let Some((at, _)) = self.last(&call.function) {
            self.0.remove(at);
        } else if self.0.len() == MAX_CALLS
            && let Some(oldest) = self.0.iter().position(|call| !call.is_pinned)
        {
            self.0.remove(oldest);
        }
        if self.0.len() < MAX_CALLS {
            self.0.push(call);
        }
        true
    }

    /// Pins a call, or lets it go: it is the last one of its function then, in place of another.
    pub(super) fn turn(&mut self, at: usize) {
        let Some(mut call) = (at < self.0.len()).then(|| self.0.remove(at)) else { return };
        call.is_pinned = !call.is_pinned;
        if !call.is_pinned
            && let Some((last, _)) = self.last(&call.function)
        {
            self.0.remove(last);
        }
        self.0.push(call);
    }

    pub(super) fn forget(&mut self, at: usize) {
        if at < self.0.len() {
            self.0.remove(at);
        }
    }

    /// Adds all of them, and what they mean.
    pub(super) fn want(&self, contract: ContractRef, ctx: &Context<'_>, wants: &mut Wants) {
        for call in &self.0 {
            wants.add_optional(&call.query);
            if let Some(question) = call.question(contract, ctx) {
                wants.add_optional(&question);
            }
        }
    }
}
