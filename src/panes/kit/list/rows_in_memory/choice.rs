//! The local filter and the sort of a list in memory.

use std::fmt::Debug;
use std::hash::Hash;
use std::iter::once;
use std::sync::Arc;

use api::Failure;
use decode::rows::{Arrange, Filter, Loaded, RowValues, field_name};
use decode::stop::Stop;
use ledger::RawJson;
use ratatui::layout::Rect;

use super::{MemoryList, MemoryRows, Pressed};
use crate::message::contents::{LoadedPart, LoadedRows};
use crate::message::export::{RowChoice, RowSource, Which};
use crate::message::{Click, Contents, Copied, Effect, Input, Place, Table};
use crate::panes::Context;
use crate::panes::kit::Wants;
use crate::panes::kit::list::export::{csv, offer};
use crate::panes::kit::list::source::RowsOf as _;
use crate::panes::kit::list::{Columns, Value, chips};
use crate::widgets::Split;

impl<N: Clone + Debug + Eq + Hash> MemoryList<N> {
    /// Filters and sorts the rows if needed, and finds the marked ones.
    pub fn update<R: MemoryRows<Name = N>>(&mut self, rows: &R, ctx: &Context<'_>) {
        if std::mem::take(&mut self.source.are_same) {
            return;
        }
        self.source.find_marks(rows);
        self.choice.renew::<R::Columns>(ctx);
        self.choose_rows(rows);
        self.source.shown_len = self.len(rows);
        self.count(ctx);
    }

    fn choose_rows<R: MemoryRows<Name = N>>(&mut self, rows: &R) {
        if !self.choice.is_active() && !self.choice.is_typing() && !self.is_counting() {
            (self.source.loaded, self.source.version, self.source.shown) = (Loaded::default(), None, None);
            return;
        }
        self.value(rows);
        let (filter, sort) = (self.choice.filter().clone(), self.choice.sort());
        let wanted = Arrange { loaded: self.source.loaded.clone(), filter, sort, details: None };
        if !self.choice.is_active() {
            self.source.shown = None;
        } else if self.source.shown.as_ref().is_none_or(|(shown, _)| *shown != wanted) {
            self.source.shown = wanted.run(&Stop::default()).map(|arranged| (wanted, arranged.rows));
        }
    }

    /// Computes the values of the rows, unless their version was valued before.
    fn value<R: MemoryRows<Name = N>>(&mut self, rows: &R) {
        let version = rows.version();
        if version.is_some() && version == self.source.version {
            return;
        }
        self.source.version = version;
        let values = valued(rows);
        if self.source.loaded.0.first().is_none_or(|(known, _)| **known != values) {
            let places = (0_u32..).take(values.len()).collect();
            self.source.loaded = Loaded([(Arc::new(values), places)].into());
        }
    }

    /// See [`crate::panes::Pane::contents`]: all rows, ignoring the local filter and sort.
    pub fn contents<R: MemoryRows<Name = N>>(&self, rows: &R, ctx: &Context<'_>) -> Contents {
        let fields = R::Columns::names().into_iter().map(field_name).collect();
        let (shown, units) = (rows.columns().shown(ctx), R::Columns::units(ctx));
        Contents::Rows(Table { fields, shown, units, values: valued(rows), incomplete: None })
    }

    /// Handles filter input and clicks on chips and titles. `false` if the input is something else. Call
    /// [`Self::update`] and [`super::RowsInMemory::settle`] afterwards.
    pub fn handle_input<R: MemoryRows<Name = N>>(
        &mut self,
        input: &Input,
        rows: &R,
        table: Rect,
        ctx: &Context<'_>,
    ) -> bool {
        rows.hold_selected(&mut self.source);
        let Input::Mouse(click) = input else {
            return self.choice.type_in_filter(input, &self.source.loaded, ctx);
        };
        if !self.is_counting() {
            return self.choice.type_in_filter(input, &self.source.loaded, ctx)
                || self.click_choice(*click, rows.columns(), table, ctx);
        }
        if !self.click_choice(*click, rows.columns(), Rect::default(), ctx) {
            self.click_counts::<R::Columns>(*click, ctx);
        }
        true
    }

