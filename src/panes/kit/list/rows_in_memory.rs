//! A local filter and a sort over rows that are all in memory, and bounded: what no server pages.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::chips;
use super::{Columns, LocalChoice};
use crate::decode::rows::{Arrange, Loaded, RowValues};
use crate::decode::stop::Stop;
use crate::message::{Action, Arrangement, Effect, Input};
use crate::panes::kit::Wants;
use crate::panes::{ActionHint, Context, action_hint};
use crate::widgets::line::put_right;
use crate::widgets::table::Cell;
use crate::widgets::{Link, Role, Split};

/// Which of the rows are shown, and in which order.
#[derive(Debug, Default)]
pub struct RowsInMemory {
    choice: LocalChoice,
    /// What the rows are worth, while that is needed.
    loaded: Loaded,
    /// What the rows are shown by, and their places; `None` if all are, in their own order.
    shown: Option<(Arrange, Arc<[u32]>)>,
}

/// The rows that are shown.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a, T> {
    all: &'a [T],
    places: Option<&'a [u32]>,
}

impl<'a, T> Shown<'a, T> {
    /// How many rows are shown.
    pub fn len(&self) -> usize {
        self.places.map_or(self.all.len(), <[u32]>::len)
    }

    /// Whether no row is shown.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The place of a shown row among all.
    pub fn place(&self, at: usize) -> Option<usize> {
        match self.places {
            Some(places) => places.get(at).and_then(|place| usize::try_from(*place).ok()),
            None => (at < self.all.len()).then_some(at),
        }
    }

    /// A row that is shown.
    pub fn get(&self, at: usize) -> Option<&'a T> {
        self.all.get(self.place(at)?)
    }

    /// The rows, in the order in which they are shown.
    pub fn iter(&self) -> impl Iterator<Item = &'a T> {
        (0..self.len()).filter_map(|at| self.get(at))
    }

    /// Where a row is shown.
    pub fn position(&self, is_it: impl Fn(&T) -> bool) -> Option<usize> {
        self.iter().position(is_it)
    }
}

impl RowsInMemory {
    /// The rows that are shown of all.
    pub fn of<'a, T>(&'a self, all: &'a [T]) -> Shown<'a, T> {
        Shown { all, places: self.shown.as_ref().map(|(_, places)| &**places) }
    }

    /// Whether rows are left out, or not in their own order.
    pub fn is_active(&self) -> bool {
        self.choice.is_active()
    }

