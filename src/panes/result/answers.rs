//! The two answers for a result, in tinybar and in weibar when needed, and why a result may be missing.

use std::sync::Arc;

use api::{FoundResult, TransactionOf};
use ledger::query::{
    ExchangeRatesQuery, NetworkFeesQuery, Op, ResultsQuery, TimestampFilter, TransactionQuery,
};
use ledger::{ContractResult, ExecutionRef, RawJson, Timestamp, Unit};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::transaction;
use super::transaction::ItsTransaction;
use crate::message::{Place, ResultName};
use crate::panes::kit::nouns::result_money::Money;
use crate::panes::kit::{Fetched, Wants};
use crate::panes::{Context, Status};
use crate::widgets::Role;
use crate::widgets::line::put_words;

/// The latest answers to both questions.
#[derive(Debug)]
pub(super) struct Answers {
    named: ResultName,
    /// The transaction of the result.
    pub(super) transaction: ItsTransaction,
    base: Option<FoundResult>,
    weibar: Option<Arc<ContractResult>>,
    /// Whether weibar were on screen since the last refresh.
    in_weibar: bool,
}

/// The delays before each retry of a partial answer, milliseconds: servers complete it within seconds.
const RETRY_DELAYS_MILLIS: [u64; 2] = [3_000, 6_000];

impl Answers {
    pub(super) fn open(named: ResultName) -> Self {
        Self { named, transaction: ItsTransaction::default(), base: None, weibar: None, in_weibar: false }
    }

    /// The transaction with this hash: no operation on results takes a hash, so its id is requested first.
    fn transaction_hash(&self) -> Option<TransactionOf> {
        match &self.named {
            ResultName::Of(query) => query.of.transaction_hash().cloned().map(TransactionOf),
            ResultName::At(..) => None,
        }
    }

    /// The name by which the result was opened.
    pub(super) fn named(&self) -> &ResultName {
        &self.named
    }

