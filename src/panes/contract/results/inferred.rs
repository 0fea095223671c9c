//! Argument types of unnamed functions, inferred from the contract's code.

use std::collections::HashMap;

use decode::dispatch::Dispatch;
use ledger::query::ContractQuery;
use ledger::{ContractRef, ContractResult};

use crate::panes::Context;
use crate::panes::kit::Wants;
use crate::panes::kit::ask::analyses::Functions;

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
