//! Names from a signature server, for a user who set one: asked for what no finding could name, each hash once, and
//! once more after a failure that may have passed.

use std::collections::{BTreeSet, HashMap};

use super::again::{Again, RETRY_DELAY_MILLIS};
use crate::decode::interface::{Entry, online};
use crate::decode::unnamed::Unnamed;
use crate::ledger::{Text, Timestamp};
use crate::message::{Failure, Lookup, Notice, Request, Response, Signatures};

/// What one network's findings left without a name, and what a signature server said to it.
#[derive(Debug, Default)]
pub(super) struct Online {
    /// What is asked next.
    wanted: BTreeSet<Unnamed>,
    /// What was asked, and when it may be asked again.
    asked: HashMap<Unnamed, Again>,
    under_way: Option<Request>,
    /// What the user is to be told once.
    complaint: Option<Notice>,
    trouble: Trouble,
}

/// How it went with the server so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
enum Trouble {
    #[default]
    None,
    /// It failed at least once, and the user knows.
    SignatureCache,
    /// It is no signature server: it is not asked any more.
    GivenUp,
}

/// The most hashes that one network's findings may ask for.
const MAX_HASHES: usize = 4_096;

impl Online {
    /// Takes note of what was left without a name.
    pub(super) fn queue_lookup(&mut self, unnamed: impl IntoIterator<Item = Unnamed>, now: Timestamp) {
        for hash in unnamed {
            let known = self.asked.len() + self.wanted.len();
            let may = match self.asked.get(&hash) {
                None => known < MAX_HASHES,
                Some(again) => again.is_due(now),
            };
            if may {
                self.wanted.insert(hash);
            }
        }
    }

    /// Forgets what was not asked yet: more is known now, and the findings are made again.
    pub(super) fn forget_wanted(&mut self) {
        self.wanted.clear();
    }

    /// What the user is to be told.
    pub(super) fn complaint(&mut self) -> Option<Notice> {
        self.complaint.take()
    }

    /// The next question to this server, one at a time.
    pub(super) fn next(&mut self, server: &str, network: &str) -> Option<Request> {
        if self.under_way.is_some() || self.trouble == Trouble::GivenUp || self.wanted.is_empty() {
            return None;
        }
        let mut lookup = Lookup { server: server.to_owned(), selectors: Vec::new(), topics: Vec::new() };
        for _ in 0..Lookup::MAX_HASHES {
            let Some(hash) = self.wanted.pop_first() else { break };
            self.asked.insert(hash, Again::Never);
            match hash {
                Unnamed::Selector(selector) => lookup.selectors.push(selector),
                Unnamed::Topic(topic) => lookup.topics.push(topic),
            }
        }
        let request = Request::new(network, &lookup);
        self.under_way = Some(request.clone());
        Some(request)
    }

    /// The question that is in progress.
    pub(super) fn asked(&self) -> Option<Lookup> {
        self.under_way.as_ref().and_then(Request::operation).cloned()
    }

    /// Takes an answer: the names in it that were asked for.
    pub(super) fn on_response(&mut self, response: &Response) -> Option<Signatures> {
        self.under_way.take_if(|request| *request == response.request)?;
        if let (Some(lookup), Err(failure)) = (response.request.operation(), &response.outcome) {
            self.fail(failure, lookup, response.at);
        }
        response.answered::<Lookup>().map(|(lookup, answer)| proven(answer, lookup))
    }

    fn fail(&mut self, failure: &Failure, lookup: &Lookup, at: Timestamp) {
        let before = self.trouble;
        self.trouble = if failure.is_passing() { Trouble::SignatureCache } else { Trouble::GivenUp };
        let consequence = if self.trouble == Trouble::GivenUp {
            "; it is not asked again"
        } else {
            let again = Again::At(at.plus_millis(RETRY_DELAY_MILLIS));
            self.asked.extend(hashes(lookup).map(|hash| (hash, again)));
            ""
        };
        if before != self.trouble {
            let sentence = failure.sentence();
            let sentence = sentence.trim_end_matches('.');
            self.complaint = Some(Notice::warning(format!("signature server: {sentence}{consequence}")));
        }
    }
}

/// The names that have a hash that was asked for; others are no answer to the question.
pub(super) fn proven(answer: &Signatures, lookup: &Lookup) -> Signatures {
    let asked: BTreeSet<Unnamed> = hashes(lookup).collect();
    let is_asked = |entry: &Entry| asked.contains(&online::hash(entry));
    let function = |text: &&Text| online::call(text).any(|entry| is_asked(&entry));
    let event = |text: &&Text| online::event(text).is_some_and(|entry| is_asked(&entry));
    Signatures {
        functions: answer.functions.iter().filter(function).cloned().collect(),
        events: answer.events.iter().filter(event).cloned().collect(),
    }
}

fn hashes(lookup: &Lookup) -> impl Iterator<Item = Unnamed> + '_ {
    let selectors = lookup.selectors.iter().copied().map(Unnamed::Selector);
    selectors.chain(lookup.topics.iter().copied().map(Unnamed::Topic))
}

#[cfg(test)]
mod tests;
