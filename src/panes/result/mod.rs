//! A contract result: a one-sentence summary, and all fields of its record on tabs.

mod answers;
mod calls;
mod document;
mod envelope;
mod envelope_proof;
mod gas;
mod logs;
mod outcome;
pub mod replay;
mod replayed;
mod shown;
mod state;
mod summary;
mod tab;
mod trace;
mod transaction;
mod verbs;

use std::sync::Arc;

use ledger::query::ExecutionQuery;
use ledger::{ContractRef, ContractResult, Timestamp};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use serde_json::Value as Json;

use self::answers::Answers;
use self::envelope_proof::EnvelopeProof;
use self::shown::{Readings, Shown};
use self::state::StateTab;
use self::tab::{RawTab, Tab, below_bar};
use self::trace::Trace;
use super::{Context, Pane, Status};
use crate::message::keymap::Layer;
use crate::message::{Action, Click, Contents, Effect, Fact, Input, MouseButton, Place, ResultName, Section};
use crate::panes::kit::Wants;
use crate::panes::kit::nouns::decoded::words;
use crate::panes::kit::nouns::inner_calls;
use crate::panes::kit::nouns::inner_calls::InnerCalls;
use crate::panes::verbs::by_verbs;
use crate::widgets::{Link, Sheet, tabs};

#[derive(Debug)]
pub struct ResultPane {
    answers: Answers,
    readings: Readings,
    tab: Tab,
    /// One sheet per tab, so each keeps its scroll position. Tabs that are not sheets have empty ones.
    sheets: [Sheet; Tab::ALL.len()],
    /// Which sheets are out of date.
    stale: [bool; Tab::ALL.len()],
    trace: Trace,
    raw: RawTab,
    state: StateTab,
    proof: EnvelopeProof,
    /// Whether a tab with fees was on screen.
    tells_fees: bool,
}

impl ResultPane {
    pub fn open(contract: ContractRef, at: Timestamp) -> Self {
        Self::named(ResultName::At(contract, at))
    }

    /// Opens a result by its transaction.
    pub fn new(query: ExecutionQuery) -> Self {
        Self::named(ResultName::Of(query))
    }

    fn named(named: ResultName) -> Self {
        Self {
            answers: Answers::open(named),
            readings: Readings::default(),
            tab: Tab::default(),
            sheets: Default::default(),
            stale: Default::default(),
            trace: Trace::default(),
            raw: RawTab::default(),
            state: StateTab::default(),
            proof: EnvelopeProof::default(),
            tells_fees: false,
        }
    }

    fn clicked(&mut self, click: Click, body: Rect) -> bool {
        self.sheets.get_mut(self.tab.place()).is_some_and(|sheet| sheet.click(click, body))
    }

    /// The state of the inner calls of a success.
    fn inner_calls(&self, result: &ContractResult, ctx: &Context<'_>) -> InnerCalls {
        match (self.trace.inner_calls(ctx), self.readings.current(ctx).hidden_failure()) {
            (InnerCalls::Failed(words), _) => InnerCalls::Failed(words),
            (_, Some(words)) => InnerCalls::Failed(Some(words)),
            (InnerCalls::NotChecked, None) if ctx.seen.hides_failure(result) => InnerCalls::Failed(None),
            (known, None) => known,
        }
    }

    fn in_trace(&self) -> bool {
        self.tab == Tab::Trace && self.answers.result().is_some()
    }

    /// The contract by its id, once the result is loaded.
    pub(super) fn best_ref(&self) -> Option<ContractRef> {
        let result = self.answers.result().map(Arc::as_ref);
        let asked = self.answers.named().contract(result)?;
        Some(result.map_or(asked, |result| shown::best_ref(asked, result)))
    }

    /// As `best_ref`, but `None` if a constructor failed: that result is listed under its sender, which is not its
    /// contract.
    fn contract(&self) -> Option<ContractRef> {
        let failed = self.answers.result().is_some_and(|result| result.is_failed_creation());
        self.best_ref().filter(|_| !failed)
    }

