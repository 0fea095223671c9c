//! What can be done with the rows of a list, marked or not, whatever they come from.

use std::borrow::Borrow;
use std::iter::once_with;

use super::Columns;
use super::links::Shown;
use super::marking::MarkedRows;
use super::source::{List, RowsOf, Source, Valued};
use crate::ledger::amount::counted;
use crate::message::comparison::Side;
use crate::message::{Comparison, Copied, Effect, Place};
use crate::panes::Context;

impl<S: Source> List<S> {
    /// What can be copied of the marked rows; nothing if none is marked.
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
    /// The selected row as a side of a comparison. An earlier version of a contract is none.
    pub(super) fn side(&self) -> Option<Side> {
        let place = self.rows.opened(&self.list.source, self.list.source.cursor())?;
        let is_past = matches!(&place, Place::Contract(query) if !query.timestamp.is_empty());
        Side::of(&place).filter(|_| !is_past)
    }

    /// Compares the two marked rows, or one that is marked with the selected one; without marks, the selected row is
    /// one side.
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
