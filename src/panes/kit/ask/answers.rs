//! The answers that a pane wants, most important first, and those it gets: with the progress of their requests, or
//! applied once.

use api::Failure;
use decode::Subject;
use ledger::Timestamp;

use crate::message::{Answer, Question, Topic};
use crate::panes::Context;
use crate::panes::kit::{Progress, Requests, Subscriber};

/// The topics that a pane needs: required ones, whose progress the header shows, and optional ones.
#[derive(Clone, Debug, Default)]
pub struct Wants {
    all: Vec<Want>,
    subjects: Vec<Subject>,
}

/// A topic and its acceptable answers.
#[derive(Clone, Debug)]
pub(super) struct Want {
    pub(super) topic: Topic,
    pub(super) is_needed: bool,
    pub(super) accepts: fn(&Answer) -> bool,
    pub(super) again_at: Option<Timestamp>,
    /// Maximum age of another pane's answer, milliseconds.
    pub(super) max_age: Option<u64>,
    /// Whether the request is cancelled when the pane leaves the screen.
    pub(super) is_passing: bool,
}

/// Maximum age of a shared answer for a new subscriber, milliseconds.
pub(super) const MAX_SHARED_AGE: u64 = 5_000;

impl Wants {
    /// Adds a required question.
    pub fn add<Q: Question>(&mut self, question: &Q) {
        self.push(question, true);
    }

    /// Adds an optional question.
    pub fn add_optional<Q: Question>(&mut self, question: &Q) {
        self.push(question, false);
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Adds a topic whose responses a subscriber reads itself.
    pub fn add_topic(&mut self, topic: impl Into<Topic>) {
        self.push_topic(topic.into(), true, |_| true);
    }

    /// Adds a required question, for which another pane's answer of the last few seconds is accepted.
    pub fn add_shared<Q: Question>(&mut self, question: &Q) {
        self.push(question, true);
        if let Some(want) = self.all.last_mut() {
            want.max_age = Some(MAX_SHARED_AGE);
        }
    }

    /// Adds an optional question, cancelled when the pane leaves the screen.
    pub fn add_while_on_screen<Q: Question>(&mut self, question: &Q) {
        self.push(question, false);
        if let Some(want) = self.all.last_mut() {
            want.is_passing = true;
        }
    }

    /// Schedules one repeat of an added question. Pollers set the next time after each answer. A request in
    /// progress then is not restarted.
    pub fn ask_again_at<Q: Question>(&mut self, question: &Q, at: Timestamp) {
        let topic = question.topic();
        if let Some(want) = self.all.iter_mut().find(|want| want.topic == topic) {
            want.again_at = Some(at);
        }
    }

    /// Adds a contract, account or token to resolve by name or code, once per pane.
    pub fn resolve(&mut self, subject: Subject) {
        self.subjects.push(subject);
    }

    fn push<Q: Question>(&mut self, question: &Q, is_needed: bool) {
        self.push_topic(question.topic(), is_needed, |answer| Q::pick(answer).is_some());
    }

    fn push_topic(&mut self, topic: Topic, is_needed: bool, accepts: fn(&Answer) -> bool) {
        let want = Want { topic, is_needed, accepts, again_at: None, max_age: None, is_passing: false };
        self.all.push(want);
    }

    pub(super) fn into_iter(self) -> impl Iterator<Item = Want> {
        self.all.into_iter()
    }

    pub fn topics(&self) -> impl Iterator<Item = &Topic> {
        self.all.iter().map(|want| &want.topic)
    }

    pub(super) fn subjects(&self) -> &[Subject] {
        &self.subjects
    }
}

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

/// A question that is wanted until its answer is received.
#[derive(Clone, Debug)]
pub struct Once<Q>(Option<Q>);

impl<Q> Default for Once<Q> {
    fn default() -> Self {
        Self(None)
    }
}

impl<Q: Question> Once<Q> {
    /// Replaces the question.
    pub fn ask(&mut self, question: Q) {
        self.0 = Some(question);
    }

    /// Drops the question.
    pub fn stop(&mut self) {
        self.0 = None;
    }

    /// Whether an answer is pending.
    pub fn is_asked(&self) -> bool {
        self.0.is_some()
    }

    pub fn want(&self, wants: &mut Wants) {
        if let Some(question) = &self.0 {
            wants.add_optional(question);
        }
    }

    pub fn progress<'a>(&self, ctx: &Context<'a>) -> Option<Fetched<'a, Q::Answer>> {
        self.0.as_ref().map(|question| ctx.get(question))
    }

    /// Returns the question and its outcome once it is known. After that nothing is asked.
    pub fn receive<'a>(&mut self, ctx: &Context<'a>) -> Option<(Q, Result<&'a Q::Answer, &'a Failure>)> {
        self.take_from(ctx.requests, ctx.pane, &ctx.network.name)
    }

    pub(super) fn take_from<'a>(
        &mut self,
        requests: &'a Requests,
        pane: Subscriber,
        network: &str,
    ) -> Option<(Q, Result<&'a Q::Answer, &'a Failure>)> {
        // An answer to another pane's earlier request is not used: it is requested again.
        let question = self.0.as_ref().filter(|question| requests.wants(pane, network, *question))?;
        let outcome = requests.get(pane, network, question).outcome()?;
        Some((self.0.take()?, outcome))
    }
}
