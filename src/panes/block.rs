//! A block: its fields, its contents, and links to its neighbours.

use std::sync::Arc;

use ledger::amount::{counted, grouped};
use ledger::query::{
    BlockHash, BlockNumber, BlockQuery, Op, Order, ResultsQuery, TimestampFilter, TransactionsQuery,
};
use ledger::{Block, Document, Field, HexBytes, RawJson, Timestamp};
use serde_json::Value as Json;

use crate::message::{Action, Effect, Place};
use crate::panes::kit::nouns::{unknown_fields, values};
use crate::panes::kit::{RecordPane, Recorded};
use crate::panes::{Context, Verbs};
use crate::widgets::{Sheet, Value};

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
        sheet(block, number(self, Some(block)), ctx)
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
        let row = verbs.add(Action::Results, "results in it").unless(unnumbered);
        row.run(move |_| Effect::go(number.map(results)));
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

/// The sheet of a block with this height.
fn sheet(block: &Block, number: Option<u64>, ctx: &Context<'_>) -> Sheet {
    let time = |at: &Field<Timestamp>| values::field(ctx, at, |at| values::time(ctx, at));
    let span = block.timestamp.known();
    let sheet = Sheet::default()
        .heading("Block")
        .fact("number", values::field(ctx, &block.number, values::ordinal))
        .fact("hash", values::field(ctx, &block.hash, |hash| values::bytes(ctx, hash)))
        .fact("previous hash", values::field(ctx, &block.previous_hash, |hash| before(hash, ctx)))
        .fact("first transaction", values::field(ctx, &block.timestamp, |span| time(&span.from)))
        .fact("last transaction", values::field(ctx, &block.timestamp, |span| time(&span.to)))
        .heading("Contents")
        .fact("transactions", values::field(ctx, &block.count, values::integer))
        .fact("gas used", values::field(ctx, &block.gas_used, values::gas))
        .fact("size", values::field(ctx, &block.size, |bytes| values::integer(bytes).note("bytes")))
        .fact("events", values::field(ctx, &block.logs_bloom, |bloom| filter(bloom, ctx)))
        .heading("Record")
        .fact("file", values::field(ctx, &block.name, Value::text))
        .fact("API version", values::field(ctx, &block.hapi_version, Value::text));
    let sheet = unknown_fields::add(sheet, &block.unknown);
    let Some(number) = number else { return sheet };
    let lead = |words: String, place: Place| Value::plain(words).copied(place.to_string()).link(place);
    let sheet = sheet
        .heading("Related")
        .fact("results", lead(format!("of all contracts in block {number}"), results(number)));
    let ends = span.and_then(|span| Some((span.from.value()?, span.to.value()?)));
    let sheet = match ends {
        Some(ends) => sheet.fact("transactions", lead("of its time".to_owned(), transactions(ends))),
        None => sheet,
    };
    let neighbour = |number| Place::Block(BlockQuery::Number(BlockNumber(number)));
    let step = |sheet: Sheet, label: &str, number: Option<u64>| match number {
        Some(number) => sheet.fact(label, lead(format!("block {number}"), neighbour(number))),
        None => sheet,
    };
    let sheet = step(sheet, "next", number.checked_add(1));
    step(sheet, "before", number.checked_sub(1))
}

/// The results of all contracts in a block.
fn results(number: u64) -> Place {
    let block_number = Some(BlockNumber(number));
    Place::Results(ResultsQuery { block_number, ..ResultsQuery::of_all_contracts() })
}

/// The transactions from one time to another, in their order.
fn transactions((first, last): (Timestamp, Timestamp)) -> Place {
    let timestamp =
        vec![TimestampFilter { op: Op::Gte, at: first }, TimestampFilter { op: Op::Lte, at: last }];
    Place::Transactions(Box::new(TransactionsQuery {
        timestamp,
        order: Some(Order::Asc),
        ..TransactionsQuery::default()
    }))
}

/// The hash of the previous block, linked to it; the first block has a hash of zeros.
fn before(hash: &HexBytes, ctx: &Context<'_>) -> Value {
    let value = values::bytes(ctx, hash);
    let is_none = hash.bytes().iter().all(|byte| *byte == 0);
    match BlockHash::parse(&hash.to_hex()).filter(|_| !is_none) {
        Some(hash) => value.link(Place::Block(BlockQuery::Hash(hash))),
        None => value,
    }
}

/// How full the events' bloom filter is.
fn filter(bloom: &HexBytes, ctx: &Context<'_>) -> Value {
    if bloom.is_empty() {
        return values::bytes(ctx, bloom);
    }
    let ones = bloom.bytes().iter().map(|byte| usize::try_from(byte.count_ones()).unwrap_or(0));
    let bits: usize = ones.sum();
    let value = if bits == 0 {
        Value::none("none, by the bloom filter")
    } else {
        let size = grouped(&bloom.len());
        Value::plain(format!("{} set in the bloom filter", counted(bits, "bit")))
            .note(format!("of {size} bytes"))
    };
    value.copied(bloom.to_hex())
}
