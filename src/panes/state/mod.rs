//! The storage of a contract, on servers that show it: every slot that was written, now or as of a time.
//!
//! ```text
//!   timestamp 1795212000.000000000 ✕                             chips, if any filter is active
//!     slot        value                    written at (UTC)      the loaded rows in view
//!   ▌m0[0.0.1005] 1 000 000                2026-11-20 23:59:46…  named by the way to them
//!   value 0x0000…0f4240                                          the selected slot
//!   row 1 of 100 loaded in 1 page, more below                    the page indicator
//! ```

mod columns;
mod form;
mod places;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::places::Places;
use super::chips::{self, Chip};
use super::filter::{FilterForm, Filtered};
use super::on_list::{self, Bands, Hit};
use super::paged::Paged;
use super::{Context, Offer, Status, offer, on_sheet};
use crate::ledger::query::{Limit, Op, Order, ResultsQuery, StateQuery};
use crate::ledger::{HexBytes, StateSlot, Timestamp};
use crate::message::{Action, Answer, Ask, Copied, Effect, Input, Place, Response, Retrying};
use crate::widgets::feed::Identity;
use crate::widgets::table::Table;
use crate::widgets::{Feed, Role};

/// The pane.
#[derive(Debug)]
pub struct StatePane {
    query: StateQuery,
    list: Paged<StateSlot>,
    form: Option<FilterForm>,
    places: Places,
}

impl Identity for StateSlot {
    type Id = HexBytes;

    fn identity(&self) -> Option<Self::Id> {
        self.slot.known().cloned()
    }
}

impl StatePane {
    /// Opens the pane and asks for the first page.
    pub fn open(query: StateQuery, ctx: &Context<'_>) -> (Self, Vec<Effect>) {
        let mut pane = Self { query, list: Paged::default(), form: None, places: Places::default() };
        let effects = pane.list.ask(Ask::State(pane.sent(), None), ctx);
        (pane, effects)
    }

    /// What is sent: a whole page of rows unless another size is wanted.
    fn sent(&self) -> StateQuery {
        StateQuery { limit: Some(self.query.limit.unwrap_or(Limit::MOST)), ..self.query.clone() }
    }

    /// See [`super::Pane::act`].
    pub fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        let query = self.sent();
        let next = |link| Ask::State(query.clone(), Some(link));
        match action {
            Action::Open => self.opened().map(Effect::Go).into_iter().collect(),
            Action::Close => self.close(),
            Action::Refresh => self.list.ask(Ask::State(self.sent(), None), ctx),
            Action::MorePages => self.list.more(ctx, next),
            Action::Filter => {
                self.form = Some(self.filter_form(ctx));
                Vec::new()
            }
            Action::Reset => self.with(StateQuery::all(self.query.contract)),
            Action::Order => {
                let order = match self.query.order {
                    Some(Order::Desc) => None,
                    _ => Some(Order::Desc),
                };
                self.with(StateQuery { order, ..self.query.clone() })
            }
            Action::Contract => vec![Effect::Go(Place::contract(self.query.contract))],
            Action::Results => vec![Effect::Go(Place::Results(ResultsQuery::all(self.query.contract)))],
            Action::Copy => self.copies().into_iter().next().map(Effect::Copy).into_iter().collect(),
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
        let (query, now) = (&self.query, ctx.now);
        if let Some(form) = &mut self.form {
            let filtered = form.type_in(input, ctx.body, |form| form::preview(form, query, now));
            return match filtered {
                Filtered::Ignored if on_list::resets(input) => {
                    let fresh = form::of(&StateQuery::all(query.contract));
                    form.set(fresh, |form| form::preview(form, query, now));
                    Some(Vec::new())
                }
                Filtered::Ignored => None,
                Filtered::Open => Some(Vec::new()),
                Filtered::Left => {
                    self.form = None;
                    Some(Vec::new())
                }
                Filtered::Applied => {
                    let read = form::read(form.form(), query, now);
                    self.form = None;
                    Some(read.map(|query| self.with(query)).unwrap_or_default())
                }
            };
        }
        let Input::Mouse(click) = input else { return None };
        let chips = self.chips();
        Some(match on_list::click(*click, &chips, self.list.feed_mut(), ctx) {
            Hit::Turn(actions) => actions.into_iter().flat_map(|action| self.act(action, ctx)).collect(),
            Hit::Chip(at) => self.without(at),
            Hit::Open => self.act(Action::Open, ctx),
            Hit::Done => Vec::new(),
        })
    }

