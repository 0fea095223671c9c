//! A block: what it is, what it holds, and the blocks before and after it.

mod facts;

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::ledger::Block;
use crate::ledger::query::{BlockNumber, BlockQuery};
use crate::message::{Action, Copied, Effect, Input, Place};
use crate::panes::kit::{Fetched, Wants, labels, on_sheet};
use crate::panes::{ActionHint, Context, Pane};
use crate::widgets::{Link, Sheet};

/// The pane.
#[derive(Debug)]
pub struct BlockPane {
    block: BlockQuery,
    sheet: Sheet,
}

impl BlockPane {
    /// Opens the pane.
    pub fn open(block: BlockQuery) -> Self {
        Self { block, sheet: Sheet::default() }
    }

    fn found<'a>(&self, ctx: &Context<'a>) -> Fetched<'a, Arc<Block>> {
        ctx.get(&self.block)
    }

    fn record<'a>(&self, ctx: &Context<'a>) -> Option<&'a Arc<Block>> {
        self.found(ctx).value()
    }

    /// Its height, as soon as it is known.
    fn number(&self, ctx: &Context<'_>) -> Option<u64> {
        match &self.block {
            BlockQuery::Number(BlockNumber(number)) => Some(*number),
            BlockQuery::Hash(_) => u64::try_from(self.record(ctx)?.number.value()?).ok(),
        }
    }

    fn copies(&self, ctx: &Context<'_>) -> Vec<Copied> {
        let mut copies = vec![on_sheet::copied_place(&self.place())];
        copies.extend(on_sheet::copied_request(self.found(ctx).url()));
        copies
    }
}

impl Pane for BlockPane {
    fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        let number = self.number(ctx);
        match action {
            Action::Refresh => vec![Effect::Refresh],
            Action::NextRow => step(number.and_then(|number| number.checked_add(1))),
            Action::PreviousRow => step(number.and_then(|number| number.checked_sub(1))),
            Action::Results => Effect::go(number.map(facts::results)),
            Action::Raw => Effect::raw(self.title(ctx), self.record(ctx).map(|block| block.raw.clone())),
            _ => {
                let copies = self.copies(ctx);
                on_sheet::act(&mut self.sheet, action, ctx.body.height, copies)
            }
        }
    }

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let Input::Mouse(click) = input else { return None };
        let is_again = self.sheet.click(*click, ctx.body);
        Some(if is_again { self.act(Action::Open, ctx) } else { Vec::new() })
    }

    fn links(&self, ctx: &Context<'_>) -> Vec<Link> {
        if self.record(ctx).is_some() { self.sheet.links(ctx.body) } else { Vec::new() }
    }

    fn wants(&self, _ctx: &Context<'_>, wants: &mut Wants) {
        wants.add(&self.block);
    }

    fn hints(&self, ctx: &Context<'_>) -> Vec<ActionHint> {
        let none = self.record(ctx).is_none().then_some("the block is not loaded");
        let unnumbered = self.number(ctx).is_none().then_some("the block's number is not known");
        let first = (self.number(ctx) == Some(0)).then_some("this is the first block");
        let mut hints = if none.is_none() { on_sheet::hints(&self.sheet) } else { Vec::new() };
        hints.extend([
            ActionHint::new(Action::Results, "results in it").disabled_if(unnumbered),
            ActionHint::new(Action::NextRow, "next block").disabled_if(unnumbered),
            ActionHint::new(Action::PreviousRow, "block before").disabled_if(unnumbered.or(first)),
            ActionHint::new(Action::Refresh, "refresh"),
            ActionHint::new(Action::Raw, "raw JSON").disabled_if(none),
        ]);
        hints
    }

    fn sheets(&self) -> Vec<(&'static str, &Sheet)> {
        vec![("", &self.sheet)]
    }

    fn place(&self) -> Place {
        Place::Block(self.block.clone())
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        match self.number(ctx) {
            Some(number) => format!("block {number}"),
            None => format!("block {}", self.block),
        }
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        if self.record(ctx).is_some() {
            self.sheet.view(ctx.theme, area, buf);
        } else {
            let subject = format!("block {} on {}", self.block, ctx.network.name);
            self.found(ctx).view_missing(ctx, &subject, area, buf);
        }
        None
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        if let Some(block) = self.record(ctx) {
            self.sheet = labels::on_sheet(ctx, facts::sheet(block, self.number(ctx), ctx))
                .after(&self.sheet, ctx.body.height);
        }
    }
}

/// Shows the block before or after instead of this one.
fn step(number: Option<u64>) -> Vec<Effect> {
    let block = number.map(|number| BlockQuery::Number(BlockNumber(number)));
    block.map(|block| Effect::Replace(Place::Block(block))).into_iter().collect()
}
