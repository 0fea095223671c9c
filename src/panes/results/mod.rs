//! The results of a contract: an endless list with every filter of the operation.
//!
//! ```text
//!   from 0.0.1002 ✕   child transactions ✕                      chips, if any filter is active
//!     consensus time (UTC)   method      from   amount ℏ  …     the loaded rows in view
//!   ▌✗ 2026-11-20 23:59:46…  0x2e1a7d4d  0.0.1002   50.0  …
//!   0x2e1a7d4d…  hash 0x714d…                                   the selected row, whole
//!   row 2 of 100 loaded in 1 page, more below                   the page indicator
//! ```

mod columns;
mod detail;
mod form;
mod readings;

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::columns::Fact;
use self::readings::Readings;
use super::chips::{self, Chip};
use super::filter::{FilterForm, Filtered};
use super::on_list::{self, Bands, Hit};
use super::paged::Paged;
use super::{Context, Offer, Remote, Status, offer, on_sheet};
use crate::ledger::query::{ContractQuery, Limit, Order, ResultsQuery};
use crate::ledger::{Contract, ContractRef, ContractResult, Timestamp};
use crate::message::{Action, Answer, Ask, Copied, Effect, HuntPlace, Input, Place, Response, Retrying};
use crate::widgets::feed::Identity;
use crate::widgets::table::Table;

/// The pane.
#[derive(Debug)]
pub struct ResultsPane {
    query: ResultsQuery,
    list: Paged<ContractResult>,
    facts: Vec<Fact>,
    readings: Readings,
    /// Asked only when the list is empty: a contract that was never called, or none at all.
    contract: Remote<Arc<Contract>>,
    form: Option<FilterForm>,
}

impl Identity for ContractResult {
    type Id = (Option<Timestamp>, Vec<u8>);

    /// The consensus time and the hash: a child of a call may share its second, never both.
    fn identity(&self) -> Option<Self::Id> {
        let hash = self.hash.known().map(|hash| hash.bytes().to_vec()).unwrap_or_default();
        self.timestamp.known().map(|at| (Some(*at), hash))
    }
}

impl ResultsPane {
    /// Opens the pane and asks for the first page.
    pub fn open(query: ResultsQuery, ctx: &Context<'_>) -> (Self, Vec<Effect>) {
        let mut pane = Self {
            query,
            list: Paged::default(),
            facts: Vec::new(),
            readings: Readings::default(),
            contract: Remote::default(),
            form: None,
        };
        let effects = pane.ask(ctx);
        (pane, effects)
    }

    fn ask(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let ask = Ask::Results(self.sent(), None);
        self.list.ask(ask, ctx)
    }

    /// What is sent: a whole page of rows unless another size is wanted.
    fn sent(&self) -> ResultsQuery {
        ResultsQuery { limit: Some(self.query.limit.unwrap_or(Limit::MOST)), ..self.query.clone() }
    }

    /// See [`super::Pane::act`].
    pub fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        let query = self.sent();
        let next = |link| Ask::Results(query, Some(link));
        match action {
            Action::Open => self.opened().map(Effect::Go).into_iter().collect(),
            Action::Close => self.list.stop(),
            Action::Refresh => self.ask(ctx),
            Action::MorePages => self.list.more(ctx, next),
            Action::Filter => {
                self.form = Some(self.filter_form(&self.query, ctx));
                Vec::new()
            }
            Action::Reset => self.with(ResultsQuery::all(self.query.contract)),
            Action::Order => {
                let order = match self.query.order {
                    Some(Order::Asc) => None,
                    _ => Some(Order::Asc),
                };
                self.with(ResultsQuery { order, ..self.query.clone() })
            }
            Action::Internal => {
                self.with(ResultsQuery { internal: !self.query.internal, ..self.query.clone() })
            }
            Action::Interfaces => vec![Effect::Go(Place::Interfaces(self.query.contract))],
            Action::Contract => vec![Effect::Go(Place::contract(self.query.contract))],
            Action::Hunt => vec![Effect::Go(Place::Hunt(self.hunt()))],
            Action::Economics => vec![Effect::Go(Place::Economics(self.query.clone()))],
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
        if let Some(form) = &mut self.form {
            let (query, now, home) = (&self.query, ctx.now, ctx.network.home);
            let filtered = form.type_in(input, ctx.body, |form| form::preview(form, query, now, home));
            return match filtered {
                Filtered::Ignored => self.reset_form(input, ctx),
                Filtered::Open => Some(Vec::new()),
                Filtered::Left => {
                    self.form = None;
                    Some(Vec::new())
                }
                Filtered::Applied => {
                    let read = form::read(form.form(), query, now, home);
                    self.form = None;
                    Some(read.map(|query| self.with(query)).unwrap_or_default())
                }
            };
        }
        let Input::Mouse(click) = input else { return None };
        let chips = self.chips();
        Some(match on_list::click(*click, &chips, self.list.feed_mut(), ctx) {
            Hit::Turn(actions) => actions.into_iter().flat_map(|action| self.act(action, ctx)).collect(),
            Hit::Chip(at) => self.without(&chips, at, ctx),
            Hit::Open => self.act(Action::Open, ctx),
            Hit::Done => Vec::new(),
        })
    }

