//! The values of the loaded rows in every column, computed off the main loop a few pages at a time while a filter
//! or sort needs them.

use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::Arc;

use decode::reading::Reader;
use decode::rows::{Loaded, RowValues, Source, Valuation, ValueRef};
use decode::stop::Stop;
use decode::{Known, Snapshot};
use ledger::{PackedRows, Row};

use super::Value;
use crate::panes::Context;
use crate::panes::kit::Wants;
use crate::widgets::Feed;
use crate::widgets::feed::Identity;

/// Maximum number of pages per computation: first results show before the rest is done.
const MAX_PAGES_AT_ONCE: usize = 20;

/// Maximum length of a text for filter and sort: call data can be very long.
const MAX_VALUE_BYTES: usize = 16 * 1024;
/// Suffix of a longer text.
const CUT: char = '…';

/// The value, with a long text cut.
fn short(value: Value) -> Value {
    match value {
        Value::Text(mut text) if text.len() > MAX_VALUE_BYTES => {
            text.truncate(text.floor_char_boundary(MAX_VALUE_BYTES));
            text.push(CUT);
            Value::Text(text)
        }
        value => value,
    }
}

/// Whether this may be a cut text.
pub(super) fn may_be_cut(value: ValueRef<'_>) -> bool {
    matches!(value, ValueRef::Text(text) if text.ends_with(CUT))
}

/// Properties of the columns whose values are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Worth {
    pub(super) columns: usize,
    /// Number of value changes.
    pub(super) changes: usize,
    /// The column that says whether a row's single record was loaded.
    pub(super) details: Option<usize>,
}

/// Computes a row's values off the main loop.
pub trait Valuer<T>: Debug + Send + Sync {
    /// The value in each column, decoded with the reader's knowledge.
    fn values(&self, row: &T, reader: &Reader<'_>) -> Vec<Value>;
}

/// Computes the values of rows that need no further data.
#[derive(Debug)]
pub struct RecordValuer<T>(pub fn(&T) -> Vec<Value>);

impl<T: Debug> Valuer<T> for RecordValuer<T> {
    fn values(&self, row: &T, _reader: &Reader<'_>) -> Vec<Value> {
        (self.0)(row)
    }
}

/// Pages to value, and their valuer.
#[derive(Debug)]
struct Pages<T> {
    packed: Vec<Arc<PackedRows<T>>>,
    valuer: Arc<dyn Valuer<T>>,
    columns: usize,
}

impl<T: Row> Source for Pages<T> {
    fn values(&self, known: &Snapshot, stop: &Stop) -> Option<Vec<Arc<RowValues>>> {
        let known: &Known = known;
        let reader = Reader::new(known);
        let page = |page: &Arc<PackedRows<T>>| {
            let values = |row: &T| self.valuer.values(row, &reader).into_iter().map(short).collect();
            let page = page.read()?;
            let rows = (0..).map_while(|at| page.row(at)).map(|row| values(&row));
            (!stop.is_set()).then(|| Arc::new(RowValues::new(self.columns, rows.collect())))
        };
        self.packed.iter().map(page).collect()
    }
}

/// A valued page, and the version of the knowledge.
#[derive(Debug)]
struct ValuedPage<T> {
    page: Arc<PackedRows<T>>,
    values: Arc<RowValues>,
    time: u64,
}

/// Pages being valued: the question, the pages, and the version of the knowledge.
type Asked<T> = (Valuation, Vec<Arc<PackedRows<T>>>, u64);

/// The valued pages.
#[derive(Debug)]
pub(super) struct PageValues<T> {
    /// By address of the page.
    pages: HashMap<*const PackedRows<T>, ValuedPage<T>>,
    asked: Option<Asked<T>>,
    loaded: Loaded,
    /// The current knowledge: values of an earlier version are computed again.
    snapshot: Snapshot,
    /// See [`Worth::changes`].
    changes: usize,
    time: u64,
    /// Number of rows and version of the knowledge examined last, which are not examined twice.
    seen: Option<(usize, u64)>,
}

impl<T> Default for PageValues<T> {
    fn default() -> Self {
        Self {
            pages: HashMap::new(),
            asked: None,
            loaded: Loaded::default(),
            snapshot: Snapshot::default(),
            changes: 0,
            time: 0,
            seen: None,
        }
    }
}

impl<T: Identity + Row> PageValues<T> {
    /// The rows with values, from the top of the list.
    pub(super) fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    /// The values of a page's rows; `None` until they were computed.
    pub(super) fn values(&self, page: &Arc<PackedRows<T>>) -> Option<&Arc<RowValues>> {
        self.find(page).map(|valued| &valued.values)
    }

    /// Approximate memory use, bytes.
    pub(super) fn bytes(&self) -> usize {
        self.pages.values().map(|page| page.values.bytes()).sum()
    }

    /// Receives values, and starts valuing the next pages.
    pub(super) fn update(
        &mut self,
        feed: &Feed<T>,
        Worth { columns, changes, .. }: Worth,
        ctx: &Context<'_>,
        valuer: impl FnOnce() -> Arc<dyn Valuer<T>>,
    ) {
        let came = self.receive(ctx);
        if self.snapshot != *ctx.known || self.changes != changes {
            (self.snapshot, self.changes) = (ctx.known.clone(), changes);
            self.time += 1;
        }
        let seen = Some((feed.changes(), self.time));
        if self.seen == seen && !came {
            return;
        }
        self.seen = seen;
        self.pages.retain(|_, valued| Arc::strong_count(&valued.page) > 1);
        if self.asked.is_none() {
            let is_due = |page: &Arc<PackedRows<T>>| {
                self.find(page).is_none_or(|valued| valued.time != self.time).then(|| Arc::clone(page))
            };
            let mut pages: Vec<Arc<PackedRows<T>>> = Vec::new();
            for page in feed.parts().iter().filter_map(|part| is_due(&part.page)) {
                // A page divided by another is valued once.
                if !pages.iter().any(|known| Arc::ptr_eq(known, &page)) {
                    pages.push(page);
                }
                if pages.len() >= MAX_PAGES_AT_ONCE {
                    break;
                }
            }
            if !pages.is_empty() {
                let source = Pages { packed: pages.clone(), valuer: valuer(), columns };
                self.asked = Some((Valuation(Arc::new(source)), pages, self.time));
            }
        }
        let known = feed
            .parts()
            .iter()
            .map_while(|part| Some((Arc::clone(&self.find(&part.page)?.values), Arc::clone(&part.rows))));
        self.loaded = Loaded(known.collect());
    }

    fn find(&self, page: &Arc<PackedRows<T>>) -> Option<&ValuedPage<T>> {
        self.pages.get(&Arc::as_ptr(page))
    }

    fn receive(&mut self, ctx: &Context<'_>) -> bool {
        let Some(outcome) = self.asked.as_ref().and_then(|(asked, ..)| ctx.get(asked).outcome()) else {
            return false;
        };
        let Some((_, pages, time)) = self.asked.take() else { return false };
        let Ok(values) = outcome else { return false };
        for (page, values) in pages.into_iter().zip(values) {
            self.pages.insert(Arc::as_ptr(&page), ValuedPage { page, values: Arc::clone(values), time });
        }
        true
    }

    /// Adds the computation in progress.
    pub(super) fn wants(&self, wants: &mut Wants) {
        if let Some((asked, ..)) = &self.asked {
            wants.add_optional(asked);
        }
    }
}
