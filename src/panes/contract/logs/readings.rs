//! Decoded events of the list, and the emitter to look up for them.

use std::ops::Range;

use decode::Subject;
use decode::reading::{LogQuestion, Questions, Reading};
use ledger::{ContractLog, ContractRef, HexBytes};

use crate::panes::Context;
use crate::panes::kit::{Wants, list::RowAnalyses};
use crate::widgets::Feed;
use crate::widgets::feed::Identity;

/// Decoded events of the rows.
#[derive(Debug, Default)]
pub(super) struct Readings {
    rows: RowAnalyses<<ContractLog as Identity>::Id, Reading, Questions<LogQuestion>>,
    /// The emitter of the last decoded events, to look up.
    emitter: Option<ContractRef>,
}

impl Readings {
    /// The decoded event of a row.
    pub(super) fn get(&self, row: &ContractLog) -> Option<&Reading> {
        self.rows.get(&row.identity()?)
    }

    /// Decodes the rows near the window that are not decoded with the current knowledge.
    pub(super) fn update(&mut self, feed: &Feed<ContractLog>, window: &Range<usize>, ctx: &Context<'_>) {
        let by = &mut self.emitter;
        self.rows.update_feed(feed, window, ctx, |rows| {
            *by = rows.iter().find_map(|row| emitter(row)).or(*by);
            rows.iter().map(|row| question(row)).collect()
        });
    }

    /// Adds the pending decoding and the emitter.
    pub(super) fn wants(&self, wants: &mut Wants) {
        self.rows.wants(wants);
        if let Some(emitter) = self.emitter {
            wants.resolve(Subject::Contract(emitter));
        }
    }

    pub(super) fn receive(&mut self, ctx: &Context<'_>) {
        self.rows.receive(ctx, Clone::clone);
    }

    /// Restarts for a reloaded list.
    pub(super) fn restart(&mut self) {
        self.rows.restart();
    }
}

fn emitter(row: &ContractLog) -> Option<ContractRef> {
    let id = row.log.contract_id.value().map(ContractRef::Id);
    id.or_else(|| row.log.address.value().map(ContractRef::Address))
}

pub(super) fn question(row: &ContractLog) -> LogQuestion {
    let topics: Vec<HexBytes> =
        row.log.topics.known().into_iter().flatten().filter_map(|topic| topic.known().cloned()).collect();
    LogQuestion { contract: emitter(row), topics, data: row.log.data.known().cloned().unwrap_or_default() }
}
