//! Facts about executions that only single records have, not the rows of lists: the outcome, amounts below a base
//! unit, and the fields that lists leave out.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use super::amount::WEIBAR_PER_BASE;
use super::execution::{ExecutionOutcome, Success};
use super::{CallAction, ContractResult, Field, HexBytes, Schedule, Timestamp, TransactionFamily};

/// How many executions are remembered; the oldest is forgotten beyond that.
const MAX_EXECUTIONS: usize = 4_096;

/// Facts about executions of one network, by consensus time, which is unique. A copy shares what it holds.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    outcomes: Arc<Facts<ExecutionOutcome>>,
    /// Amounts below a base unit, in weibar: lists have nothing in their place.
    dust: Arc<Facts<i128>>,
    /// The fields that lists leave out.
    details: Arc<Facts<Arc<ContractResult>>>,
    /// Executions within which a call failed, by their traces.
    hidden: Arc<Facts<()>>,
    /// The most recently learned outcomes, by consensus time.
    news: Arc<VecDeque<Timestamp>>,
    count: usize,
    changes: usize,
}

/// Facts by consensus times; the oldest is forgotten beyond [`MAX_EXECUTIONS`].
#[derive(Clone, Debug)]
struct Facts<T> {
    facts: HashMap<Timestamp, T>,
    /// Consensus times, oldest entry first.
    order: VecDeque<Timestamp>,
}

impl<T> Default for Facts<T> {
    fn default() -> Self {
        Self { facts: HashMap::new(), order: VecDeque::new() }
    }
}

impl<T: Clone + PartialEq> Facts<T> {
    /// Stores a fact. Returns whether it is new.
    fn insert(all: &mut Arc<Self>, at: Timestamp, fact: T) -> bool {
        if all.facts.get(&at) == Some(&fact) {
            return false;
        }
        let all = Arc::make_mut(all);
        if all.facts.insert(at, fact).is_none() {
            all.order.push_back(at);
        }
        if all.order.len() > MAX_EXECUTIONS
            && let Some(oldest) = all.order.pop_front()
        {
            all.facts.remove(&oldest);
        }
        true
    }
}

impl Seen {
    /// Stores what a single result says: its outcome, and with prices in base units the fields that lists leave out.
    /// Returns whether the outcome is new.
    pub fn result(&mut self, result: &ContractResult, in_base_units: bool) -> bool {
        let Some(at) = result.timestamp.value() else { return false };
        if in_base_units && Facts::insert(&mut self.details, at, Arc::new(result.details())) {
            self.changes += 1;
        }
        self.ended(at, result.outcome())
    }

    /// Stores the amount of a result requested in weibar if it is below a base unit. Returns whether it is
    /// new.
    pub fn in_weibar(&mut self, result: &ContractResult) -> bool {
        let dust = result.amount.value().filter(|weibar| (1..i128::from(WEIBAR_PER_BASE)).contains(weibar));
        let known = result.timestamp.value().zip(dust);
        known.is_some_and(|(at, weibar)| Facts::insert(&mut self.dust, at, weibar))
    }

    /// Stores the outcomes of a family's transactions. Returns whether any is new.
    pub fn family(&mut self, family: &TransactionFamily) -> bool {
        let news = family.members.iter().filter(|one| {
            let outcome = ExecutionOutcome { result: one.result.clone(), ..ExecutionOutcome::default() };
            one.consensus_timestamp.value().is_some_and(|at| !self.knows(at) && self.ended(at, outcome))
        });
        news.count() > 0
    }

    /// Stores whether a call within an execution failed, as a page of its trace says, or was refused by a system contract.
    /// Returns whether that is new.
    pub fn trace(&mut self, calls: &[Arc<CallAction>], is_refused: impl Fn(&CallAction) -> bool) -> bool {
        let is_hidden = |call: &&Arc<CallAction>| call.call_depth.value().is_some_and(|depth| depth > 0);
        let failed = calls.iter().filter(is_hidden).find(|call| call.failed() || is_refused(call));
        let at = failed.and_then(|call| call.timestamp.value());
        let is_news = at.is_some_and(|at| Facts::insert(&mut self.hidden, at, ()));
        self.changes += usize::from(is_news);
        is_news
    }

