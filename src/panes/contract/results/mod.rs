//! The results of a contract, or of all contracts: an endless list with every filter of the operation.
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

use self::rows::Calls;
use crate::ledger::query::ResultsQuery;
use crate::ledger::{ContractRef, ContractResult, HexBytes, Timestamp};
use crate::message::{Action, Effect, EventSearchPlace, Place};
use crate::panes::kit::list::{ListPane, PagedList, PaneRows, Source as _, existence};
use crate::panes::kit::{Wants, values};
use crate::panes::{ActionHint, Context};
use crate::widgets::feed::Identity;

/// The pane.
pub type ResultsPane = ListPane<ResultsQuery, Calls>;

impl Identity for ContractResult {
    type Id = (Timestamp, HexBytes);

    /// The consensus time and the hash: a child of a call may share its second, never both.
    fn identity(&self) -> Option<Self::Id> {
        let hash = self.hash.known().cloned().unwrap_or_default();
        self.timestamp.value().map(|at| (at, hash))
    }
}

/// The contract whose results these are, or in the list of all contracts that of the selected row.
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

    /// Adds what the rows say, or whether there is a contract of which there are none.
    fn wants(&self, list: &PagedList<ResultsQuery>, _ctx: &Context<'_>, wants: &mut Wants) {
        self.want_readings(wants);
        if let Some(contract) = list.query().contract {
            existence::wants(list, contract, wants);
        }
    }

    fn act(
        &mut self,
        action: Action,
        list: &PagedList<ResultsQuery>,
        ctx: &Context<'_>,
    ) -> Option<Vec<Effect>> {
        let query = list.query();
        let called = || called(list);
        Some(match action {
            Action::Internal => list.to(&ResultsQuery { internal: !query.internal, ..query.clone() }),
            Action::Sender => {
                let sender = sender(list, ctx).map(|from| ResultsQuery { from: Some(from), ..query.clone() });
                Effect::go(sender.map(Place::Results))
            }
            // A search in the same time finds what the list cannot filter by.
            Action::FindEvents => Effect::go(called().map(|contract| {
                let timestamp = query.timestamp.clone();
                Place::EventSearch(EventSearchPlace { timestamp, ..EventSearchPlace::new(contract) })
            })),
            Action::Contract => Effect::go(called().map(Place::contract)),
            Action::GasUsage => {
                Effect::go(called().map(|contract| {
                    Place::GasUsage(ResultsQuery { contract: Some(contract), ..query.clone() })
                }))
            }
            _ => return None,
        })
    }

    fn hints(&self, list: &PagedList<ResultsQuery>, ctx: &Context<'_>) -> [Vec<ActionHint>; 2] {
        let sender = sender(list, ctx);
        let unsent = sender.is_none().then_some("the row names no sender");
        let same = sender.is_some_and(|from| list.query().from == Some(from));
        let same = same.then_some("these are the results from this sender");
        let uncalled = called(list).is_none().then_some("the row names no contract");
        let contract = ActionHint::new(Action::Contract, "contract");
        let first = if list.query().contract.is_some() {
            vec![contract.page(), ActionHint::hidden(Action::Interfaces, "interfaces and signatures").page()]
        } else {
            vec![contract.disabled_if(list.no_row().or(uncalled))]
        };
        let then = vec![
            ActionHint::new(Action::Internal, "child transactions"),
            ActionHint::hidden(Action::Sender, "results from this sender")
                .disabled_if(list.no_row().or(unsent).or(same)),
            ActionHint::hidden(Action::FindEvents, "find events").disabled_if(uncalled),
            ActionHint::hidden(Action::GasUsage, "gas usage").disabled_if(list.no_row().or(uncalled)),
        ];
        [first, then]
    }

    fn receive(&mut self, list: &mut PagedList<ResultsQuery>, known: Option<usize>, ctx: &Context<'_>) {
        if let Some(known) = known {
            self.add(list, known, ctx.network.home);
        }
        // Columns are shown for which single records have values.
        self.add_details(&list.take_records());
    }

    fn follow(&mut self, list: &PagedList<ResultsQuery>, ctx: &Context<'_>) {
        self.read(list, ctx);
    }
}
