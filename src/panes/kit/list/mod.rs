//! Lists: filtering and sorting of rows, actions on them, and their drawing. A [`List`] has one [`Source`]: the
//! pages of a server, or rows in memory. Every list has the same keys.
//!
//! The pane of a list that a server pages is a [`ListPane`]. It defines three things:
//!
//! - its question is [`Filterable`] and [`Listed`]: the fields of its filter form, its orders, and where a row leads;
//! - the rows' data is [`Rows`], with [`Columns`] as data: the selected row in full, further copies, and the empty
//!   state;
//! - [`PaneRows`] are what the rows add to the pane: its own verbs, and what they want.
//!
//! The pane of a list in memory is a [`MemoryPane`] of a [`MemorySource`]: its [`MemoryRows`], and what is around them.
//!
//! What a list looks like, top to bottom:
//!
//! ```text
//!   from 0.0.1002 ✕                                         chips, if any filter is active
//!     consensus time (UTC)    method      outcome           the titles
//!   ▌ 2026-11-20 23:59:46…    transfer                      the rows in view
//! ─ row 1 of 100 loaded in 1 page, more below ──            where one is
//!   transfer(to 0.0.1003, 50)  from 0.0.1002                the selected row, whole
//! ```

pub mod aggregates;
mod arranged;
pub mod chips;
pub mod columns;
pub mod existence;
pub mod export;
pub mod filter_form;
pub mod filters;
pub mod footer;
mod input;
mod list_pane;
pub mod listed;
pub mod loader;
mod local_choice;
pub mod paged;
pub mod row_analyses;
pub mod rows_in_memory;
mod server_rows;
mod shown;
mod source;
pub mod step;
mod tail;
pub mod until;
mod valuer;
mod verbs;
pub mod view;
mod visible_rows;
mod walk;

pub use aggregates::counted::Counted;
pub use chips::Chip;
pub use columns::{Column, ColumnOf, Columns, Value};
pub use filters::{Filterable, Filters};
pub use list_pane::{ListPane, PaneRows};
pub use listed::{Links, Listed, Pages, Rows, Words, labelled};
pub use loader::{Loader, Loading, Reached, Wish};
pub use local_choice::LocalChoice;
pub use paged::Paged;
pub use row_analyses::RowAnalyses;
pub use rows_in_memory::{MemoryList, MemoryPane, MemoryRows, MemorySource, Pressed, RowsInMemory};
pub use server_rows::ServerRows;
pub use shown::links;
pub use source::{List, Source};
pub use step::{StepRows, Steps};
pub use until::Until;
pub use valuer::{RecordValuer, Valuer};
pub use verbs::HasList;
pub use view::{Areas, say};

use std::ops::Range;
use std::sync::Arc;

use api::PageOf;
use ledger::Timestamp;

use self::valuer::Worth;
use super::Wants;
use crate::message::{Effect, Place};
use crate::panes::Context;

/// The list of a question, whose pages a server sends.
pub type PagedList<Q, P = Links> = List<ServerRows<Q, P>>;

impl<Q: Listed> PagedList<Q> {
    /// A list whose pages follow the server's links.
    pub fn new(query: Q) -> Self {
        let first = PageOf::first(query.in_whole_pages());
        let mut list = Self::by(query, Links);
        list.source.paged.ask(first);
        list
    }
}

impl<Q: Listed, P: Pages<Q>> PagedList<Q, P> {
    /// Creates a list with a custom paging strategy. Nothing is wanted before [`Self::begin`].
    pub fn by(query: Q, pages: P) -> Self {
        Self::from_source(ServerRows::new(query, pages))
    }

    /// How the pages are asked for.
    pub fn pages(&self) -> &P {
        &self.source.pages
    }

    /// The strategy of requesting pages, mutable.
    pub fn pages_mut(&mut self) -> &mut P {
        &mut self.source.pages
    }

    /// Whether a request is pending.
    pub fn is_asking(&self, ctx: &Context<'_>) -> bool {
        self.source.paged.is_asking(ctx)
    }

    /// Number of visible rows.
    pub fn height(&self, ctx: &Context<'_>) -> u16 {
        self.areas(ctx.body).rows()
    }

    /// The range of visible rows.
    pub fn window(&self, ctx: &Context<'_>) -> Range<usize> {
        let height = self.height(ctx);
        self.feed().map_or(0..0, |feed| feed.scroll.window(feed.len(), height))
    }

    /// The visible rows.
    pub fn in_view(&self, ctx: &Context<'_>) -> &[Arc<Q::Row>] {
        let Some(feed) = self.feed() else { return &[] };
        let (start, near) = feed.near();
        let window = self.window(ctx);
        near.get(window.start.saturating_sub(start)..window.end.saturating_sub(start)).unwrap_or_default()
    }

