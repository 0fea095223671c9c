//! What a list offers to export: the rows that are shown, those that are marked, and all to its end.

use std::iter::from_fn;
use std::sync::Arc;

use decode::reading::Reader;
use decode::rows::{Filter, RowValues};
use decode::{Known, Snapshot};
use ledger::Row;

use super::export::fields;
use super::server_rows::Packed;
use super::source::Source as _;
use super::{Listed, PagedList, Pages, Rows, Valuer};
use crate::message::contents::{LoadedPart, LoadedRows};
use crate::message::export::{ExportOffer, RowChoice, RowOffer, RowSource, Which};
use crate::message::{Effect, Failure, Place};
use crate::panes::Context;
use crate::widgets::Feed;
use crate::widgets::feed::FeedPage;

/// How many rows a part has at most.
const ROWS_PER_PART: usize = 100;

/// Rows of a list that are loaded.
#[derive(Debug)]
struct LoadedList<T> {
    places: Places<T>,
    valuer: Arc<dyn Valuer<T>>,
    known: Snapshot,
    columns: usize,
}

/// Where the rows are.
#[derive(Debug)]
enum Places<T> {
    /// On these pages, and the places among all of their rows, in their order; `None` for all of them.
    Pages(Vec<FeedPage<T>>, Option<Arc<[u32]>>),
    /// One by one.
    Each(Vec<Packed<T>>),
}

impl<T> Places<T> {
    /// Every row, in order.
    fn each(&self) -> Vec<Packed<T>> {
        let (pages, shown) = match self {
            Self::Each(rows) => return rows.iter().map(|(page, at)| (Arc::clone(page), *at)).collect(),
            Self::Pages(pages, shown) => (pages, shown),
        };
        let all = pages.iter().flat_map(|part| {
            let row = |row: &u32| Some((Arc::clone(&part.page), usize::try_from(*row).ok()?));
            part.rows.iter().filter_map(row)
        });
        let Some(shown) = shown else { return all.collect() };
        let all: Vec<Packed<T>> = all.collect();
        let row = |at: &u32| all.get(usize::try_from(*at).ok()?);
        shown.iter().filter_map(row).map(|(page, at)| (Arc::clone(page), *at)).collect()
    }
}

impl<T: Row> LoadedRows for LoadedList<T> {
    fn parts(&self, received: bool) -> Box<dyn Iterator<Item = Result<LoadedPart, Failure>> + Send> {
        let (mut rows, columns) = (self.places.each().into_iter(), self.columns);
        let (valuer, known) = (Arc::clone(&self.valuer), self.known.clone());
        Box::new(from_fn(move || {
            let part: Vec<Packed<T>> = rows.by_ref().take(ROWS_PER_PART).collect();
            let known: &Known = &known;
            let reader = Reader::new(known);
            (!part.is_empty()).then(|| {
                let (mut worth, mut as_received) = (Vec::new(), Vec::new());
                // Rows of a page follow one another more often than not: it is read and inflated once for them.
                for rows in part.chunk_by(|(one, _), (other, _)| Arc::ptr_eq(one, other)) {
                    let Some((page, _)) = rows.first() else { continue };
                    let page = page.read().ok_or(Failure::RowsLost)?;
                    let unpacked = rows.iter().filter_map(|(_, at)| page.row(*at));
                    worth.extend(unpacked.map(|row| valuer.values(&row, &reader)));
                    if received {
                        let body = page.body();
                        let part = |(_, at): &Packed<T>| page.part(&body, *at).unwrap_or_default();
                        as_received.extend(rows.iter().map(part));
                    }
                }
                Ok(LoadedPart { values: RowValues::new(columns, worth), rows: as_received })
            })
        }))
    }
}

impl<Q: Listed, P: Pages<Q>> PagedList<Q, P> {
    /// What there is to export; `None` if there is nothing.
    pub(super) fn exported<R: Rows<Q, P>>(
        &self,
        rows: &R,
        place: Place,
        ctx: &Context<'_>,
    ) -> Option<Effect> {
        let feed = self.feed()?;
        let loaded = |places: Places<Q::Row>| -> RowSource {
            let (valuer, known) = (rows.valuer(ctx), ctx.known.clone());
            RowSource::Loaded(Arc::new(LoadedList { places, valuer, known, columns: R::ALL.len() }))
        };
        let choice = |which, count: usize, places| RowChoice {
            which,
            count: Some(count),
            rows: loaded(places),
            filter: Filter::default(),
        };
        let marked = (self.marked() > 0).then(|| {
            choice(Which::Marked, self.marked(), Places::Each(self.packed_marks(self.choice.sort())))
        });
        let shown = (!feed.is_empty()).then(|| {
            let pages = feed.parts().to_vec();
            choice(Which::Shown, feed.len(), Places::Pages(pages, feed.shown_places().cloned()))
        });
        let filter = self.choice.filter().clone();
        let is_whole = feed.more().is_none() && filter.is_empty();
        let all = RowChoice {
            which: Which::All,
            count: is_whole.then(|| feed.loaded()),
            rows: RowSource::Walk(self.walk(rows, ctx)),
            filter,
        };
        let choices = marked.into_iter().chain(shown).chain([all]).collect();
        Some(offer(place, rows, Feed::has_raw(feed), choices, ctx))
    }
}

/// The offer of these rows.
pub(super) fn offer<C: super::Columns>(
    place: Place,
    columns: &C,
    has_received: bool,
    choices: Vec<RowChoice>,
    ctx: &Context<'_>,
) -> Effect {
    let (fields, shown) = (fields(columns, ctx), columns.shown(ctx));
    Effect::Export(ExportOffer::Rows(Box::new(RowOffer { place, fields, shown, has_received, choices })))
}
