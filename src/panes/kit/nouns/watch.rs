//! Polls the entries of the watch list once a minute through the request table, and finds changes.

use alloy_primitives::keccak256;
use api::{Failure, PageOf, ScheduleQuery};
use ledger::query::{ContractQuery, Limit, Op, ResultsQuery, TimestampFilter};
use ledger::{Contract, ContractResult, Page, Schedule, Success, Text, Timestamp};

use crate::message::watched::{Failures, Finding, Found, Sighting};
use crate::message::{Question, Watched, WatchedEntity};
use crate::panes::Context;
use crate::panes::kit::nouns::{contract_facts::FACTS, lifecycle};
use crate::panes::kit::{Fetched, Subscriber, Taken, Wants};

/// Delay between polls, milliseconds.
const POLL_INTERVAL_MILLIS: u64 = 60_000;
/// Maximum characters stored of a field.
const MAX_FIELD_CHARS: usize = 100;

/// An entry of the watch list in this session.
#[derive(Clone, Debug)]
pub struct Watch {
    pub watched: Watched,
    record: Taken,
    results: Taken,
    /// Consensus time after which the current poll requests results.
    results_from: Timestamp,
}

impl Watch {
    pub fn new(watched: Watched) -> Self {
        let results_from = watched.seen.results_to.max(watched.at);
        Self { watched, record: Taken::default(), results: Taken::default(), results_from }
    }

    /// Adds the requests of a poll, once a minute; for a schedule only while it is open.
    pub fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        let ctx = &of_list(ctx);
        match &self.watched.of {
            WatchedEntity::Contract(contract) => {
                again(&ContractQuery::now(*contract), true, ctx, wants);
                again(&self.results_question(), true, ctx, wants);
            }
            WatchedEntity::Schedule(id) => {
                let question = ScheduleQuery(*id);
                let schedule = ctx.get(&question).value();
                let is_open = schedule.is_none_or(|it| lifecycle::end(it.lifecycle(ctx.now)).is_some());
                again(&question, is_open, ctx, wants);
            }
        }
    }

    /// Receives answers, and starts the next poll when due. `None` without an answer; otherwise the findings.
    pub fn look(&mut self, ctx: &Context<'_>) -> Option<Vec<Finding>> {
        let ctx = &of_list(ctx);
        let (mut found, mut is_new) = (Vec::new(), false);
        let fields = match &self.watched.of {
            WatchedEntity::Contract(contract) => {
                let record = self.record.if_new(ctx.get(&ContractQuery::now(*contract)));
                record.map(|contract| contract_fields(contract, ctx))
            }
            WatchedEntity::Schedule(id) => {
                let record = self.record.if_new(ctx.get(&ScheduleQuery(*id)));
                record.map(|schedule| schedule_fields(schedule, ctx))
            }
        };
        if let Some(fields) = fields {
            is_new = true;
            found.extend(changed(&self.watched.seen.fields, &fields, ctx.now));
            self.watched.seen.fields = fields;
        }
        if matches!(self.watched.of, WatchedEntity::Contract(_)) {
            let question = self.results_question();
            if let Some(page) = self.results.if_new(ctx.get(&question)) {
                is_new = true;
                found.extend(failures(page, &mut self.watched.seen, self.results_from, ctx.now));
            }
            let next = ctx.get(&question).next_after(POLL_INTERVAL_MILLIS, ctx.now);
            if next.is_some_and(|at| at <= ctx.now) {
                self.results_from = self.results_from.max(self.watched.seen.results_to);
            }
        }
        if !is_new {
            return None;
        }
        self.watched.seen.checked_at = Some(ctx.now);
        for finding in &found {
            self.watched.seen.add(finding.clone());
        }
        Some(found)
    }

    /// Why the last poll failed, if it did.
    pub fn failure<'a>(&self, ctx: &Context<'a>) -> Option<&'a Failure> {
        let ctx = of_list(ctx);
        match &self.watched.of {
            WatchedEntity::Contract(contract) => {
                let record = ctx.get(&ContractQuery::now(*contract)).failure();
                record.or_else(|| ctx.get(&self.results_question()).failure())
            }
            WatchedEntity::Schedule(id) => ctx.get(&ScheduleQuery(*id)).failure(),
        }
    }

    /// The schedule as last received in this session.
    pub fn schedule<'a>(&self, ctx: &Context<'a>) -> Option<&'a Schedule> {
        match &self.watched.of {
            WatchedEntity::Schedule(id) => of_list(ctx).get(&ScheduleQuery(*id)).value().map(AsRef::as_ref),
            WatchedEntity::Contract(_) => None,
        }
    }

    /// The query for the results of the current poll, newest first.
    fn results_question(&self) -> PageOf<ResultsQuery> {
        let mut query = ResultsQuery::of_all_contracts();
        if let WatchedEntity::Contract(contract) = &self.watched.of {
            query = ResultsQuery::all(*contract);
        }
        query.timestamp = vec![TimestampFilter { op: Op::Gt, at: self.results_from }];
        query.limit = Some(Limit::MAX);
        PageOf::first(query)
    }
}

/// The context of the watch list's requests, independent of the pane on screen.
fn of_list<'a>(ctx: &Context<'a>) -> Context<'a> {
    Context { pane: Subscriber::WatchList, ..*ctx }
}

