//! A list whose rows are all in memory, and bounded: what no server pages. It selects, chooses, sorts and marks them,
//! and draws them as a table; where the rows come from is the pane's.

mod choice;
mod marks;
mod pane;
mod source;
mod view;

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Range;
use std::sync::Arc;

pub use self::pane::MemoryPane;
pub use self::source::MemorySource;
use super::{Columns, List};
use crate::message::{Action, Copied, Effect, Place};
use crate::widgets::{Marks, Scroll, Target};
use decode::rows::{Arrange, Loaded};

/// Rows that are all in memory, by their places in their own order.
pub trait MemoryRows {
    /// What names a row, wherever it is.
    type Name: Clone + Debug + Eq + Hash;
    type Columns: Columns;

    /// The column that is copied of a row without the menu; `None` if that is where it leads.
    const FIRST_COPY: Option<&'static str> = None;

    fn columns(&self) -> &Self::Columns;

    /// What differs as soon as a row is worth something else, or another row is there: rows are not valued again as long
    /// as it is the same. `None` for the few rows that are valued each time.
    fn version(&self) -> Option<(usize, usize)> {
        None
    }

    /// How many there are.
    fn len(&self) -> usize;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn name(&self, at: usize) -> Option<Self::Name>;

    fn row(&self, at: usize) -> Option<<Self::Columns as Columns>::Row<'_>>;

    /// Where a row leads.
    fn opened(&self, at: usize) -> Option<Place>;

    /// What a row is a link to.
    fn target(&self, at: usize, _is_selected: bool) -> Option<Target> {
        self.opened(at).map(Target::Place)
    }

    /// A row as it was received; `None` if it is no one's record.
    fn json(&self, _at: usize) -> Option<String> {
        None
    }

    /// What can be copied of a row, the first of it without the menu: where it leads and what its columns are worth.
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

/// Which of the rows are shown, in which order, and which of them are selected and marked.
#[derive(Debug)]
pub struct RowsInMemory<N> {
    /// What the rows are worth, while that is needed, and of which version they are.
    loaded: Loaded,
    version: Option<(usize, usize)>,
    /// What the rows are shown by, and their places; `None` if all are, in their own order.
    shown: Option<(Arrange, Arc<[u32]>)>,
    /// How many are shown.
    shown_len: usize,
    scroll: Scroll,
    /// The selected row, while it stays selected wherever it goes.
    selected: Option<N>,
    /// Whether that is so of the row on top, too: else one sees there what has come.
    holds_top: bool,
    marks: Marks<N>,
    /// The places of the marked rows, as far as they are there, in their order.
    marked: Vec<usize>,
    /// Whether the rows are those of the last update: what has happened since moves the selection, or marks rows.
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

/// What a click on the rows means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pressed {
    /// Another row is selected, or none was pressed.
    Moved,
    /// The selected row was pressed again: it opens.
    Again,
    /// A cell of the selected row was pressed, which leads here.
    Cell(Place),
}

impl Pressed {
    /// What follows; `open` opens the selected row.
    pub fn effects(self, open: impl FnOnce() -> Vec<Effect>) -> Vec<Effect> {
        match self {
            Self::Moved => Vec::new(),
            Self::Again => open(),
            Self::Cell(place) => vec![Effect::Go(place)],
        }
    }
}

impl<N: Clone + Debug + Eq + Hash> RowsInMemory<N> {
    /// How many rows are shown.
    pub fn len<R: MemoryRows<Name = N>>(&self, rows: &R) -> usize {
        self.shown.as_ref().map_or(rows.len(), |(_, places)| places.len())
    }

    /// Whether no row is shown.
    pub fn is_empty<R: MemoryRows<Name = N>>(&self, rows: &R) -> bool {
        self.len(rows) == 0
    }

    /// The place among all of a row that is shown.
    pub fn place<R: MemoryRows<Name = N>>(&self, rows: &R, at: usize) -> Option<usize> {
        self.place_of(at).filter(|place| *place < rows.len())
    }

    fn place_of(&self, at: usize) -> Option<usize> {
        match &self.shown {
            Some((_, places)) => usize::try_from(*places.get(at)?).ok(),
            None => Some(at),
        }
    }

    /// The places among all of the rows that are shown, in their order.
    pub fn shown<R: MemoryRows<Name = N>>(&self, rows: &R) -> impl Iterator<Item = usize> {
        (0..self.len(rows)).filter_map(|at| self.place(rows, at))
    }

    /// The place among all of the selected row.
    pub fn selected<R: MemoryRows<Name = N>>(&self, rows: &R) -> Option<usize> {
        self.place(rows, self.scroll.selected)
    }

    /// The places among the shown rows of those that can be seen.
    pub fn window<R: MemoryRows<Name = N>>(&self, rows: &R, height: u16) -> Range<usize> {
        self.scroll.window(self.len(rows), height)
    }

    fn name<R: MemoryRows<Name = N>>(&self, rows: &R, at: usize) -> Option<N> {
        rows.name(self.place(rows, at)?)
    }

    /// Selects the row of this name, as soon as it is there.
    pub fn hold(&mut self, name: Option<N>) {
        self.selected = name;
    }

    /// Keeps the same row selected, or its place if it is gone, and in view. To be called after [`MemoryList::update`].
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

    /// Selects a row that is shown and brings it into view.
    pub fn select<R: MemoryRows<Name = N>>(&mut self, rows: &R, at: usize, height: u16) {
        self.scroll.select(at, self.len(rows), height);
        self.remember(rows);
    }

    /// Moves the selection. `false` if the verb moves nothing.
    pub fn move_by<R: MemoryRows<Name = N>>(&mut self, action: Action, rows: &R, height: u16) -> bool {
        self.are_same = self.scroll.act(action, self.len(rows), height).is_some();
        if self.are_same {
            self.remember(rows);
        }
        self.are_same
    }
}
