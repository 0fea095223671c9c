//! The rows of a list that a server sends page by page.

use std::collections::HashMap;
use std::sync::Arc;

use decode::Known;
use decode::reading::Reader;
use decode::rows::{Filter, Loaded, RowValues, Sort, ValueRef};
use ledger::{PackedRows, RawJson};
use ratatui::layout::Rect;

use super::aggregates::CountedRows;
use super::arranged::Arranged;
use super::columns::Columns;
use super::source::{Packed, RowsOf, Source, Valued};
use super::tail::Tail;
use super::valuer::may_be_cut;
use super::visible_rows::Details;
use super::{Areas, Filters, Links, Listed, Loader, Loading, Paged, PagedList, Pages, Rows, view};
use crate::message::{Action, Effect, FarRows, Place};
use crate::panes::Context;
use crate::widgets::Feed;
use crate::widgets::table::Lines;

/// The filters of the list, and its loaded rows.
#[derive(Debug)]
pub struct ServerRows<Q: Listed, P = Links> {
    pub(super) filters: Filters<Q>,
    pub(super) paged: Paged<Q>,
    pub(super) pages: P,
    /// Spilled rows around the window that are being loaded.
    pub(super) far_rows: Option<FarRows>,
    pub(super) loader: Loader,
    /// The shown rows and their order.
    pub(super) arranged: Arranged<Q::Row>,
    pub(super) tail: Option<Tail<Q>>,
    pub(super) details: Details,
    /// An action of the user before the first row, which runs once the first page is loaded.
    pub(super) awaited: Option<Action>,
    /// Number of value changes at the last computation, which is not repeated for each new detail.
    pub(super) changes: usize,
    /// A column of the filter or sort with values only for rows with details.
    pub(super) unsure: Option<&'static str>,
}

/// Maximum number of marked rows whose values are computed on demand; for more, off the main loop.
const MAX_ROWS_VALUED_AT_ONCE: usize = 200;

impl<Q: Listed, P: Pages<Q>> ServerRows<Q, P> {
    pub(super) fn new(query: Q, pages: P) -> Self {
        Self {
            filters: Filters::new(query),
            paged: Paged::default(),
            pages,
            far_rows: None,
            loader: Loader::default(),
            arranged: Arranged::default(),
            tail: None,
            details: Details::default(),
            awaited: None,
            changes: 0,
            unsure: None,
        }
    }

    /// The query, as in the place.
    pub fn query(&self) -> &Q {
        self.filters.query()
    }

    /// The loaded rows; none before the first page has come.
    pub fn feed(&self) -> Option<&Feed<Q::Row>> {
        self.paged.feed()
    }

    /// How many rows are loaded.
    pub fn len(&self) -> usize {
        self.feed().map_or(0, Feed::loaded)
    }

    /// Whether no row is loaded.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether more rows are marked than can be valued at once.
    pub(super) fn needs_values_of_marks(&self) -> bool {
        self.marked() > MAX_ROWS_VALUED_AT_ONCE
    }

    /// The marked rows, in the order of the list.
    pub(super) fn packed_marks(&self, sort: Option<Sort>) -> Vec<Packed<Q::Row>> {
        let pages = self.feed().map(Feed::marked_pages).unwrap_or_default();
        let rows = pages.iter().flat_map(|part| {
            let row = |row: &u32| Some((Arc::clone(&part.page), usize::try_from(*row).ok()?));
            part.rows.iter().filter_map(row)
        });
        let Some(sort) = sort else { return rows.collect() };
        let key = |(page, row): &Packed<Q::Row>| self.arranged.values(page)?.get(*row, sort.column).key();
        let mut keyed: Vec<_> = rows.map(|row| (key(&row), row)).collect();
        keyed.sort_by(|(one, _), (other, _)| sort.compare(one.as_ref(), other.as_ref()));
        keyed.into_iter().map(|(_, row)| row).collect()
    }
}

impl<Q: Listed, P: Pages<Q>> Source for ServerRows<Q, P> {
    fn cursor(&self) -> usize {
        self.feed().map_or(0, |feed| feed.scroll.selected)
    }

    fn no_row(&self) -> Option<&'static str> {
        self.feed().and_then(Feed::selected).is_none().then_some("no row is selected")
    }

    fn chip_lines(&self, is_chosen: bool, body: Rect) -> u16 {
        Areas::new(body, self.filters.is_set() || is_chosen).chips.height
    }

    fn counted<'a>(&'a self, filter: &'a Filter) -> CountedRows<'a> {
        CountedRows {
            valued: self.arranged.loaded(),
            filter,
            loaded: self.len(),
            has_more: self.feed().is_some_and(|feed| feed.more().is_some()),
            is_live: self.tail.is_some(),
        }
    }

    fn marked(&self) -> usize {
        self.feed().map_or(0, Feed::marked)
    }

    fn range(&self) -> Option<usize> {
        self.feed()?.range().map(Iterator::count)
    }

    fn loaded_marks(&self) -> Loaded {
        let pages = self.feed().map(Feed::marked_pages).unwrap_or_default();
        let valued = pages.into_iter().filter_map(|part| {
            let values = self.arranged.values(&part.page)?;
            Some((values.clone(), part.rows))
        });
        Loaded(valued.collect())
    }

    fn clear_marks(&mut self) -> bool {
        self.paged.feed_mut().is_some_and(|feed| feed.leave_range() || feed.clear_marks())
    }
}