    /// See [`crate::panes::Pane::place`].
    pub fn place(&self) -> Place {
        self.query().place()
    }

    /// See [`crate::panes::Pane::title`].
    pub fn title(&self, ctx: &Context<'_>) -> String {
        self.query().title(ctx)
    }

    /// Requests the first page; loaded rows stay until it arrives.
    pub fn begin(&mut self, now: Timestamp) {
        let first = self.source.pages.first(&self.source.filters.query().in_whole_pages(), now);
        self.source.paged.ask(first);
    }

    /// Reloads the list from its first page. A request in progress is not restarted.
    pub(super) fn refresh(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        if !self.source.paged.is_beginning(ctx) {
            self.begin(ctx.now);
        }
        self.refresh_tail(ctx.now);
        vec![Effect::Refresh]
    }

    /// Requests the next page for the user, or because nothing was found so far.
    fn more(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let (query, pages) = (self.source.filters.query().in_whole_pages(), &mut self.source.pages);
        self.source.paged.more(ctx, |link| pages.behind(&query, link))
    }

    /// Requests the next page when the selection is near the end of the loaded rows. `true` if it was requested.
    fn scrolled(&mut self, ctx: &Context<'_>) -> bool {
        // With a filter or sort, automatically loaded rows would be left out or move others.
        if self.source.pages.is_stopped() || self.choice.is_active() {
            return false;
        }
        let height = self.height(ctx);
        let (query, pages) = (self.source.filters.query().in_whole_pages(), &mut self.source.pages);
        self.source.paged.scrolled(ctx, height, |link| pages.behind(&query, link))
    }

    /// See [`crate::panes::Pane::wants`].
    pub fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        self.source.paged.wants(wants);
        self.want_far_rows(wants);
        if let Some(tail) = &self.source.tail {
            tail.wants(ctx, wants);
        }
        self.source.arranged.wants(wants);
        self.source.details.wants(wants);
        self.choice.wants(wants);
        if let Some(aggregates) = &self.aggregates {
            aggregates.wants(wants);
        }
    }

    /// Filters and sorts the rows. To be called after [`Self::rebuild_view`].
    pub fn arrange<R: Rows<Q, P>>(&mut self, rows: &R, ctx: &Context<'_>) {
        let height = self.height(ctx);
        self.choice.renew::<R>(ctx);
        self.source.arranged.set_needed(self.is_counting() || self.needs_values_of_marks());
        if !self.source.details.is_running() {
            self.source.changes = ctx.seen.changes() + rows.changes();
        }
        let details = R::ALL.iter().position(|column| Some(column.name) == R::DETAILS);
        let worth = Worth { columns: R::ALL.len(), changes: self.source.changes, details };
        if let Some(feed) = self.source.paged.feed_mut() {
            let valuer = || rows.valuer(ctx);
            self.source.arranged.update((feed, height), &self.choice, (worth, valuer), ctx);
        }
        let chosen_by = self.choice.columns().filter_map(|at| R::ALL.get(at));
        self.source.unsure =
            chosen_by.filter(|column| rows.needs_details(column)).map(|column| column.name).next();
        self.examine_tail();
        self.count(ctx);
    }

    /// See [`crate::panes::Pane::rebuild_view`]. Receives a page, and requests the next one if it is needed.
    /// `true` if a page was received.
    pub fn rebuild_view(&mut self, ctx: &Context<'_>) -> bool {
        let height = self.height(ctx);
        let taken = self.source.paged.receive(ctx, height, &mut self.source.pages);
        self.receive_tail(ctx);
        self.receive_details(ctx);
        let follows = taken && self.source.loader.loading.is_some_and(Loading::follows);
        if let Some(feed) = self.source.paged.feed_mut() {
            let len = feed.len();
            if follows {
                feed.scroll.select(len, len, height);
            }
            feed.settle(height);
        }
        self.fetch_missing(ctx);
        if !self.load_on(ctx) && taken && !self.scrolled(ctx) && self.source.pages.goes_on() {
            self.more(ctx);
        }
        taken
    }

    /// Whether the user waits for more pages.
    pub fn is_loading_more(&self) -> bool {
        self.source.loader.is_loading()
    }

    /// Cancels pending requests and an automatic search.
    pub(super) fn stop(&mut self) {
        self.source.loader.loading = None;
        self.source.details.stop();
        self.source.pages.stop();
        self.source.paged.stop();
    }

    /// The transaction behind the selected row.
    pub(super) fn transaction(&self) -> Option<Place> {
        Q::transaction(self.feed()?.selected()?).map(Place::TransactionAt)
    }

    /// The place that the selected row opens.
    pub fn opened(&self) -> Option<Place> {
        self.query().opened(self.feed()?.selected()?)
    }
}
