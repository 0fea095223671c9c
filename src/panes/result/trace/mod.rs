//! The trace tab: the calls within the execution as a tree that folds, and the selected one whole. It is asked for
//! when the tab is opened, or when a call that succeeded may hide one that failed; servers without it, and executions without a stored trace, leave the tab empty.

mod frames;
mod view;
mod words;

use std::sync::Arc;

use ratatui::layout::Position;

use self::frames::Frames;
use crate::decode::reading::{CallQuestion, CallReading, Candidate};
use crate::decode::{Finding, Question, Snapshot, Study, Subject};
use crate::ledger::action::CallEnd;
use crate::ledger::amount::grouped;
use crate::ledger::{CallAction, ExecutionRef, Next, Timestamp};
use crate::message::{
    Action, Answer, Ask, Click, Copied, Effect, Failure, MouseButton, Place, Response, Retrying,
};
use crate::panes::{Context, Offer, Remote, offer};
use crate::widgets::{Scroll, Sheet, Value};

/// The frames, what is known of them, and where the reader is.
#[derive(Debug, Default)]
pub(super) struct Trace {
    of: Option<ExecutionRef>,
    frames: Frames,
    page: Remote<Next>,
    scroll: Scroll,
    /// What the calls say, in the order of the frames.
    readings: Vec<CallReading>,
    /// For how many frames and with what known they were asked.
    studied: Option<(usize, Snapshot)>,
    study: Remote<Arc<Finding>>,
    facts: Sheet,
}

/// The most frames that are loaded; real executions have hundreds.
const MOST: usize = 5_000;
/// How many of the called contracts are looked up.
const LEARNED: usize = 12;

impl Trace {
    /// Asks for what the tab needs while it is looked at.
    pub(super) fn due(&mut self, of: Option<ExecutionRef>, ctx: &Context<'_>) -> Vec<Effect> {
        if of.is_some() && self.of != of {
            *self = Self { of: of.clone(), ..Self::default() };
            let ask = of.map(|of| self.page.ask(ctx.request(Ask::Actions(of, None)), ctx.now));
            return ask.into_iter().collect();
        }
        let more = match self.page.value() {
            Some(Next::More(link)) if self.page.asked().is_none() && self.page.failure().is_none() => {
                Some(link.clone()).filter(|_| self.frames.all().len() < MOST)
            }
            _ => None,
        };
        if let (Some(link), Some(of)) = (more, self.of.clone()) {
            return vec![self.page.ask(ctx.request(Ask::Actions(of, Some(link))), ctx.now)];
        }
        self.read(ctx)
    }

    /// Asks what the calls say, and for more about the contracts that are called.
    fn read(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let frames = self.frames.all();
        let now = (frames.len(), ctx.known.clone());
        if frames.is_empty() || self.studied.as_ref() == Some(&now) || self.study.asked().is_some() {
            return Vec::new();
        }
        self.studied = Some(now);
        let question = Question::Calls(frames.iter().map(|frame| question(frame)).collect());
        let study = Study { known: ctx.known.clone(), question };
        let ask = self.study.ask(ctx.request(Ask::Study(study)), ctx.now);
        let mut called = Vec::new();
        for contract in frames.iter().filter_map(|frame| words::called(frame)) {
            if called.len() < LEARNED && !called.contains(&contract) {
                called.push(contract);
            }
        }
        let learn = called.into_iter().map(|contract| Effect::Learn(Subject::Contract(contract)));
        learn.chain([ask]).collect()
    }

    /// Takes an answer. `true` if it was for this.
    pub(super) fn hear(&mut self, response: &Response) -> bool {
        let mut rows = Vec::new();
        let heard = self.page.hear(response, |answer| match answer {
            Answer::Actions(page) => {
                rows.clone_from(&page.rows);
                Some(page.next.clone())
            }
            _ => None,
        });
        if heard {
            let begins = self.frames.all().is_empty();
            rows.truncate(MOST.saturating_sub(self.frames.all().len()));
            self.frames.extend(&rows);
            if let Some(at) = self.frames.first_failure().filter(|_| begins) {
                self.scroll.selected = at;
            }
            return true;
        }
        let heard = self.study.hear(response, |answer| match answer {
            Answer::Finding(finding) => Some(Arc::clone(finding)),
            _ => None,
        });
        if heard && let Some(Finding::Calls(readings)) = self.study.value().map(Arc::as_ref) {
            self.readings.clone_from(readings);
        }
        heard
    }

    /// Hears that a request will be repeated.
    pub(super) fn retrying(&mut self, retrying: &Retrying) {
        self.page.retrying(retrying);
    }

    /// Asks again from the beginning when the tab is looked at next.
    pub(super) fn again(&mut self) -> Vec<Effect> {
        let stopped = self.stop();
        *self = Self::default();
        stopped
    }

    /// Stops asking.
    pub(super) fn stop(&mut self) -> Vec<Effect> {
        self.page.stop().into_iter().chain(self.study.stop()).collect()
    }

    /// When something here moves by itself.
    pub(super) fn wake_at(&self, now: Timestamp) -> Option<Timestamp> {
        self.page.wake_at(now)
    }

    /// How many calls there are; `None` before that is known.
    pub(super) fn count(&self) -> Option<usize> {
        self.page.value().map(|_| self.frames.all().len())
    }

