//! The results of a contract or of all contracts, with every filter of the operation.
//!
//! ```text
//!   from 0.0.1002 ✕   child transactions ✕                      chips, if any filter is active
//!     consensus time (UTC)   method      from   amount ℏ  …     the loaded rows in view
//!   ▌✗ 2026-11-20 23:59:46…  0x2e1a7d4d  0.0.1002   50.0  …
//! ─ row 2 of 100 loaded in 1 page, more below ────────          the page indicator
//!   0x2e1a7d4d…  hash 0x714d…                                   the selected row, whole
//! ```

mod cells;
mod columns;
mod readings;
mod rows;

use std::sync::Arc;

use ledger::query::{ExecutionQuery, Order, ResultQuery, ResultsQuery, TimestampFilter};
use ledger::{ContractRef, ContractResult, ExecutionRef, HexBytes, Timestamp};

use self::columns::Calls;
use crate::message::{Action, Effect, EventSearchPlace, Place};
use crate::panes::contract::calls::party;
use crate::panes::kit::Wants;
use crate::panes::kit::list::filters::Completions;
use crate::panes::kit::list::{
    Filterable, ListPane, Listed, PagedList, PaneRows, Source as _, Words, existence, filter_form,
};
use crate::panes::kit::nouns::values;
use crate::panes::{Context, Verbs};
use crate::widgets::feed::Identity;
use crate::widgets::form::FormField;

pub type ResultsPane = ListPane<ResultsQuery, Calls>;

impl Identity for ContractResult {
    type Id = (Timestamp, HexBytes);

    /// Consensus time and hash: a child may share either with another row, never both.
    fn identity(&self) -> Option<Self::Id> {
        let hash = self.hash.known().cloned().unwrap_or_default();
        self.timestamp.value().map(|at| (at, hash))
    }
}

const UNCALLED: &str = "the row names no contract";

/// The contract of the list; in the list of all contracts, of the selected row.
fn called(list: &PagedList<ResultsQuery>) -> Option<ContractRef> {
    let selected = || list.feed()?.selected()?.contract_id.value().map(ContractRef::Id);
    list.query().contract.or_else(selected)
}

/// The sender of the selected row.
fn sender(list: &PagedList<ResultsQuery>, ctx: &Context<'_>) -> Option<ContractRef> {
    let from = list.feed()?.selected()?.from.value()?;
    Some(values::sender(from, ctx))
}

impl PaneRows<ResultsQuery> for Calls {
    fn for_query(query: &ResultsQuery) -> Self {
        Self::new(query)
    }

    fn unread(&self, _list: &PagedList<ResultsQuery>) -> Self {
        self.unread()
    }

    /// Adds the decoding of the rows; for an empty list, whether the contract exists.
    fn wants(&self, list: &PagedList<ResultsQuery>, _ctx: &Context<'_>, wants: &mut Wants) {
        self.want_readings(wants);
        if let Some(contract) = list.query().contract {
            existence::wants(list, contract, wants);
        }
    }

    fn verbs<'c>(
        &self,
        list: &PagedList<ResultsQuery>,
        _ctx: &'c Context<'_>,
        verbs: &mut Verbs<'c, ResultsPane>,
    ) {
        let contract = verbs.add(Action::Contract, "contract");
        if list.query().contract.is_some() {
            contract.page();
            verbs.hidden(Action::Interfaces, "interfaces and signatures").page();
            return;
        }
        let called = called(list);
        let contract = contract.unless(list.no_row().or(called.is_none().then_some(UNCALLED)));
        contract.give(|| Effect::go(called.map(Place::contract)));
    }

    fn more_verbs<'c>(
        &self,
        list: &PagedList<ResultsQuery>,
        ctx: &'c Context<'_>,
        verbs: &mut Verbs<'c, ResultsPane>,
    ) {
        let (query, called) = (list.query(), called(list));
        let turned = || list.to(&ResultsQuery { internal: !query.internal, ..query.clone() });
        verbs.add(Action::Internal, "child transactions").give(turned);
        let sender = sender(list, ctx);
        let unsent = sender.is_none().then_some("the row names no sender");
        let same = sender.is_some_and(|from| query.from == Some(from));
        let same = same.then_some("these are the results from this sender");
        let by_sender = verbs.hidden(Action::Sender, "results from this sender");
        by_sender.unless(list.no_row().or(unsent).or(same)).give(|| {
            let of = sender.map(|from| ResultsQuery { from: Some(from), ..query.clone() });
            Effect::go(of.map(Place::Results))
        });
        let uncalled = called.is_none().then_some(UNCALLED);
        // An event search in the same time range finds what the list cannot filter.
        verbs.hidden(Action::FindEvents, "find events").unless(uncalled).give(|| {
            Effect::go(called.map(|contract| {
                let timestamp = query.timestamp.clone();
                Place::EventSearch(EventSearchPlace { timestamp, ..EventSearchPlace::new(contract) })
            }))
        });
        verbs.hidden(Action::GasUsage, "gas usage").unless(list.no_row().or(uncalled)).give(|| {
            let of = called.map(|contract| ResultsQuery { contract: Some(contract), ..query.clone() });
            Effect::go(of.map(Place::GasUsage))
        });
    }

    fn receive(&mut self, list: &mut PagedList<ResultsQuery>, known: Option<usize>, ctx: &Context<'_>) {
        if let Some(known) = known {
            self.add(list, known, ctx.network.home);
        }
        // Columns with values from single records are shown.
        self.add_details(&list.take_records());
    }

    fn follow(&mut self, list: &PagedList<ResultsQuery>, ctx: &Context<'_>) {
        self.read(list, ctx);
    }
}

