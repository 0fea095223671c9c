//! A pane made of a list that a server sends page by page: its filters, rows, moves, copies and words, whatever the
//! rows are.
//!
//! Such a pane writes down what is its own, and nothing else:
//!
//! - its question is [`Filterable`]: which fields its filter form has, what they mean, and the place they lead to;
//! - it is [`Listed`]: which rows answer it, in which orders, and where a row leads;
//! - what is known of the rows are [`Rows`], whose [`Columns`] are data: the selected one in full, what else can be
//!   copied, and why there are none;
//! - the pane holds a [`List`] of that question, and passes on every call with what it does itself.
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

pub mod areas;
mod arranging;
pub mod chips;
pub mod columns;
pub mod days;
pub mod existence;
pub mod export;
pub mod fields;
pub mod filters;
pub mod footer;
pub mod form;
pub mod further;
pub mod hints;
pub mod listed;
pub mod loading;
mod local_filter;
pub mod paged;
pub mod pages;
pub mod row_analyses;
mod sorting;
pub mod step;
mod tail;
pub mod until;

mod valuing;
pub mod view;

pub use areas::{Areas, say};
pub use chips::Chip;
pub use columns::{Column, Columns, Value};
pub use filters::{Filterable, Filters};
pub use listed::{Listed, Rows, Words};
pub use loading::Loading;
pub use paged::Paged;
pub use pages::{Links, Pages};
pub use row_analyses::RowAnalyses;
pub use step::{StepRows, Steps};
pub use until::Until;
pub use valuing::Valuer;

use std::iter::once_with;
use std::ops::Range;
use std::sync::Arc;

use self::arranging::Arranging;
use self::local_filter::TypedFilter;
use self::tail::Tail;
use super::Wants;
use super::on_sheet;
use super::prompt::Prompt;
use crate::ledger::Timestamp;
use crate::message::question::PageOf;
use crate::message::{Action, Copied, Effect, Input, MouseButton, Place};
use crate::panes::Context;
use crate::widgets::Feed;

/// How many columns the rows of a list have.
fn columns_of<C: Columns>(_rows: &C) -> usize {
    C::ALL.len()
}

