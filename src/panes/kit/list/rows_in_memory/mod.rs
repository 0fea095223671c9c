//! A list of a bounded number of rows in memory, which no server pages. It selects, filters, sorts, marks and draws
//! them as a table; the pane owns the rows.

mod choice;
mod marks;
mod pane;
mod source;

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Range;
use std::sync::Arc;

use decode::rows::{Arrange, Loaded};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{Columns, List};
use crate::message::{Action, Copied, Effect, Place};
use crate::panes::Context;
use crate::panes::kit::list::chips;
use crate::panes::kit::list::source::Source as _;
use crate::widgets::line::put_right;
use crate::widgets::table::Cell;
use crate::widgets::{Link, Marks, Role, Scroll, Split, Target};

pub use self::pane::MemoryPane;
pub use self::source::MemorySource;

/// Rows in memory, by their index in their own order.
pub trait MemoryRows {
    /// Identifies a row, independent of its index.
    type Name: Clone + Debug + Eq + Hash;
    type Columns: Columns;

    /// The column that the copy key copies; `None` for the place that the row opens.
    const FIRST_COPY: Option<&'static str> = None;

    fn columns(&self) -> &Self::Columns;

    /// A version that changes with any row or value: values are computed once per version. `None` for a few rows
    /// that are valued each time.
    fn version(&self) -> Option<(usize, usize)> {
        None
    }

    fn len(&self) -> usize;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn name(&self, at: usize) -> Option<Self::Name>;

    fn row(&self, at: usize) -> Option<<Self::Columns as Columns>::Row<'_>>;

    /// The place that a row opens.
    fn opened(&self, at: usize) -> Option<Place>;

    /// The link target of a row.
    fn target(&self, at: usize, _is_selected: bool) -> Option<Target> {
        self.opened(at).map(Target::Place)
    }

    /// A row as received; `None` if it is not a server's record.
    fn json(&self, _at: usize) -> Option<String> {
        None
    }

    /// The copies of a row, the first of it without the menu: its link and its values.
    fn copies(&self, at: usize) -> Vec<Copied> {
        let columns = self.row(at).map(|row| Self::Columns::copied(&row)).unwrap_or_default();
        let place = self.opened(at).map(|place| Copied::new("place", place.to_string()));
        let is_first = |copied: &Copied| Self::FIRST_COPY == Some(&copied.what);
        let (first, others): (Vec<_>, Vec<_>) = columns.into_iter().partition(is_first);
        first.into_iter().chain(place).chain(others).collect()
    }
}

/// A list whose rows are in memory.
pub type MemoryList<N> = List<RowsInMemory<N>>;

/// The shown rows and their order, the selection and the marks.
#[derive(Debug)]
pub struct RowsInMemory<N> {
    /// The values of the rows, while needed, and their version.
    loaded: Loaded,
    version: Option<(usize, usize)>,
    /// The filter and sort with the resulting indices; `None` if all rows are shown in their own order.
    shown: Option<(Arrange, Arc<[u32]>)>,
    /// Number of shown rows.
    shown_len: usize,
    scroll: Scroll,
    /// The selected row, while it stays selected when moved.
    selected: Option<N>,
    /// Whether the top row stays selected too; otherwise a new top row becomes selected.
    holds_top: bool,
    marks: Marks<N>,
    /// Indices of the marked rows that still exist, in order.
    marked: Vec<usize>,
    /// Whether the rows are unchanged since the last update: later events move the selection or mark rows.
    are_same: bool,
}

impl<N> Default for RowsInMemory<N> {
    fn default() -> Self {
        Self {
            loaded: Loaded::default(),
            version: None,
            shown: None,
            shown_len: 0,
            scroll: Scroll::default(),
            selected: None,
            holds_top: false,
            marks: Marks::default(),
            marked: Vec::new(),
            are_same: false,
        }
    }
}

/// The effect of a click on the rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pressed {
    /// Another row was selected, or none was clicked.
    Moved,
    /// The selected row was clicked again: it opens.
    Again,
    /// A linked cell of the selected row was clicked.
    Cell(Place),
}

impl Pressed {
    /// The resulting effects; `open` opens the selected row.
    pub fn effects(self, open: impl FnOnce() -> Vec<Effect>) -> Vec<Effect> {
        match self {
            Self::Moved => Vec::new(),
            Self::Again => open(),
            Self::Cell(place) => vec![Effect::Go(place)],
        }
    }
}

impl<N: Clone + Debug + Eq + Hash> RowsInMemory<N> {
    /// Number of shown rows.
    pub fn len<R: MemoryRows<Name = N>>(&self, rows: &R) -> usize {
        self.shown.as_ref().map_or(rows.len(), |(_, places)| places.len())
    }

    /// Whether no row is shown.
    pub fn is_empty<R: MemoryRows<Name = N>>(&self, rows: &R) -> bool {
        self.len(rows) == 0
    }

    /// Index among all rows of a shown row.
    pub fn place<R: MemoryRows<Name = N>>(&self, rows: &R, at: usize) -> Option<usize> {
        self.place_of(at).filter(|place| *place < rows.len())
    }

    fn place_of(&self, at: usize) -> Option<usize> {
        match &self.shown {
            Some((_, places)) => usize::try_from(*places.get(at)?).ok(),
            None => Some(at),
        }
    }

