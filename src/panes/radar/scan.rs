//! Reading the list of schedules, newest first, until nothing older can be pending.

use std::sync::Arc;

use crate::ledger::amount::grouped;
use crate::ledger::query::SchedulesQuery;
use crate::ledger::{EntityId, Next, NextLink, Page, Schedule, Timestamp};
use crate::message::{Answer, Ask, Effect, Response, Retrying};
use crate::panes::{Context, Remote};

/// The most pages that are read by themselves.
const PAGES: usize = 10;
/// How long a schedule can live, with a minute of grace, seconds: what was made earlier has ended.
const LONGEST: u64 = 62 * 86_400 + 60;
/// The time from the end of one scan to the next, milliseconds.
const PAUSE: u64 = 30_000;

/// A scan, under way or at its end.
#[derive(Debug)]
pub(super) struct Scan {
    page: Remote<Page<Arc<Schedule>>>,
    /// How many pages and rows were read.
    pages: usize,
    rows: usize,
    /// How many pages may be read.
    most: usize,
    reach: Reach,
    ended: Timestamp,
}

/// How far a scan has come.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Reach {
    /// It goes on.
    Under,
    /// It goes on with the page behind this link.
    Onward(NextLink),
    /// To the end of the list.
    End,
    /// To schedules that are too old to be pending.
    Old,
    /// To the oldest that was known as pending: the rest was read before.
    Known,
    /// To as many pages as are read at once; the link leads on.
    Bound(NextLink),
    /// To a link that must not be followed, for this reason.
    Refused(&'static str),
}

impl Scan {
    /// Begins a scan.
    pub(super) fn begin(query: &SchedulesQuery, ctx: &Context<'_>) -> (Self, Effect) {
        let mut page = Remote::default();
        let ask = page.ask(ctx.request(Ask::Schedules(query.clone(), None)), ctx.now);
        let scan = Self { page, pages: 0, rows: 0, most: PAGES, reach: Reach::Under, ended: ctx.now };
        (scan, ask)
    }

    /// Begins anew; what was read stays until then.
    pub(super) fn again(&mut self, query: &SchedulesQuery, ctx: &Context<'_>) -> Vec<Effect> {
        (self.pages, self.rows, self.most, self.reach) = (0, 0, PAGES, Reach::Under);
        self.page.again(ctx.request(Ask::Schedules(query.clone(), None)), ctx.now)
    }

    /// Reads on where the bound was.
    pub(super) fn more(&mut self, query: &SchedulesQuery, ctx: &Context<'_>) -> Vec<Effect> {
        let Reach::Bound(link) = std::mem::replace(&mut self.reach, Reach::Under) else { return Vec::new() };
        self.most = self.pages + PAGES;
        vec![self.page.ask(ctx.request(Ask::Schedules(query.clone(), Some(link))), ctx.now)]
    }

    /// Asks for the page that follows, if the scan goes on.
    pub(super) fn step(&mut self, query: &SchedulesQuery, ctx: &Context<'_>) -> Option<Effect> {
        let Reach::Onward(link) = &self.reach else { return None };
        let ask = Ask::Schedules(query.clone(), Some(link.clone()));
        self.reach = Reach::Under;
        Some(self.page.ask(ctx.request(ask), ctx.now))
    }

    /// Takes a page; its rows. `None` if the answer is not for this scan. `known` is the oldest schedule that is on the board already, if this is not the first scan.
    pub(super) fn hear(
        &mut self,
        response: &Response,
        known: Option<EntityId>,
        ctx: &Context<'_>,
    ) -> Option<Vec<Arc<Schedule>>> {
        let heard = self.page.hear(response, |answer| match answer {
            Answer::Schedules(page) => Some(page.clone()),
            _ => None,
        });
        if !heard {
            return None;
        }
        self.ended = ctx.now;
        let Some(page) = self.page.value().filter(|_| response.outcome.is_ok()) else {
            return Some(Vec::new());
        };
        self.pages += 1;
        self.rows += page.rows.len();
        let last = page.rows.last();
        let made = last.and_then(|row| row.consensus_timestamp.value());
        let is_old = made.is_some_and(|made| made < ctx.now.minus_seconds(LONGEST));
        let lowest = last.and_then(|row| row.schedule_id.value());
        let is_known = known.zip(lowest).is_some_and(|(known, lowest)| lowest.num <= known.num);
        let rows = page.rows.clone();
        self.reach = match &page.next {
            Next::End => Reach::End,
            _ if is_old => Reach::Old,
            _ if is_known => Reach::Known,
            Next::Refused(words) => Reach::Refused(words),
            Next::More(link) if self.pages >= self.most => Reach::Bound(link.clone()),
            Next::More(link) => Reach::Onward(link.clone()),
        };
        Some(rows)
    }

    /// Hears that the request will be repeated.
    pub(super) fn retrying(&mut self, retrying: &Retrying) -> bool {
        self.page.retrying(retrying)
    }

    /// Stops reading.
    pub(super) fn stop(&mut self) -> Option<Effect> {
        if matches!(self.reach, Reach::Onward(_)) {
            self.reach = Reach::Under;
        }
        self.page.stop()
    }

    /// The page that was read last, with its state.
    pub(super) fn page(&self) -> &Remote<Page<Arc<Schedule>>> {
        &self.page
    }

    /// Whether a page was ever read.
    pub(super) fn has_begun(&self) -> bool {
        self.page.value().is_some()
    }

    /// Whether the scan stopped at its bound.
    pub(super) fn is_bounded(&self) -> bool {
        matches!(self.reach, Reach::Bound(_))
    }

    /// Whether the next scan is to begin now.
    pub(super) fn is_due(&self, now: Timestamp) -> bool {
        self.next().is_some() && now.is_past(self.ended, PAUSE)
    }

    /// When the next scan begins by itself; `None` while one is under way.
    pub(super) fn next(&self) -> Option<Timestamp> {
        let rests = self.page.asked().is_none() && !matches!(self.reach, Reach::Onward(_));
        rests.then(|| self.ended.plus_millis(PAUSE))
    }

    /// How much was read, and what that means, in words.
    pub(super) fn words(&self) -> String {
        let pages = if self.pages == 1 { "page" } else { "pages" };
        let read = format!("read {} schedules in {} {pages}", grouped(&self.rows), self.pages);
        let reach = match &self.reach {
            Reach::Under if self.page.failure().is_some() => "the next page did not come",
            Reach::Under | Reach::Onward(_) => "reading on",
            Reach::End => "all there are",
            Reach::Old => "older ones have ended: none lives longer than 62 days",
            Reach::Known => "down to the oldest pending one",
            Reach::Bound(_) => "older ones may be pending as well",
            Reach::Refused(words) => words,
        };
        format!("{read}: {reach}")
    }
}
