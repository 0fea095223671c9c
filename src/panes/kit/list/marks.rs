//! The marks of a list: rows that are copied and written together, wherever they are in it.

use std::collections::HashMap;
use std::iter::once_with;
use std::sync::Arc;

use super::marking::{MarkedRows, Marking};
use super::valuing::may_be_cut;
use super::{List, Listed, Pages, Rows, Value};
use crate::decode::Known;
use crate::decode::reading::Reader;
use crate::decode::rows::{RowValues, ValueRef};
use crate::ledger::amount::counted;
use crate::ledger::{PackedRows, RawJson};
use crate::message::{Action, Copied, Place};
use crate::panes::Context;
use crate::widgets::Feed;

/// How many marked rows are valued when something is done with them; the values of more are worked out off the loop.
const MAX_ROWS_VALUED_AT_ONCE: usize = 200;

/// A row by its page, and its place in it.
pub(super) type Packed<T> = (Arc<PackedRows<T>>, usize);

/// A marked row, and what it is worth in each column.
type Valued<T> = (T, Vec<Value>);

impl<Q: Listed, P: Pages<Q>> List<Q, P> {
    /// Where the marked rows lead, in the order of the list.
    pub fn marked_places(&self) -> Vec<Place> {
        self.marked_rows().iter().filter_map(|row| self.query().opened(row)).collect()
    }

    /// The marked rows, in the order of the list.
    fn marked_rows(&self) -> Vec<Q::Row> {
        self.packed_marks().iter().filter_map(|(page, row)| page.row(*row)).collect()
    }

    /// How many rows are marked, without those of a range that is open.
    pub(super) fn marked(&self) -> usize {
        self.feed().map_or(0, Feed::marked)
    }

    pub(super) fn packed_marks(&self) -> Vec<Packed<Q::Row>> {
        let pages = self.feed().map(Feed::marked_pages).unwrap_or_default();
        let rows = pages.iter().flat_map(|part| {
            let row = |row: &u32| Some((Arc::clone(&part.page), usize::try_from(*row).ok()?));
            part.rows.iter().filter_map(row)
        });
        let Some(sort) = self.choice.sort() else { return rows.collect() };
        let key = |(page, row): &Packed<Q::Row>| self.arranging.values(page)?.get(*row, sort.column).key();
        let mut keyed: Vec<_> = rows.map(|row| (key(&row), row)).collect();
        keyed.sort_by(|(one, _), (other, _)| sort.compare(one.as_ref(), other.as_ref()));
        keyed.into_iter().map(|(_, row)| row).collect()
    }

    /// The marked rows with all that is known of them by now, wherever they are. Of many marks the values have been
    /// worked out by then.
    fn valued_marks(&self, rows: &impl Rows<Q, P>, ctx: &Context<'_>) -> Vec<Valued<Q::Row>> {
        let known: &Known = ctx.known;
        let (reader, valuer) = (Reader::new(known), rows.valuer(ctx));
        let with_values = |(page, at): Packed<Q::Row>| {
            let row = page.row(at)?;
            let is_whole = |values: &&Arc<RowValues>| !values.row(at).any(may_be_cut);
            let known = self.arranging.values(&page).filter(is_whole);
            let known = known.map(|values| values.row(at).map(ValueRef::to_value).collect());
            let worth = known.unwrap_or_else(|| valuer.values(&row, &reader));
            Some((row, worth))
        };
        self.packed_marks().into_iter().filter_map(with_values).collect()
    }

    /// Whether more rows are marked than can be valued at once.
    pub(super) fn needs_values_of_marks(&self) -> bool {
        self.marked() > MAX_ROWS_VALUED_AT_ONCE
    }

    /// Marks the selected row or takes its mark away, and goes to the next; ends a range that is open.
    pub(super) fn toggle_mark(&mut self, ctx: &Context<'_>) {
        let Some(feed) = self.paged.feed_mut() else { return };
        let was_range = feed.range().is_some();
        feed.toggle_mark(feed.scroll.selected);
        if !was_range {
            self.moved(Action::Down, ctx);
        }
    }

