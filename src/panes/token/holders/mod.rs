//! Who holds a token, and how much of it.
//!
//! ```text
//!   account.id gte:0.0.1002 ✕                                    chips, if any filter is active
//!    account       balance                                       the rows in view
//!   ▌0.0.1030     8,042.88
//!  ─ row 1 of 100 loaded in 1 page, more below ─────             the page indicator
//!    0.0.1030  804288689665 smallest units                       the selected row, whole
//! ```

mod form;
mod rows;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::rows::Holders;
use crate::decode::Subject;
use crate::ledger::EntityId;
use crate::ledger::query::TokenBalancesQuery;
use crate::ledger::token_holder::TokenHolder;
use crate::message::{Action, Arrangement, Contents, Effect, Input, Place};
use crate::panes::kit::Wants;
use crate::panes::kit::list::columns::ColumnList;
use crate::panes::kit::list::{List, StepRows};
use crate::panes::{ActionHint, Context, Pane, Status};
use crate::widgets::Link;
use crate::widgets::feed::Identity;

/// The pane.
#[derive(Debug)]
pub struct HoldersPane {
    list: List<TokenBalancesQuery>,
    rows: Holders,
}

impl Identity for TokenHolder {
    type Id = EntityId;

    fn identity(&self) -> Option<Self::Id> {
        self.account.value()
    }
}

impl HoldersPane {
    /// Opens the pane.
    pub fn open(query: TokenBalancesQuery) -> Self {
        let rows = Holders { token: query.token };
        Self { list: List::new(query), rows }
    }
}

impl Pane for HoldersPane {
    fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        self.list.act(action, &self.rows, ctx)
    }

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        self.list.handle_input(input, &self.rows, ctx)
    }

    fn links(&self, ctx: &Context<'_>) -> Vec<Link> {
        self.list.links(&self.rows, ctx)
    }

    fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        self.list.wants(ctx, wants);
        wants.resolve(Subject::Token(self.rows.token));
    }

    fn due_effects(&mut self, _ctx: &Context<'_>) -> Vec<Effect> {
        self.list.due_effects()
    }

    fn hints(&self, ctx: &Context<'_>) -> Vec<ActionHint> {
        self.list.hints(ctx, [], [])
    }

    fn step_rows(&mut self) -> Option<Box<dyn StepRows + '_>> {
        self.list.step_rows(self.rows)
    }

    fn arrangement(&self) -> Option<Arrangement> {
        Some(self.list.arrangement())
    }

    fn set_arrangement(&mut self, arrangement: &Arrangement, ctx: &Context<'_>) -> Vec<Effect> {
        self.list.set_arrangement::<Holders>(arrangement, ctx)
    }

    fn contents(&mut self, ctx: &Context<'_>) -> Contents {
        self.list.contents(&self.rows, ctx)
    }

    fn columns(&self, _ctx: &Context<'_>) -> Option<&dyn ColumnList> {
        self.list.columns(&self.rows)
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
        self.list.view(&self.rows, ctx, area, buf)
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        self.list.rebuild_view(ctx);
        self.list.arrange(&self.rows, ctx);
    }
}
