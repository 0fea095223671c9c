//! The rows of a list to step through while the list is not on screen: all, or those that share a column's value with
//! the shown row.

use api::Failure;
use ledger::Next;

use crate::message::{Effect, Place};
use crate::panes::Context;
use crate::panes::kit::list::{Listed, Loading, PagedList, Pages, Rows, Value};
use crate::widgets::Feed;

/// The part of a row to open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lead {
    /// The place that the row opens.
    Row,
    /// Its transaction.
    Transaction,
}

impl Lead {
    pub const ALL: [Self; 2] = [Self::Row, Self::Transaction];
}

/// The rows of a list, by their index.
pub trait StepRows {
    fn count(&self) -> usize;

    /// Whether these are only some of the loaded rows.
    fn are_chosen(&self) -> bool {
        false
    }

    /// Whether a preview is useless now: the rows' area is taken, or no row opens a place.
    fn needs_room(&self, _ctx: &Context<'_>) -> bool {
        false
    }

    fn selected(&self) -> usize;

    /// Selects a row and makes it visible.
    fn select(&mut self, row: usize, ctx: &Context<'_>);

    fn place(&self, row: usize, lead: Lead, ctx: &Context<'_>) -> Option<Place>;

    /// The value of a row in the column of this name, from the row alone, without other knowledge; `None` without
    /// such a column.
    fn value(&self, _row: usize, _column: &str, _ctx: &Context<'_>) -> Option<Value> {
        None
    }

    /// Loads a spilled row. `false` if it is in memory.
    fn fetch(&mut self, _row: usize) -> bool {
        false
    }

    /// Why no row can follow the loaded ones; `None` if more may follow.
    fn end(&self) -> Option<&'static str> {
        Some(LAST_ROW)
    }

    /// Loads more rows. The returned effects are for the list.
    fn load_more(&mut self, _ctx: &Context<'_>) -> Vec<Effect> {
        Vec::new()
    }

    /// Whether more rows are being loaded.
    fn is_loading(&self, _ctx: &Context<'_>) -> bool {
        false
    }

    /// Why more rows could not be loaded, in a sentence.
    fn failure(&self, _ctx: &Context<'_>) -> Option<String> {
        None
    }
}

/// Shown at the end of the list.
pub const LAST_ROW: &str = "this is the last row";

/// The rows of a [`PagedList`] and their data.
struct ListRows<'a, Q: Listed, P, R> {
    list: &'a mut PagedList<Q, P>,
    rows: R,
}

impl<Q: Listed, P: Pages<Q>> PagedList<Q, P> {
    /// The rows to step through. `rows` must use only a row's own fields: other knowledge differs from row to row,
    /// as only rows near the window are decoded.
    pub fn step_rows<'a>(&'a mut self, rows: impl Rows<Q, P> + 'a) -> Option<Box<dyn StepRows + 'a>> {
        Some(Box::new(ListRows { list: self, rows }))
    }
}