fn again<Q: Question>(question: &Q, is_open: bool, ctx: &Context<'_>, wants: &mut Wants) {
    wants.add_optional(question);
    let fetched: Fetched<'_, Q::Answer> = ctx.get(question);
    if let Some(at) = fetched.next_after(POLL_INTERVAL_MILLIS, ctx.now).filter(|_| is_open) {
        wants.ask_again_at(question, at);
    }
}

/// The fields of a contract, independent of display settings.
fn contract_fields(contract: &Contract, ctx: &Context<'_>) -> Vec<(String, Text)> {
    FACTS
        .iter()
        .map(|fact| (fact.label.to_owned(), in_short(&(fact.show)(contract, ctx).copied.whole())))
        .collect()
}

/// The state of a schedule, without the outcome of its transaction, which the transaction reports.
fn schedule_fields(schedule: &Schedule, ctx: &Context<'_>) -> Vec<(String, Text)> {
    let state = lifecycle::label(schedule.lifecycle(ctx.now), Success::Unknown);
    vec![("state".to_owned(), state.into())]
}

/// A text, cut to its start and a fingerprint of all of it if long.
fn in_short(text: &str) -> Text {
    match text.char_indices().nth(MAX_FIELD_CHARS) {
        None => text.into(),
        Some((end, _)) => {
            let beginning = text.get(..end).unwrap_or_default();
            let fingerprint = keccak256(text);
            format!("{beginning}… #{}", fingerprint.to_string().get(2..10).unwrap_or_default()).into()
        }
    }
}

/// The changed fields; empty for a first poll.
fn changed(before: &[(String, Text)], after: &[(String, Text)], now: Timestamp) -> Vec<Finding> {
    let value = |name: &String| before.iter().find(|(known, _)| known == name).map(|(_, value)| value);
    let changed = after.iter().filter_map(|(field, after)| {
        let before = value(field).filter(|before| *before != after)?.clone();
        let what = Found::Changed { field: field.clone(), before, after: after.clone() };
        Some(Finding { at: now, what })
    });
    changed.collect()
}

/// The new results of a page that failed. From now on all of its results are examined.
fn failures(
    page: &Page<ContractResult>,
    seen: &mut Sighting,
    from: Timestamp,
    now: Timestamp,
) -> Option<Finding> {
    let examined = seen.results_to.max(from);
    let time = |row: &ContractResult| row.timestamp.value().filter(|at| *at > examined);
    let newest = page.rows.iter().filter_map(|row| time(row)).max();
    seen.results_to = newest.map_or(examined, |newest| newest.max(examined));
    let failed = page.rows.iter().filter(|row| row.success() == Success::No).filter_map(|row| time(row));
    let failed: Vec<Timestamp> = failed.collect();
    let (since, until) = (*failed.iter().min()?, *failed.iter().max()?);
    let count = u64::try_from(failed.len()).unwrap_or(u64::MAX);
    let is_at_least = page.rows.len() >= usize::from(Limit::MAX.rows());
    Some(Finding { at: now, what: Found::Failed(Failures { count, is_at_least, since, until }) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ledger::{Field, Next, RawJson};
    use std::sync::Arc;

    const AT: Timestamp = Timestamp::from_secs(100);

    fn row(second: u64, error: &str) -> Arc<ContractResult> {
        let timestamp = Field::Known(Timestamp::from_secs(second));
        let error_message = Field::Known(error.into());
        Arc::new(ContractResult { error_message, timestamp, ..ContractResult::default() })
    }

    #[test]
    fn a_failed_result_is_counted_once() {
        let page = |rows| Page::new(rows, Next::End, &RawJson::default());
        let rows = vec![row(12, "0x08c379a0"), row(11, ""), row(10, "CONTRACT_REVERT_EXECUTED"), row(9, "x")];
        let mut seen = Sighting::default();
        let from = Timestamp::from_secs(9);
        let found = failures(&page(rows.clone()), &mut seen, from, AT).unwrap();
        let (since, until) = (Timestamp::from_secs(10), Timestamp::from_secs(12));
        let what = Found::Failed(Failures { count: 2, is_at_least: false, since, until });
        assert_eq!((found, seen.results_to), (Finding { at: AT, what }, until));
        assert_eq!(failures(&page(rows), &mut seen, from, AT), None);
        let many = (0..100).map(|second| row(100 - second, "x")).collect();
        let Some(Finding { what: Found::Failed(found), .. }) = failures(&page(many), &mut seen, from, AT)
        else {
            panic!("failures")
        };
        assert_eq!((found.count, found.is_at_least), (88, true));
    }

    #[test]
    fn what_was_never_seen_has_not_changed_and_long_fields_are_told_apart_by_their_ends() {
        let fields = |memo: &str| vec![("memo".to_owned(), in_short(memo))];
        assert_eq!(changed(&[], &fields("a"), AT), []);
        let long = "x".repeat(5_000);
        let (before, after) = (fields(&format!("{long}a")), fields(&format!("{long}b")));
        assert_eq!(changed(&before, &after, AT).len(), 1);
        assert_eq!(changed(&before, &before, AT), []);
        assert!(before[0].1.escaped().chars().count() < 120);
    }
}