    /// The form's own reset, on the key that resets filters.
    fn reset_form(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        if !on_list::resets(input) {
            return None;
        }
        let fresh = form::of(&ResultsQuery::all(self.query.contract));
        let (query, now, home) = (&self.query, ctx.now, ctx.network.home);
        if let Some(form) = &mut self.form {
            form.set(fresh, |form| form::preview(form, query, now, home));
        }
        Some(Vec::new())
    }

    /// See [`super::Pane::hear`].
    pub fn hear(&mut self, response: &Response, ctx: &Context<'_>) -> Vec<Effect> {
        let height = self.rows_height(ctx);
        let before = self.list.feed().map_or(0, |feed| feed.rows().len());
        let heard = self.list.hear(response, height, |answer| match answer {
            Answer::Results(page) => Some(page),
            _ => None,
        });
        self.contract.hear(response, |answer| match answer {
            Answer::Contract(contract) => Some(Arc::clone(contract)),
            _ => None,
        });
        self.readings.hear(response);
        if !heard {
            return Vec::new();
        }
        self.readings.look_again();
        if let Some(feed) = self.list.feed()
            && (feed.rows().len() != before || before == 0)
        {
            self.facts = columns::facts(&self.facts, feed.rows().get(before..).unwrap_or(feed.rows()));
            if feed.rows().is_empty() && feed.more().is_none() && self.contract.value().is_none() {
                let query = ContractQuery::now(self.query.contract);
                return vec![self.contract.ask(ctx.request(Ask::Contract(query)), ctx.now)];
            }
        }
        let query = self.sent();
        self.list.scrolled(ctx, height, |link| Ask::Results(query, Some(link)))
    }

    /// See [`super::Pane::retrying`].
    pub fn retrying(&mut self, retrying: &Retrying) {
        self.list.retrying(retrying);
    }