    fn in_base<'a>(&self, ctx: &Context<'a>) -> Fetched<'a, FoundResult> {
        ctx.get(&self.named.question(false))
    }

    fn in_weibar<'a>(&self, ctx: &Context<'a>) -> Fetched<'a, FoundResult> {
        ctx.get(&self.named.question(true))
    }

    /// Takes over new answers.
    pub(super) fn rebuild_view(&mut self, ctx: &Context<'_>) {
        let named =
            self.transaction_hash().and_then(|of| transaction::execution(ctx.get(&of).value()?, &of.0));
        if let Some(query) = named {
            self.named = ResultName::Of(query);
        }
        if let Some(found) = self.in_base(ctx).value() {
            self.base = Some(found.clone());
        }
        if let Some(found) = self.in_weibar(ctx).value() {
            self.weibar = Some(Arc::clone(&found.result));
        }
        self.in_weibar |= ctx.theme.unit == Unit::Weibar && self.base.is_some();
        let time = self.named.consensus_time(self.result().map(Arc::as_ref));
        self.transaction.rebuild_view(self.named.transaction_id(), time, ctx);
    }

    /// Adds the questions for the result: in weibar too if needed, again while the answer is partial. `tells` adds
    /// the result's transaction, whose transfers the first tab shows.
    pub(super) fn wants(&self, ctx: &Context<'_>, wants: &mut Wants, tells: bool) {
        if let Some(hash) = self.transaction_hash() {
            wants.add(&hash);
        } else {
            wants.add(&self.named.question(false));
            if self.in_weibar {
                wants.add_optional(&self.named.question(true));
            }
            if let Some(at) = self.next_poll(ctx) {
                wants.ask_again_at(&self.named.question(false), at);
                wants.ask_again_at(&self.named.question(true), at);
            }
        }
        self.transaction.wants(tells && self.base.is_some(), wants);
    }

    /// Adds the exchange rate, and the network's gas price if the record and the transaction lack it.
    pub(super) fn want_prices(&self, ctx: &Context<'_>, wants: &mut Wants) {
        let Some(result) = self.result() else { return };
        let Some(at) = self.named.consensus_time(Some(result)) else { return };
        wants.add_optional(&ExchangeRatesQuery::at(at));
        if has_effective_price(result) && self.transaction.failure(ctx).is_some() {
            wants.add_optional(&NetworkFeesQuery { at });
        }
    }

    /// When to retry a partial answer; `None` if it is complete.
    fn next_poll(&self, ctx: &Context<'_>) -> Option<Timestamp> {
        let found = self.in_base(ctx);
        let partial = found.failure().is_none() && found.value()?.partial;
        found.next_after(*RETRY_DELAYS_MILLIS.get(found.repeats()).filter(|_| partial)?, ctx.now)
    }

    /// Requests the prices and value of a wrapped transaction in weibar, because only these are exactly what was
    /// signed.
    pub(super) fn tell_exactly(&mut self) {
        self.in_weibar |= self.result().is_some_and(|result| result.is_wrapped());
    }

    /// Whether the answer in weibar is still in progress.
    pub(super) fn awaits_weibar(&self, ctx: &Context<'_>) -> bool {
        self.in_weibar && self.weibar.is_none() && self.in_weibar(ctx).failure().is_none()
    }

    /// Resets the weibar flag before everything is requested again.
    pub(super) fn refresh(&mut self, ctx: &Context<'_>) {
        self.in_weibar = ctx.theme.unit == Unit::Weibar && self.base.is_some();
    }

    /// The result; `None` until loaded.
    pub(super) fn result(&self) -> Option<&Arc<ContractResult>> {
        self.base.as_ref().map(|found| &found.result)
    }

    /// The key for the inner calls: a child has its own hash, but not its own id.
    pub(super) fn execution(&self) -> Option<ExecutionRef> {
        ExecutionRef::of_hash(self.result()?.hash.known().cloned()?)
    }

    /// Draws the progress or the error of the request. Returns the first free row below.
    pub(super) fn view_missing(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> u16 {
        let subject = format!("{} on {}", self.named.label(), ctx.network.name);
        match self.transaction_hash() {
            Some(hash) => ctx.get(&hash).view_missing(ctx, &subject, area, buf),
            None => self.in_base(ctx).view_missing(ctx, &subject, area, buf),
        }
    }

    /// The answer that has amounts and prices in the current unit.
    pub(super) fn money<'a>(&'a self, ctx: &Context<'a>) -> Option<Money<'a>> {
        Some(Money::new(self.result()?, self.weibar.as_deref(), self.in_weibar(ctx), ctx))
    }

    /// The raw answer in the current unit, and its URL.
    pub(super) fn received<'a>(&'a self, ctx: &Context<'a>) -> Option<(&'a RawJson, &'a str)> {
        let exact = self.weibar.as_ref().filter(|_| ctx.theme.unit == Unit::Weibar);
        match exact.filter(|_| self.in_weibar(ctx).failure().is_none()) {
            Some(exact) => Some((&exact.raw, self.in_weibar(ctx).url())),
            None => self.result().map(|base| (&base.raw, self.in_base(ctx).url())),
        }
    }

    /// The URL of the answer in the current unit.
    pub(super) fn url<'a>(&'a self, ctx: &Context<'a>) -> &'a str {
        self.received(ctx).map_or_else(|| self.in_base(ctx).url(), |(_, url)| url)
    }

    /// Whether the server marked the answer as partial.
    pub(super) fn is_partial(&self) -> bool {
        self.base.as_ref().is_some_and(|found| found.partial)
    }

    /// The status for the header.
    pub(super) fn status(&self, ctx: &Context<'_>) -> Status {
        let (base, weibar) = (self.in_base(ctx), self.in_weibar(ctx));
        let mut status = match self.transaction.found(ctx) {
            Some(found) if found.is_loading() => found.status(ctx),
            _ if !base.is_loading() && weibar.is_loading() => weibar.status(ctx),
            _ => ctx.status(),
        };
        if self.is_partial() && status.banner.is_none() {
            status.banner = Some((self.partial_words(ctx), Role::Attention));
        }
        status
    }

    fn partial_words(&self, ctx: &Context<'_>) -> String {
        let so_far = "Partial (HTTP 206): the server does not have every field yet.";
        let looks = self.in_base(ctx).repeats();
        match self.next_poll(ctx) {
            Some(at) => {
                let seconds = at.since(ctx.now).div_ceil(1_000_000_000);
                format!(
                    "{so_far} Checking again in {seconds} s ({} of {})",
                    looks + 1,
                    RETRY_DELAYS_MILLIS.len()
                )
            }
            None if self.in_base(ctx).is_loading() => format!("{so_far} Checking again"),
            None if looks > 0 => format!("{so_far} Checked {looks} more times; refresh to try again"),
            None => so_far.to_owned(),
        }
    }

    /// When the countdown, in whole seconds, changes.
    pub(super) fn wake_at(&self, ctx: &Context<'_>) -> Option<Timestamp> {
        let at = self.next_poll(ctx)?;
        let left = u64::try_from(at.since(ctx.now) / 1_000_000 % 1_000).unwrap_or_default();
        Some(at.min(ctx.now.plus_millis(if left == 0 { 1_000 } else { left })))
    }

    /// Whether the server reported the result as not found.
    pub(super) fn is_missing(&self, ctx: &Context<'_>) -> bool {
        let missing = match self.transaction_hash() {
            Some(hash) => ctx.get(&hash).is_missing(),
            None => self.in_base(ctx).is_missing(),
        };
        missing && self.base.is_none()
    }
}

