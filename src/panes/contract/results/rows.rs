//! The data behind the rows: fields with values, details and the empty state.

use std::sync::Arc;

use decode::reading::Reader;
use decode::reading::bytes::SELECTOR_BYTES;
use ledger::query::ResultsQuery;
use ledger::{ContractResult, EntityId, Seen, Success, SystemEntity, Unit};

use super::columns::{self, Calls};
use super::readings::Inferred;
use crate::panes::Context;
use crate::panes::contract::calls::{Around, Known, RowReading, method, outcome, party};
use crate::panes::kit::Wants;
use crate::panes::kit::list::{Columns as _, PagedList, Rows, Value, Valuer, existence};
use crate::panes::kit::nouns::execution;
use crate::widgets::Role;
use crate::widgets::pieces::firm;
use crate::widgets::table::Cell;

impl Calls {
    pub(super) fn new(query: &ResultsQuery) -> Self {
        Self { children: query.internal, of_all_contracts: query.contract.is_none(), ..Self::default() }
    }

    /// Examines the rows after the first `before`.
    pub(super) fn add(&mut self, list: &PagedList<ResultsQuery>, before: usize, home: EntityId) {
        self.readings.restart();
        self.contract = list.query().contract.and_then(|contract| contract.entity_id(home));
        let Some(feed) = list.feed() else { return };
        if feed.loaded() != before || before == 0 {
            self.sent.extend(columns::with_values(feed.latest()));
        }
    }

    /// Examines single records loaded for rows of the list.
    pub(super) fn add_details(&mut self, records: &[Arc<ContractResult>]) {
        self.fetched.extend(columns::with_values(records));
    }

    /// A copy without decoded calls.
    pub(super) fn unread(&self) -> Self {
        Self {
            children: self.children,
            contract: self.contract,
            of_all_contracts: self.of_all_contracts,
            ..Self::default()
        }
    }

    fn around<'a>(&self, ctx: &Context<'a>) -> Around<'a> {
        Around { seen: ctx.seen, children: self.children, home: ctx.network.home, contract: self.contract }
    }

    /// Adds the pending decoding.
    pub(super) fn want_readings(&self, wants: &mut Wants) {
        self.readings.wants(wants);
        self.inferred.wants(wants);
    }

    /// Receives decoded calls, and decodes the visible rows.
    pub(super) fn read(&mut self, list: &PagedList<ResultsQuery>, ctx: &Context<'_>) {
        self.readings.receive(ctx);
        let calls = |row: &ContractResult| row.call_data().is_some_and(|data| data.len() >= SELECTOR_BYTES);
        let unnamed = |row: &Arc<ContractResult>| {
            calls(row) && self.readings.get(row).is_some_and(RowReading::is_unnamed)
        };
        let contract = list.query().contract.filter(|_| list.in_view(ctx).iter().any(unnamed));
        self.inferred.rebuild_view(contract, ctx);
        if let Some(feed) = list.feed() {
            self.readings.update(feed, &list.window(ctx), ctx);
        }
    }
}

/// Computes a result's column values off the main loop.
#[derive(Debug)]
struct CallValuer {
    inferred: Inferred,
    seen: Seen,
    children: bool,
    home: EntityId,
    contract: Option<EntityId>,
}

impl Valuer<ContractResult> for CallValuer {
    fn values(&self, row: &ContractResult, reader: &Reader<'_>) -> Vec<Value> {
        let reading = RowReading::in_full(&reader.read_call(&execution::call(row)));
        let Self { seen, children, home, contract, .. } = self;
        let around = Around { seen, children: *children, home: *home, contract: *contract };
        Calls::values(&Known::new(row, Some(&reading), self.inferred.get(row), around))
    }
}

/// Why the outcome of a row is unknown.
const NOT_REPORTED: &str = "outcome unknown: lists have no status";

impl Rows<ResultsQuery> for Calls {
    fn known<'a>(&'a self, row: &'a ContractResult, ctx: &Context<'a>) -> Known<'a> {
        Known::new(row, self.readings.get(row), self.inferred.get(row), self.around(ctx))
    }

    fn valuer(&self, ctx: &Context<'_>) -> Arc<dyn Valuer<ContractResult>> {
        Arc::new(CallValuer {
            inferred: self.inferred.clone(),
            seen: ctx.seen.clone(),
            children: self.children,
            home: ctx.network.home,
            contract: self.contract,
        })
    }

    /// Values that the columns cut.
    fn detail_lines(&self, known: &Known<'_>, ctx: &Context<'_>) -> Vec<Vec<Cell>> {
        let row = known.row;
        let call = known.reading.map(|reading| (reading.call.clone(), reading.role));
        let inferred = known.inferred.map(|types| (format!("{}({types})", method(known).0), Role::Dim));
        let call = inferred.or(call);
        let from = row.from.known().map(|from| party(from, ctx.network.home)).unwrap_or_default();
        let hash = row.hash.known().filter(|hash| !hash.is_empty());
        let hash = hash.map(|hash| (firm(&format!("hash {}", hash.to_hex())), Role::Dim));
        let time = row.timestamp.value().and_then(|at| ctx.theme.exact_time(at));
        let time = (time.map(|time| firm(&time)).unwrap_or_default(), Role::Dim);
        let from = if from.is_empty() { String::new() } else { firm(&format!("from {from}")) };
        let from = (from, Role::Dim);
        // Eighteen decimal places do not fit into the column.
        let sent = ctx.seen.dust(row).map(|weibar| ctx.theme.amount(&weibar, Unit::Weibar));
        let sent = sent.map(|amount| firm(&format!("amount {amount} {}", ctx.theme.unit_name())));
        let sent = (sent.unwrap_or_default(), Role::Dim);
        let first = match known.success {
            // The row has no reason: it comes first, where a long call cannot push it off.
            Success::Unknown if known.reading.is_none_or(|read| read.failure.is_none()) => {
                [(NOT_REPORTED.to_owned(), Role::Attention), call.unwrap_or_default(), from, sent, time]
            }
            _ => [call.unwrap_or_default(), from, outcome(known), sent, time],
        };
        let first = first.into_iter().filter(|(text, _)| !text.is_empty());
        let spaced = first.map(|(text, role)| (format!("{text}  "), role));
        vec![spaced.chain(hash).collect()]
    }

    fn empty_state(&self, list: &PagedList<ResultsQuery>, ctx: &Context<'_>) -> Vec<Cell> {
        let head = |words: &str| vec![(words.to_owned(), Role::Heading)];
        let contract = list.query().contract;
        let system = contract.and_then(SystemEntity::named).filter(|_| !list.is_filtered());
        if system.is_none()
            && let Some(words) = contract.and_then(|contract| existence::denial(contract, ctx))
        {
            return words.into();
        }
        let mut lines = if let Some(system) = system {
            head(&format!("{} is part of the ledger: it is called by other contracts.", system.summary()))
        } else if let Some(words) = list.none_so_far() {
            words.into()
        } else if list.is_filtered() {
            [head("No matching results."), list.filter_words()].concat()
        } else if contract.is_some_and(|contract| existence::is_certain(contract, ctx)) {
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
}
