//! A result that is executed again: the verdict, and a debugger that steps through it, forth and back.

mod calls;
mod data;
mod gas;
mod hints;
mod machine;
mod memory;
mod opcodes;
mod part;
mod proof;
mod shown;
mod source;
mod stepping;
mod view;
mod what_if;

use std::collections::BTreeSet;
use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::gas::Gas;
use self::part::{Part, areas, lines_of};
use self::shown::Shown;
use self::source::Source;
use self::stepping::{Ways, call_step, target};
use crate::decode::Subject;
use crate::decode::reading::{CallQuestion, CallReading, Questions};
use crate::evm::MachineState;
use crate::ledger::ContractRef;
use crate::message::keymap::Layer;
use crate::message::place::{ReplayPlace, ReplayPoint};
use crate::message::{
    Action, Click, Effect, Input, MouseButton, Notice, Place, ReplayQuery, SameReplay, StepQuery, StepSearch,
};
use crate::panes::kit::popup_form::Filled;
use crate::panes::kit::{PopupForm, Taken, Wants, on_sheet};
use crate::panes::{ActionHint, Context, Pane, Status};
use crate::replay::{Line, Replay};
use crate::widgets::{Find, Scroll, Sheet, tabs};

/// The most contracts whose names and interfaces are looked up.
const MAX_LOOKUPS: usize = 12;
/// The most calls that are decoded.
const MAX_DECODED_CALLS: usize = 2_000;

/// The pane.
#[derive(Debug)]
pub struct ReplayPane {
    query: ReplayQuery,
    /// Where to begin, until the replay is made.
    begin_at: Option<ReplayPoint>,
    replayed: Option<SameReplay>,
    taken: Taken,
    /// How many steps were made before the one that is shown.
    at: u64,
    part: Part,
    /// What there is at the step; of an earlier one while that is not known.
    state: Option<Arc<MachineState>>,
    questions: Option<Questions<CallQuestion>>,
    /// The contracts that took part.
    contracts: Vec<ContractRef>,
    proof: Sheet,
    data: Sheet,
    source: Source,
    calls: Scroll,
    memory: Scroll,
    storage: Scroll,
    gas: Gas,
    breakpoints: BTreeSet<Line>,
    find: Find,
    what_if: Option<PopupForm>,
}

impl ReplayPane {
    /// Opens the pane.
    pub fn open(place: ReplayPlace) -> Self {
        Self {
            // A point that is named is looked at; the verdict comes first otherwise.
            part: if place.at.is_some() { Part::Source } else { Part::Proof },
            query: place.query,
            begin_at: place.at,
            replayed: None,
            taken: Taken::default(),
            at: 0,
            state: None,
            questions: None,
            contracts: Vec::new(),
            proof: Sheet::default(),
            data: Sheet::default(),
            source: Source::default(),
            calls: Scroll::default(),
            memory: Scroll::default(),
            storage: Scroll::default(),
            gas: Gas::default(),
            breakpoints: BTreeSet::new(),
            find: Find::default(),
            what_if: None,
        }
    }

    /// The replay, if something was executed.
    fn replay(&self) -> Option<&Replay> {
        self.replayed.as_ref()?.0.outcome.as_ref().ok()
    }

