//! Names from a signature server, if the user configured one, of this run and earlier ones. Each hash that no local
//! source could name is looked up once; after a temporary failure, again once another decoding leaves it unnamed. Names
//! are valid on every network: each matches its hash.

use std::collections::{BTreeSet, HashSet};

use api::{Failure, Lookup, Signatures};
use decode::Interface;
use decode::interface::{Entry, online};
use decode::unnamed::Unnamed;
use ledger::Text;

use crate::message::{Notice, Response};

/// The hashes of one network without a name, and the signature server's answers for them.
#[derive(Debug, Default)]
pub(in crate::app) struct Online {
    /// The hashes to look up next.
    wanted: BTreeSet<Unnamed>,
    /// The hashes that were looked up.
    asked: HashSet<Unnamed>,
    under_way: Option<Lookup>,
    /// A notice to show to the user once.
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
    /// Queues hashes without a name for the lookup.
    pub(in crate::app) fn queue_lookup(&mut self, unnamed: impl IntoIterator<Item = Unnamed>) {
        for hash in unnamed {
            if !self.asked.contains(&hash) && self.asked.len() + self.wanted.len() < MAX_HASHES {
                self.wanted.insert(hash);
            }
        }
    }

    /// Clears the queue: the known data has grown, and decoding runs again.
    pub(in crate::app) fn forget_wanted(&mut self) {
        self.wanted.clear();
    }

    /// Takes the notice to show to the user.
    pub(in crate::app) fn complaint(&mut self) -> Option<Notice> {
        self.complaint.take()
    }

    /// Puts the next question together for this server, one at a time.
    pub(in crate::app) fn next(&mut self, server: &str) -> Option<&Lookup> {
        if self.under_way.is_some() || self.trouble == Trouble::GivenUp || self.wanted.is_empty() {
            return None;
        }
        let mut lookup = Lookup { server: server.to_owned(), selectors: Vec::new(), topics: Vec::new() };
        for _ in 0..Lookup::MAX_HASHES {
            let Some(hash) = self.wanted.pop_first() else { break };
            self.asked.insert(hash);
            match hash {
                Unnamed::Selector(selector) => lookup.selectors.push(selector),
                Unnamed::Topic(topic) => lookup.topics.push(topic),
            }
        }
        Some(self.under_way.insert(lookup))
    }

    /// The question that is in progress.
    pub(in crate::app) fn asked(&self) -> Option<Lookup> {
        self.under_way.clone()
    }

    /// Takes an answer: the names in it that were asked for.
    pub(in crate::app) fn on_response(&mut self, response: &Response) -> Option<Signatures> {
        let lookup = self.under_way.take_if(|asked| response.request.ask.operation() == Some(asked))?;
        if let Err(failure) = &response.outcome {
            self.fail(failure, &lookup);
        }
        response
            .request
            .ask
            .answered::<Lookup>(&response.outcome)
            .map(|(lookup, answer)| proven(answer, lookup))
    }

    fn fail(&mut self, failure: &Failure, lookup: &Lookup) {
        let before = self.trouble;
        self.trouble = if failure.is_passing() { Trouble::SignatureCache } else { Trouble::GivenUp };
        let consequence = if self.trouble == Trouble::GivenUp {
            "; it is not asked again"
        } else {
            for hash in hashes(lookup) {
                self.asked.remove(&hash);
            }
            ""
        };
        if before != self.trouble {
            let sentence = failure.sentence();
            let sentence = sentence.trim_end_matches('.');
            self.complaint = Some(Notice::warning(format!("signature server: {sentence}{consequence}")));
        }
    }
}

/// The names whose hashes were requested; others in the answer are ignored.
pub(in crate::app) fn proven(answer: &Signatures, lookup: &Lookup) -> Signatures {
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

/// The most names in the cache.
const MAX_NAMES: usize = 4_096;

/// All names, oldest first.
#[derive(Debug, Default)]
pub(in crate::app) struct SignatureCache {
    entries: Vec<Entry>,
}

impl SignatureCache {
    /// Takes names, each read anew: all that are known now, if these are more than before.
    pub(in crate::app) fn add(&mut self, signatures: &Signatures) -> Option<Interface> {
        let before = self.entries.len();
        let calls = signatures.functions.iter().flat_map(online::call);
        for entry in calls.chain(signatures.events.iter().filter_map(online::event)) {
            if self.entries.len() < MAX_NAMES && !self.entries.contains(&entry) {
                self.entries.push(entry);
            }
        }
        (self.entries.len() > before).then(|| Interface::new(self.entries.clone()))
    }
}

#[cfg(test)]
mod tests;
