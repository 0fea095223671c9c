//! The live tail of a list: new rows are inserted by time, without duplicates or gaps.
//!
//! It polls for rows newer than one received a little while ago, oldest first. Answers overlap, as servers ingest
//! some transactions late and out of order; known rows are not added again. The link of a page is followed at
//! once: many events share one time. Now and then the last minute is requested again for late rows.

use std::collections::VecDeque;
use std::sync::Arc;

use api::PageOf;
use ledger::amount::counted;
use ledger::query::{Limit, Order};
use ledger::timestamp::span;
use ledger::{Next, PackedRows, Page, Timestamp};

use super::{Listed, PagedList, Pages};
use crate::message::{Action, Effect};
use crate::panes::Context;
use crate::panes::kit::{Fetched, Taken, Wants};
use crate::widgets::table::{Cell, Lines};
use crate::widgets::{Feed, Role};

/// Delay between an answer or a failure and the next poll.
const POLL_INTERVAL_MILLIS: u64 = 2_000;
const RETRY_INTERVAL_MILLIS: u64 = 15_000;
/// Overlap before the newest row, for late rows, and its maximum number of rows.
pub(super) const OVERLAP_SECONDS: u64 = 5;
const MAX_OVERLAP_ROWS: usize = 50;
/// Interval of the requests for late rows of the last minute.
pub(super) const LATE_INTERVAL_MILLIS: u64 = 30_000;
const LATE_SECONDS: u64 = 60;
/// Maximum number of links followed before a new poll.
const MAX_PAGES_FOLLOWED: usize = 100;
/// A page with more rows than this is not repeated: the next poll starts further on.
const MAX_REPEATED_ROWS: usize = 25;

/// A tail that is on.
#[derive(Debug)]
pub(super) struct Tail<Q: Listed> {
    /// The polled page.
    page: PageOf<Q>,
    taken: Taken,
    /// The newest rows, oldest first.
    recent: VecDeque<Arc<Q::Row>>,
    /// Number of new rows above the window, which the user has not seen.
    unseen: usize,
    /// The last answer, if it brought new rows.
    new: Option<Arc<PackedRows<Q::Row>>>,
    /// The answers with new rows that the local filter has not examined.
    unexamined: Vec<Arc<PackedRows<Q::Row>>>,
    /// Number of list rows that these are among.
    depth: usize,
    /// Number of new rows that pass the filter and are not announced yet.
    passed: usize,
    /// Delay of the newest row, nanoseconds.
    lag: Option<u128>,
    /// Number of consecutive pages with a followed link.
    followed: usize,
    /// Time of the next request for late rows.
    late_at: Timestamp,
}

impl<Q: Listed> Tail<Q> {
    /// Starts the tail of a loaded list; `None` if the list cannot grow.
    fn begin(query: &Q, feed: &Feed<Q::Row>, now: Timestamp) -> Option<Self> {
        let newest = feed.rows_from(0).take(MAX_OVERLAP_ROWS).collect::<VecDeque<_>>();
        let recent: VecDeque<_> = newest.into_iter().rev().collect();
        let mut tail = Self {
            page: PageOf::first(query.clone()),
            taken: Taken::default(),
            recent,
            unseen: 0,
            new: None,
            unexamined: Vec::new(),
            depth: 0,
            passed: 0,
            lag: None,
            followed: 0,
            late_at: now.plus_millis(LATE_INTERVAL_MILLIS),
        };
        let after = tail.overlapping(query, now)?;
        tail.ask(Some(after));
        Some(tail)
    }