/// The list of a question: the filters that make it, and its rows as far as they are loaded.
#[derive(Debug)]
pub struct List<Q: Listed, P = Links> {
    filters: Filters<Q>,
    paged: Paged<Q>,
    pages: P,
    /// How far the user wants it loaded, until it is.
    loading: Option<Loading>,
    /// Where loading is to stop, while it is typed.
    until: Option<Prompt>,
    /// Which of the loaded rows are shown, and in which order.
    arranging: Arranging<Q::Row>,
    /// The local filter, while it is typed.
    typed: Option<TypedFilter>,
    tail: Option<Tail<Q>>,
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
            loading: None,
            until: None,
            arranging: Arranging::default(),
            typed: None,
            tail: None,
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
        if self.pages.is_stopped() || self.arranging.is_active() {
            return false;
        }
        let height = self.height(ctx);
        let (query, pages) = (self.filters.query().in_whole_pages(), &mut self.pages);
        self.paged.scrolled(ctx, height, |link| pages.behind(&query, link))
    }

    /// See [`crate::panes::Pane::wants`].
    pub fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        self.paged.wants(wants);
        if let Some(tail) = &self.tail {
            tail.wants(ctx, wants);
        }
        self.arranging.wants(wants);
    }

    /// Works out which rows are shown, with all that is known of them. To be called after [`Self::rebuild_view`].
    pub fn arrange(&mut self, rows: &impl Rows<Q, P>, ctx: &Context<'_>) {
        let height = self.height(ctx);
        if let Some(feed) = self.paged.feed_mut() {
            self.arranging.update(feed, (columns_of(rows), height), ctx, || rows.valuer(ctx));
        }
        self.examine_tail();
    }

    /// Does a verb of every list; `rows` says what there is to copy. See [`crate::panes::Pane::act`].
    pub fn act(&mut self, action: Action, rows: &impl Rows<Q, P>, ctx: &Context<'_>) -> Vec<Effect> {
        let effects = self.acted(action, rows, ctx);
        self.arrange(rows, ctx);
        effects
    }

    fn acted<R: Rows<Q, P>>(&mut self, action: Action, rows: &R, ctx: &Context<'_>) -> Vec<Effect> {
        match action {
            Action::Find => {
                self.type_filter(R::names());
                Vec::new()
            }
            Action::Tail => {
                self.toggle_tail(ctx);
                Vec::new()
            }
            Action::FailedOnly => {
                self.toggle_failed(&R::names(), ctx);
                Vec::new()
            }
            Action::Close if !self.is_stoppable(ctx) && self.arranging.is_active() => {
                self.clear_local();
                Vec::new()
            }
            Action::SortBefore => {
                self.sort_by(rows, -1, ctx);
                Vec::new()
            }
            Action::SortNext => {
                self.sort_by(rows, 1, ctx);
                Vec::new()
            }
            Action::Open => Effect::go(self.opened()),
            Action::Transaction => Effect::go(self.transaction()),
            Action::Close => {
                self.stop();
                Vec::new()
            }
            Action::Refresh => self.refresh(ctx),
            Action::MorePages => {
                self.pages.go_on();
                if let Some(feed) = self.paged.feed_mut() {
                    feed.touched();
                }
                // A page that waits for its next try is asked for now; it is no further one.
                if self.loading.is_none() || !self.paged.is_waiting(ctx) {
                    self.loading = Some(Loading::another(self.loading, self.loaded_pages(), ctx.now));
                }
                self.more(ctx)
            }
            Action::LoadAll => self.load_all(Loading::whole(self.loaded_pages(), false, ctx.now), ctx),
            Action::LoadUntil => {
                self.ask_until();
                Vec::new()
            }
            Action::Last if self.is_at_end() => {
                self.load_all(Loading::whole(self.loaded_pages(), true, ctx.now), ctx)
            }
            Action::Filter => {
                self.filters.open(ctx);
                Vec::new()
            }
            Action::Reset => self.filters.to(&self.query().unfiltered()),
            Action::Order if self.reverse_sort() => Vec::new(),
            Action::Order => self.filters.to(&self.query().turned()),
            Action::Copy => Effect::copy(self.copies(rows, ctx).next()),
            Action::CopyMenu => vec![Effect::CopyMenu(self.copies(rows, ctx).collect())],
            Action::Raw => {
                Effect::raw(self.title(ctx), self.feed().filter(|feed| feed.has_raw()).map(Feed::raw))
            }
            _ => {
                self.moved(action, ctx);
                Vec::new()
            }
        }
    }

    /// The same list of another question, if it is another one.
    pub fn to(&self, query: &Q) -> Vec<Effect> {
        self.filters.to(query)
    }

    fn moved(&mut self, action: Action, ctx: &Context<'_>) {
        self.loading = self.loading.map(Loading::in_place);
        let height = self.height(ctx);
        if let Some(feed) = self.paged.feed_mut() {
            let len = feed.len();
            let _ = feed.scroll.act(action, len, Self::page_height(feed, action, height, ctx));
            feed.settle(height);
            feed.touched();
        }
        // The last row is the last loaded one: going there downloads nothing by itself.
        if action != Action::Last {
            self.scrolled(ctx);
        }
    }

    /// See [`crate::panes::Pane::handle_input`].
    pub fn handle_input(
        &mut self,
        input: &Input,
        rows: &impl Rows<Q, P>,
        ctx: &Context<'_>,
    ) -> Option<Vec<Effect>> {
        let effects = self.input(input, rows, ctx);
        self.arrange(rows, ctx);
        effects
    }

    fn input<R: Rows<Q, P>>(&mut self, input: &Input, rows: &R, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        if self.filters.is_open() {
            return self.filters.handle_input(input, ctx);
        }
        if self.until.is_some() {
            return self.type_until(input, ctx);
        }
        if self.typed.is_some()
            && let Some(effects) = self.type_in_filter(input, ctx)
        {
            return Some(effects);
        }
        let Input::Mouse(click) = input else { return None };
        if let Some(effects) = self.click_chip(*click, ctx) {
            return Some(effects);
        }
        if let Some(turn) = click.button.turn() {
            (0..MouseButton::TURN).for_each(|_| self.moved(turn, ctx));
            return Some(Vec::new());
        }
        let table = self.areas(ctx.body).table;
        if let Some(column) = rows.clicked(*click, ctx, table) {
            self.toggle_sort(rows, column, ctx);
            return Some(Vec::new());
        }
        let lines = self.feed().map(|feed| Self::lines(feed, table, ctx)).unwrap_or_default();
        let pressed = lines.row_at(*click, table);
        if let (Some(row), Some(feed)) = (pressed, self.paged.feed_mut()) {
            if row == feed.scroll.selected {
                return Some(Effect::go(self.opened()));
            }
            let len = feed.len();
            feed.scroll.select(row, len, table.height.saturating_sub(1));
        }
        Some(Vec::new())
    }

    /// See [`crate::panes::Pane::rebuild_view`]. Takes the page that has come, and wants the next one if it is needed. `true` if a page
    /// has come.
    pub fn rebuild_view(&mut self, ctx: &Context<'_>) -> bool {
        let height = self.height(ctx);
        let taken = self.paged.receive(ctx, height, &mut self.pages);
        self.receive_tail(ctx);
        let follows = taken && self.loading.is_some_and(Loading::follows);
        if let Some(feed) = self.paged.feed_mut() {
            let len = feed.len();
            if follows {
                feed.scroll.select(len, len, height);
            }
            feed.settle(height);
        }
        if !self.load_on(ctx) && taken && !self.scrolled(ctx) && self.pages.goes_on() {
            self.more(ctx);
        }
        taken
    }

    /// Stops whatever the list waits for, and any automatic search.
    fn stop(&mut self) {
        self.loading = None;
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

    /// What can be copied, the first of it without the menu. The JSON is unpacked only if it is come to.
    fn copies<R: Rows<Q, P>>(&self, rows: &R, ctx: &Context<'_>) -> impl Iterator<Item = Copied> {
        let selected = self.feed().and_then(Feed::selected);
        let of_row = selected.map(|row| self.row_copies(rows, row, ctx)).unwrap_or_default();
        let json = move || {
            let raw = self.feed().filter(|feed| selected.is_some() && feed.has_raw())?.raw();
            Some(Copied { what: "row as JSON".to_owned(), text: raw.raw().to_owned() })
        };
        let place = on_sheet::copied_place(&self.place());
        let request = on_sheet::copied_request(self.paged.url(ctx));
        of_row.into_iter().chain(once_with(json).flatten()).chain([place]).chain(request)
    }

    fn row_copies<R: Rows<Q, P>>(&self, rows: &R, row: &Q::Row, ctx: &Context<'_>) -> Vec<Copied> {
        let known = rows.known(row, ctx);
        let place = self.query().opened(row).map(|place| place.to_string());
        let place = place.map(|text| Copied { what: "place".to_owned(), text });
        let mut copies: Vec<Copied> = rows.first_copy(&known).into_iter().chain(place).collect();
        let first = copies.first().map(|first| first.what.clone());
        copies.extend(R::copied(&known).into_iter().filter(|copied| first.as_ref() != Some(&copied.what)));
        copies.extend(rows.copies(&known));
        copies
    }
}
