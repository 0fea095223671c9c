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
use crate::ledger::query::{ContractQuery, LogsQuery};
use crate::ledger::{ContractLog, Timestamp};
use crate::message::{Action, Arrangement, Contents, Effect, Failure, Input, Place};
use crate::panes::kit::Wants;
use crate::panes::kit::list::columns::ColumnList;
use crate::panes::kit::list::{List, Listed as _, StepRows, existence};
use crate::panes::{ActionHint, Context, Pane, Status};
use crate::widgets::Link;
use crate::widgets::feed::{GivenBack, Identity};

/// The pane.
#[derive(Debug)]
pub struct LogsPane {
    list: List<LogsQuery, Windows>,
    events: Events,
    /// Whether the list is asked for: one that is walked waits for the contract, as nothing is older.
    begun: bool,
}

impl Identity for ContractLog {
    type Id = (Timestamp, i64);

    /// The consensus time of the transaction, and the position within it.
    fn identity(&self) -> Option<Self::Id> {
        self.timestamp.value().zip(self.log.index.value())
    }
}

impl LogsPane {
    /// Opens the pane.
    pub fn open(query: LogsQuery, now: Timestamp) -> Self {
        let windows = Windows::new(&query.in_whole_pages(), now);
        let mut list = List::by(query, windows);
        let begun = !list.pages().walking();
        if begun {
            list.begin(now);
        }
        Self { list, events: Events::default(), begun }
    }

    fn contract_query(&self) -> ContractQuery {
        ContractQuery::now(self.list.query().contract)
    }

    /// Begins the walk once the contract is known. Without a contract there is nothing to look for, and a server that
    /// cannot be reached for the contract is asked for nothing else.
    fn begin(&mut self, ctx: &Context<'_>) {
        match ctx.get(&self.contract_query()).outcome() {
            Some(Ok(contract)) => {
                if let Some(born) = contract.created_timestamp.value() {
                    self.list.pages_mut().born(born);
                }
            }
            Some(Err(Failure::NotFound { .. } | Failure::Unreachable { .. } | Failure::TimedOut { .. }))
            | None => return,
            Some(Err(_)) => {}
        }
        self.begun = true;
        self.list.begin(ctx.now);
    }

    /// Has the events in view read.
    fn update(&mut self, ctx: &Context<'_>) {
        if let Some(feed) = self.list.feed() {
            self.events.readings.update(feed, &self.list.window(ctx), ctx);
        }
    }
}

impl Pane for LogsPane {
    fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        match action {
            Action::Refresh if !self.begun => vec![Effect::Refresh],
            _ => {
                let effects = self.list.act(action, &self.events, ctx);
                self.update(ctx);
                effects
            }
        }
    }

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let effects = self.list.handle_input(input, &self.events, ctx);
        self.update(ctx);
        effects
    }

    fn links(&self, ctx: &Context<'_>) -> Vec<Link> {
        if self.begun { self.list.links(&self.events, ctx) } else { Vec::new() }
    }

    fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        if !self.begun {
            wants.add(&self.contract_query());
        }
        self.list.wants(ctx, wants);
        existence::wants(&self.list, self.list.query().contract, wants);
        self.events.readings.wants(wants);
    }

    fn due_effects(&mut self, _ctx: &Context<'_>) -> Vec<Effect> {
        self.list.due_effects()
    }

    fn hints(&self, ctx: &Context<'_>) -> Vec<ActionHint> {
        let first = [ActionHint::new(Action::Contract, "contract").page()];
        self.list.hints(ctx, first, [ActionHint::hidden(Action::Results, "results").page()])
    }

    fn step_rows(&mut self) -> Option<Box<dyn StepRows + '_>> {
        self.list.step_rows(Events::default())
    }

    fn arrangement(&self) -> Option<Arrangement> {
        Some(self.list.arrangement())
    }

    fn set_arrangement(&mut self, arrangement: &Arrangement, ctx: &Context<'_>) -> Vec<Effect> {
        self.list.set_arrangement::<Events>(arrangement, ctx)
    }

    fn contents(&mut self, ctx: &Context<'_>) -> Contents {
        self.list.contents(&self.events, ctx)
    }

    fn loaded_bytes(&self) -> usize {
        self.list.loaded_bytes()
    }

    fn give_back(&mut self, bytes: usize, is_on_screen: bool) -> GivenBack {
        self.list.give_back(bytes, is_on_screen)
    }

    fn columns(&self, _ctx: &Context<'_>) -> Option<&dyn ColumnList> {
        self.list.columns(&self.events)
    }

    fn place(&self) -> Place {
        self.list.place()
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        self.list.title(ctx)
    }

    fn status(&self, ctx: &Context<'_>) -> Status {
        if !self.begun {
            return self.list.with_order(ctx.status(), ctx);
        }
        self.list.status(ctx)
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        if !self.begun {
            let contract = ctx.get(&self.contract_query());
            let subject = format!("contract {}", self.list.query().contract);
            return self.list.view_missing(Some(contract), &subject, ctx, area, buf);
        }
        self.list.view(&self.events, ctx, area, buf)
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        if !self.begun {
            self.begin(ctx);
        }
        if self.list.rebuild_view(ctx) {
            self.events.readings.restart();
        }
        self.list.arrange(&self.events, ctx);
        self.events.readings.receive(ctx);
        self.update(ctx);
    }
}
