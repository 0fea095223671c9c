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
mod topics;
mod windows;

use api::Failure;
use ledger::query::{ContractQuery, LogsQuery, Op, Order, TimestampFilter};
use ledger::{ContractLog, Timestamp};

use self::columns::Events;
use self::windows::Windows;
use crate::message::{Action, Place};
use crate::panes::kit::Wants;
use crate::panes::kit::list::{
    Filterable, ListPane, Listed, PagedList, PaneRows, Words, existence, filter_form,
};
use crate::panes::{Context, Verbs};
use crate::widgets::feed::Identity;
use crate::widgets::form::FormField;

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

impl Filterable for LogsQuery {
    fn subject(&self) -> String {
        format!("events of {}", self.contract)
    }

    fn place(&self) -> Place {
        Place::Logs(Box::new(self.clone()))
    }

    fn fields(&self) -> Vec<FormField> {
        let topic = "an id, an address, a number, or 0x…";
        let own = [
            filter_form::text(self, "topic0", "event", "its name, Transfer(address,address,uint256), or 0x…"),
            filter_form::text(self, "topic1", "topic 1", topic),
            filter_form::text(self, "topic2", "topic 2", topic),
            filter_form::text(self, "topic3", "topic 3", topic),
            filter_form::text(self, "timestamp", "consensus time", filter_form::TIMES),
            filter_form::text(self, "index", "index", "position; needs an exact time beside it"),
        ];
        own.into_iter().chain(filter_form::paging(self)).collect()
    }

    fn values(&self, name: &str, text: &str, ctx: &Context<'_>) -> Result<Vec<String>, String> {
        match name {
            "timestamp" => filter_form::times(text, ctx.clock()),
            "topic0" => {
                let events = topics::split_list(text).into_iter();
                events.map(|event| topics::event(event, self.contract, ctx)).collect()
            }
            "topic1" | "topic2" | "topic3" => {
                let values = topics::split_list(text).into_iter().map(|value| topics::values(value, ctx));
                Ok(values.collect::<Result<Vec<_>, _>>()?.concat())
            }
            _ => Ok(filter_form::several(text)),
        }
    }
}

/// Maximum time that the live tail searches for a topic: six days.
const MAX_TAIL_MILLIS: u64 = 6 * 24 * 60 * 60 * 1_000;

impl Listed for LogsQuery {
    const WORDS: Words = Words { open: "open its result", copy: "copy the event", more: "load more" };
    const ORDERS: &'static [(&'static str, &'static str)] = filter_form::IN_TIME;
    const USUAL: Order = Order::Desc;
    const BY_DAY: bool = true;

    fn title(&self, ctx: &Context<'_>) -> String {
        format!("{} {} events", self.contract, ctx.theme.glyphs.crumb)
    }

    /// Events that the server synthesizes for token transfers have no result.
    fn opened(&self, row: &ContractLog) -> Option<Place> {
        let at = row.timestamp.value()?;
        Some(if row.is_synthetic() { Place::TransactionAt(at) } else { Place::Result(self.contract, at) })
    }

    /// With a topic, servers search at most seven days per request.
    fn newer_than(&self, row: Option<&ContractLog>, seconds: u64, now: Timestamp) -> Option<Self> {
        let at = row.and_then(|row| row.timestamp.value()).unwrap_or(now).minus_seconds(seconds);
        let mut timestamp = TimestampFilter::beyond(&self.timestamp, at)?;
        if self.topics.iter().any(|topics| !topics.is_empty()) {
            timestamp.push(TimestampFilter { op: Op::Lt, at: at.plus_millis(MAX_TAIL_MILLIS) });
        }
        Some(Self { timestamp, order: Some(Order::Asc), ..self.clone() })
    }

    fn transaction(row: &ContractLog) -> Option<Timestamp> {
        row.timestamp.value()
    }
}
