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

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::rows::Calls;
use crate::ledger::query::ResultsQuery;
use crate::ledger::{ContractRef, ContractResult, HexBytes, Timestamp};
use crate::message::{Action, Arrangement, Contents, Effect, EventSearchPlace, Input, Place};
use crate::panes::kit::Wants;
use crate::panes::kit::list::columns::ColumnList;
use crate::panes::kit::list::{List, StepRows};
use crate::panes::kit::values;
use crate::panes::{ActionHint, Context, Pane, Status};
use crate::widgets::Link;
use crate::widgets::feed::Identity;

/// The pane.
#[derive(Debug)]
pub struct ResultsPane {
    list: List<ResultsQuery>,
    calls: Calls,
}

impl Identity for ContractResult {
    type Id = (Timestamp, HexBytes);

    /// The consensus time and the hash: a child of a call may share its second, never both.
    fn identity(&self) -> Option<Self::Id> {
        let hash = self.hash.known().cloned().unwrap_or_default();
        self.timestamp.value().map(|at| (at, hash))
    }
}

impl ResultsPane {
    /// Opens the pane.
    pub fn open(query: ResultsQuery) -> Self {
        Self { list: List::new(query), calls: Calls::default() }
    }

    /// Has columns shown for which single records have values.
    fn add_details(&mut self) {
        let records = self.list.take_records();
        if !records.is_empty() {
            self.calls.add_details(&records);
        }
    }

    /// The contract whose results these are, or in the list of all contracts that of the selected row.
    fn called(&self) -> Option<ContractRef> {
        let selected = || self.list.feed()?.selected()?.contract_id.value().map(ContractRef::Id);
        self.list.query().contract.or_else(selected)
    }

    /// The sender of the selected row.
    fn sender(&self, ctx: &Context<'_>) -> Option<ContractRef> {
        let from = self.list.feed()?.selected()?.from.value()?;
        Some(values::sender(from, ctx))
    }
}

impl Pane for ResultsPane {
    fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        let query = self.list.query();
        match action {
            Action::Internal => self.list.to(&ResultsQuery { internal: !query.internal, ..query.clone() }),
            Action::Sender => {
                let sender = self.sender(ctx).map(|from| ResultsQuery { from: Some(from), ..query.clone() });
                Effect::go(sender.map(Place::Results))
            }
            // A search in the same time finds what the list cannot filter by.
            Action::FindEvents => Effect::go(self.called().map(|contract| {
                let timestamp = query.timestamp.clone();
                Place::EventSearch(EventSearchPlace { timestamp, ..EventSearchPlace::new(contract) })
            })),
            Action::Contract => Effect::go(self.called().map(Place::contract)),
            Action::GasUsage => {
                Effect::go(self.called().map(|contract| {
                    Place::GasUsage(ResultsQuery { contract: Some(contract), ..query.clone() })
                }))
            }
            _ => {
                let effects = self.list.act(action, &self.calls, ctx);
                self.add_details();
                self.calls.update(&self.list, ctx);
                effects
            }
        }
    }

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let effects = self.list.handle_input(input, &self.calls, ctx);
        self.calls.update(&self.list, ctx);
        effects
    }

    fn links(&self, ctx: &Context<'_>) -> Vec<Link> {
        self.list.links(&self.calls, ctx)
    }

    fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        self.list.wants(ctx, wants);
        self.calls.wants(&self.list, wants);
    }

    fn due_effects(&mut self, _ctx: &Context<'_>) -> Vec<Effect> {
        self.list.due_effects()
    }

    fn hints(&self, ctx: &Context<'_>) -> Vec<ActionHint> {
        let unsent = self.sender(ctx).is_none().then_some("the row names no sender");
        let same = self.sender(ctx).is_some_and(|from| self.list.query().from == Some(from));
        let same = same.then_some("these are the results from this sender");
        let uncalled = self.called().is_none().then_some("the row names no contract");
        let contract = ActionHint::new(Action::Contract, "contract");
        let first = if self.list.query().contract.is_some() {
            vec![contract.page(), ActionHint::hidden(Action::Interfaces, "interfaces and signatures").page()]
        } else {
            vec![contract.disabled_if(self.list.no_row().or(uncalled))]
        };
        let then = [
            ActionHint::new(Action::Internal, "child transactions"),
            ActionHint::hidden(Action::Sender, "results from this sender")
                .disabled_if(self.list.no_row().or(unsent).or(same)),
            ActionHint::hidden(Action::FindEvents, "find events").disabled_if(uncalled),
            ActionHint::hidden(Action::GasUsage, "gas usage").disabled_if(self.list.no_row().or(uncalled)),
        ];
        self.list.hints(ctx, first, then)
    }

    fn step_rows(&mut self) -> Option<Box<dyn StepRows + '_>> {
        self.list.step_rows(self.calls.unread())
    }

    fn arrangement(&self) -> Option<Arrangement> {
        Some(self.list.arrangement())
    }

    fn set_arrangement(&mut self, arrangement: &Arrangement, ctx: &Context<'_>) -> Vec<Effect> {
        self.list.set_arrangement::<Calls>(arrangement, ctx)
    }

    fn contents(&mut self, ctx: &Context<'_>) -> Contents {
        self.list.contents(&self.calls, ctx)
    }

    fn columns(&self, _ctx: &Context<'_>) -> Option<&dyn ColumnList> {
        self.list.columns(&self.calls)
    }

    fn place(&self) -> Place {
        self.list.place()
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        self.list.title(ctx)
    }

    fn status(&self, ctx: &Context<'_>) -> Status {
        self.list.status(ctx)
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        self.list.view(&self.calls, ctx, area, buf)
    }

    fn rest(&mut self) {
        self.list.rest();
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        let before = self.list.len();
        if self.list.rebuild_view(ctx) {
            self.calls.add(&self.list, before, ctx.network.home);
        }
        self.add_details();
        self.list.arrange(&self.calls, ctx);
        self.calls.receive(&self.list, ctx);
        self.calls.update(&self.list, ctx);
    }
}