    fn click_choice<C: Columns>(
        &mut self,
        click: Click,
        columns: &C,
        table: Rect,
        ctx: &Context<'_>,
    ) -> bool {
        let (chips, band) = (self.choice.chips(), ctx.body.above(ctx.body.height.saturating_sub(1)));
        if let Some(chip) = chips::clicked(&chips, ctx, band, click).and_then(|at| chips.get(at)) {
            return self.choice.without(chip);
        }
        let column = columns.clicked(click, ctx, table);
        column.map(|column| self.choice.toggle_sort(columns, column, ctx)).is_some()
    }

    /// Selects the clicked row, or scrolls with the wheel.
    pub fn click<R: MemoryRows<Name = N>>(
        &mut self,
        click: Click,
        rows: &R,
        table: Rect,
        ctx: &Context<'_>,
    ) -> Pressed {
        let again = self.source.scroll.click(click, table.below(1), self.len(rows)) == Some(true);
        self.remember(rows);
        match again.then(|| self.shown_in(rows, table, ctx).clicked_place(click)) {
            None => Pressed::Moved,
            Some(None) => Pressed::Again,
            Some(Some(place)) => Pressed::Cell(place),
        }
    }

    /// The copies of the marked rows, and of the selected one.
    pub fn copies<R: MemoryRows<Name = N>>(&self, rows: &R, ctx: &Context<'_>) -> Vec<Copied> {
        let mut copies: Vec<Copied> = self.marked_copies::<R, _>(rows, ctx).collect();
        if let Some(at) = self.source.selected(rows) {
            let mut of_row = rows.copies(at);
            let chosen = self.cell.and_then(|at| R::Columns::ALL.get(at)).map(|column| column.name);
            of_row.sort_by_key(|copied| chosen != Some(&copied.what));
            copies.extend(of_row);
            copies.extend(rows.json(at).map(|json| Copied::new("row as JSON", json)));
            copies.extend(rows.row(at).map(|row| Copied::new("row as CSV", csv::<R::Columns>([row]))));
        }
        copies
    }

    /// The rows to export.
    pub(super) fn exported<R: MemoryRows<Name = N>>(
        &self,
        rows: &R,
        place: Place,
        ctx: &Context<'_>,
    ) -> Effect {
        let marked = self.source.marked_values(rows, self.choice.sort());
        let worth = |at: usize| Some((at, R::Columns::values(&rows.row(at)?)));
        let shown: Vec<_> = self.shown(rows).filter_map(worth).collect();
        let has_received = shown.iter().chain(&marked).all(|(at, _)| rows.json(*at).is_some());
        let choice = |which, all: Vec<(usize, Vec<Value>)>| {
            let received = |(at, _): &(usize, Vec<Value>)| rows.json(*at).map(RawJson::new);
            let received = all.iter().filter_map(received).collect();
            let values: Vec<_> = all.into_iter().map(|(_, values)| values).collect();
            let (count, values) = (values.len(), RowValues::new(R::Columns::ALL.len(), values));
            let rows = RowSource::Loaded(Arc::new(ValuedRows { values, received }));
            (count > 0).then(|| RowChoice { which, count: Some(count), rows, filter: Filter::default() })
        };
        let choices = [choice(Which::Marked, marked), choice(Which::Shown, shown)];
        let choices = choices.into_iter().flatten().collect();
        offer(place, rows.columns(), has_received, choices, ctx)
    }

    /// Adds the counts.
    pub fn wants(&self, wants: &mut Wants) {
        self.choice.wants(wants);
        if let Some(aggregates) = &self.aggregates {
            aggregates.wants(wants);
        }
    }
}

/// The values of the rows in every column.
fn valued<R: MemoryRows>(rows: &R) -> RowValues {
    let each = (0..rows.len()).filter_map(|at| Some(R::Columns::values(&rows.row(at)?)));
    RowValues::new(R::Columns::ALL.len(), each.collect())
}

/// A few rows whose values are known.
#[derive(Debug)]
struct ValuedRows {
    values: RowValues,
    received: Vec<RawJson>,
}

impl LoadedRows for ValuedRows {
    fn parts(&self, _received: bool) -> Box<dyn Iterator<Item = Result<LoadedPart, Failure>> + Send> {
        Box::new(once(Ok(LoadedPart { values: self.values.clone(), rows: self.received.clone() })))
    }
}
