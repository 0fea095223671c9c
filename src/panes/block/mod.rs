//! A block: its fields, its contents, and links to its neighbours.

mod facts;

use std::sync::Arc;

use ledger::query::{BlockNumber, BlockQuery};
use ledger::{Block, Document, RawJson};
use serde_json::Value as Json;

use crate::message::{Action, Effect, Place};
use crate::panes::kit::{RecordPane, Recorded};
use crate::panes::{Context, Verbs};
use crate::widgets::Sheet;

pub type BlockPane = RecordPane<BlockQuery>;

/// Its height; `None` until known.
fn number(question: &BlockQuery, block: Option<&Arc<Block>>) -> Option<u64> {
    match question {
        BlockQuery::Number(BlockNumber(number)) => Some(*number),
        BlockQuery::Hash(_) => u64::try_from(block?.number.value()?).ok(),
    }
}

impl Recorded for BlockQuery {
    const KIND: &'static str = "block";

    fn place(&self) -> Place {
        Place::Block(self.clone())
    }

    fn name(&self) -> String {
        self.to_string()
    }

    fn title(&self, block: Option<&Arc<Block>>, _ctx: &Context<'_>) -> String {
        let name = number(self, block).map_or_else(|| self.name(), |number| number.to_string());
        format!("block {name}")
    }

    fn sheet(&self, block: &Arc<Block>, ctx: &Context<'_>) -> Sheet {
        facts::sheet(block, number(self, Some(block)), ctx)
    }

    fn raw(block: &Arc<Block>) -> RawJson {
        block.raw.clone()
    }

    fn document(block: &Arc<Block>) -> Json {
        block.document()
    }

    fn verbs<'c>(
        &self,
        block: Option<&'c Arc<Block>>,
        _unloaded: Option<&str>,
        _ctx: &'c Context<'_>,
        verbs: &mut Verbs<'c, BlockPane>,
    ) {
        let number = number(self, block);
        let unnumbered = number.is_none().then_some("the block's number is not known");
        let first = (number == Some(0)).then_some("this is the first block");
        let results = verbs.add(Action::Results, "results in it").unless(unnumbered);
        results.run(move |_| Effect::go(number.map(facts::results)));
        let next = verbs.add(Action::NextRow, "next block").unless(unnumbered);
        next.run(move |_| step(number?.checked_add(1)));
        let before = verbs.add(Action::PreviousRow, "block before").unless(unnumbered.or(first));
        before.run(move |_| step(number?.checked_sub(1)));
    }
}

/// Replaces this block by the previous or next one.
fn step(number: Option<u64>) -> Option<Effect> {
    Some(Effect::Replace(Place::Block(BlockQuery::Number(BlockNumber(number?)))))
}