    fn fetched<'a>(&self, ctx: &Context<'a>) -> Fetched<'a, Page<Q::Row>> {
        ctx.get(&self.page)
    }

    /// Adds the poll and its next time.
    pub(super) fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        wants.add_optional(&self.page);
        let fetched = self.fetched(ctx);
        let failed = fetched.failure().is_some();
        let wait = if failed { RETRY_INTERVAL_MILLIS } else { POLL_INTERVAL_MILLIS };
        if let Some(at) = fetched.next_after(wait, ctx.now) {
            wants.ask_again_at(&self.page, at);
        }
    }

    /// The query for rows after a little before the newest one; with less overlap if many rows are that new.
    fn overlapping(&self, query: &Q, now: Timestamp) -> Option<Q> {
        let newest = self.recent.back().map(AsRef::as_ref);
        let from = newest.and_then(|row| Q::time(row)).map(|at| at.minus_seconds(OVERLAP_SECONDS));
        let oldest = self.recent.front().filter(|_| self.recent.len() >= MAX_OVERLAP_ROWS);
        match oldest.filter(|row| Q::time(row) > from) {
            Some(oldest) => query.newer_than(Some(oldest), 0, now),
            None => query.newer_than(newest, OVERLAP_SECONDS, now),
        }
    }

    /// Receives a page. Returns the number of new rows above the window.
    fn receive(&mut self, query: &Q, feed: &mut Feed<Q::Row>, height: u16, ctx: &Context<'_>) -> usize {
        let fetched = self.fetched(ctx);
        let Some(page) = self.taken.if_new(fetched) else { return 0 };
        self.take(page, query, (feed, height), fetched.answered_at().unwrap_or(ctx.now))
    }

    /// Adds the new rows of a page received at this time, and chooses the next request.
    fn take(
        &mut self,
        page: &Page<Q::Row>,
        query: &Q,
        (feed, height): (&mut Feed<Q::Row>, u16),
        now: Timestamp,
    ) -> usize {
        let new = feed.only_new(page);
        let arrived = feed.prepend(&new, Q::time, height);
        self.new = (arrived.new > 0).then_some(new.packed);
        if let Some(new) = &self.new {
            self.unexamined.push(Arc::clone(new));
            self.depth = arrived.depth.max(self.depth + arrived.new);
            let newest = page.rows.last().and_then(|row| Q::time(row));
            self.lag = newest.map(|newest| now.since(newest));
            let known = self.recent.back().and_then(|row| Q::time(row));
            self.recent.extend(page.rows.iter().filter(|row| Q::time(row) > known).cloned());
            let surplus = self.recent.len().saturating_sub(MAX_OVERLAP_ROWS);
            self.recent.drain(..surplus);
        }
        match &page.next {
            Next::More(link)
                if self.followed < MAX_PAGES_FOLLOWED && self.page.link.as_ref() != Some(link) =>
            {
                self.followed += 1;
                self.page = PageOf::behind(self.page.query.clone(), link.clone());
            }
            _ if now >= self.late_at => self.look_back(query, feed, now),
            _ if self.followed > 0 || page.rows.len() > MAX_REPEATED_ROWS => {
                self.ask(self.overlapping(query, now));
            }
            _ => {}
        }
        arrived.above
    }

    /// Requests the last minute again, for late rows.
    fn look_back(&mut self, query: &Q, feed: &Feed<Q::Row>, now: Timestamp) {
        self.late_at = now.plus_millis(LATE_INTERVAL_MILLIS);
        let newest = self.recent.back().map(AsRef::as_ref);
        // Spilled rows are older than a minute.
        let oldest = feed.rows_from(feed.loaded().saturating_sub(1)).next();
        let oldest = oldest.map_or(Some(Timestamp::default()), |row| Q::time(&row));
        let seconds = late_seconds(newest.and_then(|row| Q::time(row)), oldest);
        self.ask(query.newer_than(newest, seconds, now));
        // Sent once: the next poll is about the recent past again.
        self.followed = 1;
    }

    fn ask(&mut self, query: Option<Q>) {
        self.followed = 0;
        if let Some(query) = query {
            // The repeated rows fit one page, even if the list has smaller pages.
            self.page = PageOf::first(query.setting("limit", Some(&Limit::MAX.rows().to_string())));
        }
    }
}

/// Seconds before the newest row to search for late rows: not before the oldest known row.
pub(super) fn late_seconds(newest: Option<Timestamp>, oldest: Option<Timestamp>) -> u64 {
    let known =
        newest.zip(oldest).map_or(0, |(newest, oldest)| newest.seconds.saturating_sub(oldest.seconds));
    known.saturating_sub(1).clamp(OVERLAP_SECONDS, LATE_SECONDS)
}

