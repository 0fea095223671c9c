//! What a pane wants to know, the most important first.

use crate::message::{Answer, Question, Topic};

/// The topics that a pane wants to know about. The first is what the pane is about: the header tells how far it has
/// come.
#[derive(Clone, Debug, Default)]
pub struct Wants(Vec<Want>);

/// A topic, and which answers will do.
#[derive(Clone, Debug)]
pub(super) struct Want {
    pub(super) topic: Topic,
    pub(super) accepts: fn(&Answer) -> bool,
}

impl Wants {
    /// Adds what this question asks.
    pub fn add<Q: Question>(&mut self, question: &Q) {
        self.0.push(Want { topic: question.topic(), accepts: |answer| Q::pick(answer).is_some() });
    }

    pub(super) fn into_iter(self) -> impl Iterator<Item = Want> {
        self.0.into_iter()
    }
}
