//! A question whose answer is applied once, such as a file into a form.

use crate::message::{Failure, Question};
use crate::panes::Context;
use crate::panes::kit::{Fetched, Requests, Subscriber, Wants};

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
