//! What can be done with the rows of a list, marked or not, whatever they come from.

use std::iter::once_with;

use super::Columns;
use super::links::Shown;
use super::marking::MarkedRows;
use super::source::{List, SourceOf, Valued};
use crate::ledger::amount::counted;
use crate::message::comparison::Side;
use crate::message::{Action, Comparison, Copied, Effect, Place};
use crate::panes::{ActionHint, Context};

impl<S> List<S> {
    /// What can be copied of the marked rows; nothing if none is marked.
    pub fn marked_copies<R>(&self, rows: &R, ctx: &Context<'_>) -> impl Iterator<Item = Copied>
    where
        S: SourceOf<R>,
    {
        let (sort, marked) = (self.choice.sort(), self.source.marked());
        let (column, first) = (S::FIRST_COPY, S::FIRST_COPY.unwrap_or("place"));
        let what = format!("{first} of {}", counted(marked, "marked row"));
        let lines = once_with(move || {
            let names = S::Columns::names();
            let column = column.and_then(|name| names.iter().position(|column| *column == name));
            let line = |(place, values): Valued| {
                let value = values.get(column?).map(ToString::to_string).filter(|text| !text.is_empty());
                value.or_else(|| place.map(|place| place.to_string()))
            };
            let lines: Vec<String> = match column {
                None => self.source.marked_places(rows, sort).iter().map(Place::to_string).collect(),
                Some(_) => self.source.valued_marks(rows, sort, ctx).into_iter().filter_map(line).collect(),
            };
            (!lines.is_empty()).then(|| Copied::new(what, lines.join("\n")))
        });
        let tables = once_with(move || {
            let values = self.source.valued_marks(rows, sort, ctx).into_iter().map(|(_, values)| values);
            let json = self.source.marked_json(rows, sort);
            MarkedRows { columns: S::columns(rows), values: values.collect(), json }.copies(ctx)
        });
        lines.flatten().chain(tables.flatten()).filter(move |_| marked > 0)
    }
}

impl<S: SourceOf<R>, R> Shown<'_, S, R> {
    /// The selected row as a side of a comparison. An earlier version of a contract is none.
    fn side(&self) -> Option<Side> {
        let place = self.list.source.opened(self.rows, self.list.source.cursor())?;
        let is_past = matches!(&place, Place::Contract(query) if !query.timestamp.is_empty());
        Side::of(&place).filter(|_| !is_past)
    }

    /// Compares the two marked rows, or one that is marked with the selected one; without marks, the selected row is
    /// one side.
    pub(super) fn compare(&self) -> Vec<Effect> {
        let marked = self.list.source.marked_places(self.rows, self.list.choice.sort());
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

    /// The verbs of every list that choose among its rows and mark them, with those for failed and new rows and for an
    /// export among them. `none`: why there are none to choose among.
    pub(super) fn hints(
        &self,
        none: Option<&'static str>,
        [failed, tail, export]: [Option<ActionHint>; 3],
    ) -> Vec<ActionHint> {
        let (source, at) = (&self.list.source, self.list.source.cursor());
        let hidden = |action, words: &'static str| ActionHint::hidden(action, words);
        let (mark, range) = match (source.range(), source.is_marked(self.rows, at)) {
            (Some(_), _) => ("end the range", "end the range"),
            (None, true) => ("unmark", "mark a range"),
            (None, false) => ("mark", "mark a range"),
        };
        let no_row = none.or(source.no_row());
        let nameless = no_row.or((!source.is_markable(self.rows, at)).then_some("the row has no id"));
        let saved = ActionHint { footer: false, ..ActionHint::global(Action::SavedFilters, "saved filters") };
        let mut hints = vec![ActionHint::new(Action::Find, "local filter").disabled_if(none)];
        hints.extend(failed.into_iter().chain([saved]));
        if !S::Columns::COUNTED.is_empty() {
            hints.push(hidden(Action::Aggregates, "counts").disabled_if(none));
        }
        hints.extend(tail);
        hints.extend([
            hidden(Action::SortNext, "sort by the next column").disabled_if(none),
            hidden(Action::SortBefore, "by the column before").disabled_if(none),
            hidden(Action::Mark, mark).disabled_if(nameless),
            hidden(Action::MarkRange, range).disabled_if(nameless),
        ]);
        hints.extend(export);
        // Nothing is offered where rows lead to nothing that can be compared.
        if no_row.is_some() || self.side().is_some() {
            let words = match source.marked() {
                0 => "compare with another row",
                1 => "compare with the marked row",
                _ => "compare the marked rows",
            };
            let many = (source.marked() > 2).then_some("two rows are compared, and more are marked");
            hints.push(hidden(Action::Compare, words).disabled_if(no_row.or(many)));
        }
        hints
    }

    /// The verbs that choose a cell.
    pub(super) fn cell_hints(&self, none: Option<&'static str>) -> [ActionHint; 2] {
        let none = none.or(self.list.source.no_row());
        [(Action::Right, "next cell that leads further"), (Action::Left, "the cell before")]
            .map(|(verb, words)| ActionHint::hidden(verb, words).disabled_if(none))
    }
}
