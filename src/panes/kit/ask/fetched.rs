//! Answers, and the progress of requests for them.

use ledger::Timestamp;

use crate::message::Failure;
use crate::panes::kit::Progress;

/// The answer at this moment. An old one stays while a new one is loading.
#[derive(Debug)]
pub struct Fetched<'a, T> {
    pub(super) value: Option<&'a T>,
    pub(super) progress: Option<&'a Progress>,
    /// Number of the answer in the request table, from 1; 0 without an answer.
    pub(super) answer: u64,
    pub(super) repeats: usize,
    /// Time of the last request.
    pub(super) asked_at: Option<Timestamp>,
}

/// The last answer that a pane has applied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken(u64);

impl Taken {
    /// The answer, unless it is the one returned last.
    pub fn if_new<'a, T>(&mut self, fetched: Fetched<'a, T>) -> Option<&'a T> {
        let value = fetched.value.filter(|_| fetched.answer != self.0)?;
        self.0 = fetched.answer;
        Some(value)
    }
}

impl<T> Clone for Fetched<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Fetched<'_, T> {}

impl<'a, T> Fetched<'a, T> {
    /// The last answer.
    pub fn value(self) -> Option<&'a T> {
        self.value
    }

    /// Why the last request failed, unless a newer one is in progress.
    pub fn failure(self) -> Option<&'a Failure> {
        self.progress?.failure()
    }

    /// Whether the server answered "not found" and never sent a value.
    pub fn is_missing(self) -> bool {
        self.value.is_none() && matches!(self.failure(), Some(Failure::NotFound { .. }))
    }

    /// Whether a request is in progress or waits for a retry.
    pub fn is_loading(self) -> bool {
        self.progress.is_some_and(|progress| progress.asked().is_some())
    }

    /// The outcome of the last request; `None` until it is known.
    pub fn outcome(self) -> Option<Result<&'a T, &'a Failure>> {
        if self.is_loading() {
            return None;
        }
        self.failure().map(Err).or(self.value.map(Ok))
    }

    /// The outcome of the last request, if it was made at that time or later.
    pub fn outcome_since(self, at: Timestamp) -> Option<Result<&'a T, &'a Failure>> {
        self.asked_at.filter(|asked_at| at <= *asked_at).and_then(|_| self.outcome())
    }

    /// The progress of the last request; `None` before the first.
    pub fn progress(self) -> Option<&'a Progress> {
        self.progress
    }

    /// URL of the last answer.
    pub fn url(self) -> &'a str {
        self.progress.map(Progress::url).unwrap_or_default()
    }

    /// Time of the last answer.
    pub fn answered_at(self) -> Option<Timestamp> {
        self.progress?.answered_at()
    }

    /// Number of polls since the last request for another reason.
    pub fn repeats(self) -> usize {
        self.repeats
    }

    /// Time of the next poll: this many milliseconds after the last request ended, or at once if the clock was put
    /// back since. `None` while a request is in progress, and before the first.
    pub fn next_after(self, millis: u64, now: Timestamp) -> Option<Timestamp> {
        let ended = self.progress?.ended_at().filter(|_| !self.is_loading())?;
        Some(if now < ended { now } else { ended.plus_millis(millis) })
    }

    /// Time at which the last request ended, in an answer or a failure.
    pub fn ended_at(self) -> Option<Timestamp> {
        self.progress?.ended_at()
    }
}
