//! The events of a contract, on servers that list them: decoded, filtered by topic, walked window by window.
//!
//! ```text
//!   topic0 0xddf252ad… ✕                                         chips, if any filter is active
//!     consensus time (UTC)   index  event                        the loaded rows in view
//!   ▌2026-11-20 23:59:46…        1  Transfer(from 0.0.1002, …
//! ─ row 2 of 100 loaded in 1 page, more below · looked back to … the page indicator
//!   Transfer(from 0.0.1002, to 0.0.1003, amount 250)             the selected event
//! ```

mod columns;
mod form;
mod readings;
mod rows;
mod topics;
mod windows;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::rows::Events;
use self::windows::Windows;
use super::list::{List, Listed as _};
use super::{Context, Offer, Pane, Status};
use crate::ledger::query::{LogsQuery, ResultsQuery};
use crate::ledger::{ContractLog, Timestamp};
use crate::message::{Action, Effect, Input, Place, Response, Retrying};
use crate::widgets::Feed;
use crate::widgets::feed::Identity;

/// The pane.
#[derive(Debug)]
pub struct LogsPane {
    list: List<LogsQuery, Windows>,
    events: Events,
    /// Whether the list was asked for: one that is walked waits for the contract, as nothing is older.
    begun: bool,
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
        let windows = Windows::of(&query.in_whole_pages(), ctx.now);
        let mut pane = Self { list: List::by(query, windows), events: Events::default(), begun: false };
        let effects = pane.begin(ctx);
        (pane, effects)
    }

    fn begin(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        if self.list.pages().walking() && !self.begun {
            return self.events.existence.ask(self.list.query().contract, ctx);
        }
        self.begun = true;
        self.list.ask(ctx)
    }

    /// Begins the walk. Without a contract there is nothing to look for, and a server that cannot be reached for the
    /// contract is asked for nothing else.
    fn learned(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        if self.begun || self.events.is_vain() {
            return Vec::new();
        }
        let contract = self.events.existence.contract().value();
        if let Some(born) = contract.and_then(|contract| contract.created_timestamp.value()) {
            self.list.pages_mut().born(born);
        }
        self.begun = true;
        self.list.ask(ctx)
    }
}

impl Pane for LogsPane {
    fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        let contract = self.list.query().contract;
        match action {
            Action::Close => self.close(),
            Action::Refresh => self.begin(ctx),
            Action::Contract => vec![Effect::Go(Place::contract(contract))],
            Action::Results => vec![Effect::Go(Place::Results(ResultsQuery::all(contract)))],
            _ => self.list.act(action, &self.events, ctx),
        }
    }

    fn type_in(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        self.list.type_in(input, ctx)
    }

    fn hear(&mut self, response: &Response, ctx: &Context<'_>) -> Vec<Effect> {
        self.events.readings.hear(response);
        if self.events.existence.hear(response) {
            return self.learned(ctx);
        }
        if !self.list.hear(response, ctx) {
            return Vec::new();
        }
        self.events.readings.look_again();
        let contract = self.list.query().contract;
        self.events.existence.doubt(&self.list, contract, ctx)
    }

    fn retrying(&mut self, retrying: &Retrying) {
        self.list.retrying(retrying);
        self.events.existence.retrying(retrying);
    }

    fn due(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let more = self.list.due(ctx);
        let rows = self.list.feed().map(Feed::rows).unwrap_or_default();
        let studies = self.events.readings.due(rows, &self.list.window(ctx), ctx);
        more.into_iter().chain(studies).collect()
    }

    fn offers(&self, _ctx: &Context<'_>) -> Vec<Offer> {
        let waits = !self.begun && self.events.existence.contract().stops_on(Action::Close);
        let stop = waits.then(|| Offer::new(Action::Close, "stop"));
        let first = [Offer::new(Action::Contract, "contract")];
        let then = [Offer::quiet(Action::Results, "results")];
        stop.into_iter().chain(self.list.offers(first, then)).collect()
    }

    fn place(&self) -> Place {
        self.list.place()
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        self.list.title(ctx)
    }

    fn status(&self, ctx: &Context<'_>) -> Status {
        if !self.begun {
            return self.list.with_order(self.events.existence.contract().status(ctx), ctx);
        }
        self.list.status(ctx)
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        if !self.begun {
            let contract = self.events.existence.contract();
            let subject = format!("contract {}", self.list.query().contract);
            return self.list.view_missing(contract, &subject, ctx, area, buf);
        }
        self.list.view(&self.events, ctx, area, buf)
    }

    fn wake_at(&self, ctx: &Context<'_>) -> Option<Timestamp> {
        [self.list.wake_at(ctx.now), self.events.existence.wake_at(ctx.now)].into_iter().flatten().min()
    }

    fn refit(&mut self, ctx: &Context<'_>) {
        self.list.refit(ctx);
    }

    fn close(&mut self) -> Vec<Effect> {
        self.list.stop().into_iter().chain(self.events.stop()).collect()
    }
}
