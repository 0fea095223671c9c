//! Scans the list of schedules, newest first, until older ones cannot be pending.

use std::sync::Arc;

use api::PageOf;
use ledger::amount::{counted, grouped};
use ledger::query::SchedulesQuery;
use ledger::{EntityId, Next, NextLink, Page, Schedule, Timestamp};

use crate::panes::kit::{Fetched, Wants};
use crate::panes::{Context, Status};

/// The most pages of a scan, unless the user asks for more.
const MAX_PAGES: usize = 10;
/// The maximum lifetime of a schedule, with a minute of grace, seconds: older ones have ended.
const MAX_LIFETIME_SECONDS: u64 = 62 * 86_400 + 60;
/// The time from the end of a scan to the next one, milliseconds.
const PAUSE_MILLIS: u64 = 30_000;

/// A scan, in progress or complete.
#[derive(Debug)]
pub(super) struct Scan {
    /// The current page, or the last one.
    page: PageOf<SchedulesQuery>,
    began_at: Timestamp,
    ended_at: Timestamp,
    /// The oldest pending schedule when the scan began; `None` unless the scan before it was complete.
    known: Option<EntityId>,
    /// Whether a page was ever loaded.
    has_read: bool,
    /// The number of pages and rows of this scan.
    pages: usize,
    rows: usize,
    /// The maximum number of pages.
    most: usize,
    reach: Reach,
}

/// The progress of a scan, and where it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Reach {
    Under,
    /// A page failed to load.
    Failed,
    /// The end of the list.
    End,
    /// Schedules too old to be pending.
    Old,
    /// The oldest known pending schedule; older ones are covered by an earlier scan.
    Known,
    /// The page limit; the link leads to the next page.
    Bound(NextLink),
    /// A link that must not be followed, with the reason.
    Refused(&'static str),
}

impl Scan {
    pub(super) fn begin(query: SchedulesQuery, now: Timestamp) -> Self {
        Self {
            page: PageOf { query, link: None },
            began_at: now,
            ended_at: now,
            known: None,
            has_read: false,
            pages: 0,
            rows: 0,
            most: MAX_PAGES,
            reach: Reach::Under,
        }
    }

    /// Starts a new scan, unless the current one has just begun. `oldest` is the oldest schedule on the board.
    pub(super) fn again(&mut self, oldest: Option<EntityId>, ctx: &Context<'_>) {
        if self.page.link.is_none() && self.fetched(ctx).is_loading() {
            return;
        }
        let is_whole = !matches!(self.reach, Reach::Under | Reach::Failed | Reach::Refused(_));
        self.known = oldest.filter(|_| is_whole);
        (self.pages, self.rows, self.most, self.reach) = (0, 0, MAX_PAGES, Reach::Under);
        self.page.link = None;
        self.began_at = ctx.now;
    }

    /// Continues past the page limit.
    pub(super) fn more(&mut self) {
        if let Reach::Bound(link) = &self.reach {
            self.page.link = Some(link.clone());
            self.reach = Reach::Under;
            self.most = self.pages + 1;
        }
    }

    /// The number of pages loaded, or expected if the scan is in progress.
    pub(super) fn goal(&self) -> usize {
        if self.is_under_way() { self.most } else { self.pages }
    }

    /// Adds the current page. After the first page it is optional: the pane can be left while a scan repeats.
    pub(super) fn wants(&self, wants: &mut Wants) {
        if self.has_read {
            wants.add_optional(&self.page);
        } else {
            wants.add(&self.page);
        }
        wants.ask_again_at(&self.page, self.began_at);
    }

    /// Takes the current page once it has arrived, and returns its rows.
    pub(super) fn receive<'a>(&mut self, ctx: &Context<'a>) -> Option<&'a [Arc<Schedule>]> {
        let outcome = self.fetched(ctx).outcome_since(self.began_at);
        let outcome = outcome.filter(|_| self.reach == Reach::Under)?;
        self.ended_at = ctx.now;
        let Ok(page) = outcome else {
            self.reach = Reach::Failed;
            return None;
        };
        self.has_read = true;
        self.pages += 1;
        self.rows += page.rows.len();
        let last = page.rows.last();
        let made = last.and_then(|row| row.consensus_timestamp.value());
        let is_old = made.is_some_and(|made| made < ctx.now.minus_seconds(MAX_LIFETIME_SECONDS));
        let lowest = last.and_then(|row| row.schedule_id.value());
        let is_known = self.known.zip(lowest).is_some_and(|(known, lowest)| lowest.num <= known.num);
        self.reach = match &page.next {
            Next::End => Reach::End,
            _ if is_old => Reach::Old,
            _ if is_known => Reach::Known,
            Next::Refused(words) => Reach::Refused(words),
            Next::More(link) if self.pages >= self.most => Reach::Bound(link.clone()),
            Next::More(link) => {
                self.page.link = Some(link.clone());
                Reach::Under
            }
        };
        Some(&page.rows)
    }

    /// The state of the request for the current page.
    pub(super) fn fetched<'a>(&self, ctx: &Context<'a>) -> Fetched<'a, Page<Schedule>> {
        ctx.get(&self.page)
    }

    /// The status for the header.
    pub(super) fn status(&self, ctx: &Context<'_>) -> Status {
        let progress = self.fetched(ctx).progress();
        progress.map(|progress| progress.status(self.has_read, ctx)).unwrap_or_default()
    }

    /// Whether a page was ever loaded.
    pub(super) fn has_begun(&self) -> bool {
        self.has_read
    }

    /// Whether the scan is in progress.
    pub(super) fn is_under_way(&self) -> bool {
        self.reach == Reach::Under
    }

    /// Whether the scan stopped at the page limit.
    pub(super) fn is_bounded(&self) -> bool {
        matches!(self.reach, Reach::Bound(_))
    }

    /// Whether the next scan is due.
    pub(super) fn is_due(&self, now: Timestamp) -> bool {
        self.next().is_some() && now.is_past(self.ended_at, PAUSE_MILLIS)
    }

    /// The time of the next scan; `None` while one is in progress.
    pub(super) fn next(&self) -> Option<Timestamp> {
        (self.reach != Reach::Under).then(|| self.ended_at.plus_millis(PAUSE_MILLIS))
    }

    /// The progress of the scan, in words.
    pub(super) fn progress(&self) -> String {
        let read = format!("read {} schedules in {}", grouped(&self.rows), counted(self.pages, "page"));
        let reach = match &self.reach {
            Reach::Under => "loading more",
            Reach::Failed => "the next page could not be loaded",
            Reach::End => "all there are",
            Reach::Old => "older ones have ended: none lives longer than 62 days",
            Reach::Known => "down to the oldest pending one",
            Reach::Bound(_) => "older ones may be pending as well",
            Reach::Refused(words) => words,
        };
        format!("{read}: {reach}")
    }
}