    fn consensus_time(&self) -> Option<Timestamp> {
        self.answers.named().consensus_time(self.answers.result().map(Arc::as_ref))
    }

    /// Passes the result in its current display state to `make`; `None` until it is loaded.
    fn show<R>(&self, ctx: &Context<'_>, make: impl FnOnce(&Shown<'_>) -> R) -> Option<R> {
        let result = self.answers.result()?;
        let readings = self.readings.current(ctx);
        let inner_calls = self.inner_calls(result, ctx);
        let replay_difference = self.replay_difference(ctx);
        let (replay_query, fault) = (self.replay_query(), self.fault_question(ctx));
        Some(make(&Shown {
            result,
            money: self.answers.money(ctx)?,
            contract: self.best_ref()?,
            at: self.consensus_time()?,
            readings,
            inner_calls: &inner_calls,
            state: &self.state,
            transaction: &self.answers.transaction,
            replay_difference: replay_difference.as_deref(),
            replayed: self.replayed(ctx),
            are_sources_missing: self.are_sources_missing(ctx),
            replay_query: replay_query.as_ref(),
            fault: fault.as_ref(),
            proof: &self.proof,
            height: below_bar(ctx.body).height,
            ctx,
        }))
    }
}

impl Pane for ResultPane {
    by_verbs!();

