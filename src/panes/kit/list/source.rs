//! A list over the source of its rows: pages of a server, or memory. Counts of the rows may replace them on screen.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use decode::rows::{Filter, Loaded, Sort};
use ledger::PackedRows;
use ledger::amount::{counted, grouped};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::aggregates::{Aggregates, CountedRows};
use super::columns::Columns;
use super::{LocalChoice, Value, say};
use crate::message::{Action, Arrangement, Click, Effect, Place};
use crate::panes::Context;
use crate::widgets::table::{Cell, Lines};
use crate::widgets::{Link, Target};

/// A list: its rows, filter, sort and selected cell.
#[derive(Debug, Default)]
pub struct List<S> {
    pub(super) source: S,
    /// The local filter and the sort.
    pub(super) choice: LocalChoice,
    /// Index of the selected cell's column; `None` while rows are selected.
    pub(super) cell: Option<usize>,
    /// Counts of the rows, while shown in their place.
    pub(super) aggregates: Option<Aggregates>,
}

/// The rows of a list.
pub trait Source {
    /// Index of the selected row among the shown ones.
    fn cursor(&self) -> usize;

    /// Why no row is selected.
    fn no_row(&self) -> Option<&'static str>;

    /// Number of chip lines above the rows; `is_chosen` with a local filter or sort.
    fn chip_lines(&self, is_chosen: bool, body: Rect) -> u16;

    /// The rows to count.
    fn counted<'a>(&'a self, filter: &'a Filter) -> CountedRows<'a>;

    /// Number of marked rows, without the open range.
    fn marked(&self) -> usize;

    /// Number of rows in the open range.
    fn range(&self) -> Option<usize>;

    /// The numbers of marked rows and of rows in the open range, in words.
    fn marked_words(&self) -> Option<String> {
        let marked = (self.marked() > 0).then(|| format!("{} marked", grouped(&self.marked())));
        let range = self.range().map(|rows| format!("marking {}", counted(rows, "row")));
        let parts: Vec<String> = range.into_iter().chain(marked).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    /// The marked rows with values.
    fn loaded_marks(&self) -> Loaded;

    /// Closes the open range, else clears all marks. `false` without either.
    fn clear_marks(&mut self) -> bool;
}

/// A row by its page and its index in it.
pub(super) type Packed<T> = (Arc<PackedRows<T>>, usize);

/// A marked row: its place, and its value in every column.
pub(super) type Valued = (Option<Place>, Vec<Value>);

/// A pane's data about the rows of a source.
pub trait RowsOf<S> {
    type Columns: Columns;

    /// The column that the copy key copies; `None` for the place that the row opens.
    const FIRST_COPY: Option<&'static str>;

    fn columns(&self) -> &Self::Columns;

    /// The visible lines.
    fn lines(&self, source: &S, table: Rect, ctx: &Context<'_>) -> Lines;

    /// A shown row near the window.
    fn row<'a>(
        &'a self,
        source: &'a S,
        at: usize,
        ctx: &Context<'a>,
    ) -> Option<<Self::Columns as Columns>::Row<'a>>;

    /// The place that a shown row opens.
    fn opened(&self, source: &S, at: usize) -> Option<Place>;

    /// The link target of a shown row.
    fn target(&self, source: &S, at: usize) -> Option<Target> {
        self.opened(source, at).map(Target::Place)
    }

    /// Moves the selection.
    fn move_by(&self, list: &mut List<S>, action: Action, table: Rect, ctx: &Context<'_>) -> Vec<Effect>;

    /// Whether a shown row can be marked.
    fn is_markable(&self, source: &S, at: usize) -> bool;

    /// Whether a shown row is marked, or in the open range.
    fn is_marked(&self, source: &S, at: usize) -> bool;

    /// Toggles the mark of the selected row. `false` if this closed an open range instead.
    fn toggle_mark(&self, source: &mut S) -> bool;

    /// Opens a range at the selected row, or closes the open one.
    fn toggle_range(&self, source: &mut S);

    /// Marks the rows of the open range. `false` without one.
    fn end_range(&self, source: &mut S) -> bool;

    /// The places of the marked rows, in the order of the list.
    fn marked_places(&self, source: &S, sort: Option<Sort>) -> Vec<Place>;

    /// The marked rows, in the order of the list.
    fn valued_marks(&self, source: &S, sort: Option<Sort>, ctx: &Context<'_>) -> Vec<Valued>;

    /// The marked rows as JSON, one a line.
    fn marked_json(&self, source: &S, sort: Option<Sort>) -> String;

    /// Keeps the selected row selected while the filter or sort changes.
    fn hold_selected(&self, _source: &mut S) {}

    /// Offers the rows of the list at this place for export.
    fn export(&self, list: &mut List<S>, place: Place, ctx: &Context<'_>) -> Option<Effect>;
}

/// A list gives read access to its source.
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

    /// Whether a filter or sort is set.
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

impl<S: Source> List<S> {
    /// Number of chip lines above the rows or counts.
    pub(super) fn chip_lines(&self, body: Rect) -> u16 {
        self.source.chip_lines(self.choice.is_active(), body)
    }

    /// Counts the rows with values, if counts are shown.
    pub(super) fn count(&mut self, ctx: &Context<'_>) {
        let chips = self.chip_lines(ctx.body);
        let rows = self.source.counted(self.choice.filter());
        if let Some(aggregates) = &mut self.aggregates {
            aggregates.count(&rows, || self.source.loaded_marks(), chips, ctx);
        }
    }

    /// Moves among the counts.
    pub(super) fn move_count(&mut self, action: Action, ctx: &Context<'_>) {
        let chips = self.chip_lines(ctx.body);
        if let Some(aggregates) = &mut self.aggregates {
            aggregates.move_by(action, chips, ctx);
        }
    }

    /// Handles a click on the counts.
    pub(super) fn click_counts<C: Columns>(&mut self, click: Click, ctx: &Context<'_>) {
        let chips = self.chip_lines(ctx.body);
        let terms = self.aggregates.as_mut().and_then(|it| it.click::<C>(click, chips, ctx));
        self.narrow::<C>(terms, ctx);
    }

    /// Closes the counts, and adds these terms to the local filter.
    pub(super) fn narrow<C: Columns>(&mut self, terms: Option<String>, ctx: &Context<'_>) {
        if terms.is_some_and(|terms| self.choice.narrow::<C>(&terms, ctx)) {
            self.aggregates = None;
        }
    }

    /// The links of the visible counts; `None` if none are shown.
    pub(super) fn count_links(&self, ctx: &Context<'_>) -> Option<Vec<Link>> {
        self.aggregates.as_ref().map(|it| it.links(self.chip_lines(ctx.body), ctx))
    }

    /// Draws the counts in place of the rows; `none` says why no row passes. `false` if none are shown.
    pub(super) fn draw_counts(
        &self,
        none: impl FnOnce() -> Vec<Cell>,
        ctx: &Context<'_>,
        area: Rect,
        buf: &mut Buffer,
    ) -> bool {
        let Some(aggregates) = &self.aggregates else { return false };
        let rows = self.source.counted(self.choice.filter());
        let areas = aggregates.areas(self.chip_lines(area), area);
        if let Some(empty) = aggregates.view(&rows, &areas, ctx, buf) {
            say(&none(), ctx, empty, buf);
        }
        true
    }
}
