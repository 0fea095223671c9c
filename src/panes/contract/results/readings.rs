//! Decoded calls of the rows, and argument types that are inferred from the contract's code.

use std::collections::HashMap;
use std::ops::Range;

use decode::Subject;
use decode::dispatch::Dispatch;
use decode::reading::{CallQuestion, Questions};
use ledger::query::ContractQuery;
use ledger::{ContractRef, ContractResult};

use crate::panes::Context;
use crate::panes::contract::calls::RowReading;
use crate::panes::kit::Wants;
use crate::panes::kit::ask::analyses::Functions;
use crate::panes::kit::list::RowAnalyses;
use crate::panes::kit::nouns::execution;
use crate::widgets::Feed;
use crate::widgets::feed::Identity;

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
