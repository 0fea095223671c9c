//! The transactions of an account, or all: an endless list with every filter of the operation.
//!
//! ```text
//!   account.id 0.0.1002 ✕                                              chips, if any filter is active
//!     time (UTC)    type       result    fee ℏ   change ℏ   tokens   memo     the rows in view
//!   ▌✓ 23:59:46…    transfer   SUCCESS   0.01    -50.01     +2 USDC  rent
//!  ─ row 2 of 100 loaded in 1 page, more below ─────                  the page indicator
//!    0.0.1002-1795219186-000000001  payer 0.0.1002  entity …          the selected row, whole
//! ```

mod columns;
mod form;
mod rows;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::rows::Transactions;
use super::amounts;
use crate::ledger::query::TransactionsQuery;
use crate::ledger::{Timestamp, Transaction};
use crate::message::{Action, Arrangement, Contents, Effect, Input, Place};
use crate::panes::kit::list::columns::ColumnList;
use crate::panes::kit::list::{List, StepRows};
use crate::panes::kit::{Wants, tokens};
use crate::panes::{ActionHint, Context, Pane, Status};
use crate::widgets::Link;
use crate::widgets::feed::Identity;

/// The pane.
#[derive(Debug)]
pub struct TransactionsPane {
    list: List<TransactionsQuery>,
    rows: Transactions,
}

impl Identity for Transaction {
    type Id = Timestamp;

    /// The consensus time, which no two transactions share.
    fn identity(&self) -> Option<Self::Id> {
        self.consensus_timestamp.value()
    }
}

impl TransactionsPane {
    /// Opens the pane.
    pub fn open(query: TransactionsQuery) -> Self {
        let rows = Transactions { account: query.one_account() };
        Self { list: List::new(query), rows }
    }
}

impl Pane for TransactionsPane {
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
        let moved = self.list.in_view(ctx).iter().flat_map(|row| amounts::tokens(row));
        for subject in tokens::subjects(moved) {
            wants.resolve(subject);
        }
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
        self.list.set_arrangement::<Transactions>(arrangement, ctx)
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
        self.rows.account = self.list.query().one_account();
        self.list.arrange(&self.rows, ctx);
    }
}
