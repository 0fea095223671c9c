//! Columns as data: name, width, cells, and exact values for filters and exports.

mod standing;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

pub use self::standing::{ColumnList, Standing};
use super::Counted;
use crate::message::contents::ColumnUnit;
use crate::message::{Click, ColumnChoice, Copied, Place};
use crate::panes::Context;
use crate::panes::kit::nouns::{labels, values};
use crate::widgets::Role;
use crate::widgets::table::{self, Cell, Column as Head, Lines, Table};
pub use decode::rows::Value;

/// A list whose columns are data.
pub trait Columns: 'static {
    /// A row with all data that its cells need.
    type Row<'a>;

    /// The list's name, under which the column choice is stored.
    const LIST: &'static str;

    /// Every column, in the order of the table.
    const ALL: &'static [ColumnOf<Self>];

    /// The columns by which rows are counted, in the order offered, and those of the summary.
    const COUNTED: &'static [Counted] = &[];

    /// The names of columns hidden by default.
    const OPTIONAL: &'static [&'static str] = &[];

    /// The names of the columns of coin amounts and gas prices, with values in base units.
    const AMOUNTS: &'static [&'static str] = &[];
    const PRICES: &'static [&'static str] = &[];

    /// The names of columns in other units, each with the name of the unit.
    const UNITS: &'static [(&'static str, &'static str)] = &[];

    /// The unit of each column.
    fn units(ctx: &Context<'_>) -> Vec<ColumnUnit> {
        let unit = |column: &ColumnOf<Self>| match column.name {
            name if Self::AMOUNTS.contains(&name) => Some((ctx.theme.unit_name(), Some(ctx.theme.unit))),
            name if Self::PRICES.contains(&name) => {
                Some((ctx.theme.price_unit_name(), Some(ctx.theme.unit.of_prices())))
            }
            name => Self::UNITS.iter().find(|(of, _)| *of == name).map(|(_, unit)| (*unit, None)),
        };
        Self::ALL.iter().map(unit).collect()
    }

    /// The place that a cell links to, other than the place of the row.
    fn leads(_column: &'static str, _row: &Self::Row<'_>, _ctx: &Context<'_>) -> Option<Place> {
        None
    }

    /// Whether any row has a value in a column; without one the column is hidden by default.
    fn has_values(&self, _column: &ColumnOf<Self>) -> bool {
        true
    }

    /// The column that says whether a row's single record was loaded; `None` if rows have all fields.
    const DETAILS: Option<&'static str> = None;

    /// Whether a column has values only for rows with a loaded single record.
    fn needs_details(&self, _column: &ColumnOf<Self>) -> bool {
        false
    }

    /// Whether a column is hidden by default.
    fn is_optional(column: &ColumnOf<Self>) -> bool {
        Self::OPTIONAL.contains(&column.name)
    }

    /// Whether a column is shown without a choice of the user.
    fn is_shown_by_default(&self, column: &ColumnOf<Self>) -> bool {
        !Self::is_optional(column) && self.has_values(column)
    }

    /// Whether a column is shown, if there is room.
    fn is_shown(&self, column: &ColumnOf<Self>, choice: Option<&ColumnChoice>) -> bool {
        let chosen = choice.and_then(|choice| choice.shown.get(column.name)).copied();
        chosen.unwrap_or_else(|| self.is_shown_by_default(column))
    }

    /// Draws the titles of the shown columns, and these lines.
    fn view<'a>(
        &self,
        (lines, area): (&Lines, Rect),
        ctx: &Context<'_>,
        buf: &mut Buffer,
        row: impl Fn(usize) -> Option<Self::Row<'a>>,
    ) {
        let columns = self.heads(lines.sorted, ctx);
        let shown: Vec<&ColumnOf<Self>> =
            self.shown(ctx).into_iter().filter_map(|at| Self::ALL.get(at)).collect();
        let cell = |row: &Self::Row<'a>, at: usize| {
            shown.get(at).map(|column| Self::cell(column, row, ctx)).unwrap_or_default()
        };
        let label = |row: &Self::Row<'a>, at: usize| Self::label(shown.get(at)?, row, ctx);
        Table { columns: &columns, lines, area }.view(ctx.theme, buf, row, (cell, label));
    }

    /// A cell, with the labels of the entities named in it. A label of the whole cell is left to [`Self::label`].
    fn cell(column: &ColumnOf<Self>, row: &Self::Row<'_>, ctx: &Context<'_>) -> Cell {
        let (text, role) = column.cell(row, ctx);
        match Self::label(column, row, ctx) {
            None if ctx.known.has_labels() => (labels::in_text(ctx, &text).into_owned(), role),
            _ => (text, role),
        }
    }

    /// The label of a whole cell, unless it is hidden there.
    fn label(column: &ColumnOf<Self>, row: &Self::Row<'_>, ctx: &Context<'_>) -> Option<String> {
        if !ctx.known.has_labels() {
            return None;
        }
        let Value::Text(named) = column.value(row) else { return None };
        let label = labels::of_text(ctx, &named)?;
        column.cell(row, ctx).0.contains(char::is_alphanumeric).then_some(label)
    }

    /// Indices of the shown columns, in screen order.
    fn shown(&self, ctx: &Context<'_>) -> Vec<usize> {
        let choice = ctx.columns.get(Self::LIST);
        let order = match choice {
            Some(choice) if !choice.order.is_empty() => choice.order(&Self::names()),
            _ => (0..Self::ALL.len()).collect(),
        };
        let is_shown = |at: &usize| Self::ALL.get(*at).is_some_and(|column| self.is_shown(column, choice));
        order.into_iter().filter(is_shown).collect()
    }

    /// The titles and widths of the shown columns. The sort column has a mark.
    fn heads(&self, sorted: Option<(usize, bool)>, ctx: &Context<'_>) -> Vec<Head> {
        let head = |at: usize| {
            let mut head = self.head(Self::ALL.get(at)?, ctx);
            if let Some((_, descending)) = sorted.filter(|(column, _)| *column == at) {
                let glyphs = &ctx.theme.glyphs;
                let mark = if descending { glyphs.down } else { glyphs.up };
                head.title = format!("{mark}{}", head.title);
            }
            Some(head)
        };
        self.shown(ctx).into_iter().filter_map(head).collect()
    }

    /// The title and width of a column. Columns that the user chose are hidden after the default ones.
    fn head(&self, column: &ColumnOf<Self>, ctx: &Context<'_>) -> Head {
        let head = column.head(self, ctx);
        let Some(choice) = ctx.columns.get(Self::LIST) else { return head };
        let is_wanted = choice.shown.get(column.name) == Some(&true);
        match choice.widths.get(column.name) {
            Some(width) => head.fixed(*width).rank(0),
            None if is_wanted => head.rank(0),
            None => head,
        }
    }

    /// Index of the column whose title was clicked.
    fn clicked(&self, click: Click, ctx: &Context<'_>, table: Rect) -> Option<usize> {
        let heads = self.heads(None, ctx);
        let at = table::title_at(&heads, click, table)?;
        self.shown(ctx).get(at).copied()
    }

    fn names() -> Vec<&'static str> {
        Self::ALL.iter().map(|column| column.name).collect()
    }

    /// The value of a row in every column.
    fn values(row: &Self::Row<'_>) -> Vec<Value> {
        Self::ALL.iter().map(|column| column.value(row)).collect()
    }

    /// The value of a row in the column of this name; `None` without such a column.
    fn value(row: &Self::Row<'_>, name: &str) -> Option<Value> {
        Self::ALL.iter().find(|column| column.name == name).map(|column| column.value(row))
    }

    /// The row's non-empty values for the copy menu, of shown and hidden columns.
    fn copied(row: &Self::Row<'_>) -> Vec<Copied> {
        Self::copied_values(&Self::values(row))
    }

    /// Like [`Self::copied`], for computed values.
    fn copied_values(values: &[Value]) -> Vec<Copied> {
        let copied = |(column, value): (&ColumnOf<Self>, &Value)| {
            let text = value.to_string();
            (!text.is_empty()).then(|| Copied::new(column.name.to_owned(), text))
        };
        Self::ALL.iter().zip(values).filter_map(copied).collect()
    }
}