    /// The context of what is drawn below the chips, if there are any.
    pub fn within<'a>(&self, ctx: &Context<'a>) -> Context<'a> {
        Context { body: self.below(ctx.body), ..*ctx }
    }

    fn below(&self, body: Rect) -> Rect {
        body.below(u16::from(self.choice.is_active()))
    }

    /// Chooses among these rows anew, if anything is chosen or about to be.
    pub fn update<'a, C: Columns>(&mut self, all: impl Iterator<Item = C::Row<'a>>) {
        if !self.choice.is_active() && !self.choice.is_typing() {
            (self.loaded, self.shown) = (Loaded::default(), None);
            return;
        }
        let values = RowValues::new(C::ALL.len(), all.map(|row| C::values(&row)).collect());
        if self.loaded.0.first().is_none_or(|(known, _)| **known != values) {
            let places = (0_u32..).take(values.len()).collect();
            self.loaded = Loaded([(Arc::new(values), places)].into());
        }
        let (filter, sort) = (self.choice.filter().clone(), self.choice.sort());
        let wanted = Arrange { loaded: self.loaded.clone(), filter, sort, details: None };
        if !self.choice.is_active() {
            self.shown = None;
        } else if self.shown.as_ref().is_none_or(|(shown, _)| *shown != wanted) {
            self.shown = wanted.run(&Stop::default()).map(|arranged| (wanted, arranged.rows));
        }
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

    /// The column that rows are sorted by, and whether from its greatest value down.
    pub fn sorted(&self) -> Option<(usize, bool)> {
        self.choice.sort().map(|sort| (sort.column, sort.descending))
    }

    /// Does what a verb means to what is chosen. `false` if it means nothing. [`Self::update`] is to follow.
    pub fn act<C: Columns>(&mut self, action: Action, columns: &C, ctx: &Context<'_>) -> bool {
        self.choice.act(action, columns, ctx)
    }

    /// Takes what is typed into the filter, and clicks on chips and titles of a table. `false` if it is none of these.
    /// [`Self::update`] is to follow.
    pub fn handle_input<C: Columns>(
        &mut self,
        input: &Input,
        columns: &C,
        table: Rect,
        ctx: &Context<'_>,
    ) -> bool {
        if self.choice.type_in_filter(input, &self.loaded, ctx) {
            return true;
        }
        let Input::Mouse(click) = input else { return false };
        let (chips, band) = (self.choice.chips(), ctx.body.above(ctx.body.height.saturating_sub(1)));
        if let Some(chip) = chips::clicked(&chips, ctx, band, *click).and_then(|at| chips.get(at)) {
            return self.choice.without(chip);
        }
        let column = columns.clicked(*click, ctx, table);
        column.map(|column| self.choice.toggle_sort(columns, column, ctx)).is_some()
    }

    /// What can be done while the filter is typed.
    pub fn line_hints(&self) -> Option<Vec<ActionHint>> {
        self.choice.is_typing().then(|| action_hint::line("keep"))
    }

    /// What can be chosen. `none`: why there is nothing to choose among.
    pub fn hints(&self, none: Option<&'static str>) -> Vec<ActionHint> {
        let clear = self.choice.is_active().then(|| ActionHint::new(Action::Close, "show all rows"));
        let mut hints: Vec<ActionHint> = clear.into_iter().collect();
        hints.push(ActionHint::new(Action::Find, "local filter").disabled_if(none));
        hints.push(ActionHint::hidden(Action::SortNext, "sort by the next column").disabled_if(none));
        hints.push(ActionHint::hidden(Action::SortBefore, "by the column before").disabled_if(none));
        let unsorted = self.choice.sort().is_none().then_some("nothing is sorted");
        hints.push(ActionHint::hidden(Action::Order, "reverse the sort").disabled_if(none.or(unsorted)));
        hints.push(ActionHint { footer: false, ..ActionHint::global(Action::SavedFilters, "saved filters") });
        hints
    }

    /// Adds what is counted while the filter is typed.
    pub fn wants(&self, wants: &mut Wants) {
        self.choice.wants(wants);
    }

    /// The chips, each removed by a click.
    pub fn links(&self, ctx: &Context<'_>) -> Vec<Link> {
        chips::links(&self.choice.chips(), ctx, ctx.body)
    }

    /// Draws the chips, if there are any; returns what is left of the area.
    pub fn view_chips(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Rect {
        if self.choice.is_active() {
            let [band] = area.stack([1]);
            chips::view(&self.choice.chips(), ctx, band, buf);
            put_right(buf, band.left_of(1), 0, &self.count_words(), ctx.theme.style(Role::Dim));
        }
        self.below(area)
    }

    /// Draws the line in which the filter is typed; returns where the cursor is.
    pub fn view_line(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let [_, line] = area.with_footer(1);
        self.choice.view_typed(|| self.count_words(), ctx, line, buf)
    }

    fn count_words(&self) -> String {
        let (all, shown) = (self.loaded.len(), self.shown.as_ref());
        format!("{} of {all}", shown.map_or(all, |(_, places)| places.len()))
    }

    /// Why no row is shown though there are some; `None` if that is not why.
    pub fn none_passes(&self, ctx: &Context<'_>) -> Option<Vec<Cell>> {
        if self.loaded.is_empty() || !self.choice.is_active() {
            return None;
        }
        let mut lines = vec![(format!("No row passes / {}", self.choice.filter()), Role::Heading)];
        lines.extend(ctx.key_does(Action::Close, "shows all rows").map(|words| (words, Role::Dim)));
        Some(lines)
    }
}
