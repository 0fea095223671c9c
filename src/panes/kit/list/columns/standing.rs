//! The columns of a list for the column chooser, for every kind of row.

use super::{ColumnOf, Columns};
use crate::message::ColumnChoice;
use crate::panes::Context;
use crate::widgets::table::{self, Column as Head};

/// A list whose columns can be chosen.
pub trait ColumnList {
    /// The list's name, under which the choice is remembered.
    fn list_name(&self) -> &'static str;

    /// The names of all columns, in the program's order.
    fn column_names(&self) -> Vec<&'static str>;

    /// How each column stands, in the order that is wanted.
    fn standings(&self, ctx: &Context<'_>) -> Vec<Standing>;
}

/// How a column stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    pub name: &'static str,
    /// Its title on screen.
    pub title: String,
    /// Whether it is shown if there is room, and whether it would be by default.
    pub is_shown: bool,
    pub by_default: bool,
    /// Whether there is room for it.
    pub is_seen: bool,
    /// Whether it was chosen to be shown: then it goes before others where there is no room for all.
    pub is_wanted: bool,
    /// Why nothing is seen of it.
    pub why: Option<&'static str>,
    /// Its width on screen, or the least that it needs, in columns of the terminal.
    pub width: u16,
    /// Whether that was chosen.
    pub is_width_chosen: bool,
    /// Maximum width before it takes the room of columns that are always shown.
    pub most: u16,
}

const NO_ROOM: &str = "no room at this width";
const NO_VALUE: &str = "the server sends no value";
const HIDDEN: &str = "hidden by you";
const OPTIONAL: &str = "off by default";

impl<C: Columns> ColumnList for C {
    fn list_name(&self) -> &'static str {
        C::LIST
    }

    fn column_names(&self) -> Vec<&'static str> {
        C::names()
    }

    fn standings(&self, ctx: &Context<'_>) -> Vec<Standing> {
        let none = ColumnChoice::default();
        let choice = ctx.columns.get(C::LIST).unwrap_or(&none);
        let room = table::room(ctx.body.width);
        let (shown, heads) = (self.shown(ctx), self.heads(None, ctx));
        let fitted = table::fit(&heads, room);
        let firm: u16 = heads.iter().filter(|head| head.rank == 0).map(Head::needs_at_least).sum();
        let standing = |at: usize| {
            let column = C::ALL.get(at)?;
            let head = self.head(column, ctx);
            let place = shown.iter().position(|it| *it == at);
            let seen = place.and_then(|place| fitted.iter().find(|(it, ..)| *it == place));
            let own = if place.is_some() && head.rank == 0 { head.needs_at_least() } else { 0 };
            Some(Standing {
                name: column.name,
                is_shown: place.is_some(),
                is_seen: seen.is_some(),
                is_wanted: choice.shown.get(column.name) == Some(&true),
                by_default: self.is_shown_by_default(column),
                why: why_unseen(self, column, choice, (place.is_some(), seen.is_some())),
                width: seen.map_or(head.least, |(.., width)| *width),
                is_width_chosen: choice.widths.contains_key(column.name),
                most: room.saturating_sub(firm.saturating_sub(own)).saturating_sub(table::GAP),
                title: head.title,
            })
        };
        choice.order(&C::names()).into_iter().filter_map(standing).collect()
    }
}

/// Why a column is not visible, by whether it is wanted and has room.
fn why_unseen<C: Columns>(
    list: &C,
    column: &ColumnOf<C>,
    choice: &ColumnChoice,
    (is_shown, is_seen): (bool, bool),
) -> Option<&'static str> {
    match (is_shown, is_seen) {
        (true, false) => Some(NO_ROOM),
        (true, true) => (!list.has_values(column)).then_some(NO_VALUE),
        (false, _) if choice.shown.contains_key(column.name) => Some(HIDDEN),
        (false, _) if C::is_optional(column) => Some(OPTIONAL),
        (false, _) => Some(NO_VALUE),
    }
}