    /// See [`super::Pane::hear`].
    pub fn hear(&mut self, response: &Response, ctx: &Context<'_>) -> Vec<Effect> {
        if self.places.hear(response) {
            return Vec::new();
        }
        let height = self.rows_height(ctx);
        let heard = self.list.hear(response, height, |answer| match answer {
            Answer::State(page) => Some(page),
            _ => None,
        });
        let query = self.sent();
        if heard { self.list.scrolled(ctx, height, |link| Ask::State(query, Some(link))) } else { Vec::new() }
    }

    /// See [`super::Pane::retrying`].
    pub fn retrying(&mut self, retrying: &Retrying) {
        self.list.retrying(retrying);
        self.places.retrying(retrying);
    }

    /// See [`super::Pane::due`].
    pub fn due(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let rows = self.list.feed().map(Feed::rows).unwrap_or_default();
        self.places.due(self.query.contract, rows, ctx)
    }

    /// See [`super::Pane::offers`].
    pub fn offers(&self, _ctx: &Context<'_>) -> Vec<Offer> {
        let feed = self.list.feed();
        let none = feed.is_none_or(|feed| feed.selected().is_none()).then_some("no row is selected");
        let unfiltered = self.query.pairs().is_empty().then_some("no filter is active");
        let over = feed.is_none_or(|feed| feed.more().is_none()).then_some("there is no further page");
        let mut offers = vec![
            Offer::new(Action::Open, "result of the last write").unless(none),
            Offer::new(Action::Filter, "filter"),
            Offer::new(Action::Reset, "clear filters").unless(unfiltered),
            Offer::new(Action::MorePages, "load another page").unless(over),
            Offer::new(Action::Contract, "contract"),
            Offer::new(Action::Refresh, "refresh"),
            Offer::new(Action::Order, "turn order"),
            Offer::quiet(Action::Results, "results"),
            Offer::quiet(Action::Copy, "copy the value").unless(none),
            Offer::quiet(Action::CopyMenu, "copy …"),
            Offer::new(Action::Raw, "raw JSON").unless(none),
        ];
        if self.list.first().stops_on(Action::Close) {
            offers.push(Offer::new(Action::Close, "stop"));
        }
        offers.extend(offer::moves());
        offers
    }

    /// See [`super::Pane::place`].
    pub fn place(&self) -> Place {
        Place::State(self.query.clone())
    }

    /// See [`super::Pane::title`].
    pub fn title(&self, ctx: &Context<'_>) -> String {
        format!("{} {} storage", self.query.contract, ctx.look.glyphs.crumb)
    }

    /// See [`super::Pane::status`].
    pub fn status(&self, ctx: &Context<'_>) -> Status {
        let mut status = self.list.status(ctx);
        if let (Some(at), None) = (self.as_of(), &status.banner) {
            status.banner = Some((format!("as of {}", ctx.look.time(at, ctx.now)), Role::Attention));
        }
        status
    }

