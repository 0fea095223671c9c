//! Loads what the visible rows lack: rows that were spilled, and their single records. Records are fetched few at a
//! time: urgent requests are not queued behind them.

use std::collections::VecDeque;
use std::sync::Arc;

use api::Failure;
use ledger::ContractResult;
use ledger::amount::counted;
use ledger::query::ResultQuery;

use super::{Listed, PagedList, Pages};
use crate::message::{Action, Effect, FarRows, Notice};
use crate::panes::Context;
use crate::panes::kit::Wants;
use crate::widgets::feed::GivenBack;
use crate::widgets::table::Cell;
use crate::widgets::{Feed, Role};

/// Number of records fetched in parallel.
const MAX_AT_ONCE: usize = 2;

/// The state of fetching.
#[derive(Debug, Default)]
pub(super) struct Details {
    asked: Vec<ResultQuery>,
    /// Records to request next.
    waiting: VecDeque<ResultQuery>,
    all: usize,
    /// Number of rows without a single record.
    missing: usize,
    /// Why it stopped early.
    fault: Option<String>,
    /// Received records, until the pane takes them.
    came: Vec<Arc<ContractResult>>,
    /// The notice for the end.
    pub(super) notice: Option<Notice>,
}

impl Details {
    pub(super) fn is_running(&self) -> bool {
        !self.asked.is_empty() || !self.waiting.is_empty()
    }

    fn done(&self) -> usize {
        self.all.saturating_sub(self.asked.len() + self.waiting.len())
    }

    pub(super) fn stop(&mut self) {
        self.asked.clear();
        self.waiting.clear();
        self.fault = None;
    }

    fn fail(&mut self, failure: &Failure) {
        let (done, all) = (self.done(), self.all);
        self.stop();
        self.fault = Some(format!("details stopped at {done} of {all}: {}", failure.sentence()));
    }

    /// Receives records, and requests the next.
    fn receive(&mut self, ctx: &Context<'_>) {
        let was_running = self.is_running();
        let mut asked = std::mem::take(&mut self.asked).into_iter();
        while let Some(query) = asked.next() {
            match ctx.get(&query).outcome() {
                None => self.asked.push(query),
                Some(Ok(found)) => self.came.push(Arc::clone(&found.result)),
                Some(Err(Failure::NotFound { .. })) => self.missing += 1,
                Some(Err(failure)) => {
                    self.asked.push(query);
                    self.asked.extend(asked);
                    return self.fail(failure);
                }
            }
        }
        let free = MAX_AT_ONCE.saturating_sub(self.asked.len()).min(self.waiting.len());
        self.asked.extend(self.waiting.drain(..free));
        if was_running && !self.is_running() {
            let missing = match self.missing {
                0 => String::new(),
                some => format!(", {some} have none"),
            };
            self.notice =
                Some(Notice::info(format!("details of {} fetched{missing}", counted(self.all, "row"))));
        }
    }

    pub(super) fn wants(&self, wants: &mut Wants) {
        self.asked.iter().for_each(|query| wants.add_while_on_screen(query));
    }
}

impl<Q: Listed, P: Pages<Q>> PagedList<Q, P> {
    /// Starts or stops fetching the details of the visible rows.
    pub(super) fn toggle_details(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        if self.source.details.is_running() {
            self.source.details.stop();
            return Vec::new();
        }
        let singles: Vec<ResultQuery> =
            self.in_view(ctx).iter().filter_map(|row| self.query().single(row)).collect();
        let known = |query: &ResultQuery| ctx.seen.details_at(query.timestamp).cloned();
        let came: Vec<_> = singles.iter().filter_map(known).collect();
        let waiting: VecDeque<_> = singles.into_iter().filter(|query| known(query).is_none()).collect();
        let notice = waiting.is_empty().then(|| Notice::info("the details of these rows are known"));
        self.source.details = Details { all: waiting.len(), waiting, came, notice, ..Details::default() };
        self.source.details.receive(ctx);
        Vec::new()
    }

    /// Receives records, and requests the next.
    pub(super) fn receive_details(&mut self, ctx: &Context<'_>) {
        self.source.details.receive(ctx);
    }

    /// The records received since the last call.
    pub fn take_records(&mut self) -> Vec<Arc<ContractResult>> {
        std::mem::take(&mut self.source.details.came)
    }