    fn is_typing(&self) -> bool {
        match self.tab {
            Tab::State => self.state.is_typing(),
            Tab::Raw => self.raw.is_typing(),
            _ => false,
        }
    }

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let body = below_bar(ctx.body);
        if self.tab == Tab::State
            && let Some(effects) = self.state.handle_input(input, ctx, body)
        {
            return Some(effects);
        }
        if self.tab == Tab::Raw && self.raw.is_typing() && !matches!(input, Input::Mouse(_)) {
            return self.raw.handle_input(input, body).map(|()| Vec::new());
        }
        let Input::Mouse(click) = input else { return None };
        let result = Arc::clone(self.answers.result()?);
        if click.row < body.y && click.button == MouseButton::Press {
            let tabs = tab::tabs((result.as_ref(), self.trace.count()));
            self.turn_to(tabs::tab_at(&tabs, *click, ctx.body).unwrap_or(self.tab), ctx);
        } else if self.tab == Tab::Trace {
            self.trace.click(*click, ctx);
        } else if self.tab == Tab::Raw {
            let _ = self.raw.handle_input(input, body);
        } else if self.tab == Tab::State {
            return Some(self.state.click(*click, ctx, body));
        } else if self.clicked(*click, body) {
            return Some(self.act(Action::Open, ctx));
        }
        Some(Vec::new())
    }

    fn links(&self, ctx: &Context<'_>) -> Vec<Link> {
        let body = below_bar(ctx.body);
        match (self.answers.result(), self.tab) {
            (None, _) | (_, Tab::Raw) => Vec::new(),
            (_, Tab::Trace) => self.trace.links(ctx),
            (_, Tab::State) => self.state.links(body),
            (_, tab) => self.sheets.get(tab.place()).map(|sheet| sheet.links(body)).unwrap_or_default(),
        }
    }

    fn due_effects(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        self.answers.transaction.due_effects(ctx)
    }

    fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        self.answers.wants(ctx, wants, self.tab == Tab::Summary);
        if self.tells_fees {
            self.answers.want_prices(ctx, wants);
        }
        self.want_replay(ctx, wants);
        self.trace.wants(self.in_trace(), wants);
        self.readings.wants(wants);
        self.state.wants(ctx, wants);
        self.proof.wants(&self.answers, ctx, wants);
        if self.tab == Tab::Raw {
            self.raw.wants(ctx, wants);
        }
    }

    fn contents(&mut self, ctx: &Context<'_>) -> Contents {
        for tab in Tab::ALL {
            self.rebuild_sheet(tab, ctx);
        }
        let tabs = Tab::ALL.iter().zip(&self.sheets).flat_map(|(tab, sheet)| match tab {
            Tab::State => self.state.sections(ctx),
            Tab::Trace => self.trace.sections(ctx),
            tab => sheet.sections(tab.name(false)),
        });
        let outcome = self.show(ctx, |shown| vec![Fact::new("outcome", outcome::words(shown))]);
        let outcome = outcome.map(|facts| Section { facts, ..Section::default() });
        Contents::Facts(outcome.into_iter().chain(tabs).collect())
    }

    fn document(&self, ctx: &Context<'_>) -> Option<Json> {
        let is_partial = self.answers.is_partial();
        let (calls, failure) = (self.trace.document(ctx), self.trace.failure_document(ctx));
        self.show(ctx, |shown| document::document(shown, &calls, failure.as_ref(), is_partial))
    }

    fn place(&self) -> Place {
        self.answers.named().place_of(self.answers.result().map(Arc::as_ref))
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        let chip = if self.answers.is_partial() { "  PARTIAL" } else { "" };
        let failed = self.answers.result().is_some_and(|result| result.is_failed_creation());
        match (self.best_ref(), self.consensus_time()) {
            (_, Some(at)) if failed => {
                format!("result of a failed creation{chip}  {}", ctx.theme.time(at, ctx.now))
            }
            (Some(contract), Some(at)) => {
                format!("result of {contract}{chip}  {}", ctx.theme.time(at, ctx.now))
            }
            _ => self.answers.named().label(),
        }
    }

    fn status(&self, ctx: &Context<'_>) -> Status {
        self.answers.status(ctx)
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let Some(result) = self.answers.result() else {
            answers::view_reasons(&self.answers, ctx, area, buf);
            return None;
        };
        let tabs = tab::tabs((result.as_ref(), self.trace.count()));
        tabs::view(&tabs, &self.tab, ctx.theme, area, buf);
        let body = below_bar(area);
        match (self.tab, self.sheets.get(self.tab.place())) {
            (Tab::Trace, _) => self.trace.view(self.replayed(ctx), ctx, body, buf),
            (Tab::State, _) => return self.state.view(ctx, body, buf),
            (Tab::Raw, _) | (_, None) => return self.raw.view(ctx, body, buf),
            (_, Some(sheet)) => sheet.view(ctx.theme, body, buf),
        }
        None
    }

    fn layer(&self) -> Option<Layer> {
        Some(Layer::Result)
    }

    fn tab(&self) -> Option<usize> {
        Some(self.tab.place())
    }

    fn open_tab(&mut self, tab: usize) {
        self.turn(Tab::ALL.get(tab).copied().unwrap_or_default());
    }

    fn wake_at(&self, ctx: &Context<'_>) -> Option<Timestamp> {
        self.answers.wake_at(ctx)
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        self.tells_fees |= matches!(self.tab, Tab::Summary | Tab::Gas);
        self.answers.rebuild_view(ctx);
        self.proof.go_on(&mut self.answers, self.tab == Tab::Gas);
        let Some(result) = self.answers.result().cloned() else { return };
        self.readings.rebuild_view(&result, ctx);
        // Inner calls of a success may have failed, and an error may be propagated from another contract: only the
        // trace shows either.
        let has_unread_error = self.readings.current(ctx).has_unread_error();
        if self.in_trace() || inner_calls::page(&result).is_some() || has_unread_error {
            self.trace.begin(self.answers.execution());
        }
        self.trace.rebuild_view(ctx);
        let Some(money) = self.answers.money(ctx) else { return };
        self.proof.rebuild_view(&money, ctx);
        self.state.update(&result, ctx, below_bar(ctx.body));
        self.stale = [true; Tab::ALL.len()];
        self.rebuild_sheet(self.tab, ctx);
        if let Some((raw, url)) = self.answers.received(ctx) {
            self.raw.set(raw, url, ctx, below_bar(ctx.body));
        }
    }

    fn contract(&self, _: &Context<'_>) -> Option<ContractRef> {
        self.best_ref()
    }
}
