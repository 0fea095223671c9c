//! Columns as data: what a column is called, how wide it is, what it shows of a row, and what it is worth elsewhere.

use std::fmt;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::ledger::{Success, Timestamp};
use crate::message::Copied;
use crate::panes::Context;
use crate::widgets::table::{Cell, Column as Head, Lines, Table};

/// A list whose columns are data.
pub trait Columns: 'static {
    /// A row with all that is known of it.
    type Row<'a>;

    /// Every column, in the order of the table.
    const ALL: &'static [Column<Self>];

    /// Whether a column is shown: one for which no row has data is not.
    fn shows(&self, _column: &Column<Self>) -> bool {
        true
    }

    /// Draws the titles of the columns that are shown, and these lines.
    fn view<'a>(
        &self,
        lines: &Lines,
        ctx: &Context<'_>,
        area: Rect,
        buf: &mut Buffer,
        row: impl Fn(usize) -> Option<Self::Row<'a>>,
    ) {
        let shown: Vec<&Column<Self>> = Self::ALL.iter().filter(|column| self.shows(column)).collect();
        let columns: Vec<Head> = shown.iter().map(|column| (column.head)(self, ctx)).collect();
        Table { columns: &columns, lines }.view(ctx.theme, area, buf, row, |row, at| {
            shown.get(at).map(|column| (column.cell)(row, ctx)).unwrap_or_default()
        });
    }

    /// What a row's columns are worth, for the copy menu: those that say something, shown or not.
    fn copied(row: &Self::Row<'_>) -> Vec<Copied> {
        let copied = |column: &Column<Self>| {
            let text = (column.value)(row).to_string();
            (!text.is_empty()).then(|| Copied { what: column.name.to_owned(), text })
        };
        Self::ALL.iter().filter_map(copied).collect()
    }
}

/// A column.
pub struct Column<C: Columns + ?Sized> {
    /// What it is called where it is named: in the copy menu, and by its words joined with `_` in filters and exports.
    pub name: &'static str,
    /// Its title, its width, and when a narrow screen gives it up.
    pub head: fn(&C, &Context<'_>) -> Head,
    /// What it shows of a row.
    pub cell: fn(&C::Row<'_>, &Context<'_>) -> Cell,
    /// What it is worth: exact, whole, and the same whatever the screen's units are.
    pub value: fn(&C::Row<'_>) -> Value,
}

/// What a cell is worth beyond the screen. Values of one column order its rows.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// Nothing is known.
    Nothing,
    /// A number: base units, gas, a count.
    Number(i128),
    Time(Timestamp),
    /// Anything else.
    Text(String),
}

impl Value {
    /// The text of what is known.
    pub fn text(known: Option<impl ToString>) -> Self {
        known.map_or(Self::Nothing, |known| Self::Text(known.to_string()))
    }

    /// The number that is known.
    pub fn number(known: Option<impl TryInto<i128>>) -> Self {
        known.and_then(|known| known.try_into().ok()).map_or(Self::Nothing, Self::Number)
    }

    /// Whether it succeeded, as far as that is known.
    pub fn success(success: Success) -> Self {
        match success {
            Success::Yes => Self::Text("success".to_owned()),
            Success::No => Self::Text("failure".to_owned()),
            Success::Unknown => Self::Nothing,
        }
    }

    /// The time that is known.
    pub fn time(known: Option<Timestamp>) -> Self {
        known.map_or(Self::Nothing, Self::Time)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => Ok(()),
            Self::Number(number) => write!(f, "{number}"),
            Self::Time(at) => write!(f, "{at}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}
