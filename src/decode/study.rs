//! Work on bytes that may take a while: asked as data, done off the loop's thread, answered as data.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::dispatch::Dispatch;
use super::known::Snapshot;
use super::reading::{CallQuestion, CallReading, LogQuestion, Reader, Reading};
use crate::ledger::HexBytes;

/// A question about bytes, and what was known when it was asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Study {
    /// What is known beside the bytes.
    pub known: Snapshot,
    /// What is to be found out.
    pub question: Question,
}

/// What can be found out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// Which functions this runtime bytecode dispatches to.
    Dispatch(HexBytes),
    /// What these calls say.
    Calls(Vec<CallQuestion>),
    /// What these logs say.
    Logs(Vec<LogQuestion>),
}

/// What was found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The functions.
    Dispatch(Dispatch),
    /// The calls, in the order of the question.
    Calls(Vec<CallReading>),
    /// The logs, in the order of the question.
    Logs(Vec<Reading>),
}

/// Tells a study that nobody waits for it any more. Long searches look at it now and then.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Says so.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was said.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Finds it out. `None` if it was stopped.
pub fn answer(study: &Study, stop: &Stop) -> Option<Finding> {
    let finding = match &study.question {
        Question::Dispatch(code) => Finding::Dispatch(Dispatch::of(code.bytes())),
        Question::Calls(calls) => {
            let reader = Reader::new(&study.known);
            Finding::Calls(until(stop, calls.iter().map(|call| reader.read_call(call)))?)
        }
        Question::Logs(logs) => {
            let reader = Reader::new(&study.known);
            Finding::Logs(until(stop, logs.iter().map(|log| reader.read_log(log)))?)
        }
    };
    (!stop.is_set()).then_some(finding)
}

/// All of them, unless it is stopped on the way.
fn until<T>(stop: &Stop, all: impl Iterator<Item = T>) -> Option<Vec<T>> {
    all.map(|one| (!stop.is_set()).then_some(one)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_answered_who_does_not_wait() {
        let question = Question::Dispatch(HexBytes::default());
        let study = Study { known: Snapshot::default(), question };
        let stop = Stop::default();
        assert_eq!(answer(&study, &stop), Some(Finding::Dispatch(Dispatch::default())));
        stop.set();
        assert_eq!(answer(&study, &stop), None);
    }
}