    /// Begins a range at the selected row, or ends the one that is open.
    pub(super) fn toggle_range(&mut self) {
        let Some(feed) = self.paged.feed_mut() else { return };
        if !feed.end_range() {
            feed.begin_range(feed.scroll.selected);
        }
    }

    /// Marks the rows of a range that is open: something is done with them.
    pub(super) fn end_range(&mut self) {
        if let Some(feed) = self.paged.feed_mut() {
            feed.end_range();
        }
    }

    /// Leaves the range that is open, else takes all marks away. `false` if there are none.
    pub(super) fn clear_marks(&mut self) -> bool {
        self.paged.feed_mut().is_some_and(|feed| feed.leave_range() || feed.clear_marks())
    }

    /// How the marks stand.
    pub(super) fn marking(&self) -> Marking {
        let Some(feed) = self.feed() else { return Marking { none: self.no_row(), ..Marking::default() } };
        let at = feed.scroll.selected;
        Marking {
            marked: feed.marked(),
            range: feed.range().map(Iterator::count),
            is_marked: feed.is_marked(at),
            is_markable: feed.is_markable(at),
            none: self.no_row(),
        }
    }

    /// What can be copied of the marked rows; nothing if none is marked.
    pub(super) fn marked_copies<R: Rows<Q, P>>(
        &self,
        rows: &R,
        ctx: &Context<'_>,
    ) -> impl Iterator<Item = Copied> {
        let count = counted(self.marked(), "marked row");
        let first = R::FIRST_COPY.unwrap_or("place");
        let line = once_with(move || {
            let text = self.marked_lines(rows, ctx);
            (!text.is_empty()).then(|| Copied::new(format!("{first} of {count}"), text))
        });
        let tables = once_with(move || self.valued_rows(rows, ctx).copies(ctx));
        line.flatten().chain(tables.flatten()).filter(|_| self.marked() > 0)
    }

    fn valued_rows<'a, R: Rows<Q, P>>(&self, rows: &'a R, ctx: &Context<'_>) -> MarkedRows<'a, R> {
        let values = self.valued_marks(rows, ctx).into_iter().map(|(_, values)| values).collect();
        MarkedRows { columns: rows, values, json: self.marked_json() }
    }

    /// What is copied first of each marked row, one a line: where it leads if it has no value.
    fn marked_lines<R: Rows<Q, P>>(&self, rows: &R, ctx: &Context<'_>) -> String {
        let place = |row: &Q::Row| self.query().opened(row).map(|place| place.to_string());
        let column = R::FIRST_COPY.and_then(|name| R::names().iter().position(|column| *column == name));
        let lines: Vec<String> = match column {
            None => self.marked_rows().iter().filter_map(place).collect(),
            Some(column) => {
                let line = |(row, values): &Valued<Q::Row>| {
                    let value = values.get(column).map(ToString::to_string);
                    value.filter(|text| !text.is_empty()).or_else(|| place(row))
                };
                self.valued_marks(rows, ctx).iter().filter_map(line).collect()
            }
        };
        lines.join("\n")
    }

    /// The marked rows as received, one a line.
    fn marked_json(&self) -> String {
        let mut bodies: HashMap<*const PackedRows<Q::Row>, RawJson> = HashMap::new();
        let json = |(page, row): Packed<Q::Row>| {
            let here = page.here()?;
            let body = bodies.entry(Arc::as_ptr(&page)).or_insert_with(|| here.body());
            // Line breaks within JSON are blanks: those of texts are escaped.
            Some(here.part(body, row)?.raw().replace(['\n', '\r'], " "))
        };
        self.packed_marks().into_iter().filter_map(json).collect::<Vec<_>>().join("\n")
    }
}
