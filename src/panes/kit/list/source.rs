//! Where the rows of a list come from: pages of a server, or memory.

use std::ops::{Deref, DerefMut};

use decode::rows::{Filter, Loaded, Sort};
use ratatui::layout::Rect;

use super::aggregates::{Aggregates, CountedRows};
use super::columns::Columns;
use super::marks::marking_words;
use super::{LocalChoice, Value};
use crate::message::{Action, Arrangement, Effect, Place};
use crate::panes::Context;
use crate::widgets::Target;
use crate::widgets::table::Lines;

/// A list: its rows, and what the user chooses of them.
#[derive(Debug, Default)]
pub struct List<S> {
    pub(super) source: S,
    /// The local filter and the sort.
    pub(super) choice: LocalChoice,
    /// The column of the chosen cell, by its place among all; `None` while rows are opened.
    pub(super) cell: Option<usize>,
    /// Counts of the rows, while they are shown in their place.
    pub(super) aggregates: Option<Aggregates>,
}

/// The rows of a list.
pub trait Source {
    /// The place of the selected row among those that are shown.
    fn cursor(&self) -> usize;

    /// Why no row is selected.
    fn no_row(&self) -> Option<&'static str>;

    /// How many lines of chips are above the rows; `is_chosen` if the user chooses among them.
    fn chip_lines(&self, is_chosen: bool, body: Rect) -> u16;

    /// The rows that are counted.
    fn counted<'a>(&'a self, filter: &'a Filter) -> CountedRows<'a>;

    /// How many rows are marked, without those of a range that is open.
    fn marked(&self) -> usize;

    /// How many rows the range has that is open.
    fn range(&self) -> Option<usize>;

    /// How many rows are marked, in words.
    fn marked_words(&self) -> Option<String> {
        marking_words(self.marked(), self.range())
    }

    /// The marked rows whose values are known.
    fn loaded_marks(&self) -> Loaded;

    /// Leaves the range that is open, else takes all marks away. `false` if there are none.
    fn clear_marks(&mut self) -> bool;
}

/// A marked row: where it leads, and its value in every column.
pub(super) type Valued = (Option<Place>, Vec<Value>);

/// What a pane knows of the rows of a source.
pub trait RowsOf<S> {
    type Columns: Columns;

    /// The column that is copied of a row without the menu; `None` if that is where it leads.
    const FIRST_COPY: Option<&'static str>;

    fn columns(&self) -> &Self::Columns;

    /// What is in view.
    fn lines(&self, source: &S, table: Rect, ctx: &Context<'_>) -> Lines;

    /// A row that is shown near the window.
    fn row<'a>(
        &'a self,
        source: &'a S,
        at: usize,
        ctx: &Context<'a>,
    ) -> Option<<Self::Columns as Columns>::Row<'a>>;

    /// Where a row that is shown leads.
    fn opened(&self, source: &S, at: usize) -> Option<Place>;

    /// What it is a link to.
    fn target(&self, source: &S, at: usize) -> Option<Target> {
        self.opened(source, at).map(Target::Place)
    }

    /// Moves the selection.
    fn move_by(&self, list: &mut List<S>, action: Action, table: Rect, ctx: &Context<'_>) -> Vec<Effect>;

    /// Whether a row that is shown can be marked.
    fn is_markable(&self, source: &S, at: usize) -> bool;

    /// Whether a row that is shown is marked, or in the range that is open.
    fn is_marked(&self, source: &S, at: usize) -> bool;

    /// Marks the selected row or takes its mark away. `false` if a range that was open has ended instead.
    fn toggle_mark(&self, source: &mut S) -> bool;

    /// Begins a range at the selected row, or ends the one that is open.
    fn toggle_range(&self, source: &mut S);

    /// Marks the rows of a range that is open. `false` if none is.
    fn end_range(&self, source: &mut S) -> bool;

    /// Where the marked rows lead, in the order of the list.
    fn marked_places(&self, source: &S, sort: Option<Sort>) -> Vec<Place>;

    /// The marked rows, in the order of the list.
    fn valued_marks(&self, source: &S, sort: Option<Sort>, ctx: &Context<'_>) -> Vec<Valued>;

    /// The marked rows as JSON, one a line.
    fn marked_json(&self, source: &S, sort: Option<Sort>) -> String;

    /// Has the selected row stay selected while other rows are chosen.
    fn hold_selected(&self, _source: &mut S) {}

    /// Offers the rows of the list at this place for export.
    fn export(&self, list: &mut List<S>, place: Place, ctx: &Context<'_>) -> Option<Effect>;
}

/// A list is read as its rows are.
impl<S> Deref for List<S> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.source
    }
}

impl<S> DerefMut for List<S> {
    fn deref_mut(&mut self) -> &mut S {
        &mut self.source
    }
}

impl<S> List<S> {
    pub(super) fn from_source(source: S) -> Self {
        Self { source, choice: LocalChoice::default(), cell: None, aggregates: None }
    }

    /// Whether rows are left out, or not in their own order.
    pub fn is_active(&self) -> bool {
        self.choice.is_active()
    }

    /// Whether the local filter is being typed.
    pub fn is_typing(&self) -> bool {
        self.choice.is_typing()
    }

    /// Whether counts are shown in place of the rows.
    pub fn is_counting(&self) -> bool {
        self.aggregates.is_some()
    }

    /// See [`crate::panes::Pane::arrangement`].
    pub fn arrangement(&self) -> Arrangement {
        self.choice.arrangement()
    }

    /// See [`crate::panes::Pane::set_arrangement`].
    pub fn set_arrangement<C: Columns>(
        &mut self,
        arrangement: &Arrangement,
        ctx: &Context<'_>,
    ) -> Vec<Effect> {
        self.choice.set_arrangement::<C>(arrangement, ctx)
    }
}
