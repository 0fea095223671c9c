//! The events of a contract, on servers that list them: decoded, filtered by topic, walked window by window.
//!
//! ```text
//!   topic0 0xddf252ad… ✕                                         chips, if any filter is active
//!     consensus time (UTC)   index  event                        the loaded rows in view
//!   ▌2026-11-20 23:59:46…        1  Transfer(from 0.0.1002, …
//!   Transfer(from 0.0.1002, to 0.0.1003, amount 250)             the selected event
//!   row 2 of 100 loaded in 1 page, more below · looked back to … the page indicator
//! ```

mod columns;
mod form;
mod progress;
mod readings;
mod windows;

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::readings::Readings;
use self::windows::Windows;
use super::chips::{self, Chip};
use super::filter::{FilterForm, Filtered};
use super::on_list::{self, Bands, Hit};
use super::paged::Paged;
use super::{Context, Offer, Remote, Status, offer, on_sheet};
use crate::ledger::query::{ContractQuery, Limit, LogsQuery, Order, ResultsQuery};
use crate::ledger::{Contract, ContractLog, Timestamp};
use crate::message::{Action, Answer, Ask, Copied, Effect, Input, Place, Response, Retrying};
use crate::widgets::Feed;
use crate::widgets::feed::Identity;
use crate::widgets::table::Table;

/// The pane.
#[derive(Debug)]
pub struct LogsPane {
    query: LogsQuery,
    windows: Windows,
    list: Paged<ContractLog>,
    readings: Readings,
    /// Asked only where the list is walked: nothing is older than the contract.
    contract: Remote<Arc<Contract>>,
    form: Option<FilterForm>,
}

impl Identity for ContractLog {
    type Id = (Option<Timestamp>, Option<i64>);

    /// The consensus time of the transaction, and the position within it.
    fn identity(&self) -> Option<Self::Id> {
        let index = self.log.index.value()?;
        self.timestamp.value().map(|at| (Some(at), Some(index)))
    }
}

impl LogsPane {
    /// Opens the pane and asks for the first page; a list that is walked begins when the contract is known.
    pub fn open(query: LogsQuery, ctx: &Context<'_>) -> (Self, Vec<Effect>) {
        let mut pane = Self {
            windows: Windows::of(&whole_pages(&query), ctx.now),
            query,
            list: Paged::default(),
            readings: Readings::default(),
            contract: Remote::default(),
            form: None,
        };
        let effects = if pane.windows.walking() {
            let contract = ContractQuery::now(pane.query.contract);
            vec![pane.contract.ask(ctx.request(Ask::Contract(contract)), ctx.now)]
        } else {
            pane.ask(ctx)
        };
        (pane, effects)
    }

    fn ask(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        self.windows = Windows::of(&whole_pages(&self.query), ctx.now);
        if let Some(born) = self.contract.value().and_then(|contract| contract.created_timestamp.value()) {
            self.windows.born(born);
        }
        self.list.ask(self.windows.first(), ctx)
    }

    fn more(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let windows = &mut self.windows;
        self.list.more(ctx, |link| windows.behind(link))
    }

    fn scrolled(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        if self.windows.is_stopped() {
            return Vec::new();
        }
        let height = self.rows_height(ctx);
        let windows = &mut self.windows;
        self.list.scrolled(ctx, height, |link| windows.behind(link))
    }