impl<Q: Listed, P: Pages<Q>, R: Rows<Q, P>> StepRows for ListRows<'_, Q, P, R> {
    fn count(&self) -> usize {
        self.list.feed().map_or(0, Feed::len)
    }

    fn selected(&self) -> usize {
        self.list.feed().map_or(0, |feed| feed.scroll.selected)
    }

    fn select(&mut self, row: usize, ctx: &Context<'_>) {
        let height = self.list.height(ctx);
        self.list.source.loader.loading = self.list.source.loader.loading.map(Loading::in_place);
        if let Some(feed) = self.list.source.paged.feed_mut() {
            let len = feed.len();
            feed.scroll.select(row, len, height);
            feed.settle(height);
            feed.touched();
        }
        self.list.scrolled(ctx);
    }

    fn place(&self, row: usize, lead: Lead, _ctx: &Context<'_>) -> Option<Place> {
        let row = self.list.feed()?.shown_row(row)?;
        match lead {
            Lead::Row => self.list.query().opened(&row),
            Lead::Transaction => Q::transaction(&row).map(Place::TransactionAt),
        }
    }

    fn value(&self, row: usize, column: &str, ctx: &Context<'_>) -> Option<Value> {
        let row = self.list.feed()?.shown_row(row)?;
        R::value(&self.rows.known(&row, ctx), column)
    }

    fn fetch(&mut self, row: usize) -> bool {
        self.list.want_row(row)
    }

    fn are_chosen(&self) -> bool {
        self.list.feed().is_some_and(|feed| feed.len() < feed.loaded())
    }

    fn needs_room(&self, _ctx: &Context<'_>) -> bool {
        self.list.is_counting()
    }

    fn end(&self) -> Option<&'static str> {
        let feed = self.list.feed()?;
        match feed.next() {
            Next::More(_) => None,
            _ if self.list.is_behind(feed) => None,
            Next::End => Some(LAST_ROW),
            Next::Refused(words) => Some(words),
        }
    }

    fn load_more(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        // A request in progress is not sent again.
        if self.is_loading(ctx) && !self.list.source.paged.is_waiting(ctx) {
            return Vec::new();
        }
        let effects = self.list.load_more(ctx);
        self.list.arrange(&self.rows, ctx);
        effects
    }

    fn is_loading(&self, ctx: &Context<'_>) -> bool {
        let is_behind = self.list.feed().is_some_and(|feed| self.list.is_behind(feed));
        is_behind || self.list.is_asking(ctx)
    }

    fn failure(&self, ctx: &Context<'_>) -> Option<String> {
        self.list.lost_rows(ctx).or_else(|| self.list.source.paged.failure(ctx)).map(Failure::sentence)
    }
}

/// A group of rows to step among.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Among {
    All,
    /// Rows with the same value in the column of this name.
    Same(&'static str),
    /// Rows known to have failed.
    Failed,
}

/// The required value in one column.
#[derive(Debug)]
pub struct Wanted(Option<(&'static str, Value)>);

/// Columns whose shared values can be stepped along, if the list has them.
const SHARED: [&str; 4] = ["sender", "method", "creator", "emitter"];
/// The column of the outcome, and its value for a failure.
const SUCCESS: &str = "success";
const FAILURE: &str = "failure";

impl Among {
    /// The available choices for a row, by the values of its columns.
    pub fn choices(value: impl Fn(&str) -> Option<Value>) -> Vec<Self> {
        let is_known = |column: &&str| value(column).is_some_and(|value| value != Value::Nothing);
        let same = SHARED.into_iter().filter(is_known).map(Self::Same);
        let failed = value(SUCCESS).map(|_| Self::Failed);
        [Self::All].into_iter().chain(same).chain(failed).collect()
    }

    /// The values required of other rows, by those of the shown row.
    pub fn wanted(self, value: impl Fn(&str) -> Option<Value>) -> Wanted {
        Wanted(match self {
            Self::All => None,
            Self::Same(column) => Some((column, value(column).unwrap_or(Value::Nothing))),
            Self::Failed => Some((SUCCESS, Value::Text(FAILURE.to_owned()))),
        })
    }

    /// The group in words; `None` for all rows.
    pub fn label(self) -> Option<String> {
        match self {
            Self::All => None,
            Self::Same(column) => Some(format!("same {column}")),
            Self::Failed => Some("only failed".to_owned()),
        }
    }

    /// A row of the group, in words.
    pub fn row(self) -> String {
        match self {
            Self::All => "row that leads anywhere".to_owned(),
            Self::Same(column) => format!("row with the same {column}"),
            Self::Failed => "row known as failed".to_owned(),
        }
    }
}

impl Wanted {
    /// Whether a row has the required value; `value` returns those of its columns.
    pub fn is_met(&self, value: impl Fn(&str) -> Option<Value>) -> bool {
        self.0.as_ref().is_none_or(|(column, wanted)| value(column).as_ref() == Some(wanted))
    }
}
