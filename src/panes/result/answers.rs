//! The two answers that one result has: in tinybar, and in weibar once somebody wants to see that.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::money::{Money, Source};
use super::named::Named;
use super::transaction::ItsTransaction;
use crate::ledger::amount::WEIBAR_PER_BASE;
use crate::ledger::{ContractResult, ExecutionRef, HexBytes, RawJson, Timestamp, Unit};
use crate::message::{Action, Answer, Effect, Failure, FoundResult, Request, Response, Retrying};
use crate::panes::{Context, Remote, Status};
use crate::widgets::Role;

/// What was asked and what came.
#[derive(Debug)]
pub(super) struct Answers {
    named: Named,
    /// The transaction behind it: on the way to the result, or from it.
    pub(super) transaction: ItsTransaction,
    base: Remote<Arc<ContractResult>>,
    weibar: Remote<Arc<ContractResult>>,
    /// Whether weibar has been asked for since the last refresh.
    wanted: bool,
    /// Whether the last answer said that pieces are missing (HTTP 206).
    partial: bool,
    /// How often a partial answer was asked for again, and when the next time is.
    looks: usize,
    next_look: Option<Timestamp>,
}

/// How long to wait before each new look at a partial answer, milliseconds: pieces come within seconds.
const WAITS: [u64; 2] = [3_000, LONGEST_WAIT];
/// What lies further ahead was planned before the clock was put back.
const LONGEST_WAIT: u64 = 6_000;

impl Answers {
    /// Asks in tinybar.
    pub(super) fn open(named: Named, ctx: &Context<'_>) -> (Self, Effect) {
        let mut answers = Self {
            named,
            transaction: ItsTransaction::default(),
            base: Remote::default(),
            weibar: Remote::default(),
            wanted: false,
            partial: false,
            looks: 0,
            next_look: None,
        };
        let ask = match answers.transaction_hash() {
            Some(hash) => answers.transaction.by_hash(&hash, ctx),
            None => answers.base.ask(ctx.request(answers.named.ask(false)), ctx.now),
        };
        (answers, ask)
    }

    /// The hash of a transaction, which no operation on results takes: its id is asked for first.
    fn transaction_hash(&self) -> Option<HexBytes> {
        match &self.named {
            Named::Of(query) => query.of.transaction_hash().cloned(),
            Named::At(..) => None,
        }
    }

    /// How the result is named.
    pub(super) fn named(&self) -> &Named {
        &self.named
    }

    /// Takes an answer. `true` if it was for one of the two.
    pub(super) fn hear(&mut self, response: &Response, ctx: &Context<'_>) -> bool {
        let mut pieces_missing = None;
        let take = |answer: &Answer| match answer {
            Answer::Result(FoundResult { result, partial }) => {
                pieces_missing = Some(*partial);
                Some(Arc::clone(result))
            }
            _ => None,
        };
        if !self.base.hear(response, take) {
            if self.transaction.hear(response) {
                return true;
            }
            return self.weibar.hear(response, |answer| match answer {
                Answer::Result(FoundResult { result, .. }) => Some(Arc::clone(result)),
                _ => None,
            });
        }
        if let Some(partial) = pieces_missing {
            self.partial = partial;
            let wait = WAITS.get(self.looks).filter(|_| partial);
            self.next_look = wait.map(|millis| ctx.now.plus_millis(*millis));
        }
        true
    }

    /// Hears that a request will be repeated.
    pub(super) fn retrying(&mut self, retrying: &Retrying) {
        let _ = self.base.retrying(retrying)
            || self.weibar.retrying(retrying)
            || self.transaction.retrying(retrying);
    }

    /// Asks for what is due: weibar if they are to be shown, and a partial answer again.
    pub(super) fn due(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let mut effects = self.transaction.due(ctx);
        if let Some(query) = self.transaction_hash().and_then(|hash| self.transaction.execution(&hash)) {
            self.named = Named::Of(query);
            effects.push(self.base.ask(ctx.request(self.named.ask(false)), ctx.now));
        }
        if self.next_look.is_some_and(|at| at <= ctx.now || ctx.now.plus_millis(LONGEST_WAIT) < at) {
            self.looks += 1;
            effects.extend(self.again(ctx));
        }
        if ctx.look.unit == Unit::Weibar && !self.wanted && self.base.value().is_some() {
            self.wanted = true;
            effects.push(self.weibar.ask(self.in_weibar(ctx), ctx.now));
        }
        effects
    }

    /// Asks again because the user says so.
    pub(super) fn refresh(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        self.looks = 0;
        self.again(ctx)
    }

    fn again(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        self.next_look = None;
        self.wanted = ctx.look.unit == Unit::Weibar && self.base.value().is_some();
        if let Some(hash) = self.transaction_hash() {
            let stopped = self.transaction.stop();
            return stopped.into_iter().chain([self.transaction.by_hash(&hash, ctx)]).collect();
        }
        let mut effects = self.base.again(ctx.request(self.named.ask(false)), ctx.now);
        if self.wanted {
            effects.extend(self.weibar.again(self.in_weibar(ctx), ctx.now));
        } else {
            effects.extend(self.weibar.stop());
        }
        effects
    }

    fn in_weibar(&self, ctx: &Context<'_>) -> Request {
        ctx.request(self.named.ask(true))
    }

