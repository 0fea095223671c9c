//! What can be done with marked rows, whatever the rows are: what is offered and said, copied and written.

use super::export::{exact_csv, exact_markdown};
use super::source::{List, Source};
use super::{Columns, Value};
use crate::ledger::amount::{counted, grouped};
use crate::message::Copied;
use crate::panes::{ActionHint, Context, action_hint};

/// How many rows are marked, and how many the range has that is open, in words.
pub(super) fn marking_words(marked: usize, range: Option<usize>) -> Option<String> {
    let marked = (marked > 0).then(|| format!("{} marked", grouped(&marked)));
    let range = range.map(|rows| format!("marking {}", counted(rows, "row")));
    let parts: Vec<String> = range.into_iter().chain(marked).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

impl<S: Source> List<S> {
    /// What closing does to the cell, the range, the marks, or what is chosen, in this order.
    pub fn close_words(&self) -> Option<&'static str> {
        Some(match (self.cell, self.source.range(), self.source.marked()) {
            (Some(_), ..) => "leave the cell",
            (None, Some(_), _) => "leave the range",
            (None, None, 1..) => "clear the marks",
            (None, None, 0) if self.choice.is_active() => "show all rows",
            (None, None, 0) => return None,
        })
    }

    /// Chooses the row rather than one of its cells.
    pub fn leave_cell(&mut self) {
        self.cell = None;
    }

    /// What can be done while the local filter is typed.
    pub fn typed_hints(&self) -> Option<Vec<ActionHint>> {
        self.choice.is_typing().then(|| action_hint::line("keep"))
    }
}

/// Marked rows as they are copied and written.
pub(super) struct MarkedRows<'a, C> {
    pub(super) columns: &'a C,
    /// What each is worth in every column.
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
