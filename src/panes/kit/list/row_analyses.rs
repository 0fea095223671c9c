//! Analyses of the bytes in a list's rows: of rows near the window, off the main loop, and again when knowledge
//! grows. A frame only looks up the visible rows, however many are loaded.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;

use decode::Snapshot;
use ledger::Row;

use crate::message::Question;
use crate::panes::Context;
use crate::panes::kit::Wants;
use crate::widgets::Feed;
use crate::widgets::feed::{Identity, MIN_AROUND_ROWS};

/// Maximum distance to the window, rows, at which a row has all rows of its block analysed.
const NEAR_ROWS: usize = MIN_AROUND_ROWS / 2;
/// Number of stored results before those far from the window are dropped.
const MAX_KNOWN_ROWS: usize = 1_000;

/// Results `R` by row names `N`, as answers to questions `Q` about many rows each.
#[derive(Debug)]
pub struct RowAnalyses<N, R, Q> {
    known: HashMap<N, (u64, R)>,
    /// The previous generation of rows, dropped next. Rows near the window are moved back.
    older: HashMap<N, (u64, R)>,
    asked: Option<Asked<N, Q>>,
    snapshot: Snapshot,
    /// Number of knowledge changes. Older results are shown until newer ones arrive.
    time: u64,
    /// The range examined last, which is not examined twice.
    seen: Option<(Range<usize>, usize, u64)>,
    /// See [`Feed::arrangements`].
    arrangements: usize,
    /// Number of received results.
    changes: usize,
}

/// The analysis in progress.
#[derive(Debug)]
struct Asked<N, Q> {
    question: Q,
    /// The rows, in the order of the question.
    names: Vec<N>,
    /// See [`RowAnalyses::time`].
    time: u64,
}

impl<N, R, Q> Default for RowAnalyses<N, R, Q> {
    fn default() -> Self {
        Self {
            known: HashMap::new(),
            older: HashMap::new(),
            asked: None,
            snapshot: Snapshot::default(),
            time: 0,
            seen: None,
            arrangements: 0,
            changes: 0,
        }
    }
}

impl<N: Clone + Eq + Hash, R, Q: Question> RowAnalyses<N, R, Q> {
    /// Starts an analysis of the rows around this window that lack a result with the current knowledge, unless one
    /// is in progress. `rows` returns a row by its index below `len`; rows without a name are skipped.
    pub fn update<'a, T: 'a>(
        &mut self,
        (rows, len, window): (impl Fn(usize) -> Option<&'a T>, usize, &Range<usize>),
        ctx: &Context<'_>,
        name: impl Fn(&T) -> Option<N>,
        question: impl FnOnce(&[&'a T]) -> Q,
    ) {
        if self.snapshot != *ctx.known {
            self.snapshot = ctx.known.clone();
            self.time += 1;
        }
        let about = window.start.saturating_sub(MIN_AROUND_ROWS)..window.end.saturating_add(MIN_AROUND_ROWS);
        let seen = (about.clone(), len, self.time);
        if self.asked.is_some() || self.seen.as_ref() == Some(&seen) {
            return;
        }
        self.seen = Some(seen);
        for row in about.clone().filter_map(&rows) {
            let older = name(row).and_then(|name| self.older.remove_entry(&name));
            self.known.extend(older);
        }
        let is_known = |name: &N| self.known.get(name).is_some_and(|(time, _)| *time == self.time);
        let each = about.clone().filter_map(|at| Some((at, rows(at)?)));
        let named = each.filter_map(|(at, row)| Some((at, name(row)?, row)));
        let unknown: Vec<_> = named.filter(|(_, name, _)| !is_known(name)).collect();
        // While scrolling, rows are analysed in batches, not one by one.
        let near = window.start.saturating_sub(NEAR_ROWS)..window.end.saturating_add(NEAR_ROWS);
        if !unknown.iter().any(|(at, ..)| near.contains(at)) {
            return;
        }
        let (ids, asked): (Vec<_>, Vec<_>) = unknown.into_iter().map(|(_, it, row)| (it, row)).unzip();
        self.asked = Some(Asked { question: question(&asked), names: ids, time: self.time });
    }

    /// Like [`Self::update`] for a feed, whose rows are named by their identity.
    pub fn update_feed<T: Identity<Id = N> + Row>(
        &mut self,
        feed: &Feed<T>,
        window: &Range<usize>,
        ctx: &Context<'_>,
        question: impl FnOnce(&[&T]) -> Q,
    ) {
        if self.arrangements != feed.arrangements() {
            self.arrangements = feed.arrangements();
            self.restart();
        }
        let row = |at| feed.row(at).map(AsRef::as_ref);
        self.update((row, feed.len(), window), ctx, T::identity, question);
    }

    /// Adds what is being analysed.
    pub fn wants(&self, wants: &mut Wants) {
        if let Some(asked) = &self.asked {
            wants.add_optional(&asked.question);
        }
    }

    /// Receives the results; `each` converts an answer into the rows' results, in the order of the question.
    pub fn receive(&mut self, ctx: &Context<'_>, each: impl FnOnce(&Q::Answer) -> Vec<R>) {
        let Some(outcome) = self.asked.as_ref().and_then(|asked| ctx.get(&asked.question).outcome()) else {
            return;
        };
        let (Some(asked), Ok(answer)) = (self.asked.take(), outcome) else { return };
        let rows = asked.names.into_iter().zip(each(answer));
        if self.known.len() > MAX_KNOWN_ROWS {
            self.older = std::mem::take(&mut self.known);
        }
        self.known.extend(rows.map(|(name, row)| (name, (asked.time, row))));
        self.changes += 1;
        // Rows that became visible meanwhile, or new knowledge, require another search.
        self.seen = None;
    }

    /// Number of received results.
    pub fn changes(&self) -> usize {
        self.changes
    }

    /// The analysis of a row, if it is known.
    pub fn get(&self, name: &N) -> Option<&R> {
        self.known.get(name).or_else(|| self.older.get(name)).map(|(_, row)| row)
    }

    /// Restarts for a reloaded list.
    pub fn restart(&mut self) {
        self.seen = None;
    }
}
