//! Decoded calls of the list, and the contracts to look up for them.

use std::ops::Range;

use decode::Subject;
use decode::reading::{CallQuestion, Questions};
use ledger::{ContractRef, ContractResult};

use crate::panes::Context;
use crate::panes::contract::calls::{RowReading, question};
use crate::panes::kit::{Wants, list::RowAnalyses};
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
            let calls: Questions<CallQuestion> = rows.iter().map(|row| question(row)).collect();
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
