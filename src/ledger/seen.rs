//! What single records told of how executions ended: the rows of lists do not say.

use std::collections::{HashMap, VecDeque};

use super::ending::{Ending, Success};
use super::{ContractResult, Schedule, Timestamp, TransactionFamily};

/// How many executions are remembered; the oldest is forgotten beyond that.
const MAX_ENDINGS: usize = 4_096;

/// How executions of one network ended, by their consensus times, which no two of them share.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    endings: HashMap<Timestamp, Ending>,
    /// The times in the order in which they were first told.
    order: VecDeque<Timestamp>,
}

impl Seen {
    /// Remembers how the execution of a single result ended. `true` if that is news.
    pub fn result(&mut self, result: &ContractResult) -> bool {
        result.timestamp.value().is_some_and(|at| self.take(at, result.ending()))
    }

    /// Remembers how the transactions of a family ended. `true` if any of it is news.
    pub fn family(&mut self, family: &TransactionFamily) -> bool {
        let news = family.members.iter().filter(|one| {
            let ending = Ending { result: one.result.clone(), ..Ending::default() };
            one.consensus_timestamp.value().is_some_and(|at| !self.knows(at) && self.take(at, ending))
        });
        news.count() > 0
    }

    fn knows(&self, at: Timestamp) -> bool {
        self.endings.contains_key(&at)
    }

    fn take(&mut self, at: Timestamp, ending: Ending) -> bool {
        if ending.success().is_none() || self.endings.get(&at) == Some(&ending) {
            return false;
        }
        if self.endings.insert(at, ending).is_none() {
            self.order.push_back(at);
        }
        if self.order.len() > MAX_ENDINGS
            && let Some(oldest) = self.order.pop_front()
        {
            self.endings.remove(&oldest);
        }
        true
    }

    /// What was told of the execution of a row.
    pub fn ending(&self, row: &ContractResult) -> Option<&Ending> {
        self.endings.get(&row.timestamp.value()?)
    }

    /// Whether the execution of a row succeeded: by what was told of it, else by the row itself. In lists with child
    /// transactions, `children`, returned data proves nothing.
    pub fn success(&self, row: &ContractResult, children: bool) -> Success {
        let told = self.ending(row).and_then(Ending::success);
        told.unwrap_or_else(|| if children { row.success_without_output() } else { row.success() })
    }

    /// Whether what a schedule ran succeeded: its record does not say.
    pub fn ran(&self, schedule: &Schedule) -> Success {
        let at = schedule.executed_timestamp.value();
        let told = at.and_then(|at| self.endings.get(&at)).and_then(Ending::success);
        told.unwrap_or(Success::Unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::{Field, Text};

    fn at(seconds: u64, status: &str) -> ContractResult {
        ContractResult {
            timestamp: Timestamp::of(seconds).into(),
            status: Text::from(status).into(),
            ..ContractResult::default()
        }
    }

    #[test]
    fn what_was_told_counts_for_the_row() {
        let mut seen = Seen::default();
        let row = ContractResult { status: Field::Absent, ..at(7, "") };
        assert_eq!(seen.success(&row, false), Success::Unknown);
        assert!(seen.result(&at(7, "0x0")) && !seen.result(&at(7, "0x0")));
        assert_eq!(seen.success(&row, false), Success::No);
        assert!(!seen.result(&at(8, "")), "nothing was told");
        let schedule = Schedule { executed_timestamp: Timestamp::of(7).into(), ..Schedule::default() };
        assert_eq!((seen.ran(&schedule), seen.ran(&Schedule::default())), (Success::No, Success::Unknown));
    }

    #[test]
    fn the_oldest_is_forgotten() {
        let mut seen = Seen::default();
        let last = u64::try_from(MAX_ENDINGS).unwrap();
        (0..=last).for_each(|second| _ = seen.result(&at(second, "0x1")));
        assert_eq!(seen.endings.len(), MAX_ENDINGS);
        assert_eq!(seen.success(&at(0, ""), false), Success::Unknown);
        assert_eq!(seen.success(&at(last, ""), false), Success::Yes);
    }
}
