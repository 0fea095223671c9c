//! Decoded calls of the list, and the contracts that are looked up for them.

use std::borrow::Cow;
use std::ops::Range;

use crate::decode::Subject;
use crate::decode::reading::{CallQuestion, CallReading, Questions};
use crate::ledger::{ContractRef, ContractResult, Field};
use crate::panes::Context;
use crate::panes::kit::Wants;
use crate::panes::kit::decoded;
use crate::panes::kit::list::RowAnalyses;
use crate::widgets::Feed;
use crate::widgets::Role;
use crate::widgets::feed::Identity;

/// A row's name in the list.
type Name = <ContractResult as Identity>::Id;

/// What a row's call says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RowReading {
    /// The function, with the one that it passes on: `redirectForToken → transfer`. Empty if none is known.
    pub(super) method: String,
    /// The call with its arguments in one line. Empty if it was not read.
    pub(super) call: String,
    /// How the call is meant: a doubtful one asks for attention.
    pub(super) role: Role,
    /// Why it failed, or what a system contract refused in a call that succeeded.
    pub(super) failure: Option<String>,
}

/// What the calls of the rows say.
#[derive(Debug, Default)]
pub(super) struct Readings {
    rows: RowAnalyses<Name, RowReading, Questions<CallQuestion>>,
    /// The contracts that are looked up.
    contracts: Vec<ContractRef>,
}

/// Maximum number of contracts looked up for a list: each costs requests.
const MAX_CONTRACTS: usize = 12;

impl Readings {
    /// Has the rows about this window read that have not been with all that is known now.
    pub(super) fn update(&mut self, feed: &Feed<ContractResult>, window: &Range<usize>, ctx: &Context<'_>) {
        let contracts = &mut self.contracts;
        self.rows.update_feed(feed, window, ctx, |rows| {
            let calls: Questions<CallQuestion> = rows.iter().map(|row| question(row)).collect();
            for contract in calls.iter().filter_map(|call| call.contract) {
                if contracts.len() < MAX_CONTRACTS && !contracts.contains(&contract) {
                    contracts.push(contract);
                }
            }
            calls
        });
    }

    /// Adds what is being read, and the contracts that it is read with.
    pub(super) fn wants(&self, wants: &mut Wants) {
        self.rows.wants(wants);
        self.contracts.iter().for_each(|contract| wants.resolve(Subject::Contract(*contract)));
    }

    /// Receives the results.
    pub(super) fn receive(&mut self, ctx: &Context<'_>) {
        self.rows.receive(ctx, |calls| calls.iter().map(RowReading::new).collect());
    }

    /// The reading of a row's call, if it was decoded.
    pub(super) fn get(&self, row: &ContractResult) -> Option<&RowReading> {
        self.rows.get(&row.identity()?)
    }

    /// Looks for rows to read again: the list is another one.
    pub(super) fn restart(&mut self) {
        self.rows.restart();
    }
}

impl RowReading {
    /// Whether the row calls a function that nobody named.
    pub(super) fn is_unnamed(&self) -> bool {
        self.method.is_empty()
    }

    pub(super) fn new(call: &CallReading) -> Self {
        Self {
            method: call.input.best().map(decoded::method).unwrap_or_default(),
            call: call.input.best().map(decoded::with_doubt).unwrap_or_default(),
            role: if call.input.exact().is_some() { Role::Plain } else { Role::Attention },
            failure: call.failure(),
        }
    }
}

pub(super) fn question(row: &ContractResult) -> CallQuestion {
    let id = row.contract_id.value().map(ContractRef::Id);
    CallQuestion {
        contract: id.or_else(|| row.to.value().map(ContractRef::Address)),
        input: row.call_data().map(Cow::into_owned).unwrap_or_default(),
        output: row.call_result.known().cloned(),
        error: match &row.error_message {
            Field::Known(text) | Field::Odd(text) => Some(text.clone()),
            _ => None,
        },
        creates: false,
    }
}
