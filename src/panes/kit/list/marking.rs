//! What can be done with marked rows, whatever the rows are: what is offered and said, copied and written.

use super::export::{exact_csv, exact_markdown};
use super::{Columns, Value};
use crate::ledger::amount::{counted, grouped};
use crate::message::{Action, Copied};
use crate::panes::{ActionHint, Context};

/// How the marks of a list stand.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Marking {
    /// How many rows are marked, without those of a range that is open.
    pub(super) marked: usize,
    /// How many rows the range has that is open.
    pub(super) range: Option<usize>,
    /// Whether the selected row is marked, and whether it can be.
    pub(super) is_marked: bool,
    pub(super) is_markable: bool,
    /// Why there is no selected row, if there is none.
    pub(super) none: Option<&'static str>,
}

impl Marking {
    /// What closing does to the marks, if there are any.
    pub(super) fn clear_hint(&self) -> Option<ActionHint> {
        let words = if self.range.is_some() { "leave the range" } else { "clear the marks" };
        (self.range.is_some() || self.marked > 0).then(|| ActionHint::new(Action::Close, words))
    }

    /// What can be done with marks.
    pub(super) fn hints(&self) -> [ActionHint; 2] {
        let (mark, range) = match (self.range.is_some(), self.is_marked) {
            (true, _) => ("end the range", "end the range"),
            (false, true) => ("unmark", "mark a range"),
            (false, false) => ("mark", "mark a range"),
        };
        let nameless = (!self.is_markable).then_some("the row has no id");
        let disabled = self.none.or(nameless);
        [
            ActionHint::hidden(Action::Mark, mark).disabled_if(disabled),
            ActionHint::hidden(Action::MarkRange, range).disabled_if(disabled),
        ]
    }

    /// How many rows are marked, in words.
    pub(super) fn words(&self) -> Option<String> {
        let marked = (self.marked > 0).then(|| format!("{} marked", grouped(&self.marked)));
        let range = self.range.map(|rows| format!("marking {}", counted(rows, "row")));
        let parts: Vec<String> = range.into_iter().chain(marked).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
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
