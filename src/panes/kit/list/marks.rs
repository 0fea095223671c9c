//! Actions on marked rows, for lists of every source.

use std::borrow::Borrow;
use std::iter::once_with;

use ledger::amount::{counted, grouped};

use super::export::{exact_csv, exact_markdown};
use super::links::Shown;
use super::source::{List, RowsOf, Source, Valued};
use super::{Columns, Value};
use crate::message::comparison::Side;
use crate::message::{Comparison, Copied, Effect, Place};
use crate::panes::{ActionHint, Context, action_hint};

impl<S: Source> List<S> {
    /// The copies of the marked rows; none without marks.
    pub fn marked_copies<R: RowsOf<S>, B: Borrow<R> + Copy>(
        &self,
        rows: B,
        ctx: &Context<'_>,
    ) -> impl Iterator<Item = Copied> {
        let (sort, marked) = (self.choice.sort(), self.source.marked());
        let (column, first) = (R::FIRST_COPY, R::FIRST_COPY.unwrap_or("place"));
        let what = format!("{first} of {}", counted(marked, "marked row"));
        let lines = once_with(move || {
            let names = R::Columns::names();
            let column = column.and_then(|name| names.iter().position(|column| *column == name));
            let line = |(place, values): Valued| {
                let value = values.get(column?).map(ToString::to_string).filter(|text| !text.is_empty());
                value.or_else(|| place.map(|place| place.to_string()))
            };
            let lines: Vec<String> = match column {
                None => {
                    rows.borrow().marked_places(&self.source, sort).iter().map(Place::to_string).collect()
                }
                Some(_) => {
                    rows.borrow().valued_marks(&self.source, sort, ctx).into_iter().filter_map(line).collect()
                }
            };
            (!lines.is_empty()).then(|| Copied::new(what, lines.join("\n")))
        });
        let tables = once_with(move || {
            let values =
                rows.borrow().valued_marks(&self.source, sort, ctx).into_iter().map(|(_, values)| values);
            let json = rows.borrow().marked_json(&self.source, sort);
            MarkedRows { columns: rows.borrow().columns(), values: values.collect(), json }.copies(ctx)
        });
        lines.flatten().chain(tables.flatten()).filter(move |_| marked > 0)
    }
}

impl<S: Source, R: RowsOf<S>> Shown<'_, S, R> {
    /// The selected row as a side of a comparison; `None` for a past version of a contract.
    pub(super) fn side(&self) -> Option<Side> {
        let place = self.rows.opened(&self.list.source, self.list.source.cursor())?;
        let is_past = matches!(&place, Place::Contract(query) if !query.timestamp.is_empty());
        Side::of(&place).filter(|_| !is_past)
    }

    /// Compares the two marked rows, or one marked row with the selected one; without marks, the selected row
    /// becomes one side.
    pub(super) fn compare(&self) -> Vec<Effect> {
        let marked = self.rows.marked_places(&self.list.source, self.list.choice.sort());
        let marked: Vec<Side> = marked.iter().filter_map(Side::of).collect();
        let pair = match (marked.as_slice(), self.side()) {
            ([one, other], _) => Some([one.clone(), other.clone()]),
            ([one], Some(selected)) if *one != selected => Some([one.clone(), selected]),
            _ => None,
        };
        match pair.and_then(Comparison::new) {
            Some(compared) => vec![Effect::Go(Place::Comparison(Box::new(compared)))],
            None => self.side().map(Effect::Compare).into_iter().collect(),
        }
    }
}

/// The numbers of marked rows and of rows in the open range, in words.
pub(super) fn marking_words(marked: usize, range: Option<usize>) -> Option<String> {
    let marked = (marked > 0).then(|| format!("{} marked", grouped(&marked)));
    let range = range.map(|rows| format!("marking {}", counted(rows, "row")));
    let parts: Vec<String> = range.into_iter().chain(marked).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

impl<S: Source> List<S> {
    /// What the close key clears next: the cell, the range, the marks, or filter and sort.
    pub fn close_words(&self) -> Option<&'static str> {
        Some(match (self.cell, self.source.range(), self.source.marked()) {
            (Some(_), ..) => "leave the cell",
            (None, Some(_), _) => "leave the range",
            (None, None, 1..) => "clear the marks",
            (None, None, 0) if self.choice.is_active() => "show all rows",
            (None, None, 0) => return None,
        })
    }

    /// Selects the row instead of one of its cells.
    pub fn leave_cell(&mut self) {
        self.cell = None;
    }

    /// The actions in the filter prompt.
    pub fn typed_hints(&self) -> Option<Vec<ActionHint>> {
        self.choice.is_typing().then(|| action_hint::line("keep"))
    }
}

/// Marked rows, to copy and export.
pub(super) struct MarkedRows<'a, C> {
    pub(super) columns: &'a C,
    /// The values of each row in every column.
    pub(super) values: Vec<Vec<Value>>,
    /// The rows as JSON, one a line.
    pub(super) json: String,
}

impl<C: Columns> MarkedRows<'_, C> {
    fn values(&self) -> Vec<&[Value]> {
        self.values.iter().map(Vec::as_slice).collect()
    }

    /// The rows as tables and as JSON.
    pub(super) fn copies(&self, ctx: &Context<'_>) -> impl Iterator<Item = Copied> + use<C> {
        let (count, all) = (counted(self.values.len(), "marked row"), self.values());
        let texts = [
            ("CSV", exact_csv::<C>(&all)),
            ("Markdown", exact_markdown(self.columns, &all, ctx)),
            ("JSON lines", self.json.clone()),
        ];
        let copied = move |(format, text): (&str, String)| Copied::new(format!("{count} as {format}"), text);
        texts.into_iter().filter(|(_, text)| !text.is_empty()).map(copied)
    }
}