    /// Whether a call within an execution is known to have failed.
    pub fn hides_failure(&self, row: &ContractResult) -> bool {
        row.timestamp.value().is_some_and(|at| self.hidden.facts.contains_key(&at))
    }

    fn knows(&self, at: Timestamp) -> bool {
        self.outcomes.facts.contains_key(&at)
    }

    fn ended(&mut self, at: Timestamp, outcome: ExecutionOutcome) -> bool {
        let is_news = outcome.success().is_some() && Facts::insert(&mut self.outcomes, at, outcome);
        if is_news {
            self.count += 1;
            self.changes += 1;
            let news = Arc::make_mut(&mut self.news);
            news.push_back(at);
            if news.len() > MAX_EXECUTIONS {
                news.pop_front();
            }
        }
        is_news
    }

    /// The number of outcomes stored so far.
    pub fn count(&self) -> usize {
        self.count
    }

    /// How many times a value of any row has changed.
    pub fn changes(&self) -> usize {
        self.changes
    }

    /// The consensus times of the outcomes stored since the count was `count`.
    pub fn since(&self, count: usize) -> impl Iterator<Item = Timestamp> {
        let new = self.count.saturating_sub(count);
        self.news.iter().rev().take(new).copied()
    }

    /// The amount of a row in weibar, if it is known and below the row's base unit.
    pub fn dust(&self, row: &ContractResult) -> Option<i128> {
        let at = row.timestamp.value().filter(|_| row.amount.value() == Some(0))?;
        self.dust.facts.get(&at).copied()
    }

    /// The known outcome of a row.
    pub fn outcome(&self, row: &ContractResult) -> Option<&ExecutionOutcome> {
        self.outcomes.facts.get(&row.timestamp.value()?)
    }

    /// The fields that lists leave out, if the row's single record was seen. Nothing else is set.
    pub fn details(&self, row: &ContractResult) -> Option<&ContractResult> {
        self.details_at(row.timestamp.value()?).map(AsRef::as_ref)
    }

    /// The same by the consensus time.
    pub fn details_at(&self, at: Timestamp) -> Option<&Arc<ContractResult>> {
        self.details.facts.get(&at)
    }

    /// Whether a row's execution succeeded: by its known outcome, else by the row itself. In lists with child
    /// transactions (`children`), returned data proves nothing.
    pub fn success(&self, row: &ContractResult, children: bool) -> Success {
        let known = self.outcome(row).and_then(ExecutionOutcome::success);
        known.unwrap_or_else(|| if children { row.success_without_output() } else { row.success() })
    }

    /// Whether a schedule's transaction succeeded, which its own record does not say.
    pub fn ran(&self, schedule: &Schedule) -> Success {
        let at = schedule.executed_timestamp.value();
        let known = at.and_then(|at| self.outcomes.facts.get(&at)).and_then(ExecutionOutcome::success);
        known.unwrap_or(Success::Unknown)
    }
}

/// Maximum number of bytes of a failed creation's init code that stay with a row.
const MAX_INITCODE_BYTES: usize = 1_024;

impl ContractResult {
    /// Whether the row leaves out a field that the single result has.
    pub fn lacks_details(&self) -> bool {
        self.block_number.is_absent()
            || self.transaction_index.is_absent()
            || self.r#type.is_absent()
            || self.nonce.is_absent()
            || self.gas_price.is_absent()
            || self.status.is_absent()
            || self.result.is_absent()
    }

