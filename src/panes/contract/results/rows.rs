//! What is known of the rows: which facts they tell, what their calls say, and why there are none.

use super::columns::{self, Fact, Told, outcome, party};
use super::readings::Readings;
use crate::ledger::query::ResultsQuery;
use crate::ledger::{ContractRef, ContractResult, Field, HexBytes, Success, SystemEntity, Unit};
use crate::message::Copied;
use crate::panes::Context;
use crate::panes::kit::Wants;
use crate::panes::kit::list::{List, Listed, Rows, existence};
use crate::widgets::Role;
use crate::widgets::pieces::firm;
use crate::widgets::table::{Cell, Column};

/// The system contract that a list is of: it has no record, but calls of it have results.
fn system(contract: ContractRef) -> Option<SystemEntity> {
    match contract {
        ContractRef::Id(id) => SystemEntity::by_id(id),
        ContractRef::Address(address) => SystemEntity::at(address),
    }
}

/// The calls of the list.
#[derive(Debug, Default)]
pub(super) struct Calls {
    facts: Vec<Fact>,
    readings: Readings,
    /// Whether child transactions are among the rows.
    children: bool,
}

impl Calls {
    /// Looks at the rows that came after the first `before`.
    pub(super) fn add(&mut self, list: &List<ResultsQuery>, before: usize) {
        self.readings.look_again();
        self.children = list.query().internal;
        let Some(feed) = list.feed() else { return };
        if feed.len() != before || before == 0 {
            self.facts = columns::facts(&self.facts, feed.latest());
        }
    }

    /// Has the calls in view read.
    pub(super) fn look(&mut self, list: &List<ResultsQuery>, ctx: &Context<'_>) {
        if let Some(feed) = list.feed() {
            self.readings.look(feed, &list.window(ctx), ctx);
        }
    }

    /// Adds what is to be known of the rows: what they say, or whether there is a contract of which there are none.
    pub(super) fn wants(&self, list: &List<ResultsQuery>, wants: &mut Wants) {
        self.readings.wants(wants);
        existence::wants(list, list.query().contract, wants);
    }

    /// Takes what was found out.
    pub(super) fn take(&mut self, ctx: &Context<'_>) {
        self.readings.take(ctx);
    }
}

/// Why the outcome of a row is unknown.
const NOT_REPORTED: &str = "outcome unknown: lists have no status";

impl Calls {
    /// A row with all that is known of it. What a system contract refused was returned, too: then returned data proves
    /// nothing.
    fn told<'a>(&'a self, row: &'a ContractResult, ctx: &Context<'_>) -> Told<'a> {
        let reading = self.readings.of(row);
        let refused = reading.is_some_and(|read| read.failure.is_some());
        Told { row, reading, success: ctx.seen.success(row, self.children || refused) }
    }
}

impl Rows<ResultsQuery> for Calls {
    fn columns(&self, ctx: &Context<'_>) -> Vec<Column> {
        columns::columns(&self.facts, ctx)
    }

    fn cells(&self, row: &ContractResult, ctx: &Context<'_>) -> Vec<Cell> {
        columns::cells(self.told(row, ctx), &self.facts, ctx)
    }

    /// What the columns cut.
    fn whole(&self, row: &ContractResult, ctx: &Context<'_>) -> Vec<Vec<Cell>> {
        let told = self.told(row, ctx);
        let call = told.reading.map(|reading| (reading.call.clone(), reading.role));
        let from = row.from.known().map(|from| party(from, ctx)).unwrap_or_default();
        let hash = row.hash.known().filter(|hash| !hash.is_empty());
        let hash = hash.map(|hash| (firm(&format!("hash {}", hash.to_hex())), Role::Dim));
        let from = if from.is_empty() { String::new() } else { firm(&format!("from {from}")) };
        let from = (from, Role::Dim);
        // Its eighteen decimal places do not fit into the column.
        let sent = ctx.seen.dust(row).map(|weibar| ctx.look.amount(&weibar, Unit::Weibar));
        let sent = sent.map(|amount| firm(&format!("amount {amount} {}", ctx.look.unit_name())));
        let sent = (sent.unwrap_or_default(), Role::Dim);
        let first = match told.success {
            // Nothing in the row says why: it comes first, where a long call cannot push it off.
            Success::Unknown if told.reading.is_none_or(|read| read.failure.is_none()) => {
                [(NOT_REPORTED.to_owned(), Role::Attention), call.unwrap_or_default(), from, sent]
            }
            _ => [call.unwrap_or_default(), from, outcome(told, ctx), sent],
        };
        let first = first.into_iter().filter(|(text, _)| !text.is_empty());
        let spaced = first.map(|(text, role)| (format!("{text}  "), role));
        vec![spaced.chain(hash).collect()]
    }

    fn none(&self, list: &List<ResultsQuery>, ctx: &Context<'_>) -> Vec<Cell> {
        let head = |words: &str| vec![(words.to_owned(), Role::Heading)];
        let system = system(list.query().contract);
        let mut lines = if let Some(system) = system.filter(|_| !list.is_filtered()) {
            head(&format!("{} is part of the ledger: it is called by other contracts.", system.words()))
        } else if let Some(words) = existence::denial(list.query().contract, ctx) {
            words.into()
        } else if let Some(words) = list.none_so_far() {
            words.into()
        } else if list.is_filtered() {
            [head("No result passes these filters."), list.filter_words()].concat()
        } else if existence::is_certain(list.query().contract, ctx) {
            head("This contract exists, but was never called from outside.")
        } else {
            head("No results.")
        };
        if !list.query().internal {
            let words = "Calls by other contracts are child transactions, which the list leaves out until they are included.";
            lines.push((words.to_owned(), Role::Dim));
        }
        lines
    }

    fn copies(&self, query: &ResultsQuery, row: &ContractResult) -> Vec<Copied> {
        let copied = |what: &str, text: String| Copied { what: what.to_owned(), text };
        let hex = |what: &str, field: &Field<HexBytes>| {
            let bytes = field.known().filter(|bytes| !bytes.is_empty());
            bytes.map(|bytes| copied(what, bytes.to_hex()))
        };
        let place = query.opened(row).map(|place| copied("place", place.to_string()));
        let time = row.timestamp.value().map(|at| copied("consensus time", at.to_string()));
        let from = row.from.known().map(|from| copied("sender", from.to_string()));
        place
            .into_iter()
            .chain(time)
            .chain(hex("transaction hash", &row.hash))
            .chain(from)
            .chain(hex("call data", &row.function_parameters))
            .chain(hex("call result", &row.call_result))
            .collect()
    }
}
