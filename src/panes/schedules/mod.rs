//! The scheduled transactions: an endless list with every filter of the operation.
//!
//! ```text
//!   account.id 0.0.1002 ✕                                              chips, if any filter is active
//!    schedule    state       ends or ended (UTC)    inner transaction     creator  …   the rows in view
//!   ▌0.0.7007    ! expiring  in 2 min 55 s          transfer              0.0.1007 …
//!    transfer  creator 0.0.1007  payer 0.0.1002  signed 1  memo …      the selected row, whole
//!    row 2 of 100 loaded in 1 page, more below                         the page indicator
//! ```

mod columns;
mod detail;
mod form;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::chips::{self, Chip};
use super::filter::{FilterForm, Filtered};
use super::on_list::{self, Bands, Hit};
use super::paged::Paged;
use super::{Context, Offer, Status, lifecycle, offer, on_sheet};
use crate::ledger::query::{Limit, Order, SchedulesQuery};
use crate::ledger::{EntityId, Schedule, Timestamp};
use crate::message::{Action, Answer, Ask, Copied, Effect, Input, Place, Response, Retrying};
use crate::widgets::feed::Identity;
use crate::widgets::table::Table;

/// The pane.
#[derive(Debug)]
pub struct SchedulesPane {
    query: SchedulesQuery,
    list: Paged<Schedule>,
    form: Option<FilterForm>,
}

impl Identity for Schedule {
    type Id = EntityId;

    /// The schedule's id, which never changes, whatever becomes of it.
    fn identity(&self) -> Option<Self::Id> {
        self.schedule_id.value()
    }
}

impl SchedulesPane {
    /// Opens the pane and asks for the first page.
    pub fn open(query: SchedulesQuery, ctx: &Context<'_>) -> (Self, Vec<Effect>) {
        let mut pane = Self { query, list: Paged::default(), form: None };
        let effects = pane.ask(ctx);
        (pane, effects)
    }

    fn ask(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let ask = Ask::Schedules(self.sent(), None);
        self.list.ask(ask, ctx)
    }

    /// What is sent: a whole page of rows unless another size is wanted.
    fn sent(&self) -> SchedulesQuery {
        SchedulesQuery { limit: Some(self.query.limit.unwrap_or(Limit::MOST)), ..self.query.clone() }
    }

