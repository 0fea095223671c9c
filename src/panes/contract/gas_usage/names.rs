//! Method names, decoded from one call of each off the main loop.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use decode::gas_usage::Method;
use decode::reading::{CallQuestion, Candidate, Questions};
use ledger::{ContractRef, ContractResult};

use crate::panes::Context;
use crate::panes::kit::{Taken, Wants};
use crate::widgets::Feed;

/// The known method signatures by selector.
pub(super) type Names = HashMap<[u8; 4], String>;

#[derive(Debug, Default)]
pub(super) struct Naming {
    names: Names,
    /// The selectors in order of appearance, and one call of each.
    selectors: Vec<[u8; 4]>,
    samples: Questions<CallQuestion>,
    met: HashSet<[u8; 4]>,
    /// Number of rows examined.
    rows: usize,
    taken: Taken,
}

impl Naming {
    /// Restarts for a reloaded list.
    pub(super) fn anew(&mut self) {
        self.rows = 0;
    }

    /// Collects new selectors from the rows.
    pub(super) fn update(&mut self, contract: ContractRef, feed: &Feed<ContractResult>) {
        let mut samples = Vec::new();
        for row in feed.rows_from(self.rows) {
            if let Method::Selector(selector) = Method::from_result(&row)
                && self.met.insert(selector)
            {
                self.selectors.push(selector);
                samples.push(call(contract, &row));
            }
        }
        self.rows = feed.len();
        if !samples.is_empty() {
            self.samples = self.samples.iter().cloned().chain(samples).collect();
        }
    }

    /// Adds the decoding of the calls, which is repeated when knowledge grows.
    pub(super) fn wants(&self, wants: &mut Wants) {
        if !self.samples.is_empty() {
            wants.add_optional(&self.samples);
        }
    }

    pub(super) fn receive(&mut self, ctx: &Context<'_>) {
        let Some(readings) = self.taken.if_new(ctx.get(&self.samples)) else { return };
        let named =
            self.selectors.iter().zip(readings).filter_map(|(selector, reading)| {
                reading.input.best().map(|best| (*selector, signature(best)))
            });
        self.names.extend(named);
    }

    pub(super) fn names(&self) -> &Names {
        &self.names
    }
}

fn call(contract: ContractRef, row: &ContractResult) -> CallQuestion {
    let contract = row.contract_id.value().map_or(contract, ContractRef::Id);
    let input = row.call_data().map(Cow::into_owned).unwrap_or_default();
    CallQuestion { contract: Some(contract), input, ..CallQuestion::default() }
}

/// The signature, marked doubtful if it does not encode back to the same bytes.
fn signature(candidate: &Candidate) -> String {
    let doubt = if candidate.is_exact() { "" } else { "?" };
    format!("{}{doubt}", candidate.signature.escaped())
}
