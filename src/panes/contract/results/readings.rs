//! Decoded calls of the list, and the contracts that are looked up for them.

use std::ops::Range;

use decode::Subject;
use decode::reading::{CallQuestion, Questions};
use ledger::{ContractRef, ContractResult};

use crate::panes::Context;
use crate::panes::contract::calls::{RowReading, question};
use crate::panes::kit::{Wants, list::RowAnalyses};
use crate::widgets::Feed;
use crate::widgets::feed::Identity;

/// A row's name in the list.
type Name = <ContractResult as Identity>::Id;

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
