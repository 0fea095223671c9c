//! What a pane wants to know, the most important first.

use crate::message::{Answer, Question, Topic};

/// The topics that a pane wants to know about: those it needs for what it is about, whose progress the header tells,
/// and those that only add to it.
#[derive(Clone, Debug, Default)]
pub struct Wants(Vec<Want>);

/// A topic, and which answers will do.
#[derive(Clone, Debug)]
pub(super) struct Want {
    pub(super) topic: Topic,
    pub(super) is_needed: bool,
    pub(super) accepts: fn(&Answer) -> bool,
}

impl Wants {
    /// Adds what the pane needs.
    pub fn add<Q: Question>(&mut self, question: &Q) {
        self.push(question, true);
    }

    /// Adds what the pane can do without.
    pub fn add_optional<Q: Question>(&mut self, question: &Q) {
        self.push(question, false);
    }

    fn push<Q: Question>(&mut self, question: &Q, is_needed: bool) {
        let accepts: fn(&Answer) -> bool = |answer| Q::pick(answer).is_some();
        self.0.push(Want { topic: question.topic(), is_needed, accepts });
    }

    pub(super) fn into_iter(self) -> impl Iterator<Item = Want> {
        self.0.into_iter()
    }
}
