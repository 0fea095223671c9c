//! The replay of a result: the verdict, and a debugger that steps forwards and backwards.

mod calls;
mod memory;
mod part;
mod proof;
mod rebuild;
mod shown;
mod source;
mod steps;
mod storage;
mod verbs;
mod view;
mod what_if;

use std::collections::BTreeSet;
use std::sync::Arc;

use decode::Subject;
use decode::reading::{CallQuestion, CallReading, Questions};
use evm::{ExecutedCall, MachineState};
use ledger::ContractRef;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use replay::{Line, Replay, Replayed};
use serde_json::Value as Json;

use self::calls::Gas;
use self::part::Part;
use self::shown::Shown;
use self::source::Source;
use self::storage::Storage;
use self::what_if::WhatIf;
use crate::message::keymap::Layer;
use crate::message::place::{ReplayPlace, ReplayPoint};
use crate::message::{
    Effect, GasQuery, Input, Place, ReexecutionQuery, ReplayQuery, SameReplay, SourcesQuery, StepQuery,
    StepSearch,
};
use crate::panes::kit::form::popup_form::Filled;
use crate::panes::kit::nouns::{
    replay_document::{CallWords, ReplayDocument},
    slots,
};
use crate::panes::kit::{Taken, Wants};
use crate::panes::verbs::by_verbs;
use crate::panes::{Context, Pane, Status};
use crate::widgets::{Find, Scroll, Sheet};

#[derive(Debug)]
pub struct ReplayPane {
    query: ReplayQuery,
    /// Where to start, until the replay is computed and matched with its sources.
    begin_at: Option<ReplayPoint>,
    /// The replay without sources.
    executed: Option<SameReplay>,
    /// The replay on screen, with its sources once loaded.
    replayed: Option<SameReplay>,
    taken: Taken,
    taken_sources: Taken,
    /// The initial step, shown until the user steps.
    first_step: u64,
    /// The current step, counted from 0.
    at: u64,
    part: Part,
    /// The machine state at the current step, or at an earlier one until that is computed.
    state: Option<Arc<MachineState>>,
    questions: Option<Questions<CallQuestion>>,
    /// The contracts that were executed.
    contracts: Vec<ContractRef>,
    proof: Sheet,
    data: Sheet,
    source: Source,
    calls: Scroll,
    memory: Scroll,
    storage: Storage,
    gas: Gas,
    breakpoints: BTreeSet<Line>,
    /// The repeat count typed before a step key.
    count: Option<u32>,
    find: Find,
    what_if: Option<WhatIf>,
    /// Whether the user asked for the server's own execution.
    is_reexecuted: bool,
}

impl ReplayPane {
    pub fn open(place: ReplayPlace) -> Self {
        Self {
            // A given point opens at its source; otherwise the verdict comes first.
            part: if place.at.is_some() { Part::Source } else { Part::Proof },
            query: place.query,
            begin_at: place.at,
            executed: None,
            replayed: None,
            taken: Taken::default(),
            taken_sources: Taken::default(),
            first_step: 0,
            at: 0,
            state: None,
            questions: None,
            contracts: Vec::new(),
            proof: Sheet::default(),
            data: Sheet::default(),
            source: Source::default(),
            calls: Scroll::default(),
            memory: Scroll::default(),
            storage: Storage::default(),
            gas: Gas::default(),
            breakpoints: BTreeSet::new(),
            count: None,
            find: Find::default(),
            what_if: None,
            is_reexecuted: false,
        }
    }

    /// The replay; `None` if nothing was executed.
    fn replay(&self) -> Option<&Replay> {
        self.replayed.as_ref()?.0.outcome.as_deref().ok()
    }

    /// The replay at the current step; `None` until it is computed, or if nothing was executed.
    fn shown<'a>(&'a self, ctx: &'a Context<'a>) -> Option<Shown<'a>> {
        let of = self.replayed.as_ref()?;
        let replayed = &*of.0;
        let readings = self.questions.as_ref().and_then(|all| ctx.get(all).value());
        Some(Shown {
            ctx,
            replayed,
            replay: replayed.outcome.as_deref().ok()?,
            at: self.at,
            state: self.state.as_deref(),
            readings: readings.map(Vec::as_slice).unwrap_or_default(),
            breakpoints: &self.breakpoints,
            are_sources_missing: self
                .sources_query()
                .is_some_and(|query| ctx.get(&query).failure().is_some()),
            reexecution: self.is_reexecuted.then(|| ReexecutionQuery(of.clone())),
        })
    }

    /// The decoding of a call.
    pub(super) fn reading<'a>(&self, call: usize, ctx: &Context<'a>) -> Option<&'a CallReading> {
        ctx.get(self.questions.as_ref()?).value()?.get(call)
    }

    /// The question for the sources; `None` until something was executed.
    fn sources_query(&self) -> Option<SourcesQuery> {
        self.replay()?;
        self.executed.clone().map(SourcesQuery)
    }

    /// The steps that match the search.
    fn found<'a>(&self, ctx: &Context<'a>) -> Option<&'a Arc<[u64]>> {
        ctx.get(&self.search()?).value()
    }

    fn search(&self) -> Option<StepSearch> {
        let text = self.find.text().trim();
        let of = self.replayed.clone()?;
        (!text.is_empty() && !self.find.is_typing()).then(|| StepSearch { of, text: text.to_owned() })
    }

    fn step_query(&self) -> Option<StepQuery> {
        self.replay()?;
        Some(StepQuery { of: self.replayed.clone()?, step: self.at })
    }
}

