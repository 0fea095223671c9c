//! A list as data: every row of its query, page by page, with its values in every column.

use std::collections::HashSet;
use std::fmt::{self, Debug};
use std::hash::{BuildHasher as _, Hash, RandomState};
use std::sync::Arc;

use api::{Failure, PageOf};
use decode::reading::Reader;
use decode::rows::{RowValues, field_name};
use decode::{Known, Snapshot};
use ledger::query::{Op, Order, TimestampFilter};
use ledger::{Next, Page, Row as _, Timestamp};

use super::filters::NO_HOME;
use super::tail::{LATE_INTERVAL_MILLIS, OVERLAP_SECONDS, late_seconds};
use super::{Listed, PagedList, Pages, Rows, Valuer};
use crate::message::contents::{ColumnUnit, NextStep, Step, Steps, Walk};
use crate::message::{Answer, Ask, Contents, Question as _};
use crate::panes::Context;
use crate::widgets::feed::{Identity, Repeats};

/// How many rows are asked for at the end of a list, to know where it ends and where most of it does.
const ROWS_OF_LAST_PAGE: &str = "25";
/// The name of the filters by which rows are bounded in time.
const TIME: &str = "timestamp";

/// See [`Walk`].
struct ListWalk<Q: Listed, P> {
    query: Q,
    pages: P,
    valuer: Arc<dyn Valuer<Q::Row>>,
    known: Snapshot,
    fields: Arc<[String]>,
    shown: Arc<[usize]>,
    units: Arc<[ColumnUnit]>,
}

/// See [`Steps`].
struct ListSteps<Q: Listed, P> {
    walk: ListWalk<Q, P>,
    now: Timestamp,
    came: Came,
    /// The newest row.
    newest: Option<Arc<Q::Row>>,
    /// The time of the first page's oldest row.
    oldest: Option<Timestamp>,
    /// When the last minute is asked for again, for rows that came late.
    late_at: Timestamp,
    repeats: Repeats,
}

/// Hashes of the identities of received rows: a list of any length is walked in little memory.
#[derive(Default)]
struct Came {
    hashers: [RandomState; 2],
    /// The latest rows, and those before them; what came before these is forgotten.
    latest: HashSet<u128>,
    before: HashSet<u128>,
}

/// Minimum number of latest rows in which duplicates are detected.
const MAX_ROWS_REMEMBERED: usize = 200_000;

impl Came {
    /// Takes a row; `true` if it is not among those that came.
    fn add(&mut self, id: &impl Hash) -> bool {
        let [one, other] = self.hashers.each_ref().map(|hasher| u128::from(hasher.hash_one(id)));
        let hash = one << 64 | other;
        if self.latest.len() >= MAX_ROWS_REMEMBERED {
            self.before = std::mem::take(&mut self.latest);
        }
        !self.before.contains(&hash) && self.latest.insert(hash)
    }
}

impl<Q: Listed, P: Clone> Clone for ListWalk<Q, P> {
    fn clone(&self) -> Self {
        Self {
            query: self.query.clone(),
            pages: self.pages.clone(),
            valuer: Arc::clone(&self.valuer),
            known: self.known.clone(),
            fields: Arc::clone(&self.fields),
            shown: Arc::clone(&self.shown),
            units: Arc::clone(&self.units),
        }
    }
}

impl<Q: Listed, P> Debug for ListWalk<Q, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ListWalk").field("query", &self.query).finish_non_exhaustive()
    }
}

impl<Q: Listed, P: Pages<Q>> Walk for ListWalk<Q, P> {
    fn fields(&self) -> &[String] {
        &self.fields
    }

    fn shown(&self) -> &[usize] {
        &self.shown
    }

    fn units(&self) -> &[ColumnUnit] {
        &self.units
    }

    fn is_newest_first(&self) -> Option<bool> {
        let is_range = |(name, value): &(&str, String)| {
            let filter = TimestampFilter::parse(value).filter(|_| *name == TIME);
            *name != TIME || filter.is_some_and(|filter| !matches!(filter.op, Op::Eq | Op::Ne))
        };
        (Q::TIMED && self.query.pairs().iter().all(is_range)).then(|| self.query.order() == Order::Desc)
    }

    fn last(&self) -> Option<Arc<dyn Walk>> {
        self.is_newest_first()?;
        Some(Arc::new(self.of(self.query.turned().setting("limit", Some(ROWS_OF_LAST_PAGE)))))
    }

    fn within(&self, from: Timestamp, to: Timestamp) -> Option<Arc<dyn Walk>> {
        Some(Arc::new(self.part(from, to)?))
    }

    fn begin(&self, now: Timestamp) -> Box<dyn Steps> {
        Box::new(ListSteps {
            walk: self.clone(),
            now,
            came: Came::default(),
            newest: None,
            oldest: None,
            late_at: now.plus_millis(LATE_INTERVAL_MILLIS),
            repeats: Repeats::default(),
        })
    }
}

