//! The replay of a result on its page, and links to its steps.

use std::sync::Arc;

use alloy_primitives::U256;
use decode::Subject;
use decode::reading::{CallQuestion, Questions};
use evm::ExecutedCall;
use ledger::Success;
use replay::{Replayed, address_of, question};

use super::ResultPane;
use super::tab::Tab;
use crate::message::place::{ReplayPlace, ReplayPoint};
use crate::message::{Effect, Place, ReplayQuery, SameReplay, SourcesQuery};
use crate::panes::Context;
use crate::panes::kit::Wants;
use crate::widgets::Sheet;

impl ResultPane {
    /// The replay's question; `None` until the result is loaded.
    pub(super) fn replay_query(&self) -> Option<ReplayQuery> {
        self.answers.result()?;
        Some(ReplayQuery::new(self.answers.named().clone()))
    }

    /// The question that decodes two calls with their own contracts' interfaces: the one that threw the result's
    /// error, and the one at fault.
    pub(super) fn fault_question(&self, ctx: &Context<'_>) -> Option<Questions<CallQuestion>> {
        let told = blamed(self.replayed(ctx)?)?;
        Some(told.map(question).into_iter().collect())
    }

    /// Whether the current tab uses the replay: for the reason of a failure, or for the lines that make calls.
    fn wants_replay(&self) -> bool {
        let failed = self.answers.result().is_some_and(|result| result.success() == Success::No);
        self.tab == Tab::Summary && failed || self.tab == Tab::Trace
    }

    /// The replay, with its sources once loaded; `None` unless it matches the record.
    pub(super) fn replayed<'a>(&self, ctx: &Context<'a>) -> Option<&'a Replayed> {
        let sourced = self.sources_query(ctx).and_then(|query| ctx.get(&query).value());
        Some(sourced.or_else(|| self.executed(ctx))?)
    }

    /// The replay without sources; `None` unless it matches the record, because otherwise it proves nothing about
    /// this result.
    fn executed<'a>(&self, ctx: &Context<'a>) -> Option<&'a Arc<Replayed>> {
        ctx.get(&self.replay_query()?).value().filter(|found| found.agrees())
    }

    /// How the replay differs from the record; `None` if it matches.
    pub(super) fn replay_difference(&self, ctx: &Context<'_>) -> Option<String> {
        let found = ctx.get(&self.replay_query()?).value()?;
        (found.outcome.is_ok() && !found.agrees()).then(|| found.sentence())
    }

    /// Whether the request for the sources failed.
    pub(super) fn are_sources_missing(&self, ctx: &Context<'_>) -> bool {
        self.sources_query(ctx).is_some_and(|query| ctx.get(&query).failure().is_some())
    }

    /// The question for the sources; `None` until the replay is computed.
    fn sources_query(&self, ctx: &Context<'_>) -> Option<SourcesQuery> {
        self.executed(ctx).map(|found| SourcesQuery(SameReplay(Arc::clone(found))))
    }

    /// Adds the replay, if the current tab uses it, and the decoding of the call at fault.
    pub(super) fn want_replay(&self, ctx: &Context<'_>, wants: &mut Wants) {
        // Previews change quickly, so they start no replay.
        let wanted = self.wants_replay() && !ctx.theme.is_passive();
        let is_here = |query: &ReplayQuery| ctx.get(query).value().is_some();
        let Some(query) = self.replay_query().filter(|query| wanted || is_here(query)) else { return };
        wants.add_while_on_screen(&query);
        if let Some(sources) = self.sources_query(ctx) {
            wants.add_while_on_screen(&sources);
        }
        if let Some(replayed) = self.replayed(ctx)
            && let Ok(replay) = &replayed.outcome
            && let Some(blamed) = blamed(replayed)
        {
            for call in blamed {
                wants.resolve(Subject::Contract(replay.contract(call.code_of, ctx.network.home)));
            }
        }
        if let Some(question) = self.fault_question(ctx) {
            wants.add_optional(&question);
        }
    }

    /// Opens the replay at the selected item.
    pub(super) fn go_to_replay(&self) -> Vec<Effect> {
        let Some(query) = self.replay_query() else { return Vec::new() };
        let point = match self.tab {
            Tab::Trace => self.trace.selected_call().map(ReplayPoint::Call),
            Tab::Logs => {
                let count = self.answers.result().and_then(|result| result.logs.known()).map_or(0, Vec::len);
                let sheet = self.sheets.get(self.tab.place());
                sheet.and_then(Sheet::section).filter(|at| *at < count).map(ReplayPoint::Log)
            }
            Tab::State => self.written_slot(),
            _ => None,
        };
        vec![Effect::Go(Place::Replay(Box::new(ReplayPlace { query, at: point })))]
    }

    /// The selected slot, if it was written.
    fn written_slot(&self) -> Option<ReplayPoint> {
        let changes = self.answers.result()?.state_changes.known()?;
        let change = changes.get(self.state.selected()?)?;
        let slot = U256::try_from_be_slice(change.slot.known()?.bytes())?;
        change.value_written.known()?;
        Some(ReplayPoint::Write(address_of(change.address.known()?), slot))
    }
}

/// The call that threw the result's error, and the innermost call that caused it; `None` if nothing failed.
fn blamed(replayed: &Replayed) -> Option<[&ExecutedCall; 2]> {
    let calls = &replayed.outcome.as_ref().ok()?.execution.calls;
    Some([calls.get(replayed.thrower(0))?, calls.get(replayed.failed.last()?.call)?])
}
