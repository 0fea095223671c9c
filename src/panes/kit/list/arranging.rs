//! The rows that the local filter leaves, and the order in which they are sorted: worked out off the loop.

use std::sync::Arc;

use super::valuing::{Valuer, Valuing};
use crate::decode::rows::{Arrange, Filter, Loaded, Sort};
use crate::ledger::Row;
use crate::panes::Context;
use crate::panes::kit::Wants;
use crate::widgets::Feed;
use crate::widgets::feed::Identity;

/// What leaves some of the loaded rows, and orders them.
#[derive(Debug)]
pub(super) struct Arranging<T> {
    filter: Filter,
    sort: Option<Sort>,
    /// Whether values are wanted though nothing is chosen by them yet.
    is_typed: bool,
    valuing: Valuing<T>,
    /// What is being worked out, by the places that rows have after so many moves.
    asked: Option<Arrange>,
    moves: usize,
    /// What the rows are shown by.
    applied: Option<Arrange>,
    /// How many rows the shown ones were chosen from.
    examined: usize,
}

impl<T> Default for Arranging<T> {
    fn default() -> Self {
        Self {
            filter: Filter::default(),
            sort: None,
            is_typed: false,
            valuing: Valuing::default(),
            asked: None,
            moves: 0,
            applied: None,
            examined: 0,
        }
    }
}

impl<T: Identity + Row> Arranging<T> {
    pub(super) fn filter(&self) -> &Filter {
        &self.filter
    }

    pub(super) fn sort(&self) -> Option<Sort> {
        self.sort
    }

    /// Whether rows are left out, or not in their own order.
    pub(super) fn is_active(&self) -> bool {
        !self.filter.is_empty() || self.sort.is_some()
    }

    /// Whether the rows that are shown are not yet those of all that is loaded and asked for.
    pub(super) fn is_behind(&self, feed: &Feed<T>) -> bool {
        self.is_active() && (self.asked.is_some() || self.applied.is_none() || self.examined < feed.loaded())
    }

    /// How many rows the shown ones were chosen from.
    pub(super) fn examined(&self) -> usize {
        self.examined
    }

    /// Has the values known by which one may choose, while a filter is typed.
    pub(super) fn set_typed(&mut self, is_typed: bool) {
        self.is_typed = is_typed;
    }

    /// The rows whose values are known.
    pub(super) fn loaded(&self) -> &Loaded {
        self.valuing.loaded()
    }

    /// Leaves the rows that pass.
    pub(super) fn set_filter(&mut self, filter: Filter) {
        self.filter = filter;
        self.ask_anew();
    }

    /// Orders the rows.
    pub(super) fn set_sort(&mut self, sort: Option<Sort>) {
        self.sort = sort;
        self.ask_anew();
    }

    /// What was asked for before is not wanted any more.
    fn ask_anew(&mut self) {
        self.asked = None;
        self.ask();
    }

    fn ask(&mut self) {
        let loaded = self.valuing.loaded().clone();
        if !self.is_active() || self.asked.is_some() || loaded.is_empty() {
            return;
        }
        let wanted = Arrange { loaded, filter: self.filter.clone(), sort: self.sort };
        if self.applied.as_ref() != Some(&wanted) {
            self.asked = Some(wanted);
        }
    }

    /// Shows the rows that have been worked out, and has others worked out as more is loaded or known: `columns` says
    /// how many there are, and how often their values changed.
    pub(super) fn update(
        &mut self,
        feed: &mut Feed<T>,
        columns: (usize, usize),
        height: u16,
        ctx: &Context<'_>,
        valuer: impl FnOnce() -> Arc<dyn Valuer<T>>,
    ) {
        if !self.is_active() {
            if self.applied.take().is_some() {
                feed.show(None, height);
            }
            self.asked = None;
        }
        if !self.is_active() && !self.is_typed {
            self.valuing = Valuing::default();
            return;
        }
        // Rows have come above: the answer would name them by the places that they had.
        if self.moves != feed.moves() {
            (self.moves, self.asked) = (feed.moves(), None);
        }
        self.receive(feed, height, ctx);
        self.valuing.update(feed, columns, ctx, valuer);
        self.ask();
    }

    fn receive(&mut self, feed: &mut Feed<T>, height: u16, ctx: &Context<'_>) {
        let Some(outcome) = self.asked.as_ref().and_then(|asked| ctx.get(asked).outcome()) else { return };
        let Some(asked) = self.asked.take() else { return };
        if let Ok(arranged) = outcome {
            feed.show(Some(Arc::clone(&arranged.rows)), height);
            self.examined = arranged.examined;
            self.applied = Some(asked);
        }
    }

    /// Adds what is being worked out.
    pub(super) fn wants(&self, wants: &mut Wants) {
        self.valuing.wants(wants);
        if let Some(asked) = &self.asked {
            wants.add_optional(asked);
        }
    }
}
