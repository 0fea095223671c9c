//! The latest calls: all results of the first page are counted when it is loaded, and the newest are shown.

mod sheet;
mod timeline;

use std::sync::Arc;

use decode::activity::Activity;
use decode::reading::{CallQuestion, Questions};
use ledger::query::ResultsQuery;
use ledger::{ContractResult, Next};

use crate::message::operation::PageOf;
use crate::panes::Context;
use crate::panes::contract::calls::{RowReading, question};
use crate::panes::kit::{
    Taken, Wants,
    list::{Listed as _, RowAnalyses},
};
use crate::widgets::feed::Identity;

/// Maximum number of shown calls.
const MAX_SHOWN: usize = 5;

type Name = <ContractResult as Identity>::Id;

/// The latest calls; without rows until the page was loaded.
#[derive(Debug, Default)]
pub(super) struct LatestCalls {
    page: Option<Window>,
    taken: Taken,
    /// Number of outcomes known from single records when the page was counted.
    seen: usize,
    readings: RowAnalyses<Name, RowReading, Questions<CallQuestion>>,
}

#[derive(Debug)]
struct Window {
    /// The newest rows.
    rows: Vec<Arc<ContractResult>>,
    activity: Activity,
    /// Whether the page holds all calls.
    is_whole: bool,
    /// Whether the rows include child transactions.
    children: bool,
}

/// The first page, the same that the results list requests.
fn page(results: &ResultsQuery) -> PageOf<ResultsQuery> {
    PageOf::first(results.in_whole_pages())
}

pub(super) use sheet::OUTCOMES;

impl LatestCalls {
    /// Whether any call on the page failed.
    pub(super) fn has_failures(&self) -> bool {
        self.page.as_ref().is_some_and(|window| window.activity.failures > 0)
    }

    /// Adds the page and the decoding of its newest rows.
    pub(super) fn wants(&self, results: &ResultsQuery, wants: &mut Wants) {
        wants.add_optional(&page(results));
        self.readings.wants(wants);
    }

    /// Counts a newly loaded page, and decodes its newest rows.
    pub(super) fn update(&mut self, results: &ResultsQuery, ctx: &Context<'_>) {
        let fetched = ctx.get(&page(results));
        let is_new = self.taken.if_new(fetched).is_some();
        if let Some(page) = fetched.value().filter(|_| is_new || self.seen != ctx.seen.count()) {
            let success = |row: &Arc<ContractResult>| ctx.seen.success(row, results.internal);
            self.seen = ctx.seen.count();
            self.page = Some(Window {
                rows: page.rows.iter().take(MAX_SHOWN).cloned().collect(),
                activity: Activity::count(page.rows.iter().map(|row| (row.timestamp.value(), success(row)))),
                is_whole: page.next == Next::End,
                children: results.internal,
            });
            self.readings.restart();
        }
        self.readings.receive(ctx, |calls| calls.iter().map(RowReading::new).collect());
        if let Some(Window { rows, .. }) = &self.page {
            let row = |at: usize| rows.get(at).map(AsRef::as_ref);
            let asked = |rows: &[&ContractResult]| rows.iter().map(|row| question(row)).collect();
            self.readings.update((row, rows.len()), &(0..rows.len()), ctx, ContractResult::identity, asked);
        }
    }
}
