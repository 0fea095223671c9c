//! A pane made of a list that a server sends page by page: its filters, rows, moves, copies and words, whatever the
//! rows are.
//!
//! Such a pane writes down what is its own, and nothing else:
//!
//! - its question is [`Filterable`]: which fields its filter form has, what they mean, and the place they lead to;
//! - it is [`Listed`]: which rows answer it, in which orders, and where a row leads;
//! - what is known of the rows are [`Rows`], whose [`Columns`] are data: the selected one in full, what else can be
//!   copied, and why there are none;
//! - what the rows add to the pane are [`PaneRows`], and the pane is a [`ListPane`]; one that does more than that holds a
//!   [`List`] itself, and passes on every call.
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
pub mod areas;
mod arranging;
pub mod chips;
mod choosing_rows;
pub mod columns;
mod comparing;
mod copies;
pub mod days;
mod details;
pub mod existence;
pub mod export;
mod exporting;
mod far_rows;
pub mod fields;
pub mod filters;
pub mod footer;
pub mod form;
pub mod further;
pub mod hints;
mod links;
mod list_pane;
pub mod listed;
pub mod loading;
mod local_choice;
mod local_filter;
mod marking;
mod marks;
pub mod paged;
pub mod pages;
pub mod row_analyses;
pub mod rows_in_memory;
mod sorting;
pub mod step;
mod tail;
pub mod until;
mod valuing;
mod verbs;
pub mod view;
mod walk;

pub use aggregates::counted::Counted;
pub use areas::{Areas, say};
pub use chips::Chip;
pub use columns::{Column, Columns, Value};
pub use filters::{Filterable, Filters};
pub use links::{links, opened_by_clicks};
pub use list_pane::{ListPane, PaneRows};
pub use listed::{Listed, Rows, Words, labelled};
pub use loading::Loading;
pub use local_choice::LocalChoice;
pub use paged::Paged;
pub use pages::{Links, Pages};
pub use row_analyses::RowAnalyses;
pub use rows_in_memory::{MemoryPane, MemoryRows, MemorySource, Pressed, RowsInMemory};
pub use step::{StepRows, Steps};
pub use until::Until;
pub use valuing::{RecordValuer, Valuer};

use std::ops::Range;
use std::sync::Arc;

use self::aggregates::Aggregates;
use self::arranging::{Arranging, Worth};
use self::details::Details;
use self::tail::Tail;
use super::Wants;
use super::prompt::Prompt;
use crate::ledger::Timestamp;
use crate::message::operation::PageOf;
use crate::message::{Action, Effect, FarRows, Place};
use crate::panes::Context;
use crate::widgets::Feed;

/// The list of a question: the filters that make it, and its rows as far as they are loaded.
#[derive(Debug)]
pub struct List<Q: Listed, P = Links> {
    filters: Filters<Q>,
    paged: Paged<Q>,
    pages: P,
    /// Rows about the window that are being fetched from disk.
    far_rows: Option<FarRows>,
    /// How far the user wants it loaded, until it is.
    loading: Option<Loading>,
    /// Where loading is to stop, while it is typed.
    until: Option<Prompt>,
    /// The local filter and the sort.
    choice: LocalChoice,
    /// Which of the loaded rows are shown, and in which order.
    arranging: Arranging<Q::Row>,
    tail: Option<Tail<Q>>,
    /// The column of the chosen cell, by its place among all; `None` while rows are opened.
    cell: Option<usize>,
    /// Counts of the rows, while they are shown in their place.
    aggregates: Option<Aggregates>,
    details: Details,
    /// What was asked for before there was a row: it is done once the first page is here.
    awaited: Option<Action>,
    /// How often what rows are worth had changed when they were valued: not anew with each detail that comes.
    changes: usize,
    /// A column that rows are chosen or ordered by, and that is known only of those whose details are.
    unsure: Option<&'static str>,
}

impl<Q: Listed> List<Q> {
    /// A list whose pages follow the server's links.
    pub fn new(query: Q) -> Self {
        let first = PageOf::first(query.in_whole_pages());
        let mut list = Self::by(query, Links);
        list.paged.ask(first);
        list
    }
}

impl<Q: Listed, P: Pages<Q>> List<Q, P> {
    /// A list whose pages are asked for in a way of their own. Nothing is wanted before [`Self::begin`].
    pub fn by(query: Q, pages: P) -> Self {
        Self {
            filters: Filters::new(query),
            paged: Paged::default(),
            pages,
            far_rows: None,
            loading: None,
            until: None,
            choice: LocalChoice::default(),
            arranging: Arranging::default(),
            tail: None,
            cell: None,
            aggregates: None,
            details: Details::default(),
            awaited: None,
            changes: 0,
            unsure: None,
        }
    }

    /// The question, as the place has it.
    pub fn query(&self) -> &Q {
        self.filters.query()
    }

    /// How the pages are asked for.
    pub fn pages(&self) -> &P {
        &self.pages
    }

