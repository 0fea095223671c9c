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

/// A topic, and which answers will do.
#[derive(Clone, Debug)]
pub(super) struct Want {
    pub(super) topic: Topic,
    pub(super) is_needed: bool,
    pub(super) accepts: fn(&Answer) -> bool,
    pub(super) again_at: Option<Timestamp>,
    /// How old an answer may be that another pane has, in milliseconds.
    pub(super) max_age: Option<u64>,
    /// Whether it is given up as soon as the pane leaves the screen.
    pub(super) is_passing: bool,
}

/// How old an answer may be that will do for one that has just come to want it, in milliseconds.
pub(super) const MAX_SHARED_AGE: u64 = 5_000;

impl Wants {
    /// Adds what the pane needs.
    pub fn add<Q: Question>(&mut self, question: &Q) {
        self.push(question, true);
    }

    /// Adds what the pane can do without.
    pub fn add_optional<Q: Question>(&mut self, question: &Q) {
        self.push(question, false);
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Adds what a subscriber reads from responses.
    pub fn add_topic(&mut self, topic: impl Into<Topic>) {
        self.push_topic(topic.into(), true, |_| true);
    }

    /// Adds what the pane needs, of which an answer will do that another pane has got a few seconds ago.
    pub fn add_shared<Q: Question>(&mut self, question: &Q) {
        self.push(question, true);
        if let Some(want) = self.all.last_mut() {
            want.max_age = Some(MAX_SHARED_AGE);
        }
    }

    /// Adds what the pane can do without, and what is given up as soon as it leaves the screen.
    pub fn add_while_on_screen<Q: Question>(&mut self, question: &Q) {
        self.push(question, false);
        if let Some(want) = self.all.last_mut() {
            want.is_passing = true;
        }
    }

    /// Has a question that was added asked again at this time, once: whoever polls names the next time when
    /// the answer is there. What is in progress then is not begun anew.
    pub fn ask_again_at<Q: Question>(&mut self, question: &Q, at: Timestamp) {
        let topic = question.topic();
        if let Some(want) = self.all.iter_mut().find(|want| want.topic == topic) {
            want.again_at = Some(at);
        }
    }

    /// Adds a contract, account or token to resolve by name or code, once for the pane.
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