    /// The first failure below the execution's own call, with the function that it is of.
    pub(super) fn hidden_failure(&self, ctx: &Context<'_>) -> Option<String> {
        let failure = |at: usize| {
            let frame = self.frames.all().get(at)?;
            let reading = self.readings.get(at);
            let words = words::failure(frame, reading)?;
            let name = reading.and_then(|reading| reading.input.best()).map(Candidate::short_name);
            let name = name.map(|name| format!(".{name}")).unwrap_or_default();
            Some(format!("{}{name}: {words}", words::recipient(frame, ctx)))
        };
        // A failure that another one below it caused says less.
        let first = self.frames.first_failure().filter(|at| *at > 0);
        first.and_then(failure).or_else(|| (1..self.frames.all().len()).find_map(failure))
    }

    /// Makes the facts of the selected frame in the look of the moment.
    pub(super) fn refit(&mut self, ctx: &Context<'_>) {
        let visible = self.frames.visible();
        self.scroll.settle(visible.len(), view::tree(ctx.body).height);
        if let Some((at, frame)) = self.selected() {
            let facts = words::sheet(frame, self.readings.get(at), ctx);
            let last = self.is_cut() && at + 1 == self.frames.all().len();
            let more = || Value::none(format!("More calls follow: the first {} are read.", grouped(&MOST)));
            self.facts = if last { facts.words(more()) } else { facts };
        }
    }

    /// Whether the server has more calls than are read.
    fn is_cut(&self) -> bool {
        self.frames.all().len() >= MOST && matches!(self.page.value(), Some(Next::More(_)))
    }

    fn selected(&self) -> Option<(usize, &Arc<CallAction>)> {
        let at = *self.frames.visible().get(self.scroll.selected)?;
        self.frames.all().get(at).map(|frame| (at, frame))
    }

    /// Does what a verb means on this tab.
    pub(super) fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        let at = self.selected().map(|(at, _)| at);
        match action {
            Action::Open => {
                if let Some(at) = at {
                    self.frames.fold(at);
                }
            }
            Action::NextHit | Action::PreviousHit => {
                let forward = action == Action::NextHit;
                if let Some(to) = self.frames.failure_from(at.unwrap_or_default(), forward) {
                    self.frames.reveal(to);
                    let place = self.frames.visible().iter().position(|at| *at == to);
                    self.scroll.selected = place.unwrap_or_default();
                }
            }
            Action::Contract => {
                let to = self.selected().and_then(|(_, frame)| words::called(frame));
                return to.map(|to| Effect::Go(Place::contract(to))).into_iter().collect();
            }
            Action::Copy => {
                let input = self.selected().and_then(|(_, frame)| frame.input.known().cloned());
                let copied = input.map(|input| Copied { what: "input".to_owned(), text: input.to_hex() });
                return copied.map(Effect::Copy).into_iter().collect();
            }
            Action::CopyMenu => return vec![Effect::CopyMenu(self.facts.all_copied())],
            _ => {
                let len = self.frames.visible().len();
                let _ = self.scroll.act(action, len, view::tree(ctx.body).height);
            }
        }
        self.refit(ctx);
        Vec::new()
    }

    /// Selects the call that was clicked, or turns with the wheel.
    pub(super) fn click(&mut self, click: Click, ctx: &Context<'_>) {
        let (len, tree) = (self.frames.visible().len(), view::tree(ctx.body));
        match click.button {
            MouseButton::WheelUp => _ = self.scroll.act(Action::Up, len, tree.height),
            MouseButton::WheelDown => _ = self.scroll.act(Action::Down, len, tree.height),
            MouseButton::Press if tree.contains(Position { x: click.column, y: click.row }) => {
                let at = self.scroll.window(len, tree.height).start + usize::from(click.row - tree.y);
                self.scroll.select(at, len, tree.height);
            }
            MouseButton::Press => {}
        }
        self.refit(ctx);
    }

    /// What can be done on this tab.
    pub(super) fn offers(&self) -> Vec<Offer> {
        let selected = self.selected();
        let none = selected.is_none().then_some("there is no call");
        let leaf = selected.is_none_or(|(at, _)| self.frames.below(at) == 0);
        let fold = if selected.is_some_and(|(at, _)| self.frames.is_folded(at)) { "unfold" } else { "fold" };
        let no_failure = self.frames.first_failure().is_none().then_some("no call failed");
        let nobody = selected.and_then(|(_, frame)| words::called(frame)).is_none();
        let mut offers = vec![
            Offer::new(Action::Open, fold).unless(leaf.then_some("nothing is below this call")),
            Offer::new(Action::NextHit, "next failure").unless(no_failure),
            Offer::quiet(Action::PreviousHit, "previous failure").unless(no_failure),
            Offer::new(Action::Contract, "called contract")
                .unless(nobody.then_some("no contract is called here")),
            Offer::new(Action::Copy, "copy input").unless(none),
            Offer::quiet(Action::CopyMenu, "copy …").unless(none),
        ];
        offers.extend(offer::moves());
        offers
    }

    /// Why there is no trace, or that it is on its way.
    fn absence(&self) -> &'static str {
        match (self.page.failure(), self.page.asked(), &self.of) {
            (_, Some(_), _) => "Asking for the calls within this execution.",
            (Some(Failure::NotOffered { .. }), ..) => "This server does not offer traces.",
            (Some(Failure::NotFound { .. }), ..) => "This server has no trace of this execution.",
            (Some(_), ..) => "The trace did not come; refresh asks again.",
            (None, None, None) => "A trace is asked for by the transaction's hash, which this result lacks.",
            (None, None, Some(_)) => "No trace was kept of this execution.",
        }
    }
}

fn question(frame: &CallAction) -> CallQuestion {
    CallQuestion {
        contract: words::called(frame),
        input: frame.input.known().cloned().unwrap_or_default(),
        output: frame.result_data.known().filter(|_| frame.end() == CallEnd::Returned).cloned(),
        error: words::error(frame),
        creates: false,
    }
}
