//! What the bytes in the rows of a list say: studied for the rows about the window, off the loop's thread, and again
//! when more is known. A frame looks up the rows in view and nothing else, however many are loaded.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;
use std::sync::Arc;

use crate::decode::study::{Question, Study};
use crate::decode::{Finding, Snapshot};
use crate::message::{Answer, Ask, Effect, Response};
use crate::panes::{Context, Remote};

/// How many rows before and behind the window are studied with it.
const AROUND: usize = 50;
/// How near the window a row must be that is worth a study.
const NEAR: usize = AROUND / 2;

/// The readings `R` of the rows, by the rows' names `N`.
#[derive(Debug)]
pub struct Studied<N, R> {
    read: HashMap<N, (u64, R)>,
    study: Remote<Arc<Finding>>,
    /// The rows that are being studied, in the order of the question, and the time of what it was asked with.
    asked: (u64, Vec<N>),
    known: Snapshot,
    /// How often what is known has changed. A reading of an earlier time is shown until there is a newer one.
    time: u64,
    /// What was looked at last, so that nothing is looked for twice.
    seen: Option<(Range<usize>, usize, u64)>,
}

impl<N, R> Default for Studied<N, R> {
    fn default() -> Self {
        Self {
            read: HashMap::new(),
            study: Remote::default(),
            asked: (0, Vec::new()),
            known: Snapshot::default(),
            time: 0,
            seen: None,
        }
    }
}

impl<N: Clone + Eq + Hash, R> Studied<N, R> {
    /// The rows about this window that have not been read with all that is known now. None while others are being
    /// studied, or while nothing has changed since they were looked for last. A row without a name cannot be read.
    pub fn wanted<'a, T>(
        &mut self,
        rows: &'a [T],
        window: &Range<usize>,
        ctx: &Context<'_>,
        name: impl Fn(&T) -> Option<N>,
    ) -> Vec<(N, &'a T)> {
        if self.known != *ctx.known {
            self.known = ctx.known.clone();
            self.time += 1;
        }
        let about = window.start.saturating_sub(AROUND)..window.end.saturating_add(AROUND);
        let seen = (about.clone(), rows.len(), self.time);
        if self.study.asked().is_some() || self.seen.as_ref() == Some(&seen) {
            return Vec::new();
        }
        self.seen = Some(seen);
        let read = |name: &N| self.read.get(name).is_some_and(|(time, _)| *time == self.time);
        let each = rows.iter().enumerate().skip(about.start).take(about.len());
        let named = each.filter_map(|(at, row)| Some((at, name(row)?, row)));
        let unread: Vec<_> = named.filter(|(_, name, _)| !read(name)).collect();
        // While one scrolls they are read by the dozen, not each when it comes near.
        let near = window.start.saturating_sub(NEAR)..window.end.saturating_add(NEAR);
        if !unread.iter().any(|(at, ..)| near.contains(at)) {
            return Vec::new();
        }
        unread.into_iter().map(|(_, name, row)| (name, row)).collect()
    }

    /// Studies the rows of these names, in the order of the question.
    pub fn ask(&mut self, names: Vec<N>, question: Question, ctx: &Context<'_>) -> Effect {
        self.asked = (self.time, names);
        let study = Study { known: self.known.clone(), question };
        self.study.ask(ctx.request(Ask::Study(study)), ctx.now)
    }

    /// Takes what was found out; `read` makes the readings of it, in the order of the question.
    pub fn hear(&mut self, response: &Response, read: impl FnOnce(&Finding) -> Vec<R>) {
        let heard = self.study.hear(response, |answer| match answer {
            Answer::Finding(finding) => Some(Arc::clone(finding)),
            _ => None,
        });
        let (time, asked) = if heard { std::mem::take(&mut self.asked) } else { return };
        if let Some(finding) = self.study.value() {
            let rows = asked.into_iter().zip(read(finding));
            self.read.extend(rows.map(|(name, reading)| (name, (time, reading))));
        }
        self.study.forget();
        // What has come into view or become known meanwhile is looked for again.
        self.seen = None;
    }

    /// What the row of this name says, as far as it has been read.
    pub fn of(&self, name: &N) -> Option<&R> {
        self.read.get(name).map(|(_, reading)| reading)
    }

    /// Looks for rows to read again: the list is another one.
    pub fn look_again(&mut self) {
        self.seen = None;
    }

    /// Stops studying.
    pub fn stop(&mut self) -> Option<Effect> {
        self.study.stop()
    }
}
