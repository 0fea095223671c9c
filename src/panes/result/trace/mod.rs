//! The trace tab: the nested calls as a foldable tree, and details of the selected one. The trace is requested when
//! the tab is opened, and for every success, which may hide a failed call. The tab is empty if the server has no
//! traces or none for this execution.

mod frames;
mod view;
mod words;

use std::sync::Arc;

use self::frames::Frames;
pub(super) use self::frames::failure;
use crate::message::{Action, Click, Copied, Effect, Place, Section};
use crate::panes::kit::nouns::inner_calls::{InnerCalls, question};
use crate::panes::kit::{Taken, Wants};
use crate::panes::{Context, Verbs};
use crate::widgets::{Scroll, Sheet, Value};
use api::{Failure, PageOf};
use decode::Subject;
use decode::reading::{CallQuestion, CallReading, Candidate, Questions};
use ledger::amount::grouped;
use ledger::{CallAction, ContractRef, ExecutionRef, Next, Page};

/// The frames, their decodings, and the selection.
#[derive(Debug, Default)]
pub(super) struct Trace {
    of: Option<ExecutionRef>,
    frames: Frames,
    /// The next page to request; `None` after the last one.
    page: Option<PageOf<ExecutionRef>>,
    taken: Taken,
    /// The decodings of each page, with the index of its first frame.
    questions: Vec<(usize, Questions<CallQuestion>)>,
    /// The called contracts to look up.
    called: Vec<ContractRef>,
    /// Whether a page has arrived.
    begun: bool,
    /// Whether the server has more calls than the limit.
    is_cut: bool,
    scroll: Scroll,
    facts: Sheet,
}

/// The most frames to load; real executions have hundreds.
const MAX_FRAMES: usize = 5_000;
/// The most called contracts to look up.
const MAX_LOOKUPS: usize = 12;

impl Trace {
    /// Starts to request the calls of this execution.
    pub(super) fn begin(&mut self, of: Option<ExecutionRef>) {
        if of.is_some() && self.of != of {
            let page = of.clone().map(|query| PageOf { query, link: None });
            *self = Self { of, page, ..Self::default() };
        }
    }

    /// Adds the next page and the decodings. Contract names are requested only if the trace is on screen or a call
    /// failed.
    pub(super) fn wants(&self, is_read: bool, wants: &mut Wants) {
        if let Some(page) = &self.page {
            wants.add_optional(page);
        }
        let are_named = is_read || self.frames.first_failure().is_some();
        self.called
            .iter()
            .filter(|_| are_named)
            .for_each(|contract| wants.resolve(Subject::Contract(*contract)));
        self.questions.iter().for_each(|(_, question)| wants.add_optional(question));
    }

    /// Receives the pages that have arrived.
    fn take_pages(&mut self, ctx: &Context<'_>) {
        while let Some(page) = self.page.as_ref().and_then(|page| self.taken.if_new(ctx.get(page))) {
            self.add_page(page);
        }
    }

    fn add_page(&mut self, page: &Page<CallAction>) {
        let first = self.frames.all().len();
        let rows = page.rows.get(..MAX_FRAMES.saturating_sub(first)).unwrap_or(&page.rows);
        self.frames.extend(rows);
        self.begun = true;
        if let Some(at) = self.frames.first_failure().filter(|_| first == 0) {
            self.scroll.selected = at;
        }
        if !rows.is_empty() {
            self.questions.push((first, rows.iter().map(|frame| question(frame)).collect()));
        }
        for contract in rows.iter().filter_map(|frame| words::called(frame)) {
            if self.called.len() < MAX_LOOKUPS && !self.called.contains(&contract) {
                self.called.push(contract);
            }
        }
        let more = match &page.next {
            Next::More(link) => Some(link.clone()),
            _ => None,
        };
        self.is_cut = more.is_some() && self.frames.all().len() >= MAX_FRAMES;
        let more = more.filter(|_| !self.is_cut);
        self.page = more.zip(self.of.clone()).map(|(link, query)| PageOf { query, link: Some(link) });
    }

