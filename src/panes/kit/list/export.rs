//! Rows as text: CSV and JSON with exact values, Markdown as on screen. Lists copy their rows as such text, and offer
//! them for export.

use std::iter::{from_fn, once_with};
use std::sync::Arc;

use api::Failure;
use decode::reading::Reader;
use decode::rows::{Field, Filter, Format, RowValues, ValueRef, field_name, markdown_head, markdown_row};
use decode::{Known, Snapshot};
use ledger::Row;

use super::source::{Packed, Source as _};
use super::{ColumnOf, Columns, Listed, PagedList, Pages, Rows, Value, Valuer};
use crate::message::contents::{LoadedPart, LoadedRows};
use crate::message::export::{ExportOffer, RowChoice, RowOffer, RowSource, Which};
use crate::message::{Copied, Effect, Place, ROWS_LOST};
use crate::panes::Context;
use crate::panes::kit::page::on_sheet;
use crate::widgets::Feed;
use crate::widgets::feed::FeedPage;

/// The rows as CSV: all columns, headed by their names.
pub fn csv<'a, C: Columns>(rows: impl IntoIterator<Item = C::Row<'a>>) -> String {
    let values: Vec<Vec<Value>> = rows.into_iter().map(|row| C::values(&row)).collect();
    exact_csv::<C>(&values.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

/// The values of rows as CSV: all columns, headed by their names.
pub fn exact_csv<C: Columns>(rows: &[&[Value]]) -> String {
    written(Format::Csv, &all_fields::<C>(), rows)
}

/// The values of rows as JSON, an object a line.
pub fn json_lines<C: Columns>(rows: &[Vec<Value>]) -> String {
    let rows: Vec<&[Value]> = rows.iter().map(Vec::as_slice).collect();
    written(Format::Ndjson, &all_fields::<C>(), &rows).trim_end().to_owned()
}

/// The rows as a Markdown table of the columns that are shown, in the units of the moment.
pub fn markdown<'a, C: Columns>(
    columns: &C,
    rows: impl IntoIterator<Item = C::Row<'a>>,
    ctx: &Context<'_>,
) -> String {
    let shown: Vec<&ColumnOf<C>> = columns.shown(ctx).into_iter().filter_map(|at| C::ALL.get(at)).collect();
    let heads = shown.iter().map(|column| column.head(columns, ctx)).map(|head| (head.title, head.right));
    let row = |row: C::Row<'a>| shown.iter().map(|column| column.cell(&row, ctx).0).collect();
    table(&heads.collect::<Vec<_>>(), rows.into_iter().map(row))
}

/// The values of rows as a Markdown table of the columns that are shown, headed by their names; times are those of
/// UTC.
pub fn exact_markdown<C: Columns>(columns: &C, rows: &[&[Value]], ctx: &Context<'_>) -> String {
    let names = C::names();
    let with_name = |field: Field| Field {
        name: names.get(field.column).map_or(field.name, |name| (*name).to_owned()),
        ..field
    };
    let fields: Vec<Field> = shown_fields(columns, ctx).into_iter().map(with_name).collect();
    written(Format::Markdown, &fields, rows)
}

/// All columns, as they are written.
fn all_fields<C: Columns>() -> Vec<Field> {
    let field = |(column, name): (usize, &str)| Field { name: field_name(name), column, is_right: false };
    C::names().into_iter().enumerate().map(field).collect()
}

/// The columns that are shown, in the order of the screen, as they are written.
pub fn shown_fields<C: Columns>(columns: &C, ctx: &Context<'_>) -> Vec<Field> {
    let all = fields(columns, ctx);
    columns.shown(ctx).into_iter().filter_map(|at| all.get(at).cloned()).collect()
}

/// All columns, as they are written, and on which side they stand on the screen.
pub fn fields<C: Columns>(columns: &C, ctx: &Context<'_>) -> Vec<Field> {
    let right = |at: usize| C::ALL.get(at).is_some_and(|column| column.head(columns, ctx).right);
    all_fields::<C>().into_iter().map(|field| Field { is_right: right(field.column), ..field }).collect()
}

fn written(format: Format, fields: &[Field], rows: &[&[Value]]) -> String {
    let names: Vec<&str> = fields.iter().map(|field| &*field.name).collect();
    let mut text = format.head(fields.iter().map(|field| (&*field.name, field.is_right)));
    for (at, row) in rows.iter().enumerate() {
        let value = |field: &Field| row.get(field.column).map_or(ValueRef::Nothing, Value::as_ref);
        let values: Vec<ValueRef<'_>> = fields.iter().map(value).collect();
        text += &format.record(&names, &values, at == 0);
    }
    text + format.tail(rows.is_empty())
}

/// A Markdown table with these titles, which say whether their columns are aligned to the right.
fn table(heads: &[(String, bool)], rows: impl Iterator<Item = Vec<String>>) -> String {
    let head = markdown_head(heads.iter().map(|(title, right)| (&**title, *right)));
    [head].into_iter().chain(rows.map(markdown_row)).collect()
}

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
                    let page = page.read().ok_or(ROWS_LOST)?;
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
pub(super) fn offer<C: Columns>(
    place: Place,
    columns: &C,
    has_received: bool,
    choices: Vec<RowChoice>,
    ctx: &Context<'_>,
) -> Effect {
    let (fields, shown) = (fields(columns, ctx), columns.shown(ctx));
    Effect::Export(ExportOffer::Rows(Box::new(RowOffer { place, fields, shown, has_received, choices })))
}

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