    /// The notice about fetched details.
    pub(super) fn details_notice(&mut self) -> Option<Effect> {
        self.source.details.notice.take().map(Effect::Notify)
    }

    /// Why details cannot be fetched; `None` if they can.
    pub(super) fn no_details(&self, ctx: &Context<'_>) -> Option<&'static str> {
        let rows = self.in_view(ctx);
        match rows.iter().find_map(|row| self.query().single(row)) {
            Some(_) => None,
            None if rows.is_empty() => Some("no row is in view"),
            None => Some("these rows have all that single records have"),
        }
    }

    /// The progress of fetching details, and why it waits or has stopped.
    pub(super) fn details_words(&self, ctx: &Context<'_>) -> Option<Cell> {
        let details = &self.source.details;
        if let Some(fault) = &details.fault {
            let again = ctx.key_does(Action::FetchDetails, "continues");
            return Some((
                [Some(fault.clone()), again].into_iter().flatten().collect::<Vec<_>>().join(" "),
                Role::Attention,
            ));
        }
        if !details.is_running() {
            return None;
        }
        let waits = details.asked.iter().find_map(|query| ctx.get(query).progress()?.waits(ctx.now));
        let role = if waits.is_some() { Role::Attention } else { Role::Dim };
        let stop = ctx.key_does(Action::FetchDetails, "stops");
        let words = Some(format!("details {} of {}", details.done(), details.all));
        let parts = [words, waits, stop].into_iter().flatten().collect::<Vec<_>>();
        Some((parts.join(&format!(" {} ", ctx.theme.glyphs.dot)), role))
    }

    /// The column of the filter or sort that only some rows have a value for, in words.
    pub(super) fn partly_known(&self) -> Option<String> {
        let name = self.source.unsure?;
        let (known, examined) = (self.source.arranged.with_details(), self.source.arranged.examined());
        (known < examined).then(|| format!("{name} known of {known} of {examined} loaded"))
    }

    /// See [`crate::panes::Pane::rest`]: what is not on screen is not fetched.
    pub fn rest(&mut self) {
        self.source.details.stop();
    }

    /// See [`crate::panes::Pane::loaded_bytes`].
    pub fn loaded_bytes(&self) -> usize {
        self.feed().map_or(0, Feed::bytes) + self.source.arranged.bytes()
    }

    /// See [`crate::panes::Pane::give_back`].
    pub fn give_back(&mut self, bytes: usize, is_on_screen: bool) -> GivenBack {
        let values = if is_on_screen { 0 } else { self.source.arranged.give_back() };
        let far = bytes.saturating_sub(values);
        let mut given = self.source.paged.feed_mut().map(|feed| feed.give_back(far)).unwrap_or_default();
        given.bytes += values;
        given
    }

    /// Receives loaded rows, and requests those missing around the window.
    pub(super) fn fetch_missing(&mut self, ctx: &Context<'_>) {
        let height = self.height(ctx);
        let Some(feed) = self.source.paged.feed_mut() else { return };
        if self.source.far_rows.as_ref().is_some_and(|asked| matches!(ctx.get(asked).outcome(), Some(Ok(()))))
        {
            self.source.far_rows = None;
            feed.settle(height);
        }
        self.ask_missing();
    }

    /// Requests the rows missing around the window, unless others are being loaded.
    pub(super) fn ask_missing(&mut self) {
        if self.source.far_rows.is_none()
            && let Some(feed) = self.source.paged.feed_mut()
        {
            self.source.far_rows = FarRows::new(feed.fetch_missing());
        }
    }

    /// Requests a spilled row. `false` if it is in memory.
    pub(super) fn want_row(&mut self, at: usize) -> bool {
        let Some(feed) = self.source.paged.feed_mut().filter(|feed| feed.is_away(at)) else { return false };
        feed.want_row(at);
        self.ask_missing();
        true
    }

    /// Adds the spilled rows to load back into memory.
    pub(super) fn want_far_rows(&self, wants: &mut Wants) {
        if let Some(far_rows) = &self.source.far_rows {
            wants.add_optional(far_rows);
        }
    }

    /// Why rows around the window are missing.
    pub(super) fn lost_rows<'a>(&self, ctx: &Context<'a>) -> Option<&'a Failure> {
        ctx.get(self.source.far_rows.as_ref()?).failure()
    }
}
