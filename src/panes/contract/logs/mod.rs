//! The events of a contract, on servers that list them: decoded, filtered by topic, and walked in time windows.
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

use ledger::query::{ContractQuery, LogsQuery};
use ledger::{ContractLog, Timestamp};

use self::columns::Events;
use self::windows::Windows;
use crate::message::{Action, Failure};
use crate::panes::kit::{
    Wants,
    list::{ListPane, Listed as _, PagedList, PaneRows, existence},
};
use crate::panes::{Context, Verbs};
use crate::widgets::feed::Identity;

pub type LogsPane = ListPane<LogsQuery, Events, Windows>;

impl Identity for ContractLog {
    type Id = (Timestamp, i64);

    /// The consensus time of the transaction, and the position within it.
    fn identity(&self) -> Option<Self::Id> {
        self.timestamp.value().zip(self.log.index.value())
    }
}

impl LogsPane {
    /// A walk in windows waits for the contract's record: its creation time ends the walk.
    pub fn open(query: LogsQuery, now: Timestamp) -> Self {
        let windows = Windows::new(&query.in_whole_pages(), now);
        let mut list = PagedList::by(query, windows);
        let is_waiting = list.pages().walking();
        if !is_waiting {
            list.begin(now);
        }
        Self::of(list, Events { is_waiting, ..Events::default() })
    }
}

impl PaneRows<LogsQuery, Windows> for Events {
    fn for_query(_query: &LogsQuery) -> Self {
        Self::default()
    }

    fn awaited(&self, list: &PagedList<LogsQuery, Windows>) -> Option<ContractQuery> {
        self.is_waiting.then(|| ContractQuery::now(list.query().contract))
    }

    /// Starts the list once the contract is known. No events are requested without a contract, nor from a server
    /// that could not be reached for it.
    fn begin(&mut self, list: &mut PagedList<LogsQuery, Windows>, ctx: &Context<'_>) {
        let Some(awaited) = self.awaited(list) else { return };
        match ctx.get(&awaited).outcome() {
            Some(Ok(contract)) => {
                if let Some(born) = contract.created_timestamp.value() {
                    list.pages_mut().born(born);
                }
            }
            Some(Err(Failure::NotFound { .. } | Failure::Unreachable { .. } | Failure::TimedOut { .. }))
            | None => return,
            Some(Err(_)) => {}
        }
        self.is_waiting = false;
        list.begin(ctx.now);
    }

    fn wants(&self, list: &PagedList<LogsQuery, Windows>, _ctx: &Context<'_>, wants: &mut Wants) {
        existence::wants(list, list.query().contract, wants);
        self.readings.wants(wants);
    }

    fn verbs<'c>(
        &self,
        _list: &PagedList<LogsQuery, Windows>,
        _ctx: &'c Context<'_>,
        verbs: &mut Verbs<'c, LogsPane>,
    ) {
        verbs.add(Action::Contract, "contract").page();
        verbs.hidden(Action::Results, "results").page();
    }

    fn receive(
        &mut self,
        _list: &mut PagedList<LogsQuery, Windows>,
        known: Option<usize>,
        ctx: &Context<'_>,
    ) {
        if known.is_some() {
            self.readings.restart();
        }
        self.readings.receive(ctx);
    }

    /// Decodes the visible events.
    fn follow(&mut self, list: &PagedList<LogsQuery, Windows>, ctx: &Context<'_>) {
        if let Some(feed) = list.feed() {
            self.readings.update(feed, &list.window(ctx), ctx);
        }
    }
}
