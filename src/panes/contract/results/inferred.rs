//! The types of arguments of functions that nobody named, inferred from the contract's code.

use std::collections::HashMap;

use crate::decode::dispatch::Dispatch;
use crate::ledger::query::ContractQuery;
use crate::ledger::{ContractRef, ContractResult};
use crate::panes::Context;
use crate::panes::kit::Wants;
use crate::panes::kit::analyses::Functions;

/// What the contract's code says of its functions. It is read once a row in view calls one without a name.
#[derive(Debug, Default)]
pub(super) struct Inferred {
    record: Option<ContractQuery>,
    functions: Option<Functions>,
    /// Whether the record did not come at once: it is not worth another try.
    failed: bool,
    /// Whether the code has been read.
    read: bool,
    arguments: HashMap<[u8; 4], String>,
}

impl Inferred {
    /// Takes what has come; `unnamed` is the contract that a row in view calls by a selector without a name.
    pub(super) fn rebuild_view(&mut self, unnamed: Option<ContractRef>, ctx: &Context<'_>) {
        if let (None, Some(contract)) = (&self.record, unnamed) {
            self.record = Some(ContractQuery::now(contract));
        }
        if let (None, Some(record)) = (&self.functions, &self.record) {
            let fetched = ctx.get(record);
            let code = fetched.value().map(|contract| contract.runtime_bytecode.known().cloned());
            self.functions = code.map(|code| Functions(code.unwrap_or_default()));
            let rests = fetched.progress().is_some_and(|progress| !progress.is_under_way());
            self.failed = rests && self.functions.is_none();
        }
        if let (false, Some(functions)) = (self.read, &self.functions)
            && let Some(dispatch) = ctx.get(functions).value()
        {
            self.arguments = arguments(dispatch).collect();
            self.read = true;
        }
    }

    /// Adds the contract's record, and then what its code says: each until it has come.
    pub(super) fn wants(&self, wants: &mut Wants) {
        match (&self.record, &self.functions) {
            (Some(record), None) if !self.failed => wants.add_optional(record),
            (_, Some(functions)) if !self.read => wants.add_optional(functions),
            _ => {}
        }
    }

    /// The types of a call's arguments.
    pub(super) fn get(&self, row: &ContractResult) -> Option<&str> {
        let data = row.call_data()?;
        self.arguments.get(data.bytes().first_chunk()?).map(String::as_str)
    }
}

fn arguments(dispatch: &Dispatch) -> impl Iterator<Item = ([u8; 4], String)> + '_ {
    let functions = dispatch.functions.iter();
    functions.filter_map(|function| Some((function.selector, function.arguments.clone()?)))
}