    /// Indices among all rows of the shown rows, in order.
    pub fn shown<R: MemoryRows<Name = N>>(&self, rows: &R) -> impl Iterator<Item = usize> {
        (0..self.len(rows)).filter_map(|at| self.place(rows, at))
    }

    /// Index among all rows of the selected row.
    pub fn selected<R: MemoryRows<Name = N>>(&self, rows: &R) -> Option<usize> {
        self.place(rows, self.scroll.selected)
    }

    /// The range of the shown rows that is visible.
    pub fn window<R: MemoryRows<Name = N>>(&self, rows: &R, height: u16) -> Range<usize> {
        self.scroll.window(self.len(rows), height)
    }

    fn name<R: MemoryRows<Name = N>>(&self, rows: &R, at: usize) -> Option<N> {
        rows.name(self.place(rows, at)?)
    }

    /// Selects the row of this name once it exists.
    pub fn hold(&mut self, name: Option<N>) {
        self.selected = name;
    }

    /// Keeps the same row selected and visible, or its index if it is gone. Call after [`MemoryList::update`].
    pub fn settle<R: MemoryRows<Name = N>>(&mut self, rows: &R, height: u16) {
        let len = self.len(rows);
        if let Some(selected) = self.selected.take() {
            let is_it = |at: &usize| self.name(rows, *at).as_ref() == Some(&selected);
            let now = Some(self.scroll.selected).filter(is_it).or_else(|| (0..len).find(is_it));
            self.scroll.selected = now.unwrap_or(self.scroll.selected);
        }
        self.scroll.settle(len, height);
        let mut marks = std::mem::take(&mut self.marks);
        marks.find_anchor(len, |at| self.name(rows, at));
        self.marks = marks;
        self.remember(rows);
    }

    fn remember<R: MemoryRows<Name = N>>(&mut self, rows: &R) {
        let is_held = self.holds_top || self.scroll.selected > 0;
        self.selected = if is_held { self.name(rows, self.scroll.selected) } else { None };
    }

    /// Selects a shown row and makes it visible.
    pub fn select<R: MemoryRows<Name = N>>(&mut self, rows: &R, at: usize, height: u16) {
        self.scroll.select(at, self.len(rows), height);
        self.remember(rows);
    }

    /// Moves the selection. `false` if the action moves nothing.
    pub fn move_by<R: MemoryRows<Name = N>>(&mut self, action: Action, rows: &R, height: u16) -> bool {
        self.are_same = self.scroll.act(action, self.len(rows), height).is_some();
        if self.are_same {
            self.remember(rows);
        }
        self.are_same
    }
}

impl<N: Clone + Debug + Eq + Hash> MemoryList<N> {
    /// The context for the area below the chips and the marks line, if there are any.
    pub fn within<'a>(&self, ctx: &Context<'a>) -> Context<'a> {
        Context { body: self.below(ctx.body), ..*ctx }
    }

    fn below(&self, body: Rect) -> Rect {
        body.below(self.chip_lines(body))
    }

    /// The links of the chips, rows and cells; a click on a chip removes it.
    pub fn links<R: MemoryRows<Name = N>>(&self, rows: &R, ctx: &Context<'_>, table: Rect) -> Vec<Link> {
        let mut all = self.shown_in(rows, table, ctx).links();
        all.extend(chips::links(&self.choice.chips(), ctx, ctx.body));
        all
    }

    /// Draws the titles and the rows in view.
    pub fn view<R: MemoryRows<Name = N>>(&self, rows: &R, ctx: &Context<'_>, table: Rect, buf: &mut Buffer) {
        let shown = self.shown_in(rows, table, ctx);
        shown.view(&shown.lines(), buf);
    }

    /// Draws the counts in place of the pane, with the chips above them. `false` if none are shown.
    pub fn view_counts(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> bool {
        if self.is_counting() {
            self.view_chips(ctx, area, buf);
        }
        self.draw_counts(|| self.none_passes(ctx).unwrap_or_default(), ctx, area, buf)
    }

    /// Draws the chips and the marks line, if there are any; returns the rest of the area.
    pub fn view_chips(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Rect {
        let below = self.below(area);
        let [band] = area.stack([area.height.saturating_sub(below.height)]);
        chips::view(&self.choice.chips(), ctx, band, buf);
        let passing = self.choice.is_active().then(|| self.count_words());
        let parts: Vec<String> = self.marked_words().into_iter().chain(passing).collect();
        let words = parts.join(&format!(" {} ", ctx.theme.glyphs.dot));
        put_right(buf, band.left_of(1), 0, &words, ctx.theme.style(Role::Dim));
        below
    }

    /// Draws the filter prompt; returns the cursor position.
    pub fn view_line(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let [_, line] = area.with_footer(1);
        self.choice.view_typed(|| self.count_words(), ctx, line, buf)
    }

    fn count_words(&self) -> String {
        let (all, shown) = (self.source.loaded.len(), self.source.shown.as_ref());
        format!("{} of {all}", shown.map_or(all, |(_, places)| places.len()))
    }

    /// Why the filter lets no row pass; `None` for another reason.
    pub fn none_passes(&self, ctx: &Context<'_>) -> Option<Vec<Cell>> {
        if self.source.loaded.is_empty() || !self.choice.is_active() {
            return None;
        }
        let mut lines = vec![(format!("No row passes / {}", self.choice.filter()), Role::Heading)];
        lines.extend(ctx.key_does(Action::Close, "shows all rows").map(|words| (words, Role::Dim)));
        Some(lines)
    }
}