    /// The decoding of the call at this index.
    fn reading<'a>(&self, at: usize, ctx: &Context<'a>) -> Option<&'a CallReading> {
        let (first, question) = self.questions.iter().rev().find(|(first, _)| *first <= at)?;
        ctx.get(question).value()?.get(at - first)
    }

    /// The calls with their decodings, in order.
    fn readings<'a>(
        &'a self,
        ctx: &Context<'a>,
    ) -> impl Iterator<Item = (&'a CallAction, Option<&'a CallReading>)> {
        let readings = self.questions.iter().map(|(_, question)| (question.len(), ctx.get(question).value()));
        let readings: Vec<_> = readings.collect();
        let each = readings.into_iter().flat_map(|(len, found)| (0..len).map(move |at| found?.get(at)));
        self.frames.all().iter().map(AsRef::as_ref).zip(each)
    }

    /// The details of every call.
    pub(super) fn sections(&self, ctx: &Context<'_>) -> Vec<Section> {
        let call = |(at, (frame, reading)): (usize, (&CallAction, Option<&CallReading>))| {
            words::sheet(frame, reading, ctx).sections(&format!("Trace: call {at}"))
        };
        (1..).zip(self.readings(ctx)).flat_map(call).collect()
    }

    /// The number of calls; `None` until a page has arrived.
    pub(super) fn count(&self) -> Option<usize> {
        self.begun.then(|| self.frames.all().len())
    }

    /// The state of the calls below the root.
    pub(super) fn inner_calls(&self, ctx: &Context<'_>) -> InnerCalls {
        let is_decoding = || self.questions.iter().any(|(_, question)| ctx.get(question).outcome().is_none());
        match (self.hidden_failure(ctx), &self.page) {
            (Some(at), _) => InnerCalls::Failed(self.failure_words(at, ctx)),
            (None, Some(page)) if ctx.get(page).failure().is_none() => InnerCalls::Loading,
            (None, Some(_)) => InnerCalls::NotChecked,
            (None, None) if self.is_cut || self.frames.all().is_empty() => InnerCalls::NotChecked,
            (None, None) if is_decoding() => InnerCalls::Loading,
            (None, None) => InnerCalls::Fine,
        }
    }

    /// The first failed call below the root; prefers the failure that caused the others.
    fn hidden_failure(&self, ctx: &Context<'_>) -> Option<usize> {
        let has_failed = |(frame, reading)| words::failure(frame, reading).is_some();
        let refused = || self.readings(ctx).skip(1).position(has_failed).map(|at| at + 1);
        self.frames.first_failure().filter(|at| *at > 0).or_else(refused)
    }

    /// The function and the reason of a failed call.
    fn failure_words(&self, at: usize, ctx: &Context<'_>) -> Option<String> {
        let (frame, reading) = (self.frames.all().get(at)?, self.reading(at, ctx));
        let words = words::failure(frame, reading)?;
        let name = reading.and_then(|reading| reading.input.best()).map(Candidate::short_name);
        let name = name.map(|name| format!(".{name}")).unwrap_or_default();
        Some(format!("{}{name}: {words}", words::recipient(frame, ctx)))
    }

    /// Rebuilds the facts of the selected frame.
    pub(super) fn rebuild_view(&mut self, ctx: &Context<'_>) {
        self.take_pages(ctx);
        let visible = self.frames.visible();
        self.scroll.settle(visible.len(), view::tree(ctx.body).height);
        if let Some((at, frame)) = self.selected() {
            let facts = words::sheet(frame, self.reading(at, ctx), ctx);
            let last = self.is_cut && at + 1 == self.frames.all().len();
            let more =
                || Value::none(format!("More calls follow: the first {} are read.", grouped(&MAX_FRAMES)));
            self.facts = if last { facts.note(more()) } else { facts };
        }
    }

    /// The index of the selected call in the execution.
    pub(super) fn selected_call(&self) -> Option<usize> {
        self.selected().map(|(at, _)| at)
    }

    fn selected(&self) -> Option<(usize, &Arc<CallAction>)> {
        let at = *self.frames.visible().get(self.scroll.selected)?;
        self.frames.all().get(at).map(|frame| (at, frame))
    }

    /// Selects the next or previous failed call.
    fn hit(&mut self, forward: bool, ctx: &Context<'_>) {
        let at = self.selected_call().unwrap_or_default();
        if let Some(to) = self.frames.failure_from(at, forward) {
            self.frames.reveal(to);
            let place = self.frames.visible().iter().position(|at| *at == to);
            self.scroll.selected = place.unwrap_or_default();
        }
        self.rebuild_view(ctx);
    }

    /// Selects the clicked call, or scrolls with the wheel.
    pub(super) fn click(&mut self, click: Click, ctx: &Context<'_>) {
        let (len, tree) = (self.frames.visible().len(), view::tree(ctx.body));
        self.scroll.click(click, tree, len);
        self.rebuild_view(ctx);
    }

    /// Adds the verbs of this tab.
    pub(super) fn verbs<'c>(&self, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        let selected = self.selected();
        let none = selected.is_none().then_some("there is no call");
        let leaf = selected.is_none_or(|(at, _)| self.frames.below(at) == 0);
        let fold = if selected.is_some_and(|(at, _)| self.frames.is_folded(at)) { "unfold" } else { "fold" };
        let no_failure = self.frames.first_failure().is_none().then_some("no call failed");
        let called = selected.and_then(|(_, frame)| words::called(frame));
        let nobody = called.is_none().then_some("no contract is called here");
        verbs.add(Action::Open, fold).unless(leaf.then_some("this call has no child calls")).run(|trace| {
            trace.selected_call().map(|at| trace.frames.fold(at));
            trace.rebuild_view(ctx);
        });
        let next = verbs.add(Action::NextHit, "next failure").unless(no_failure);
        next.run(|trace| trace.hit(true, ctx));
        let previous = verbs.hidden(Action::PreviousHit, "previous failure").unless(no_failure);
        previous.run(|trace| trace.hit(false, ctx));
        let contract = verbs.add(Action::Contract, "called contract").unless(nobody);
        contract.give(|| Effect::go(called.map(Place::contract)));
        verbs.add(Action::Copy, "copy input").unless(none).give(|| {
            let input = selected.and_then(|(_, frame)| frame.input.known());
            Effect::copy(input.map(|input| Copied::new("input", input)))
        });
        let menu = verbs.hidden(Action::CopyMenu, "copy …").unless(none);
        menu.give(|| Effect::CopyMenu(self.facts.copied_nearby()));
        verbs.moves(|trace, action| {
            let len = trace.frames.visible().len();
            let _ = trace.scroll.act(action, len, view::tree(ctx.body).height);
            trace.rebuild_view(ctx);
        });
    }

    /// Why there is no trace, or that it is loading.
    fn absence(&self, ctx: &Context<'_>) -> &'static str {
        let failure = self.page.as_ref().map(|page| ctx.get(page).failure());
        match (failure, &self.of) {
            (Some(None), _) => "Loading the calls within this execution.",
            (Some(Some(Failure::NotOffered { .. })), _) => "This server does not offer traces.",
            (Some(Some(Failure::NotFound { .. })), _) => "This server has no trace of this execution.",
            (Some(Some(_)), _) => "The trace could not be loaded; refresh to try again.",
            (None, None) => "A trace is asked for by the transaction's hash, which this result lacks.",
            (None, Some(_)) => "No trace was kept of this execution.",
        }
    }
}