    /// See [`super::Pane::act`].
    pub fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        let query = self.sent();
        let next = |link| Ask::Schedules(query, Some(link));
        match action {
            Action::Open => self.opened().map(Effect::Go).into_iter().collect(),
            Action::Close => self.list.stop(),
            Action::Refresh => self.ask(ctx),
            Action::MorePages => self.list.more(ctx, next),
            Action::Filter => {
                let home = ctx.network.home;
                let form = form::of(&self.query);
                self.form = Some(FilterForm::new("Filter schedules", form, |form| form::preview(form, home)));
                Vec::new()
            }
            Action::Reset => self.with(SchedulesQuery::newest_first()),
            Action::Order => {
                let order = match self.order() {
                    Order::Asc => Some(Order::Desc),
                    Order::Desc => None,
                };
                self.with(SchedulesQuery { order, ..self.query.clone() })
            }
            Action::Copy => {
                let text = self.opened().map(|place| place.to_string());
                text.map(|text| Effect::Copy(Copied { what: "place".to_owned(), text })).into_iter().collect()
            }
            Action::CopyMenu => vec![Effect::CopyMenu(self.copies())],
            Action::Raw => self.raw(ctx).into_iter().collect(),
            _ => {
                let height = self.rows_height(ctx);
                if let Some(feed) = self.list.feed_mut() {
                    let len = feed.rows().len();
                    let _ = feed.scroll.act(action, len, height);
                }
                // The last row is the last loaded one: going there downloads nothing by itself.
                if action == Action::Last { Vec::new() } else { self.list.scrolled(ctx, height, next) }
            }
        }
    }

    /// See [`super::Pane::type_in`].
    pub fn type_in(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let home = ctx.network.home;
        let Some(form) = &mut self.form else { return self.click(input, ctx) };
        match form.type_in(input, ctx.body, |form| form::preview(form, home)) {
            Filtered::Ignored => {
                let fresh = form::of(&SchedulesQuery::newest_first());
                on_list::resets(input).then(|| form.set(fresh, |form| form::preview(form, home)))?;
                Some(Vec::new())
            }
            Filtered::Open => Some(Vec::new()),
            Filtered::Left => {
                self.form = None;
                Some(Vec::new())
            }
            Filtered::Applied => {
                let read = form::read(form.form(), home);
                self.form = None;
                Some(read.map(|query| self.with(query)).unwrap_or_default())
            }
        }
    }

    fn click(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let Input::Mouse(click) = input else { return None };
        let chips = self.chips();
        Some(match on_list::click(*click, &chips, self.list.feed_mut(), ctx) {
            Hit::Turn(actions) => actions.into_iter().flat_map(|action| self.act(action, ctx)).collect(),
            Hit::Chip(at) => self.without(&chips, at, ctx),
            Hit::Open => self.act(Action::Open, ctx),
            Hit::Done => Vec::new(),
        })
    }

    /// See [`super::Pane::hear`].
    pub fn hear(&mut self, response: &Response, ctx: &Context<'_>) -> Vec<Effect> {
        let height = self.rows_height(ctx);
        let heard = self.list.hear(response, height, |answer| match answer {
            Answer::Schedules(page) => Some(page),
            _ => None,
        });
        if !heard {
            return Vec::new();
        }
        let query = self.sent();
        self.list.scrolled(ctx, height, |link| Ask::Schedules(query, Some(link)))
    }

    /// See [`super::Pane::retrying`].
    pub fn retrying(&mut self, retrying: &Retrying) {
        self.list.retrying(retrying);
    }

    /// See [`super::Pane::offers`].
    pub fn offers(&self, _ctx: &Context<'_>) -> Vec<Offer> {
        let feed = self.list.feed();
        let none = feed.is_none_or(|feed| feed.selected().is_none()).then_some("no row is selected");
        let unfiltered = self.chips().is_empty().then_some("no filter is active");
        let over = feed.is_none_or(|feed| feed.more().is_none()).then_some("there is no further page");
        let mut offers = vec![
            Offer::new(Action::Open, "open").unless(none),
            Offer::new(Action::Filter, "filter"),
            Offer::new(Action::Reset, "clear filters").unless(unfiltered),
            Offer::new(Action::Refresh, "refresh"),
            Offer::by_app(Action::Radar, "radar"),
            Offer::new(Action::Order, "turn order"),
            Offer::quiet(Action::MorePages, "load another page").unless(over),
            Offer::quiet(Action::Copy, "copy the place of the row").unless(none),
            Offer::quiet(Action::CopyMenu, "copy …"),
            Offer::new(Action::Raw, "raw JSON").unless(feed.is_none().then_some("nothing is loaded")),
        ];
        if self.list.first().stops_on(Action::Close) {
            offers.push(Offer::new(Action::Close, "stop"));
        }
        offers.extend(offer::moves());
        offers
    }

    /// See [`super::Pane::place`].
    pub fn place(&self) -> Place {
        Place::Schedules(self.query.clone())
    }

    /// See [`super::Pane::title`].
    pub fn title(&self, _ctx: &Context<'_>) -> String {
        "schedules".to_owned()
    }

    /// See [`super::Pane::status`].
    pub fn status(&self, ctx: &Context<'_>) -> Status {
        let mut status = self.list.status(ctx);
        let order = match self.order() {
            Order::Asc => "oldest first",
            Order::Desc => "newest first",
        };
        let parts = [order, &status.words].into_iter().filter(|part| !part.is_empty());
        status.words = parts.collect::<Vec<_>>().join(&format!(" {} ", ctx.look.glyphs.dot));
        status
    }

    /// See [`super::Pane::view`].
    pub fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let chips = self.chips();
        let Bands { chips: band, table, foot } = Bands::of(area, &chips);
        chips::view(&chips, ctx, band, buf);
        match self.list.feed() {
            Some(feed) if feed.rows().is_empty() => {
                detail::view_empty(&self.query, &chips, feed, ctx, table, buf);
            }
            Some(feed) => {
                let (columns, rows) = (columns::columns(ctx), feed.rows());
                let drawn = Table { columns: &columns, len: rows.len(), scroll: &feed.scroll };
                drawn.view(ctx.look, table, buf, |at| {
                    rows.get(at).map(|row| columns::cells(row, ctx)).unwrap_or_default()
                });
                detail::view_selected(feed.selected(), &self.list.indicator(), ctx, foot, buf);
            }
            None => {
                let subject = format!("schedules on {}", ctx.network.name);
                self.list.first().view_missing(ctx, &subject, table, buf);
            }
        }
        self.form.as_ref().and_then(|form| form.view(ctx, area, buf))
    }

    /// See [`super::Pane::wake_at`]. Of the countdowns, only those in view count.
    pub fn wake_at(&self, ctx: &Context<'_>) -> Option<Timestamp> {
        let in_view = self.list.feed().map(|feed| {
            let window = feed.scroll.window(feed.rows().len(), self.rows_height(ctx));
            feed.rows().get(window).unwrap_or_default()
        });
        let moves = in_view.into_iter().flatten().filter_map(|row| lifecycle::moves_at(row, ctx.now));
        self.list.wake_at(ctx.now).into_iter().chain(moves).min()
    }

    /// See [`super::Pane::refit`].
    pub fn refit(&mut self, ctx: &Context<'_>) {
        let height = self.rows_height(ctx);
        if let Some(feed) = self.list.feed_mut() {
            let len = feed.rows().len();
            feed.scroll.settle(len, height);
        }
    }

    /// See [`super::Pane::close`].
    pub fn close(&mut self) -> Vec<Effect> {
        self.list.stop()
    }

    /// How many rows can be seen.
    fn rows_height(&self, ctx: &Context<'_>) -> u16 {
        Bands::of(ctx.body, &self.chips()).rows()
    }

    fn order(&self) -> Order {
        self.query.order.unwrap_or(Order::Asc)
    }

    fn with(&self, query: SchedulesQuery) -> Vec<Effect> {
        if query == self.query { Vec::new() } else { vec![Effect::Replace(Place::Schedules(query))] }
    }

    /// The filters; the order is none.
    fn chips(&self) -> Vec<Chip> {
        let mut pairs = self.query.pairs();
        pairs.retain(|(name, _)| *name != "order");
        pairs
    }

    /// The same list without one of its filters.
    fn without(&self, chips: &[Chip], at: usize, ctx: &Context<'_>) -> Vec<Effect> {
        let order = self.query.order.map(|order| ("order", order.name()));
        let kept = chips.iter().enumerate().filter(|(place, _)| *place != at);
        let kept = kept.map(|(_, (name, value))| (*name, value.as_str())).chain(order);
        SchedulesQuery::from_pairs(kept, ctx.network.home).map(|query| self.with(query)).unwrap_or_default()
    }

    fn opened(&self) -> Option<Place> {
        self.list.feed()?.selected()?.schedule_id.value().map(Place::Schedule)
    }

    fn copies(&self) -> Vec<Copied> {
        let row = self.list.feed().and_then(|feed| feed.selected());
        let mut copies = row.map(|row| detail::copies(row)).unwrap_or_default();
        copies.push(on_sheet::copied_place(&self.place()));
        copies.extend(on_sheet::copied_request(self.list.url()));
        copies
    }

    fn raw(&self, ctx: &Context<'_>) -> Option<Effect> {
        let feed = self.list.feed()?;
        let row = feed.selected().map(|row| row.raw.clone());
        Some(Effect::Raw(self.title(ctx), row.unwrap_or_else(|| feed.last_page().clone())))
    }
}