impl Filterable for ResultsQuery {
    fn subject(&self) -> String {
        match self.contract {
            Some(contract) => format!("results of {contract}"),
            None => "results of all contracts".to_owned(),
        }
    }

    fn place(&self) -> Place {
        Place::Results(self.clone())
    }

    fn fields(&self) -> Vec<FormField> {
        let internal = if self.internal { "true" } else { "false" };
        let own = [
            filter_form::text(self, "from", "sender", "account id or EVM address"),
            filter_form::text(self, "timestamp", "consensus time", filter_form::TIMES),
            filter_form::text(self, "block.number", "block number", "70002150 or 0x42c2a36"),
            filter_form::text(self, "block.hash", "block hash", "64 or 96 hex digits"),
            filter_form::text(self, "transaction.index", "transaction index", "position in the block"),
            FormField::choice(
                "internal",
                "child transactions",
                &[("leave out", "false"), ("include", "true")],
                internal,
            ),
        ];
        own.into_iter().chain(filter_form::paging(self)).collect()
    }

    fn values(&self, name: &str, text: &str, ctx: &Context<'_>) -> Result<Vec<String>, String> {
        if name == "timestamp" { filter_form::times(text, ctx.clock()) } else { Ok(vec![text.to_owned()]) }
    }
}

impl Listed for ResultsQuery {
    const WORDS: Words = Words { open: "open", copy: "copy the place of the row", more: "load another page" };
    const ORDERS: &'static [(&'static str, &'static str)] = filter_form::IN_TIME;
    const USUAL: Order = Order::Desc;
    const BY_DAY: bool = true;
    const ENDS: bool = true;
    const HAS_DETAILS: bool = true;

    fn title(&self, ctx: &Context<'_>) -> String {
        match self.contract {
            Some(contract) => format!("{contract} {} results", ctx.theme.glyphs.crumb),
            None => "results of all contracts".to_owned(),
        }
    }

    /// A child's result is listed under the contract that ran, which may be another one. A result without a
    /// contract is opened by its hash.
    fn opened(&self, row: &ContractResult) -> Option<Place> {
        if let Some(contract) = row.contract_id.value().map(ContractRef::Id).or(self.contract) {
            return Some(Place::Result(contract, row.timestamp.value()?));
        }
        let of = ExecutionRef::of_hash(row.hash.known()?.clone())?;
        Some(Place::Execution(ExecutionQuery::new(of)))
    }

    fn single(&self, row: &ContractResult) -> Option<ResultQuery> {
        let contract = row.contract_id.value().map(ContractRef::Id).or(self.contract)?;
        let timestamp = row.timestamp.value().filter(|_| row.lacks_details())?;
        Some(ResultQuery { contract, timestamp, weibar: false })
    }

    fn newer_than(&self, row: Option<&ContractResult>, seconds: u64, now: Timestamp) -> Option<Self> {
        let at = row.and_then(|row| row.timestamp.value()).unwrap_or(now).minus_seconds(seconds);
        let timestamp = TimestampFilter::beyond(&self.timestamp, at)?;
        Some(Self { timestamp, order: Some(Order::Asc), ..self.clone() })
    }

    fn completions(rows: &[Arc<ContractResult>], ctx: &Context<'_>) -> Vec<Completions> {
        let senders = rows.iter().filter_map(|row| Some(party(row.from.known()?, ctx.network.home)));
        vec![("from", filter_form::by_frequency(senders))]
    }

    fn transaction(row: &ContractResult) -> Option<Timestamp> {
        row.timestamp.value()
    }
}