/// A column: its head, cells and values.
pub struct ColumnOf<C: Columns + ?Sized> {
    /// Its name in the copy menu; with words joined by `_` in filters and exports.
    pub name: &'static str,
    head: HeadOf<C>,
    cell: CellOf<C>,
    value: fn(&C::Row<'_>) -> Value,
}

enum HeadOf<C: Columns + ?Sized> {
    Fixed(Column),
    Made(fn(&C, &Context<'_>) -> Head),
}

enum CellOf<C: Columns + ?Sized> {
    /// The value, in this role.
    Value(Role),
    Made(fn(&C::Row<'_>, &Context<'_>) -> Cell),
}

impl<C: Columns + ?Sized> ColumnOf<C> {
    /// A column whose title or width depends on the context.
    pub const fn new(
        name: &'static str,
        head: fn(&C, &Context<'_>) -> Head,
        cell: fn(&C::Row<'_>, &Context<'_>) -> Cell,
        value: fn(&C::Row<'_>) -> Value,
    ) -> Self {
        Self { name, head: HeadOf::Made(head), cell: CellOf::Made(cell), value }
    }

    /// Its title, its width, and its rank on a narrow screen.
    pub fn head(&self, list: &C, ctx: &Context<'_>) -> Head {
        match &self.head {
            HeadOf::Made(head) => head(list, ctx),
            HeadOf::Fixed(Column { title, is_time: true, rank, .. }) => {
                values::time_column(ctx, title).rank(*rank)
            }
            HeadOf::Fixed(Column { title, least, grows, most, right, rank, .. }) => {
                let title = (*title).to_owned();
                Head { title, least: *least, grows: *grows, most: *most, right: *right, rank: *rank }
            }
        }
    }

    /// The cell of a row.
    pub fn cell(&self, row: &C::Row<'_>, ctx: &Context<'_>) -> Cell {
        match self.cell {
            CellOf::Made(cell) => cell(row, ctx),
            CellOf::Value(role) => match self.value(row) {
                Value::Time(at) => (ctx.theme.time(at, ctx.now), role),
                value => (value.to_string(), role),
            },
        }
    }

    /// The exact value in full, independent of the screen's units.
    pub fn value(&self, row: &C::Row<'_>) -> Value {
        (self.value)(row)
    }
}

/// The name, title and width of a column.
#[derive(Clone, Copy)]
pub struct Column {
    name: &'static str,
    title: &'static str,
    least: u16,
    grows: u16,
    most: u16,
    right: bool,
    rank: u8,
    is_time: bool,
}

impl Column {
    /// A text column with its name as title and a minimum width, always shown.
    pub const fn text(name: &'static str, least: u16) -> Self {
        Self { name, title: name, least, grows: 0, most: u16::MAX, right: false, rank: 0, is_time: false }
    }

    /// A column of numbers.
    pub const fn number(name: &'static str, least: u16) -> Self {
        Self { right: true, ..Self::text(name, least) }
    }

    /// A column of times, as wide as the current time style.
    pub const fn time(name: &'static str) -> Self {
        Self { is_time: true, ..Self::text(name, 0) }
    }

    /// Sets another title.
    #[must_use]
    pub const fn titled(self, title: &'static str) -> Self {
        Self { title, ..self }
    }

    /// See [`Head::grows`].
    #[must_use]
    pub const fn grows(self, grows: u16) -> Self {
        Self { grows, ..self }
    }

    /// See [`Head::up_to`].
    #[must_use]
    pub const fn up_to(self, most: u16) -> Self {
        Self { most, ..self }
    }

    /// See [`Head::rank`].
    #[must_use]
    pub const fn rank(self, rank: u8) -> Self {
        Self { rank, ..self }
    }

    /// The column that shows its value.
    pub const fn of<C: Columns + ?Sized>(self, value: fn(&C::Row<'_>) -> Value) -> ColumnOf<C> {
        let (head, cell) = (HeadOf::Fixed(self), CellOf::Value(Role::Plain));
        ColumnOf { name: self.name, head, cell, value }
    }

    /// The same, dim.
    pub const fn dim<C: Columns + ?Sized>(self, value: fn(&C::Row<'_>) -> Value) -> ColumnOf<C> {
        let (head, cell) = (HeadOf::Fixed(self), CellOf::Value(Role::Dim));
        ColumnOf { name: self.name, head, cell, value }
    }

    /// A column whose cells differ from its values.
    pub const fn shows<C: Columns + ?Sized>(
        self,
        cell: fn(&C::Row<'_>, &Context<'_>) -> Cell,
        value: fn(&C::Row<'_>) -> Value,
    ) -> ColumnOf<C> {
        ColumnOf { name: self.name, head: HeadOf::Fixed(self), cell: CellOf::Made(cell), value }
    }
}
