//! The copies of a list.

use std::iter::once_with;

use decode::reading::Reader;

use super::export::exact_csv;
use super::{Listed, PagedList, Pages, Rows, Value};
use crate::message::Copied;
use crate::panes::Context;
use crate::panes::kit::page::on_sheet;
use crate::widgets::Feed;

impl<Q: Listed, P: Pages<Q>> PagedList<Q, P> {
    /// The copies, the first of them without the menu. JSON and CSV are computed on demand.
    pub(super) fn copies<R: Rows<Q, P>>(&self, rows: &R, ctx: &Context<'_>) -> impl Iterator<Item = Copied> {
        let selected = self.feed().and_then(Feed::selected);
        let of_row = selected.map(|row| self.row_copies(rows, row, ctx)).unwrap_or_default();
        let json = move || {
            let raw = self.feed().filter(|feed| selected.is_some() && feed.has_raw())?.raw();
            Some(Copied::new("row as JSON", &raw))
        };
        let csv = move || {
            let values = values_of(rows, selected?, ctx);
            Some(Copied::new("row as CSV", exact_csv::<R>(&[&values])))
        };
        let place = on_sheet::copied_place(&self.place());
        let request = on_sheet::copied_request(self.source.paged.url(ctx));
        self.marked_copies::<&R, _>(rows, ctx)
            .chain(of_row)
            .chain(once_with(json).flatten())
            .chain(once_with(csv).flatten())
            .chain([place])
            .chain(request)
    }

    fn row_copies<R: Rows<Q, P>>(&self, rows: &R, row: &Q::Row, ctx: &Context<'_>) -> Vec<Copied> {
        let known = rows.known(row, ctx);
        let place = self.query().opened(row).map(|place| place.to_string());
        let place = place.map(|text| Copied::new("place", text));
        let chosen = self.cell.and_then(|at| R::ALL.get(at)).map(|column| column.name);
        let first = chosen.or(R::FIRST_COPY);
        let (first, others): (Vec<_>, Vec<_>) = R::copied_values(&values_of(rows, row, ctx))
            .into_iter()
            .partition(|copied| first == Some(&copied.what));
        first.into_iter().chain(place).chain(others).chain(rows.copies(&known)).collect()
    }
}

/// The exact value of a row in every column; its cells may be shortened.
fn values_of<Q: Listed, P, R: Rows<Q, P>>(rows: &R, row: &Q::Row, ctx: &Context<'_>) -> Vec<Value> {
    rows.valuer(ctx).values(row, &Reader::new(ctx.known))
}
