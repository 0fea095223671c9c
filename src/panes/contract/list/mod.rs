//! All contracts of the network: an endless list with every filter of the operation.
//!
//! ```text
//!   contract.id gte:0.0.5001 ✕                                   chips, if any filter is active
//!    contract   created     memo            state                 the rows in view
//!   ▌0.0.5215   2026-11-…   a lighthouse    deleted
//!  ─ row 1 of 100 loaded in 1 page, more below ─────             the page indicator
//!    0.0.5215  0xb055…                                           the selected row, whole
//! ```

mod form;
mod rows;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::rows::Contracts;
use crate::ledger::query::ContractsQuery;
use crate::ledger::{Contract, EntityId};
use crate::message::{Action, Arrangement, Contents, Effect, Input, Place};
use crate::panes::kit::Wants;
use crate::panes::kit::list::columns::ColumnList;
use crate::panes::kit::list::{List, StepRows};
use crate::panes::{ActionHint, Context, Pane, Status};
use crate::widgets::Link;
use crate::widgets::feed::Identity;

/// The pane.
#[derive(Debug)]
pub struct ContractsPane {
    list: List<ContractsQuery>,
}

impl Identity for Contract {
    type Id = EntityId;

    fn identity(&self) -> Option<Self::Id> {
        self.contract_id.value()
    }
}

impl ContractsPane {
    /// Opens the pane.
    pub fn open(query: ContractsQuery) -> Self {
        Self { list: List::new(query) }
    }
}

impl Pane for ContractsPane {
    fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        self.list.act(action, &Contracts, ctx)
    }

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        self.list.handle_input(input, &Contracts, ctx)
    }

    fn links(&self, ctx: &Context<'_>) -> Vec<Link> {
        self.list.links(&Contracts, ctx)
    }

    fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        self.list.wants(ctx, wants);
    }

    fn due_effects(&mut self, _ctx: &Context<'_>) -> Vec<Effect> {
        self.list.due_effects()
    }

    fn hints(&self, ctx: &Context<'_>) -> Vec<ActionHint> {
        self.list.hints(ctx, [], [])
    }

    fn step_rows(&mut self) -> Option<Box<dyn StepRows + '_>> {
        self.list.step_rows(Contracts)
    }

    fn arrangement(&self) -> Option<Arrangement> {
        Some(self.list.arrangement())
    }

    fn set_arrangement(&mut self, arrangement: &Arrangement, ctx: &Context<'_>) -> Vec<Effect> {
        self.list.set_arrangement::<Contracts>(arrangement, ctx)
    }

    fn contents(&mut self, ctx: &Context<'_>) -> Contents {
        self.list.contents(&Contracts, ctx)
    }

    fn columns(&self, _ctx: &Context<'_>) -> Option<&dyn ColumnList> {
        self.list.columns(&Contracts)
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
        self.list.view(&Contracts, ctx, area, buf)
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        self.list.rebuild_view(ctx);
        self.list.arrange(&Contracts, ctx);
    }
}
