//! The rows that the local filter leaves, in the order of the sort: worked out off the loop.

use std::sync::Arc;

use decode::rows::{Arrange, Loaded, RowValues};
use ledger::{PackedRows, Row};

use super::local_choice::LocalChoice;
use super::valuer::{PageValues, Valuer};
use crate::panes::Context;
use crate::panes::kit::Wants;
use crate::widgets::Feed;
use crate::widgets::feed::Identity;

/// What is to be known of the columns in which rows are valued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Worth {
    /// How many there are.
    pub(super) columns: usize,
    /// How often values have changed.
    pub(super) changes: usize,
    /// The column that says of which rows all details are known.
    pub(super) details: Option<usize>,
}

/// Which of the loaded rows are shown.
#[derive(Debug)]
pub(super) struct Arranged<T> {
    /// Whether values are wanted though nothing is chosen by them.
    is_needed: bool,
    values: PageValues<T>,
    /// What is being worked out, by the places that rows have after so many moves.
    asked: Option<Arrange>,
    moves: usize,
    /// What the rows are shown by.
    applied: Option<Arrange>,
    /// How many rows the shown ones were chosen from, and of how many of them all details were known.
    examined: usize,
    with_details: usize,
}

impl<T> Default for Arranged<T> {
    fn default() -> Self {
        Self {
            is_needed: false,
            values: PageValues::default(),
            asked: None,
            moves: 0,
            applied: None,
            examined: 0,
            with_details: 0,
        }
    }
}

impl<T: Identity + Row> Arranged<T> {
    /// Whether the rows that are shown are not yet those of all that is loaded and asked for.
    pub(super) fn is_behind(&self, choice: &LocalChoice, feed: &Feed<T>) -> bool {
        choice.is_active()
            && (self.asked.is_some() || self.applied.is_none() || self.examined < feed.loaded())
    }

    /// How many rows the shown ones were chosen from.
    pub(super) fn examined(&self) -> usize {
        self.examined
    }

    /// Has the values known, or not, if nothing is chosen by them.
    pub(super) fn set_needed(&mut self, is_needed: bool) {
        self.is_needed = is_needed;
    }

    /// Of how many of these all details are known.
    pub(super) fn with_details(&self) -> usize {
        self.with_details
    }

    /// The rows whose values are known.
    pub(super) fn loaded(&self) -> &Loaded {
        self.values.loaded()
    }

    /// What the rows of a page are worth, if that is known by now.
    pub(super) fn values(&self, page: &Arc<PackedRows<T>>) -> Option<&Arc<RowValues>> {
        self.values.values(page)
    }

    /// What the values take of memory, about, bytes.
    pub(super) fn bytes(&self) -> usize {
        self.values.bytes()
    }

    /// Gives the values back, which are worked out again once they are needed. How many bytes they took.
    pub(super) fn give_back(&mut self) -> usize {
        let bytes = self.bytes();
        (self.asked, self.values) = (None, PageValues::default());
        bytes
    }

    /// Has the rows chosen of so many in the feed, as far as they are valued.
    fn ask(&mut self, choice: &LocalChoice, details: Option<usize>, in_feed: usize) {
        let loaded = self.values.loaded().clone();
        if !choice.is_active() || self.asked.is_some() || loaded.is_empty() {
            return;
        }
        let wanted = Arrange { loaded, filter: choice.filter().clone(), sort: choice.sort(), details };
        // Values that were given back are worked out again: until all are there, what is shown is more.
        let is_less = |applied: &Arrange| {
            (&applied.filter, applied.sort) == (&wanted.filter, wanted.sort)
                && wanted.loaded.len() < self.examined.min(in_feed)
        };
        if self.applied.as_ref().is_none_or(|applied| *applied != wanted && !is_less(applied)) {
            self.asked = Some(wanted);
        }
    }

    /// Shows the rows that have been worked out, and has others worked out as more is chosen, loaded or known.
    pub(super) fn update(
        &mut self,
        feed: &mut Feed<T>,
        choice: &LocalChoice,
        (worth, height): (Worth, u16),
        ctx: &Context<'_>,
        valuer: impl FnOnce() -> Arc<dyn Valuer<T>>,
    ) {
        if !choice.is_active() && self.applied.take().is_some() {
            feed.show(None, height);
        }
        if !choice.is_active() && !choice.is_typing() && !self.is_needed {
            (self.asked, self.values) = (None, PageValues::default());
            return;
        }
        // What was chosen before is not wanted any more.
        let is_wanted = |asked: &Arrange| asked.filter == *choice.filter() && asked.sort == choice.sort();
        self.asked = self.asked.take().filter(is_wanted);
        // Rows have come above: the answer would name them by the places that they had.
        if self.moves != feed.moves() {
            (self.moves, self.asked) = (feed.moves(), None);
        }
        self.receive(feed, height, ctx);
        self.values.update(feed, worth, ctx, valuer);
        self.ask(choice, worth.details, feed.loaded());
    }

    fn receive(&mut self, feed: &mut Feed<T>, height: u16, ctx: &Context<'_>) {
        let Some(outcome) = self.asked.as_ref().and_then(|asked| ctx.get(asked).outcome()) else { return };
        let Some(asked) = self.asked.take() else { return };
        if let Ok(arranged) = outcome {
            feed.show(Some(Arc::clone(&arranged.rows)), height);
            self.examined = arranged.examined;
            self.with_details = arranged.with_details;
            self.applied = Some(asked);
        }
    }

    /// Adds what is being worked out.
    pub(super) fn wants(&self, wants: &mut Wants) {
        self.values.wants(wants);
        if let Some(asked) = &self.asked {
            wants.add_optional(asked);
        }
    }
}