    /// The strategy of requesting pages, mutable.
    pub fn pages_mut(&mut self) -> &mut P {
        &mut self.pages
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

    /// Whether anything is being asked.
    pub fn is_asking(&self, ctx: &Context<'_>) -> bool {
        self.paged.is_asking(ctx)
    }

    /// How many rows can be seen.
    pub fn height(&self, ctx: &Context<'_>) -> u16 {
        self.areas(ctx.body).rows()
    }

    /// Where the rows are that can be seen.
    pub fn window(&self, ctx: &Context<'_>) -> Range<usize> {
        let height = self.height(ctx);
        self.feed().map_or(0..0, |feed| feed.scroll.window(feed.len(), height))
    }

    /// The rows that can be seen.
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

    /// Wants the first page; loaded rows stay until it comes.
    pub fn begin(&mut self, now: Timestamp) {
        let first = self.pages.first(&self.filters.query().in_whole_pages(), now);
        self.paged.ask(first);
    }

    /// Has the list read again from its beginning. What is in progress is not begun anew.
    fn refresh(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        if !self.paged.is_beginning(ctx) {
            self.begin(ctx.now);
        }
        self.refresh_tail(ctx.now);
        vec![Effect::Refresh]
    }

    /// Wants the next page because the user does, or because nothing was found yet.
    fn more(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let (query, pages) = (self.filters.query().in_whole_pages(), &mut self.pages);
        self.paged.more(ctx, |link| pages.behind(&query, link))
    }

    /// Wants the next page if the selection comes near the end of what is loaded. `true` if it does by now.
    fn scrolled(&mut self, ctx: &Context<'_>) -> bool {
        // Rows that come on their own would be left out, or change the places of others.
        if self.pages.is_stopped() || self.choice.is_active() {
            return false;
        }
        let height = self.height(ctx);
        let (query, pages) = (self.filters.query().in_whole_pages(), &mut self.pages);
        self.paged.scrolled(ctx, height, |link| pages.behind(&query, link))
    }

    /// See [`crate::panes::Pane::wants`].
    pub fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        self.paged.wants(wants);
        self.want_far_rows(wants);
        if let Some(tail) = &self.tail {
            tail.wants(ctx, wants);
        }
        self.arranging.wants(wants);
        self.details.wants(wants);
        self.choice.wants(wants);
        if let Some(aggregates) = &self.aggregates {
            aggregates.wants(wants);
        }
    }

    /// Works out which rows are shown, with all that is known of them. To be called after [`Self::rebuild_view`].
    pub fn arrange<R: Rows<Q, P>>(&mut self, rows: &R, ctx: &Context<'_>) {
        let height = self.height(ctx);
        self.choice.renew::<R>(ctx);
        self.arranging.set_needed(self.is_counting() || self.needs_values_of_marks());
        if !self.details.is_running() {
            self.changes = ctx.seen.changes() + rows.changes();
        }
        let details = R::ALL.iter().position(|column| Some(column.name) == R::DETAILS);
        let worth = Worth { columns: R::ALL.len(), changes: self.changes, details };
        if let Some(feed) = self.paged.feed_mut() {
            let valuer = || rows.valuer(ctx);
            self.arranging.update(feed, &self.choice, (worth, height), ctx, valuer);
        }
        let chosen_by = self.choice.columns().filter_map(|at| R::ALL.get(at));
        self.unsure = chosen_by.filter(|column| rows.needs_details(column)).map(|column| column.name).next();
        self.examine_tail();
        self.update_aggregates(ctx);
    }

    /// See [`crate::panes::Pane::rebuild_view`]. Takes the page that has come, and wants the next one if it is needed. `true` if a page
    /// has come.
    pub fn rebuild_view(&mut self, ctx: &Context<'_>) -> bool {
        let height = self.height(ctx);
        let taken = self.paged.receive(ctx, height, &mut self.pages);
        self.receive_tail(ctx);
        self.receive_details(ctx);
        let follows = taken && self.loading.is_some_and(Loading::follows);
        if let Some(feed) = self.paged.feed_mut() {
            let len = feed.len();
            if follows {
                feed.scroll.select(len, len, height);
            }
            feed.settle(height);
        }
        self.fetch_missing(ctx);
        if !self.load_on(ctx) && taken && !self.scrolled(ctx) && self.pages.goes_on() {
            self.more(ctx);
        }
        taken
    }

    /// Stops whatever the list waits for, and any automatic search.
    fn stop(&mut self) {
        self.loading = None;
        self.details.stop();
        self.pages.stop();
        self.paged.stop();
    }

    /// The transaction behind the selected row.
    fn transaction(&self) -> Option<Place> {
        Q::transaction(self.feed()?.selected()?).map(Place::TransactionAt)
    }

    /// Where the selected row leads.
    pub fn opened(&self) -> Option<Place> {
        self.query().opened(self.feed()?.selected()?)
    }
}
