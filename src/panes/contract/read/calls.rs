//! The calls made on the pane: the last one of each function, and the pinned ones.

use std::sync::Arc;

use decode::functions::Callable;
use decode::reading::{CallQuestion, CallReading, Questions};
use ledger::query::ContractCallQuery;
use ledger::text::visible;
use ledger::{CallOutcome, ContractRef};

use crate::panes::Context;
use crate::panes::kit::{Fetched, Wants};

/// Maximum number of stored calls: each refresh sends a request per call.
const MAX_CALLS: usize = 64;

#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) function: Callable,
    pub(super) query: ContractCallQuery,
    pub(super) is_pinned: bool,
    /// The text of each form field, to edit the call.
    pub(super) typed: Vec<(&'static str, String)>,
}

/// All calls in the order they were made.
#[derive(Debug, Default)]
pub(super) struct Calls(Vec<Call>);

impl Call {
    /// The text of a field, safe to print; `None` if it was empty.
    pub(super) fn typed(&self, name: &str) -> Option<String> {
        let (_, text) = self.typed.iter().find(|(known, _)| *known == name)?;
        Some(visible(text.trim())).filter(|text| !text.is_empty())
    }

    /// The result of the call.
    pub(super) fn outcome<'a>(&self, ctx: &Context<'a>) -> Fetched<'a, Arc<CallOutcome>> {
        ctx.get(&self.query)
    }

    /// The decoded call, once it was answered.
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

    /// The last unpinned call of a function.
    pub(super) fn last(&self, function: &Callable) -> Option<(usize, &Call)> {
        let is_such = |call: &Call| !call.is_pinned && call.function.entry.hash == function.entry.hash;
        self.0.iter().enumerate().find(|(_, call)| is_such(call))
    }

    /// Replaces the unpinned call of the same function. `false` if the same call exists: it needs a refresh.
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

    /// Pins or unpins a call. An unpinned call replaces the last one of its function.
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

    /// Adds all calls and their decoding.
    pub(super) fn want(&self, contract: ContractRef, ctx: &Context<'_>, wants: &mut Wants) {
        for call in &self.0 {
            wants.add_optional(&call.query);
            if let Some(question) = call.question(contract, ctx) {
                wants.add_optional(&question);
            }
        }
    }
}
