//! The local filter and the sort of a list in memory.

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

use ratatui::layout::Rect;

use super::{MemoryRows, RowsInMemory};
use crate::decode::rows::{Arrange, Loaded, RowValues, field_name};
use crate::decode::stop::Stop;
use crate::message::{Arrangement, Contents, Effect, Input, Table};
use crate::panes::Context;
use crate::panes::kit::Wants;
use crate::panes::kit::list::{Columns, chips};
use crate::widgets::Split;

impl<N: Clone + Debug + Eq + Hash> RowsInMemory<N> {
    /// Whether rows are left out, or not in their own order.
    pub fn is_active(&self) -> bool {
        self.choice.is_active()
    }

    /// Chooses among these rows anew, if anything is chosen or about to be, and finds the marked ones.
    pub fn update<R: MemoryRows<Name = N>>(&mut self, rows: &R, ctx: &Context<'_>) {
        self.find_marks(rows);
        self.choice.renew::<R::Columns>(ctx);
        self.choose_rows(rows);
        self.shown_len = self.len(rows);
        self.count(ctx);
    }

    fn choose_rows<R: MemoryRows<Name = N>>(&mut self, rows: &R) {
        if !self.choice.is_active() && !self.choice.is_typing() && !self.is_counting() {
            (self.loaded, self.version, self.shown) = (Loaded::default(), None, None);
            return;
        }
        self.value(rows);
        let (filter, sort) = (self.choice.filter().clone(), self.choice.sort());
        let wanted = Arrange { loaded: self.loaded.clone(), filter, sort, details: None };
        if !self.choice.is_active() {
            self.shown = None;
        } else if self.shown.as_ref().is_none_or(|(shown, _)| *shown != wanted) {
            self.shown = wanted.run(&Stop::default()).map(|arranged| (wanted, arranged.rows));
        }
    }

    /// Values the rows, unless they are of the version that was valued last.
    fn value<R: MemoryRows<Name = N>>(&mut self, rows: &R) {
        let version = rows.version();
        if version.is_some() && version == self.version {
            return;
        }
        self.version = version;
        let values = valued(rows);
        if self.loaded.0.first().is_none_or(|(known, _)| **known != values) {
            let places = (0_u32..).take(values.len()).collect();
            self.loaded = Loaded([(Arc::new(values), places)].into());
        }
    }

    /// See [`crate::panes::Pane::contents`]: all rows, whatever is chosen among them here.
    pub fn contents<R: MemoryRows<Name = N>>(&self, rows: &R, ctx: &Context<'_>) -> Contents {
        let fields = R::Columns::names().into_iter().map(field_name).collect();
        let (shown, units) = (rows.columns().shown(ctx), R::Columns::units(ctx));
        Contents::Rows(Table { fields, shown, units, values: valued(rows), incomplete: None })
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

    /// Takes what is typed into the filter, and clicks on chips and titles of a table. `false` if it is none of these.
    /// [`Self::update`] and [`Self::settle`] are to follow.
    pub fn handle_input<R: MemoryRows<Name = N>>(
        &mut self,
        input: &Input,
        rows: &R,
        table: Rect,
        ctx: &Context<'_>,
    ) -> bool {
        let name = self.name(rows, self.scroll.selected);
        if self.is_counting() && matches!(input, Input::Mouse(_)) {
            if !self.click_choice(input, rows.columns(), Rect::default(), ctx) {
                self.click_counts::<R::Columns>(input, ctx);
            }
            self.hold(name);
            return true;
        }
        let chosen = self.choice.type_in_filter(input, &self.loaded, ctx)
            || matches!(input, Input::Mouse(_)) && self.click_choice(input, rows.columns(), table, ctx);
        if chosen {
            self.hold(name);
        }
        chosen
    }

    fn click_choice<C: Columns>(
        &mut self,
        input: &Input,
        columns: &C,
        table: Rect,
        ctx: &Context<'_>,
    ) -> bool {
        let Input::Mouse(click) = input else { return false };
        let (chips, band) = (self.choice.chips(), ctx.body.above(ctx.body.height.saturating_sub(1)));
        if let Some(chip) = chips::clicked(&chips, ctx, band, *click).and_then(|at| chips.get(at)) {
            return self.choice.without(chip);
        }
        let column = columns.clicked(*click, ctx, table);
        column.map(|column| self.choice.toggle_sort(columns, column, ctx)).is_some()
    }

    /// Adds what is counted.
    pub fn wants(&self, wants: &mut Wants) {
        self.choice.wants(wants);
        if let Some(aggregates) = &self.aggregates {
            aggregates.wants(wants);
        }
    }
}

/// What the rows are worth in every column.
fn valued<R: MemoryRows>(rows: &R) -> RowValues {
    let each = (0..rows.len()).filter_map(|at| Some(R::Columns::values(&rows.row(at)?)));
    RowValues::new(R::Columns::ALL.len(), each.collect())
}
