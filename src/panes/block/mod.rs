//! A block: what it is, what it holds, and the blocks before and after it.

mod facts;

use std::sync::Arc;

use serde_json::Value as Json;

use crate::ledger::query::{BlockNumber, BlockQuery};
use crate::ledger::{Block, Document, RawJson};
use crate::message::{Action, Effect, Place};
use crate::panes::kit::{RecordPane, Recorded};
use crate::panes::{ActionHint, Context};
use crate::widgets::Sheet;

/// The pane.
pub type BlockPane = RecordPane<BlockQuery>;

/// Its height, as soon as it is known.
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

    fn hints(
        &self,
        block: Option<&Arc<Block>>,
        _unloaded: Option<&str>,
        _ctx: &Context<'_>,
    ) -> Vec<ActionHint> {
        let number = number(self, block);
        let unnumbered = number.is_none().then_some("the block's number is not known");
        let first = (number == Some(0)).then_some("this is the first block");
        vec![
            ActionHint::new(Action::Results, "results in it").disabled_if(unnumbered),
            ActionHint::new(Action::NextRow, "next block").disabled_if(unnumbered),
            ActionHint::new(Action::PreviousRow, "block before").disabled_if(unnumbered.or(first)),
        ]
    }

    fn act(&self, action: Action, block: Option<&Arc<Block>>, _ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let number = number(self, block);
        Some(match action {
            Action::NextRow => step(number.and_then(|number| number.checked_add(1))),
            Action::PreviousRow => step(number.and_then(|number| number.checked_sub(1))),
            Action::Results => Effect::go(number.map(facts::results)),
            _ => return None,
        })
    }
}

/// Shows the block before or after instead of this one.
fn step(number: Option<u64>) -> Vec<Effect> {
    let block = number.map(|number| BlockQuery::Number(BlockNumber(number)));
    block.map(|block| Effect::Replace(Place::Block(block))).into_iter().collect()
}
