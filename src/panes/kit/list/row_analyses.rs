//! Analyses of the bytes in a list's rows: made for the rows near the window, off the loop's thread, and
//! again when more is known. A frame only looks up the rows in view, however many are loaded.

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

/// How near the window a row must be that is worth an analysis of all rows that are unpacked with it.
const NEAR_ROWS: usize = MIN_AROUND_ROWS / 2;
/// Of how many rows it is kept what they say before those that are far from the window are forgotten.
const MAX_KNOWN_ROWS: usize = 1_000;

/// What the rows say as `R`, by the rows' names `N`, as answers to questions `Q`, each of which is about many rows.
#[derive(Debug)]
pub struct RowAnalyses<N, R, Q> {
    known: HashMap<N, (u64, R)>,
    /// The previous generation of rows, dropped next. Rows near the window are moved back.
    older: HashMap<N, (u64, R)>,
    asked: Option<Asked<N, Q>>,
    snapshot: Snapshot,
    /// How often what is known beside the rows has changed. What was found before that is shown until there is newer.
    time: u64,
    /// What was examined last, so that nothing is searched for twice.
    seen: Option<(Range<usize>, usize, u64)>,
    /// See [`Feed::arrangements`].
    arrangements: usize,
    /// How often results have come.
    changes: usize,
}

/// What is being analysed.
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
    /// Looks for rows about this window that have not been analysed with all that is known now, and has them analysed
    /// unless others are. `rows` gives a row by its place among all of `len`; one without a name cannot be analysed.
    pub fn update<'a, T: 'a>(
        &mut self,
        (rows, len): (impl Fn(usize) -> Option<&'a T>, usize),
        window: &Range<usize>,
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
        // While one scrolls they are analysed by the dozen, not each when it comes near.
        let near = window.start.saturating_sub(NEAR_ROWS)..window.end.saturating_add(NEAR_ROWS);
        if !unknown.iter().any(|(at, ..)| near.contains(at)) {
            return;
        }
        let (ids, asked): (Vec<_>, Vec<_>) = unknown.into_iter().map(|(_, it, row)| (it, row)).unzip();
        self.asked = Some(Asked { question: question(&asked), names: ids, time: self.time });
    }

    /// The same for the rows of a feed, each of which is named by its identity.
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
        self.update((row, feed.len()), window, ctx, T::identity, question);
    }

    /// Adds what is being analysed.
    pub fn wants(&self, wants: &mut Wants) {
        if let Some(asked) = &self.asked {
            wants.add_optional(&asked.question);
        }
    }

    /// Receives the results; `each` makes of it what the rows say, in the order of the question.
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
        // What has come into view or become known meanwhile is searched for again.
        self.seen = None;
    }

    /// How often results have come.
    pub fn changes(&self) -> usize {
        self.changes
    }

    /// The analysis of a row, if it is known.
    pub fn get(&self, name: &N) -> Option<&R> {
        self.known.get(name).or_else(|| self.older.get(name)).map(|(_, row)| row)
    }

    /// Starts again: the list is another one.
    pub fn restart(&mut self) {
        self.seen = None;
    }
}
