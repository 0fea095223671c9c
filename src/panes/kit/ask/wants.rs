//! The answers that a pane needs, most important first.

use decode::Subject;
use ledger::Timestamp;

use crate::message::{Answer, Question, Topic};

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