impl<Q: Listed, P: Pages<Q>, R: Rows<Q, P>> RowsOf<ServerRows<Q, P>> for &R {
    type Columns = R;

    const FIRST_COPY: Option<&'static str> = R::FIRST_COPY;

    fn columns(&self) -> &R {
        self
    }

    fn lines(&self, source: &ServerRows<Q, P>, table: Rect, ctx: &Context<'_>) -> Lines {
        source.feed().map(|feed| view::lines::<Q>(feed, table, ctx)).unwrap_or_default()
    }

    fn row<'a>(
        &'a self,
        source: &'a ServerRows<Q, P>,
        at: usize,
        ctx: &Context<'a>,
    ) -> Option<<R as Columns>::Row<'a>> {
        Some(self.known(source.feed()?.row(at)?, ctx))
    }

    fn opened(&self, source: &ServerRows<Q, P>, at: usize) -> Option<Place> {
        source.query().opened(source.feed()?.row(at)?)
    }

    fn is_markable(&self, source: &ServerRows<Q, P>, at: usize) -> bool {
        source.feed().is_some_and(|feed| feed.is_markable(at))
    }

    fn is_marked(&self, source: &ServerRows<Q, P>, at: usize) -> bool {
        source.feed().is_some_and(|feed| feed.is_marked(at))
    }

    fn toggle_mark(&self, source: &mut ServerRows<Q, P>) -> bool {
        let Some(feed) = source.paged.feed_mut() else { return false };
        let had_range = feed.range().is_some();
        feed.toggle_mark(feed.scroll.selected);
        !had_range
    }

    fn toggle_range(&self, source: &mut ServerRows<Q, P>) {
        let Some(feed) = source.paged.feed_mut() else { return };
        if !feed.end_range() {
            feed.begin_range(feed.scroll.selected);
        }
    }

    fn end_range(&self, source: &mut ServerRows<Q, P>) -> bool {
        source.paged.feed_mut().is_some_and(Feed::end_range)
    }

    fn marked_places(&self, source: &ServerRows<Q, P>, sort: Option<Sort>) -> Vec<Place> {
        let rows = source.packed_marks(sort).into_iter().filter_map(|(page, row)| page.row(row));
        rows.filter_map(|row| source.query().opened(&row)).collect()
    }

    /// The values of many marks were computed before.
    fn valued_marks(&self, source: &ServerRows<Q, P>, sort: Option<Sort>, ctx: &Context<'_>) -> Vec<Valued> {
        let known: &Known = ctx.known;
        let (reader, valuer) = (Reader::new(known), self.valuer(ctx));
        let with_values = |(page, at): Packed<Q::Row>| {
            let row = page.row(at)?;
            let is_whole = |values: &&Arc<RowValues>| !values.row(at).any(may_be_cut);
            let known = source.arranged.values(&page).filter(is_whole);
            let known = known.map(|values| values.row(at).map(ValueRef::to_value).collect());
            let all = known.unwrap_or_else(|| valuer.values(&row, &reader));
            Some((source.query().opened(&row), all))
        };
        source.packed_marks(sort).into_iter().filter_map(with_values).collect()
    }

    /// The rows are as received.
    fn marked_json(&self, source: &ServerRows<Q, P>, sort: Option<Sort>) -> String {
        let mut bodies: HashMap<*const PackedRows<Q::Row>, RawJson> = HashMap::new();
        let json = |(page, row): Packed<Q::Row>| {
            let here = page.here()?;
            let body = bodies.entry(Arc::as_ptr(&page)).or_insert_with(|| here.body());
            // Line breaks in JSON are only white space: texts have theirs escaped.
            Some(here.part(body, row)?.raw().replace(['\n', '\r'], " "))
        };
        source.packed_marks(sort).into_iter().filter_map(json).collect::<Vec<_>>().join("\n")
    }

    fn move_by(
        &self,
        list: &mut PagedList<Q, P>,
        action: Action,
        _table: Rect,
        ctx: &Context<'_>,
    ) -> Vec<Effect> {
        if action == Action::Last && list.is_at_end() {
            return list.load_all(Loading::whole(list.loaded_pages(), true, ctx.now), ctx);
        }
        list.moved(action, ctx);
        Vec::new()
    }

    fn export(&self, list: &mut PagedList<Q, P>, place: Place, ctx: &Context<'_>) -> Option<Effect> {
        if list.feed().is_none() {
            list.toggle_awaited(Action::Export);
        }
        list.exported(*self, place, ctx)
    }
}