    /// See [`super::Pane::view`].
    pub fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let chips = self.chips();
        let Bands { chips: band, table, foot } = Bands::of(area, &chips);
        chips::view(&chips, ctx, band, buf);
        match self.list.feed() {
            Some(feed) if feed.rows().is_empty() => on_list::say(&self.none(), ctx, table, buf),
            Some(feed) => {
                let (columns, rows) = (columns::columns(ctx), feed.rows());
                let drawn = Table { columns: &columns, len: rows.len(), scroll: &feed.scroll };
                drawn.view(ctx.look, table, buf, |at| {
                    rows.get(at).map(|row| columns::cells(row, &self.places, ctx)).unwrap_or_default()
                });
                let selected = feed.selected().map(AsRef::as_ref);
                columns::view_selected(
                    selected.map(|row| (row, &self.places)),
                    &self.list.indicator(),
                    ctx,
                    foot,
                    buf,
                );
            }
            None => {
                let subject = format!("storage of {} on {}", self.query.contract, ctx.network.name);
                self.list.first().view_missing(ctx, &subject, table, buf);
            }
        }
        self.form.as_ref().and_then(|form| form.view(ctx, area, buf))
    }

    /// See [`super::Pane::wake_at`].
    pub fn wake_at(&self, ctx: &Context<'_>) -> Option<Timestamp> {
        self.list.wake_at(ctx.now)
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
        self.list.stop().into_iter().chain(self.places.stop()).collect()
    }

    /// The time as of which the storage is shown.
    fn as_of(&self) -> Option<Timestamp> {
        self.query.timestamp.iter().find(|filter| filter.op == Op::Eq).map(|filter| filter.at)
    }

    /// Why there are no rows.
    fn none(&self) -> Vec<(String, Role)> {
        let filtered = !self.query.pairs().is_empty();
        let head = if filtered {
            "No slot passes these filters."
        } else {
            "This contract has written no slot, or there is no such contract."
        };
        let mut lines = vec![(head.to_owned(), Role::Heading)];
        let pairs = self.query.pairs();
        lines.extend(pairs.iter().map(|(name, value)| (format!("  {name} = {value}"), Role::Plain)));
        lines
    }

    fn filter_form(&self, ctx: &Context<'_>) -> FilterForm {
        let (query, now) = (&self.query, ctx.now);
        let title = format!("Filter storage of {}", query.contract);
        FilterForm::new(title, form::of(query), |form| form::preview(form, query, now))
    }

    fn with(&self, query: StateQuery) -> Vec<Effect> {
        if query == self.query { Vec::new() } else { vec![Effect::Replace(Place::State(query))] }
    }

    fn chips(&self) -> Vec<Chip> {
        let mut pairs = self.query.pairs();
        pairs.retain(|(name, _)| *name != "order");
        pairs
    }

    /// The same list without one of its filters.
    fn without(&self, at: usize) -> Vec<Effect> {
        let chips = self.chips();
        let order = self.query.order.map(|order| ("order", order.name()));
        let kept = chips.iter().enumerate().filter(|(place, _)| *place != at);
        let kept = kept.map(|(_, (name, value))| (*name, value.as_str())).chain(order);
        let query = StateQuery::from_pairs(self.query.contract, kept);
        query.map(|query| self.with(query)).unwrap_or_default()
    }

    fn opened(&self) -> Option<Place> {
        let row = self.list.feed()?.selected()?;
        Some(Place::Result(self.query.contract, row.timestamp.value()?))
    }

    fn copies(&self) -> Vec<Copied> {
        let selected = self.list.feed().and_then(|feed| feed.selected());
        let mut copies = selected.map(|row| columns::copies(row, &self.places)).unwrap_or_default();
        copies.push(on_sheet::copied_place(&self.place()));
        copies.extend(on_sheet::copied_request(self.list.url()));
        copies
    }

    fn raw(&self, ctx: &Context<'_>) -> Option<Effect> {
        let row = self.list.feed()?.selected()?;
        Some(Effect::Raw(self.title(ctx), row.raw.clone()))
    }

    fn rows_height(&self, ctx: &Context<'_>) -> u16 {
        Bands::of(ctx.body, &self.chips()).rows()
    }
}