    /// See [`super::Pane::offers`].
    pub fn offers(&self, _ctx: &Context<'_>) -> Vec<Offer> {
        let feed = self.list.feed();
        let none = feed.is_none_or(|feed| feed.selected().is_none()).then_some("no row is selected");
        let unfiltered = self.query.pairs().is_empty().then_some("no filter is active");
        let over = feed.is_none_or(|feed| feed.more().is_none()).then_some("there is no further page");
        let mut offers = vec![
            Offer::new(Action::Open, "open").unless(none),
            Offer::new(Action::Filter, "filter"),
            Offer::new(Action::Reset, "clear filters").unless(unfiltered),
            Offer::new(Action::Contract, "contract"),
            Offer::quiet(Action::Interfaces, "interfaces and signatures"),
            Offer::new(Action::Refresh, "refresh"),
            Offer::new(Action::Order, "turn order"),
            Offer::new(Action::Internal, "child transactions"),
            Offer::quiet(Action::Hunt, "hunt for an event"),
            Offer::quiet(Action::Economics, "what calls cost").unless(none),
            Offer::quiet(Action::MorePages, "load another page").unless(over),
            Offer::quiet(Action::Copy, "copy the place of the row").unless(none),
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
        Place::Results(self.query.clone())
    }

    /// See [`super::Pane::title`].
    pub fn title(&self, ctx: &Context<'_>) -> String {
        format!("{} {} results", self.query.contract, ctx.look.glyphs.crumb)
    }

    /// See [`super::Pane::status`].
    pub fn status(&self, ctx: &Context<'_>) -> Status {
        let mut status = self.list.status(ctx);
        let order = if self.query.order == Some(Order::Asc) { "oldest first" } else { "newest first" };
        let dot = ctx.look.glyphs.dot;
        status.words = if status.words.is_empty() {
            order.to_owned()
        } else {
            format!("{order} {dot} {}", status.words)
        };
        status
    }

    /// See [`super::Pane::view`].
    pub fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let chips = self.chips();
        let Bands { chips: band, table, foot } = Bands::of(area, &chips);
        chips::view(&chips, ctx, band, buf);
        match self.list.feed() {
            Some(feed) if feed.rows().is_empty() => {
                detail::view_empty(&self.query, feed, &self.contract, ctx, table, buf);
            }
            Some(feed) => {
                let columns = columns::columns(&self.facts, ctx);
                let rows = feed.rows();
                let drawn = Table { columns: &columns, len: rows.len(), scroll: &feed.scroll };
                drawn.view(ctx.look, table, buf, |at| {
                    rows.get(at)
                        .map(|row| columns::cells(row, self.readings.of(row), &self.facts, ctx))
                        .unwrap_or_default()
                });
                let selected = feed.selected().map(|row| (row, self.readings.of(row)));
                detail::view_selected(selected, &self.list.indicator(), ctx, foot, buf);
            }
            None => {
                let subject = format!("results of {} on {}", self.query.contract, ctx.network.name);
                self.list.first().view_missing(ctx, &subject, table, buf);
            }
        }
        self.form.as_ref().and_then(|form| form.view(ctx, area, buf))
    }

    /// See [`super::Pane::wake_at`].
    pub fn wake_at(&self, ctx: &Context<'_>) -> Option<Timestamp> {
        [self.list.wake_at(ctx.now), self.contract.wake_at(ctx.now)].into_iter().flatten().min()
    }

    /// See [`super::Pane::due`].
    pub fn due(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let height = self.rows_height(ctx);
        let Some(feed) = self.list.feed() else { return Vec::new() };
        let window = feed.scroll.window(feed.rows().len(), height);
        self.readings.due(feed, &window, ctx)
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
        let stopped = self.list.stop().into_iter().chain(self.contract.stop());
        stopped.chain(self.readings.stop()).collect()
    }

    fn filter_form(&self, query: &ResultsQuery, ctx: &Context<'_>) -> FilterForm {
        let (now, home) = (ctx.now, ctx.network.home);
        let title = format!("Filter results of {}", self.query.contract);
        FilterForm::new(title, form::of(query), |form| form::preview(form, query, now, home))
    }

    fn with(&self, query: ResultsQuery) -> Vec<Effect> {
        if query == self.query { Vec::new() } else { vec![Effect::Replace(Place::Results(query))] }
    }

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
        let query = ResultsQuery::from_pairs(self.query.contract, kept, ctx.network.home);
        query.map(|query| self.with(query)).unwrap_or_default()
    }

    /// A hunt in the same time, which looks for what the list cannot filter by.
    fn hunt(&self) -> HuntPlace {
        HuntPlace { timestamp: self.query.timestamp.clone(), ..HuntPlace::of(self.query.contract) }
    }

    fn opened(&self) -> Option<Place> {
        let row = self.list.feed()?.selected()?;
        // A child's result is filed under the contract that ran, which need not be the one of the list.
        let contract = row.contract_id.value().map_or(self.query.contract, ContractRef::Id);
        Some(Place::Result(contract, row.timestamp.value()?))
    }

    fn copies(&self) -> Vec<Copied> {
        let mut copies = vec![on_sheet::copied_place(&self.place())];
        if let Some(row) = self.list.feed().and_then(|feed| feed.selected()) {
            copies.splice(0..0, detail::copies(row));
        }
        copies.extend(on_sheet::copied_request(self.list.url()));
        copies
    }

    fn raw(&self, ctx: &Context<'_>) -> Option<Effect> {
        let feed = self.list.feed()?;
        let row = feed.selected().map(|row| row.raw.clone());
        Some(Effect::Raw(self.title(ctx), row.unwrap_or_else(|| feed.last_page().clone())))
    }

    fn rows_height(&self, ctx: &Context<'_>) -> u16 {
        Bands::of(ctx.body, &self.chips()).rows()
    }
}