    /// What there is to draw; `None` before the replay is made, and where nothing was executed.
    fn shown<'a>(&'a self, ctx: &'a Context<'a>) -> Option<Shown<'a>> {
        let replayed = &*self.replayed.as_ref()?.0;
        let readings = self.questions.as_ref().and_then(|all| ctx.get(all).value());
        Some(Shown {
            ctx,
            replayed,
            replay: replayed.outcome.as_ref().ok()?,
            at: self.at,
            state: self.state.as_deref(),
            readings: readings.map(Vec::as_slice).unwrap_or_default(),
            breakpoints: &self.breakpoints,
        })
    }

    /// The steps that were searched for.
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

    /// Takes a replay that was just made.
    fn take(&mut self, of: SameReplay) {
        let Ok(replay) = &of.0.outcome else {
            self.replayed = Some(of);
            return;
        };
        let execution = &replay.execution;
        let point = self.begin_at.take().and_then(|point| stepping::step_of(&point, execution));
        self.at = point.or_else(|| stepping::failure(&of.0)).unwrap_or_default();
        self.questions =
            Some(execution.calls.iter().take(MAX_DECODED_CALLS).map(crate::evm::ExecutedCall::question).collect());
        let addresses: BTreeSet<_> = execution.calls.iter().map(|call| call.code_of).collect();
        let contract = |address| crate::ledger::EvmAddress::new(alloy_primitives::Address::into_array(address));
        let contracts = addresses.into_iter().take(MAX_LOOKUPS).map(contract).map(ContractRef::Address);
        self.contracts = contracts.collect();
        self.state = None;
        self.replayed = Some(of);
    }

    /// Goes to a step. A choice among the calls goes along.
    fn go_to(&mut self, step: u64) {
        self.at = step;
        if let Some(call) = self.replay().and_then(|replay| replay.execution.call_at(step)) {
            self.calls.selected = call;
        }
    }

    /// Steps by a verb; says so if there is nothing to step to.
    fn step(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        let found = self.found(ctx).map(|found| Arc::clone(found));
        let Some(replayed) = self.replayed.clone() else { return Vec::new() };
        let Ok(replay) = &replayed.0.outcome else { return Vec::new() };
        let ways = Ways {
            replayed: &replayed.0,
            execution: &replay.execution,
            breakpoints: &self.breakpoints,
            found: found.as_deref().unwrap_or_default(),
        };
        match target(action, self.at, &ways) {
            Some(step) => {
                self.go_to(step);
                if self.part == Part::Proof {
                    self.part = Part::Source;
                }
                self.rebuild_view(ctx);
                Vec::new()
            }
            None => vec![Effect::Notify(Notice::info(hints::nowhere(action)))],
        }
    }

    /// Sets or clears a breakpoint on the line of the step.
    fn switch_breakpoint(&mut self) {
        let line = self.replayed.as_ref().and_then(|of| of.0.lines.line(self.at)).cloned();
        if let Some(line) = line
            && !self.breakpoints.remove(&line)
        {
            self.breakpoints.insert(line);
        }
    }

    /// Does what a verb means for the list or sheet of the part; the step that it leads to, if any.
    fn on_part(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        let rest = lines_of(self.part, self.part, areas(ctx.body)[2]);
        let len = self.shown(ctx).map_or(0, |shown| view::len(&shown, self.part, &self.gas, rest));
        match self.part {
            Part::Proof | Part::Data => {
                let copied = vec![on_sheet::copied_place(&self.place())];
                let sheet = if self.part == Part::Proof { &mut self.proof } else { &mut self.data };
                if action == Action::Open
                    && let Some(Place::Replay(place)) = sheet.place()
                    && place.query == self.query
                    && let Some(ReplayPoint::Step(step)) = place.at
                {
                    self.go_to(step);
                    self.part = Part::Source;
                    self.rebuild_view(ctx);
                    return Vec::new();
                }
                return on_sheet::act(sheet, action, rest.height, copied);
            }
            Part::Calls if action == Action::Open => {
                let call = self.replay().and_then(|replay| replay.execution.calls.get(self.calls.selected));
                if let Some(step) = call.map(call_step) {
                    self.at = step;
                    self.rebuild_view(ctx);
                }
            }
            Part::Gas if action == Action::Open => {
                if let Some(step) = self.gas.step() {
                    self.go_to(step);
                    self.part = Part::Source;
                    self.rebuild_view(ctx);
                }
            }
            Part::Calls => _ = self.calls.act(action, len, rest.height),
            Part::Memory => _ = self.memory.act(action, len, rest.height),
            Part::Storage => _ = self.storage.act(action, len, rest.height),
            Part::Gas => _ = self.gas.scroll.act(action, len, rest.height),
            Part::Source | Part::Opcodes | Part::Stack => {}
        }
        Vec::new()
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
        self.contracts.iter().for_each(|contract| wants.resolve(Subject::Contract(*contract)));
        if let Some(questions) = &self.questions {
            wants.add_optional(questions);
        }
        if let Some(step) = self.step_query() {
            wants.add_while_on_screen(&step);
        }
        if let Some(colours) = self.source.uncoloured() {
            wants.add_optional(&colours);
        }
        if self.part == Part::Gas && self.replay().is_some() {
            wants.add_optional(of);
        }
        if let Some(search) = self.search() {
            wants.add_optional(&search);
        }
        let _ = ctx;
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        if let Some(replayed) = self.taken.if_new(ctx.get(&self.query)) {
            self.take(SameReplay(Arc::clone(replayed)));
        }
        if let Some(state) = self.step_query().and_then(|step| ctx.get(&step).value()) {
            self.state = Some(Arc::clone(state));
        }
        let (mut source, mut gas) = (std::mem::take(&mut self.source), std::mem::take(&mut self.gas));
        let rest = areas(ctx.body)[2];
        let lines_gas = self.replayed.as_ref().and_then(|of| ctx.get(of).value());
        let (mut proof, mut data, mut lengths, mut memory_row) = (None, None, [0; 3], None);
        if let Some(shown) = self.shown(ctx) {
            source.rebuild(&shown, ctx);
            if self.part == Part::Gas {
                gas.rebuild(&shown, lines_gas);
            }
            proof = Some(proof::sheet(&shown, &self.query));
            data = Some(data::sheet(&shown));
            lengths = [Part::Calls, Part::Memory, Part::Storage]
                .map(|part| view::len(&shown, part, &gas, lines_of(part, self.part, rest)));
            memory_row = memory::row_in_use(&shown, lines_of(Part::Memory, self.part, rest));
        }
        (self.source, self.gas) = (source, gas);
        let height = |part| lines_of(part, self.part, rest).height;
        let [calls, memory, storage] = [Part::Calls, Part::Memory, Part::Storage].map(height);
        self.calls.settle(lengths[0], calls);
        match memory_row.filter(|_| self.part != Part::Memory) {
            Some(row) => self.memory.select(row, lengths[1], memory),
            None => self.memory.settle(lengths[1], memory),
        }
        self.storage.settle(lengths[2], storage);
        self.gas.scroll.settle(self.gas.len(), rest.height);
        if let Some(sheet) = proof {
            self.proof = sheet.after(&self.proof, rest.height);
        }
        if let Some(sheet) = data {
            self.data = sheet.after(&self.data, rest.height);
        }
    }

    fn hints(&self, ctx: &Context<'_>) -> Vec<ActionHint> {
        self.verbs(ctx)
    }

    fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        match action {
            Action::Close if self.find.clear() => {}
            Action::Refresh => {
                self.taken = Taken::default();
                return vec![Effect::Refresh];
            }
            Action::NextPart => self.turn(1, ctx),
            Action::PreviousPart => self.turn(Part::ALL.len() - 1, ctx),
            Action::Breakpoint => self.switch_breakpoint(),
            Action::Find => self.find.open(),
            Action::WhatIf => self.what_if = Some(what_if::form(&self.query.changes)),
            Action::Reset => {
                let place = ReplayPlace::new(self.query.of.clone());
                return vec![Effect::Go(Place::Replay(Box::new(place)))];
            }
            Action::Contract => {
                let called = self.shown(ctx).and_then(|shown| Some(shown.contract(shown.call()?.1.code_of)));
                return Effect::go(called.map(Place::contract));
            }
            Action::Left if self.part == Part::Source => self.source.left = self.source.left.saturating_sub(16),
            Action::Right if self.part == Part::Source => self.source.left = (self.source.left + 16).min(4_096),
            Action::CopyMenu if !matches!(self.part, Part::Proof | Part::Data) => {
                return vec![Effect::CopyMenu(self.copies(ctx))];
            }
            Action::Copy if !matches!(self.part, Part::Proof | Part::Data) => {
                return Effect::copy(self.copies(ctx).into_iter().next());
            }
            _ if hints::is_step(action) || self.part.steps() => return self.step(action, ctx),
            _ => return self.on_part(action, ctx),
        }
        Vec::new()
    }

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        if let Some(form) = &mut self.what_if {
            match form.handle_input(input, what_if::parse)? {
                Filled::Open => {}
                Filled::Left => self.what_if = None,
                Filled::Applied(changes) => {
                    self.what_if = None;
                    let query = ReplayQuery { of: self.query.of.clone(), changes };
                    return Some(vec![Effect::Go(Place::Replay(Box::new(ReplayPlace { query, at: None })))]);
                }
            }
            return Some(Vec::new());
        }
        if self.find.handle_input(input).is_some() {
            return Some(Vec::new());
        }
        let Input::Mouse(click) = input else { return None };
        self.click(*click, ctx);
        Some(Vec::new())
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        self.draw(ctx, area, buf)
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

