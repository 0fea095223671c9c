//! The filtered and sorted rows, computed off the main loop.

use std::sync::Arc;

use decode::rows::{Arrange, Loaded, RowValues};
use ledger::{PackedRows, Row};

use super::local_choice::LocalChoice;
use super::valuer::{PageValues, Valuer, Worth};
use crate::panes::Context;
use crate::panes::kit::Wants;
use crate::widgets::Feed;
use crate::widgets::feed::Identity;

/// Which of the loaded rows are shown.
#[derive(Debug)]
pub(super) struct Arranged<T> {
    /// Whether values are needed without a filter or sort.
    is_needed: bool,
    values: PageValues<T>,
    /// The computation in progress, with row indices as of this number of moves.
    asked: Option<Arrange>,
    moves: usize,
    /// The filter and sort of the shown rows.
    applied: Option<Arrange>,
    /// Number of examined rows, and of those with all details.
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
    /// Whether the shown rows lag behind the loaded rows or the filter and sort.
    pub(super) fn is_behind(&self, choice: &LocalChoice, feed: &Feed<T>) -> bool {
        choice.is_active()
            && (self.asked.is_some() || self.applied.is_none() || self.examined < feed.loaded())
    }

    /// Number of examined rows.
    pub(super) fn examined(&self) -> usize {
        self.examined
    }

    /// Sets whether values are computed without a filter or sort.
    pub(super) fn set_needed(&mut self, is_needed: bool) {
        self.is_needed = is_needed;
    }

    /// Number of examined rows with all details.
    pub(super) fn with_details(&self) -> usize {
        self.with_details
    }

    /// The rows with values.
    pub(super) fn loaded(&self) -> &Loaded {
        self.values.loaded()
    }

    /// The values of a page's rows; `None` until they were computed.
    pub(super) fn values(&self, page: &Arc<PackedRows<T>>) -> Option<&Arc<RowValues>> {
        self.values.values(page)
    }

    /// Approximate memory of the values, bytes.
    pub(super) fn bytes(&self) -> usize {
        self.values.bytes()
    }

    /// Drops the values, which are computed again when needed. Returns the number of freed bytes.
    pub(super) fn give_back(&mut self) -> usize {
        let bytes = self.bytes();
        (self.asked, self.values) = (None, PageValues::default());
        bytes
    }

    /// Starts filtering and sorting the rows of the feed that have values.
    fn ask(&mut self, choice: &LocalChoice, details: Option<usize>, in_feed: usize) {
        let loaded = self.values.loaded().clone();
        if !choice.is_active() || self.asked.is_some() || loaded.is_empty() {
            return;
        }
        let wanted = Arrange { loaded, filter: choice.filter().clone(), sort: choice.sort(), details };
        // Dropped values are computed again: until then the rows on screen are more complete.
        let is_less = |applied: &Arrange| {
            (&applied.filter, applied.sort) == (&wanted.filter, wanted.sort)
                && wanted.loaded.len() < self.examined.min(in_feed)
        };
        if self.applied.as_ref().is_none_or(|applied| *applied != wanted && !is_less(applied)) {
            self.asked = Some(wanted);
        }
    }

    /// Applies the computed rows, and starts another computation after a change of filter, rows or knowledge.
    pub(super) fn update(
        &mut self,
        (feed, height): (&mut Feed<T>, u16),
        choice: &LocalChoice,
        (worth, valuer): (Worth, impl FnOnce() -> Arc<dyn Valuer<T>>),
        ctx: &Context<'_>,
    ) {
        if !choice.is_active() && self.applied.take().is_some() {
            feed.show(None, height);
        }
        if !choice.is_active() && !choice.is_typing() && !self.is_needed {
            (self.asked, self.values) = (None, PageValues::default());
            return;
        }
        // The result for an earlier filter or sort is dropped.
        let is_wanted = |asked: &Arrange| asked.filter == *choice.filter() && asked.sort == choice.sort();
        self.asked = self.asked.take().filter(is_wanted);
        // Rows were added above: the answer would have outdated indices.
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

    /// Adds the computation in progress.
    pub(super) fn wants(&self, wants: &mut Wants) {
        self.values.wants(wants);
        if let Some(asked) = &self.asked {
            wants.add_optional(asked);
        }
    }
}
