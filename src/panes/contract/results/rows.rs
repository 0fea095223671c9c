//! The data behind the rows: fields with values, decoded calls, inferred argument types, details and the empty
//! state.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use decode::Subject;
use decode::dispatch::Dispatch;
use decode::reading::bytes::SELECTOR_BYTES;
use decode::reading::{CallQuestion, Questions, Reader};
use ledger::query::{ContractQuery, ResultsQuery};
use ledger::{ContractRef, ContractResult, EntityId, Seen, Success, SystemEntity, Unit};

use super::columns;
use super::columns::Calls;
use crate::panes::Context;
use crate::panes::contract::calls::{Around, Known, RowReading, method, outcome, party};
use crate::panes::kit::Wants;
use crate::panes::kit::ask::analyses::Functions;
use crate::panes::kit::list::{Columns as _, PagedList, RowAnalyses, Rows, Value, Valuer, existence};
use crate::panes::kit::nouns::execution;
use crate::widgets::feed::Identity;
use crate::widgets::pieces::firm;
use crate::widgets::table::Cell;
use crate::widgets::{Feed, Role};

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
        let system = contract.and_then(SystemEntity::named);
        let mut lines = if let Some(system) = system.filter(|_| !list.is_filtered()) {
            head(&format!("{} is part of the ledger: it is called by other contracts.", system.summary()))
        } else if let Some(words) = contract.and_then(|contract| existence::denial(contract, ctx)) {
            words.into()
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

type Name = <ContractResult as Identity>::Id;

/// Decoded calls of the rows.
#[derive(Debug, Default)]
pub(super) struct Readings {
    rows: RowAnalyses<Name, RowReading, Questions<CallQuestion>>,
    /// The contracts to look up.
    contracts: Vec<ContractRef>,
}

/// Maximum number of contracts looked up for a list: each costs requests.
const MAX_CONTRACTS: usize = 12;

impl Readings {
    /// Decodes the rows near the window that are not decoded with the current knowledge.
    pub(super) fn update(&mut self, feed: &Feed<ContractResult>, window: &Range<usize>, ctx: &Context<'_>) {
        let contracts = &mut self.contracts;
        self.rows.update_feed(feed, window, ctx, |rows| {
            let calls: Questions<CallQuestion> = rows.iter().map(|row| execution::call(row)).collect();
            for contract in calls.iter().filter_map(|call| call.contract) {
                if contracts.len() < MAX_CONTRACTS && !contracts.contains(&contract) {
                    contracts.push(contract);
                }
            }
            calls
        });
    }

    /// Adds the pending decoding and the contracts it needs.
    pub(super) fn wants(&self, wants: &mut Wants) {
        self.rows.wants(wants);
        self.contracts.iter().for_each(|contract| wants.resolve(Subject::Contract(*contract)));
    }

    pub(super) fn receive(&mut self, ctx: &Context<'_>) {
        self.rows.receive(ctx, |calls| calls.iter().map(RowReading::new).collect());
    }

    /// The decoded call of a row.
    pub(super) fn get(&self, row: &ContractResult) -> Option<&RowReading> {
        self.rows.get(&row.identity()?)
    }

    /// Restarts for a reloaded list.
    pub(super) fn restart(&mut self) {
        self.rows.restart();
    }
}

/// The analysis of the contract's functions, started when a visible row calls an unnamed one.
#[derive(Clone, Debug, Default)]
pub(super) enum Inferred {
    #[default]
    Unasked,
    /// Waits for the contract's record.
    Record(ContractQuery),
    /// Waits for the analysis of its code.
    Code(Functions),
    /// The argument types by selector.
    Arguments(HashMap<[u8; 4], String>),
    /// The record could not be loaded; not retried.
    Failed,
}

impl Inferred {
    /// Advances when an answer was loaded; `unnamed` is the contract of a visible call without a function name.
    pub(super) fn rebuild_view(&mut self, unnamed: Option<ContractRef>, ctx: &Context<'_>) {
        if let (Self::Unasked, Some(contract)) = (&self, unnamed) {
            *self = Self::Record(ContractQuery::now(contract));
        }
        if let Self::Record(record) = self {
            let fetched = ctx.get(record);
            if let Some(contract) = fetched.value() {
                let code = contract.runtime_bytecode.known().cloned();
                *self = Self::Code(Functions(code.unwrap_or_default()));
            } else if fetched.progress().is_some_and(|progress| !progress.is_under_way()) {
                *self = Self::Failed;
            }
        }
        if let Self::Code(functions) = self
            && let Some(dispatch) = ctx.get(functions).value()
        {
            *self = Self::Arguments(arguments(dispatch).collect());
        }
    }

    pub(super) fn wants(&self, wants: &mut Wants) {
        match self {
            Self::Record(record) => wants.add_optional(record),
            Self::Code(functions) => wants.add_optional(functions),
            Self::Unasked | Self::Arguments(_) | Self::Failed => {}
        }
    }

    /// The argument types of a call.
    pub(super) fn get(&self, row: &ContractResult) -> Option<&str> {
        let Self::Arguments(arguments) = self else { return None };
        let data = row.call_data()?;
        arguments.get(data.bytes().first_chunk()?).map(String::as_str)
    }
}

fn arguments(dispatch: &Dispatch) -> impl Iterator<Item = ([u8; 4], String)> + '_ {
    let functions = dispatch.functions.iter();
    functions.filter_map(|function| Some((function.selector, function.arguments.clone()?)))
}