impl<Q: Listed, P: Pages<Q>> ListWalk<Q, P> {
    /// See [`Walk::within`].
    fn part(&self, from: Timestamp, to: Timestamp) -> Option<Self> {
        self.is_newest_first()?;
        let bounds = [TimestampFilter { op: Op::Gte, at: from }, TimestampFilter { op: Op::Lt, at: to }];
        let bounds = bounds.map(|bound| bound.to_string());
        let others = self.query.pairs();
        let others = others.iter().filter(|(name, _)| *name != TIME);
        let pairs = others.map(|(name, value)| (*name, value.as_str()));
        let pairs = pairs.chain(bounds.iter().map(|bound| (TIME, bound.as_str())));
        Some(self.of(self.query.with_pairs(pairs, NO_HOME).ok()?))
    }

    /// The same of another question.
    fn of(&self, query: Q) -> Self {
        Self { query, ..self.clone() }
    }
}

impl<Q: Listed, P: Pages<Q>> ListSteps<Q, P> {
    /// Whether this row has not come before. One without an identity is another each time.
    fn is_new(&mut self, row: &Q::Row) -> bool {
        row.identity().is_none_or(|id| self.came.add(&id))
    }

    fn step(&mut self, page: Page<Q::Row>) -> Step {
        let count = page.rows.len();
        let time = |row: Option<&Arc<Q::Row>>| row.and_then(|row| Q::time(row));
        let times = time(page.rows.first()).zip(time(page.rows.last()));
        let ends = [page.rows.first(), page.rows.last(), self.newest.as_ref()];
        self.oldest = self.oldest.or(times.map(|(first, last)| first.min(last)));
        let newest = ends.into_iter().flatten().max_by_key(|row| Q::time(row)).cloned();
        self.newest = newest;
        let rows: Vec<Arc<Q::Row>> = page.rows.into_iter().filter(|row| self.is_new(row)).collect();
        self.repeats.count(count, rows.len());
        let known: &Known = &self.walk.known;
        let reader = Reader::new(known);
        let values = rows.iter().map(|row| self.walk.valuer.values(row, &reader)).collect();
        let next = match page.next {
            Next::End => NextStep::End,
            Next::Refused(words) => NextStep::Refused(words),
            Next::More(_) if self.repeats.is_vain() => {
                NextStep::Refused("the last pages repeated rows that were there already")
            }
            Next::More(link) => NextStep::More(self.walk.pages.behind(&self.walk.query, link).ask()),
        };
        Step {
            values: RowValues::new(self.walk.fields.len(), values),
            rows: rows.iter().map(|row| row.raw().clone()).collect(),
            at: rows.iter().map(|row| Q::time(row)).collect(),
            times,
            next,
        }
    }
}

impl<Q: Listed, P: Pages<Q>> Steps for ListSteps<Q, P> {
    fn first(&mut self) -> Ask {
        self.walk.pages.first(&self.walk.query, self.now).ask()
    }

    fn within(&mut self, from: Timestamp, to: Timestamp) -> Option<Ask> {
        self.walk = self.walk.part(from, to)?;
        Some(self.first())
    }

    fn newer(&mut self, now: Timestamp) -> Option<Ask> {
        let newest = self.newest.as_deref();
        let seconds = if now >= self.late_at {
            self.late_at = now.plus_millis(LATE_INTERVAL_MILLIS);
            late_seconds(newest.and_then(|row| Q::time(row)), self.oldest)
        } else {
            OVERLAP_SECONDS
        };
        let query = self.walk.query.newer_than(newest, seconds, now)?;
        self.walk = self.walk.of(query.in_whole_pages());
        self.repeats = Repeats::default();
        Some(PageOf::first(self.walk.query.clone()).ask())
    }

    fn take(&mut self, outcome: &Result<Answer, Failure>) -> Option<Step> {
        let page = match outcome {
            Ok(answer) => PageOf::<Q>::pick(answer)?.clone(),
            Err(failure) => self.walk.pages.meant_by(failure)?,
        };
        let page = self.walk.pages.taken(page);
        Some(self.step(page))
    }
}

impl<Q: Listed, P: Pages<Q>> PagedList<Q, P> {
    /// See [`crate::panes::Pane::contents`].
    pub fn contents<R: Rows<Q, P>>(&self, rows: &R, ctx: &Context<'_>) -> Contents {
        Contents::List(self.walk(rows, ctx))
    }

    /// The whole list, loaded or not.
    pub(super) fn walk<R: Rows<Q, P>>(&self, rows: &R, ctx: &Context<'_>) -> Arc<dyn Walk> {
        Arc::new(ListWalk {
            query: self.query().in_whole_pages(),
            pages: self.source.pages.clone(),
            valuer: rows.valuer(ctx),
            known: ctx.known.clone(),
            fields: R::names().into_iter().map(field_name).collect(),
            shown: rows.shown(ctx).into(),
            units: R::units(ctx).into(),
        })
    }
}