/// Whether the sender offered maximum fees, which leaves the record without a gas price.
pub(super) fn has_effective_price(result: &ContractResult) -> bool {
    result.r#type.value() == Some(2) && result.is_wrapped()
}

/// Reasons why a server may not find a result by its time.
const REASONS: [&str; 3] = [
    "A result is found only by its exact consensus time, to the nanosecond.",
    "A child call may be recorded under the contract it called, not under this one.",
    "A result of the last seconds may not be there yet: refresh in a moment.",
];
/// Reasons why a server may not find a result by its transaction.
const REASONS_BY_TRANSACTION: [&str; 3] = [
    "Only a transaction that ran a contract has a result; the transaction itself may exist.",
    "A scheduled call that failed is not found by its transaction id, only by its hash or its time.",
    "A result of the last seconds may not be there yet: refresh in a moment.",
];

pub(super) fn view_reasons(answers: &Answers, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    let row = answers.view_missing(ctx, area, buf) + 1;
    if !answers.is_missing(ctx) {
        return;
    }
    let reasons = match answers.named() {
        ResultName::At(..) => REASONS,
        ResultName::Of(_) => REASONS_BY_TRANSACTION,
    };
    put_words(buf, area, (row, 2), reasons.map(|reason| (reason, Role::Plain)), ctx.theme);
}

/// An alternative place and its label: the results up to the missing one's time, child transactions included; or
/// the transaction.
pub(super) fn alternative(named: &ResultName) -> Option<(Place, &'static str)> {
    match named {
        ResultName::At(contract, at) => {
            let timestamp = vec![TimestampFilter { op: Op::Lte, at: *at }];
            let query = ResultsQuery { timestamp, internal: true, ..ResultsQuery::all(*contract) };
            Some((Place::Results(query), "results up to that time"))
        }
        ResultName::Of(query) => match &query.of {
            ExecutionRef::Id(id) => {
                let family = TransactionQuery { nonce: query.nonce, ..TransactionQuery::family(*id) };
                Some((Place::Transaction(family), "the transaction"))
            }
            ExecutionRef::Hash(_) => None,
        },
    }
}