    /// Stops asking.
    pub(super) fn stop(&mut self) -> Vec<Effect> {
        self.next_look = None;
        let stopped = [self.base.stop(), self.weibar.stop(), self.transaction.stop()];
        stopped.into_iter().flatten().collect()
    }

    /// The result, once it is known.
    pub(super) fn result(&self) -> Option<&Arc<ContractResult>> {
        self.base.value()
    }

    /// What the calls within are asked for by: a child has its own hash, but not its own id.
    pub(super) fn execution(&self) -> Option<ExecutionRef> {
        let hash = self.base.value().and_then(|result| result.hash.known().cloned());
        hash.and_then(ExecutionRef::of_hash)
    }

    /// Draws what stands in place of the result. Returns the first row that is free below.
    pub(super) fn view_missing(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> u16 {
        let subject = format!("{} on {}", self.named.words(), ctx.network.name);
        match self.transaction_hash() {
            Some(_) => self.transaction.found().view_missing(ctx, &subject, area, buf),
            None => self.base.view_missing(ctx, &subject, area, buf),
        }
    }

    /// The answer that amounts and prices are taken from in the unit of the moment.
    pub(super) fn money(&self, ctx: &Context<'_>) -> Option<Money<'_>> {
        let base = self.base.value()?;
        let of_base = |source| Money { record: base, unit: Unit::Base, source, base };
        let in_weibar = |record| Money { record, unit: Unit::Weibar, source: Source::Asked, base };
        if ctx.look.unit != Unit::Weibar {
            // What was asked for in weibar before is exact in every unit, if it is of the same moment.
            let exact = self.weibar.value().filter(|exact| is_exactly(base, exact));
            return Some(exact.map_or_else(|| of_base(Source::Asked), |exact| in_weibar(exact)));
        }
        if let Some(failure) = self.weibar.failure() {
            return Some(of_base(Source::Failed(failure)));
        }
        Some(match self.weibar.value() {
            Some(record) => in_weibar(record),
            None => of_base(Source::Awaited),
        })
    }

    /// The answer as received in the unit of the moment, and the address behind it.
    pub(super) fn received(&self, ctx: &Context<'_>) -> Option<(&RawJson, &str)> {
        let exact = self.weibar.value().filter(|_| ctx.look.unit == Unit::Weibar);
        let exact = exact.filter(|_| self.weibar.failure().is_none());
        match exact {
            Some(exact) => Some((&exact.raw, self.weibar.url())),
            None => self.base.value().map(|base| (&base.raw, self.base.url())),
        }
    }

    /// The address behind what is shown in the unit of the moment.
    pub(super) fn url(&self, ctx: &Context<'_>) -> &str {
        self.received(ctx).map_or_else(|| self.base.url(), |(_, url)| url)
    }

    /// Whether the server says that pieces are missing still.
    pub(super) fn is_partial(&self) -> bool {
        self.partial
    }

    /// What the header says.
    pub(super) fn status(&self, ctx: &Context<'_>) -> Status {
        let mut status = self.base.status(ctx);
        if self.base.asked().is_none() && self.weibar.asked().is_some() {
            status = self.weibar.status(ctx);
        }
        if self.transaction.found().asked().is_some() {
            status = self.transaction.found().status(ctx);
        }
        if self.partial && status.banner.is_none() {
            status.banner = Some((self.partial_words(ctx), Role::Attention));
        }
        status
    }

    fn partial_words(&self, ctx: &Context<'_>) -> String {
        let so_far = "Partial (HTTP 206): the server does not have every field yet.";
        match self.next_look {
            Some(at) => {
                let seconds = at.since(ctx.now).div_ceil(1_000_000_000);
                format!("{so_far} Asking again in {seconds} s ({} of {})", self.looks + 1, WAITS.len())
            }
            None if self.base.asked().is_some() => format!("{so_far} Asking again"),
            None if self.looks > 0 => {
                format!("{so_far} Asked {} more times; refresh asks again", self.looks)
            }
            None => so_far.to_owned(),
        }
    }

    /// When something here moves by itself.
    pub(super) fn wake_at(&self, now: Timestamp) -> Option<Timestamp> {
        // The countdown is in whole seconds.
        let look = self.next_look.map(|at| {
            let left = u64::try_from(at.since(now) / 1_000_000 % 1_000).unwrap_or_default();
            at.min(now.plus_millis(if left == 0 { 1_000 } else { left }))
        });
        let found = self.transaction.found().wake_at(now);
        [self.base.wake_at(now), self.weibar.wake_at(now), found, look].into_iter().flatten().min()
    }

    /// Whether there is no such result, by the server's word.
    pub(super) fn is_missing(&self) -> bool {
        let failure = if self.transaction_hash().is_some() {
            self.transaction.found().failure()
        } else {
            self.base.failure()
        };
        matches!(failure, Some(Failure::NotFound { .. })) && self.base.value().is_none()
    }

    /// Whether there is something to stop before the pane is left.
    pub(super) fn stops_on(&self, action: Action) -> bool {
        self.base.stops_on(action)
            || (self.base.value().is_none() && self.transaction.found().stops_on(action))
    }
}

/// Whether an answer in weibar says what the one in tinybar says, but for what is below a tinybar.
fn is_exactly(base: &ContractResult, exact: &ContractResult) -> bool {
    let cut = exact.amount.value().map(|amount| amount / i128::from(WEIBAR_PER_BASE));
    base.amount.value() == cut && base.timestamp == exact.timestamp
}