    /// See [`super::Pane::act`].
    pub fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        match action {
            Action::Open => self.opened().map(Effect::Go).into_iter().collect(),
            Action::Close => {
                self.windows.stop();
                self.close()
            }
            Action::Refresh => self.ask(ctx),
            Action::MorePages => {
                self.windows.again();
                self.more(ctx)
            }
            Action::Filter => {
                self.form = Some(self.filter_form(ctx));
                Vec::new()
            }
            Action::Reset => self.with(LogsQuery::all(self.query.contract)),
            Action::Order => {
                let order = match self.query.order {
                    Some(Order::Asc) => None,
                    _ => Some(Order::Asc),
                };
                self.with(LogsQuery { order, ..self.query.clone() })
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
                if action == Action::Last { Vec::new() } else { self.scrolled(ctx) }
            }
        }
    }

    /// See [`super::Pane::type_in`].
    pub fn type_in(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let (query, now, home) = (&self.query, ctx.now, ctx.network.home);
        if let Some(form) = &mut self.form {
            let filtered = form.type_in(input, ctx.body, |form| form::preview(form, query, now, home));
            return match filtered {
                Filtered::Ignored if on_list::resets(input) => {
                    let fresh = form::of(&LogsQuery::all(query.contract));
                    form.set(fresh, |form| form::preview(form, query, now, home));
                    Some(Vec::new())
                }
                Filtered::Ignored => None,
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
            Hit::Chip(at) => self.without(at),
            Hit::Open => self.act(Action::Open, ctx),
            Hit::Done => Vec::new(),
        })
    }

    /// See [`super::Pane::hear`].
    pub fn hear(&mut self, response: &Response, ctx: &Context<'_>) -> Vec<Effect> {
        if self.readings.hear(response) {
            return Vec::new();
        }
        let told = self.contract.hear(response, |answer| match answer {
            Answer::Contract(contract) => Some(Arc::clone(contract)),
            _ => None,
        });
        if told {
            return self.ask(ctx);
        }
        let asked =
            matches!(&response.request.ask, Ask::Logs(query, _) if query.contract == self.query.contract);
        if !asked || !self.list.asks(&response.request) {
            return Vec::new();
        }
        let response = self.windows.continued(response);
        let height = self.rows_height(ctx);
        self.list.hear(&response, height, |answer| match answer {
            Answer::Logs(page) => Some(page),
            _ => None,
        });
        let effects = self.scrolled(ctx);
        // A walk that has found nothing yet goes on beyond the pages that a list follows by itself.
        if effects.is_empty() && self.windows.goes_on() { self.more(ctx) } else { effects }
    }

    /// See [`super::Pane::retrying`].
    pub fn retrying(&mut self, retrying: &Retrying) {
        self.list.retrying(retrying);
    }

    /// See [`super::Pane::due`].
    pub fn due(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let rows = self.list.feed().map(Feed::rows).unwrap_or_default();
        self.readings.due(rows, ctx)
    }

    /// See [`super::Pane::offers`].
    pub fn offers(&self, _ctx: &Context<'_>) -> Vec<Offer> {
        let feed = self.list.feed();
        let none = feed.is_none_or(|feed| feed.selected().is_none()).then_some("no row is selected");
        let unfiltered = self.query.pairs().is_empty().then_some("no filter is active");
        let over = feed.is_none_or(|feed| feed.more().is_none()).then_some("there is no further page");
        let walks = self.windows.walking() && self.list.is_asking();
        let waits = self.contract.stops_on(Action::Close) || self.list.first().stops_on(Action::Close);
        let mut offers = Vec::new();
        if waits || walks {
            offers.push(Offer::new(Action::Close, "stop"));
        }
        offers.extend([
            Offer::new(Action::Open, "open its result").unless(none),
            Offer::new(Action::Filter, "filter"),
            Offer::new(Action::Reset, "clear filters").unless(unfiltered),
            Offer::new(Action::MorePages, "look further").unless(over),
            Offer::new(Action::Contract, "contract"),
            Offer::new(Action::Refresh, "refresh"),
            Offer::new(Action::Order, "turn order"),
            Offer::quiet(Action::Results, "results"),
            Offer::quiet(Action::Copy, "copy the event").unless(none),
            Offer::quiet(Action::CopyMenu, "copy …"),
            Offer::new(Action::Raw, "raw JSON").unless(none),
        ]);
        offers.extend(offer::moves());
        offers
    }

    /// See [`super::Pane::place`].
    pub fn place(&self) -> Place {
        Place::Logs(Box::new(self.query.clone()))
    }

    /// See [`super::Pane::title`].
    pub fn title(&self, ctx: &Context<'_>) -> String {
        format!("{} {} events", self.query.contract, ctx.look.glyphs.crumb)
    }

    /// See [`super::Pane::status`].
    pub fn status(&self, ctx: &Context<'_>) -> Status {
        let mut status =
            if self.contract.asked().is_some() { self.contract.status(ctx) } else { self.list.status(ctx) };
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
        let subject = format!("events of {} on {}", self.query.contract, ctx.network.name);
        match self.list.feed() {
            Some(feed) if feed.rows().is_empty() => on_list::say(&self.none(), ctx, table, buf),
            Some(feed) => {
                let (columns, rows) = (columns::columns(ctx), feed.rows());
                let drawn = Table { columns: &columns, len: rows.len(), scroll: &feed.scroll };
                drawn.view(ctx.look, table, buf, |at| {
                    let row = rows.get(at);
                    row.map(|row| columns::cells(row, self.readings.of(row), ctx)).unwrap_or_default()
                });
                let selected = feed.selected().map(|row| (row.as_ref(), self.readings.of(row)));
                columns::view_selected(selected, &self.indicator(ctx), ctx, foot, buf);
            }
            None if self.contract.asked().is_some() => {
                self.contract.view_missing(ctx, &subject, table, buf);
            }
            None => _ = self.list.first().view_missing(ctx, &subject, table, buf),
        }
        self.form.as_ref().and_then(|form| form.view(ctx, area, buf))
    }

    /// See [`super::Pane::wake_at`].
    pub fn wake_at(&self, ctx: &Context<'_>) -> Option<Timestamp> {
        [self.list.wake_at(ctx.now), self.contract.wake_at(ctx.now)].into_iter().flatten().min()
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
        let mut effects = self.list.stop();
        effects.extend(self.contract.stop());
        effects.extend(self.readings.stop());
        effects
    }

    fn filter_form(&self, ctx: &Context<'_>) -> FilterForm {
        let (query, now, home) = (&self.query, ctx.now, ctx.network.home);
        let title = format!("Filter events of {}", query.contract);
        FilterForm::new(title, form::of(query), |form| form::preview(form, query, now, home))
    }

    fn with(&self, query: LogsQuery) -> Vec<Effect> {
        if query == self.query { Vec::new() } else { vec![Effect::Replace(Place::Logs(Box::new(query)))] }
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
        let query = LogsQuery::from_pairs(self.query.contract, kept);
        query.map(|query| self.with(query)).unwrap_or_default()
    }

    fn opened(&self) -> Option<Place> {
        let row = self.list.feed()?.selected()?;
        Some(Place::Result(self.query.contract, row.timestamp.value()?))
    }

    fn copies(&self) -> Vec<Copied> {
        let selected = self.list.feed().and_then(|feed| feed.selected());
        let mut copies = selected.map(|row| columns::copies(row, self.readings.of(row))).unwrap_or_default();
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

/// The query with a whole page of rows unless another size is wanted.
fn whole_pages(query: &LogsQuery) -> LogsQuery {
    LogsQuery { limit: Some(query.limit.unwrap_or(Limit::MOST)), ..query.clone() }
}
