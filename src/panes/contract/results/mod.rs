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
mod form;
mod inferred;
mod leads;
mod readings;
mod rows;

use ledger::query::ResultsQuery;
use ledger::{ContractRef, ContractResult, HexBytes, Timestamp};

use self::columns::Calls;
use crate::message::{Action, Effect, EventSearchPlace, Place};
use crate::panes::kit::nouns::values;
use crate::panes::kit::{
    Wants,
    list::{ListPane, PagedList, PaneRows, Source as _, existence},
};
use crate::panes::{Context, Verbs};
use crate::widgets::feed::Identity;

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