impl Pane for ReplayPane {
    fn place(&self) -> Place {
        let at = self.replay().map(|_| ReplayPoint::Step(self.at)).or_else(|| self.begin_at.clone());
        Place::Replay(Box::new(ReplayPlace { query: self.query.clone(), at }))
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        let what = if self.query.changes.is_none() { "replay" } else { "what-if replay" };
        let result = self.replayed.as_ref().map(|of| &of.0.gathered.result);
        let known = result.and_then(|result| Some((result.contract_id.value()?, result.timestamp.value()?)));
        match known {
            Some((contract, at)) => format!("{what} of {contract}  {}", ctx.theme.time(at, ctx.now)),
            None => format!("{what} of {}", self.query.of.place().label()),
        }
    }

    fn layer(&self) -> Option<Layer> {
        Some(Layer::Replay)
    }

    fn status(&self, ctx: &Context<'_>) -> Status {
        ctx.get(&self.query).status(ctx)
    }

    fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        wants.add(&self.query);
        let Some(of) = &self.replayed else { return };
        if let Some(sources) = self.sources_query() {
            wants.add_optional(&sources);
        }
        self.contracts.iter().for_each(|contract| wants.resolve(Subject::Contract(*contract)));
        if let Some(questions) = &self.questions {
            wants.add_optional(questions);
        }
        if let Some(names) = self.storage.names() {
            slots::want(names, ctx, wants);
        }
        if let Some(step) = self.step_query() {
            wants.add_while_on_screen(&step);
        }
        if let Some(colours) = self.source.uncoloured() {
            wants.add_optional(&colours);
        }
        if self.part == Part::Gas && self.replay().is_some() {
            wants.add_optional(&GasQuery(of.clone()));
        }
        if self.is_reexecuted {
            wants.add_optional(&ReexecutionQuery(of.clone()));
        }
        if let Some(search) = self.search() {
            wants.add_optional(&search);
        }
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        self.rebuild(ctx);
    }

    by_verbs!();

    fn is_typing(&self) -> bool {
        self.find.is_typing() || self.what_if.as_ref().is_some_and(|it| it.form.is_typing())
    }

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        if let Some(form) = &mut self.what_if {
            match form.handle_input(input, ctx)? {
                Filled::Open => {}
                Filled::Left => self.what_if = None,
                Filled::Applied(changes) => {
                    self.what_if = None;
                    let query = ReplayQuery { of: self.query.of.clone(), changes: Box::new(changes) };
                    return Some(vec![Effect::Go(Place::Replay(Box::new(ReplayPlace { query, at: None })))]);
                }
            }
            return Some(Vec::new());
        }
        if self.find.handle_input(input).is_some() {
            return Some(Vec::new());
        }
        match input {
            Input::Mouse(click) => return Some(self.click(*click, ctx)),
            Input::Key(key) => self.take_digit(*key, ctx)?,
            Input::Paste(_) => return None,
        }
        Some(Vec::new())
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        self.draw(ctx, area, buf)
    }

    fn document(&self, ctx: &Context<'_>) -> Option<Json> {
        let replayed = &self.replayed.as_ref()?.0;
        serde_json::to_value(ReplayDocument::new(replayed, &Said { pane: self, ctx }, true)).ok()
    }

    fn sheets(&self) -> Vec<(&'static str, &Sheet)> {
        vec![("Proof", &self.proof), ("Data", &self.data)]
    }

    fn tab(&self) -> Option<usize> {
        Some(self.part.place())
    }

    fn open_tab(&mut self, tab: usize) {
        self.part = Part::ALL.get(tab).copied().unwrap_or_default();
    }
}

/// Method names and errors of the decoded calls.
struct Said<'a> {
    pane: &'a ReplayPane,
    ctx: &'a Context<'a>,
}

impl CallWords for Said<'_> {
    fn method(&self, at: usize, _call: &ExecutedCall) -> String {
        self.pane.reading(at, self.ctx).map(CallReading::method).unwrap_or_default()
    }

    fn error(&self, replayed: &Replayed, at: usize) -> Option<String> {
        self.pane.reading(replayed.thrower(at), self.ctx)?.failure()
    }
}