impl ReplayPane {
    fn turn(&mut self, steps: usize, ctx: &Context<'_>) {
        self.part = self.part.turn(steps);
        self.rebuild_view(ctx);
    }

    /// Chooses a part in the bar, or a line in a part.
    fn click(&mut self, click: Click, ctx: &Context<'_>) {
        let [_, bar, rest] = areas(ctx.body);
        if click.row == bar.y && click.button == MouseButton::Press {
            self.part = tabs::tab_at(&part::bar(), click, bar).unwrap_or(self.part);
            self.rebuild_view(ctx);
            return;
        }
        let all = part::shown(self.part, rest);
        let at = (click.column, click.row).into();
        let Some((part, _)) = all.iter().copied().find(|(_, area)| area.contains(at)) else { return };
        let lines = lines_of(part, self.part, rest);
        let len = self.shown(ctx).map_or(0, |shown| view::len(&shown, part, &self.gas, lines));
        let again = match part {
            Part::Calls => self.calls.click(click, lines, len),
            Part::Memory => self.memory.click(click, lines, len),
            Part::Storage => self.storage.click(click, lines, len),
            Part::Gas => self.gas.scroll.click(click, lines, len),
            Part::Proof => self.proof.click(click, lines).then_some(true),
            Part::Data => self.data.click(click, lines).then_some(true),
            Part::Source | Part::Opcodes | Part::Stack => {
                let turn = click.button.turn();
                turn.map(|action| self.step(action, ctx));
                None
            }
        };
        if click.button == MouseButton::Press {
            self.part = part;
            if again == Some(true) {
                let _ = self.on_part(Action::Open, ctx);
            }
        }
        self.rebuild_view(ctx);
    }

    fn reading<'a>(&self, call: usize, ctx: &Context<'a>) -> Option<&'a CallReading> {
        ctx.get(self.questions.as_ref()?).value()?.get(call)
    }
}