    /// The time and the fields that lists leave out, without what only the page of the result shows: logs and changes of
    /// state.
    #[must_use]
    pub fn details(&self) -> Self {
        let is_short = |code: &HexBytes| code.len() <= MAX_INITCODE_BYTES;
        let failed_initcode = match &self.failed_initcode {
            Field::Known(code) if !is_short(code) => Field::Absent,
            code => code.clone(),
        };
        Self {
            access_list: self.access_list.clone(),
            block_gas_used: self.block_gas_used.clone(),
            block_hash: self.block_hash.clone(),
            block_number: self.block_number.clone(),
            chain_id: self.chain_id.clone(),
            failed_initcode,
            gas_consumed: self.gas_consumed.clone(),
            gas_price: self.gas_price.clone(),
            max_fee_per_gas: self.max_fee_per_gas.clone(),
            max_priority_fee_per_gas: self.max_priority_fee_per_gas.clone(),
            nonce: self.nonce.clone(),
            r: self.r.clone(),
            result: self.result.clone(),
            s: self.s.clone(),
            status: self.status.clone(),
            timestamp: self.timestamp.clone(),
            transaction_index: self.transaction_index.clone(),
            r#type: self.r#type.clone(),
            v: self.v.clone(),
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Field, Text};

    fn result_at(seconds: u64, status: &str) -> ContractResult {
        ContractResult {
            timestamp: Timestamp::from_secs(seconds).into(),
            status: Text::from(status).into(),
            ..ContractResult::default()
        }
    }

    #[test]
    fn what_was_told_counts_for_the_row() {
        let mut seen = Seen::default();
        let row = ContractResult { status: Field::Absent, ..result_at(7, "") };
        assert_eq!(seen.success(&row, false), Success::Unknown);
        assert!(seen.result(&result_at(7, "0x0"), true) && !seen.result(&result_at(7, "0x0"), true));
        assert_eq!(seen.success(&row, false), Success::No);
        assert!(!seen.result(&result_at(8, ""), true), "nothing was told");
        assert_eq!((seen.count(), seen.since(0).collect::<Vec<_>>()), (1, vec![Timestamp::from_secs(7)]));
        assert_eq!(seen.since(1).count(), 0);
        let schedule = Schedule { executed_timestamp: Timestamp::from_secs(7).into(), ..Schedule::default() };
        assert_eq!((seen.ran(&schedule), seen.ran(&Schedule::default())), (Success::No, Success::Unknown));
    }

    #[test]
    fn less_than_a_base_unit_is_remembered() {
        let sent = |amount: i128| ContractResult { amount: amount.into(), ..result_at(7, "0x1") };
        let mut seen = Seen::default();
        assert!(!seen.in_weibar(&sent(0)) && !seen.in_weibar(&sent(i128::from(WEIBAR_PER_BASE))));
        assert!(seen.in_weibar(&sent(9)) && !seen.in_weibar(&sent(9)));
        assert_eq!((seen.dust(&sent(0)), seen.dust(&sent(1))), (Some(9), None));
    }

    #[test]
    fn what_lists_leave_out_is_kept_with_prices_in_base_units_alone() {
        let whole = ContractResult { nonce: 5.into(), amount: 9.into(), ..result_at(7, "0x1") };
        let mut seen = Seen::default();
        seen.result(&whole, false);
        assert_eq!((seen.details(&whole), seen.changes()), (None, 1));
        let copy = seen.clone();
        seen.result(&whole, true);
        let nonce = |seen: &Seen| seen.details(&result_at(7, "")).and_then(|details| details.nonce.value());
        assert_eq!((nonce(&seen), nonce(&copy), seen.changes()), (Some(5), None, 2));
        assert!(seen.details(&whole).unwrap().amount.is_absent(), "every list has it");
    }

    #[test]
    fn the_oldest_is_forgotten() {
        let mut seen = Seen::default();
        let last = u64::try_from(MAX_EXECUTIONS).unwrap();
        (0..=last).for_each(|second| _ = seen.result(&result_at(second, "0x1"), true));
        assert_eq!((seen.outcomes.facts.len(), seen.details.facts.len()), (MAX_EXECUTIONS, MAX_EXECUTIONS));
        assert_eq!(seen.success(&result_at(0, ""), false), Success::Unknown);
        assert_eq!(seen.success(&result_at(last, ""), false), Success::Yes);
    }

    #[test]
    fn a_row_of_a_list_lacks_what_the_single_result_has() {
        let whole = ContractResult {
            block_number: 7.into(),
            transaction_index: Field::Null,
            r#type: 2.into(),
            nonce: Field::Null,
            gas_price: Field::Null,
            status: Text::from("0x1").into(),
            result: Text::from("SUCCESS").into(),
            function_parameters: HexBytes::from(vec![1; 9]).into(),
            failed_initcode: HexBytes::from(vec![1; 9_000]).into(),
            ..ContractResult::default()
        };
        assert!(!whole.lacks_details(), "null says that there is none");
        assert!(ContractResult { nonce: Field::Absent, ..whole.clone() }.lacks_details());
        let details = whole.details();
        assert_eq!((details.block_number.value(), details.r#type.value()), (Some(7), Some(2)));
        assert!(details.function_parameters.is_absent() && details.failed_initcode.is_absent());
    }
}