impl<Q: Listed, P: Pages<Q>> PagedList<Q, P> {
    /// Requests late rows of the last minute at once.
    pub(super) fn refresh_tail(&mut self, now: Timestamp) {
        if let (Some(tail), Some(feed)) = (&mut self.source.tail, self.source.paged.feed()) {
            tail.look_back(self.source.filters.query(), feed, now);
        }
    }

    /// Toggles the tail.
    pub(super) fn toggle_tail(&mut self, ctx: &Context<'_>) {
        if self.feed().is_none() {
            return self.toggle_awaited(Action::Tail);
        }
        if self.source.tail.take().is_some() {
            return;
        }
        self.source.tail = self.feed().and_then(|feed| Tail::begin(self.query(), feed, ctx.now));
    }

    /// Why the tail is not available; `None` if it is.
    pub(super) fn no_tail(&self, now: Timestamp) -> Option<&'static str> {
        let query = self.query();
        if query.order() != Order::Desc {
            return Some("it is for lists with the newest first");
        }
        query.newer_than(None, 0, now).is_none().then_some("nothing new can come into this list")
    }

    /// Receives new rows.
    pub(super) fn receive_tail(&mut self, ctx: &Context<'_>) {
        let height = self.height(ctx);
        let (Some(tail), Some(feed)) = (&mut self.source.tail, self.source.paged.feed_mut()) else { return };
        let above = tail.receive(self.source.filters.query(), feed, height, ctx);
        let top = feed.scroll.window(feed.len(), height).start;
        tail.unseen = (tail.unseen + above).min(top);
    }

    /// Counts the new rows that pass the local filter, once they are examined.
    pub(super) fn examine_tail(&mut self) {
        let (Some(tail), Some(feed)) = (&mut self.source.tail, self.source.paged.feed()) else { return };
        if tail.unexamined.is_empty() || self.source.arranged.is_behind(&self.choice, feed) {
            return;
        }
        let (new, depth) = (std::mem::take(&mut tail.unexamined), std::mem::take(&mut tail.depth));
        if !self.choice.filter().is_empty() {
            tail.passed += feed.shown_of(&new, depth);
        }
    }

    /// Notices about new rows that pass the local filter, and about fetched details. See
    /// [`crate::panes::Pane::due_effects`].
    pub fn due_effects(&mut self) -> Vec<Effect> {
        self.ask_missing();
        let passed = self.source.tail.as_mut().map_or(0, |tail| std::mem::take(&mut tail.passed));
        let verb = if passed == 1 { "passes" } else { "pass" };
        let words = || format!("{} {verb} the local filter", counted(passed, "new row"));
        let alert = (passed > 0).then(|| Effect::Alert(passed, words()));
        let awaited = self.source.awaited.take_if(|_| self.source.paged.feed().is_some()).map(Effect::Act);
        let notices = [self.source.loader.take_notice(), self.details_notice()];
        alert.into_iter().chain(notices.into_iter().flatten()).chain(awaited).collect()
    }

    /// The visible rows of the last answer.
    pub(super) fn new_rows(&self, lines: &Lines) -> Vec<usize> {
        let (Some(tail), Some(feed)) = (&self.source.tail, self.feed()) else { return Vec::new() };
        let new = tail.new.as_slice();
        lines.row_places().filter(|at| feed.came_with(*at, new)).collect()
    }

    /// The state of the tail, in words.
    pub(super) fn tail_words(&self, ctx: &Context<'_>) -> Option<Cell> {
        let tail = self.source.tail.as_ref()?;
        let fetched = tail.fetched(ctx);
        if let Some(failure) = fetched.failure() {
            return Some((format!("tail waits: {}", failure.sentence()), Role::Attention));
        }
        let progress = fetched.progress();
        if let Some(words) = progress.and_then(|progress| progress.waits(ctx.now)) {
            return Some((format!("tail waits: {words}"), Role::Attention));
        }
        let unseen = (tail.unseen > 0).then(|| format!("{} new above", tail.unseen));
        let lag = tail.lag.map(|lag| format!("newest came after {}", span(lag)));
        let words = [Some("live".to_owned()), unseen, lag].into_iter().flatten().collect::<Vec<_>>();
        Some((words.join(&format!(" {} ", ctx.theme.glyphs.dot)), Role::Success))
    }
}

#[cfg(test)]
mod tests;
