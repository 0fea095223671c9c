//! Failures on demand: rules that make the network answer badly, late or not at all.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

mod parse;
mod serve;
#[cfg(test)]
mod tests;

pub use parse::RuleFault;
pub(super) use serve::{Carrier, carry_out};

/// The rules in force. Clones share them, so a test can change them while the network runs.
#[derive(Clone, Debug, Default)]
pub struct Faults(Arc<Mutex<Vec<Rule>>>);

/// What happens to which requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// How the path of a request must start.
    pub path: String,
    /// How many such requests are answered well before the rule begins.
    pub skip: u32,
    /// How many requests it strikes; `None` for all that follow.
    pub times: Option<u32>,
    /// What happens to them.
    pub fault: Fault,
}

/// What can happen to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Another status, without asking the service.
    Status {
        /// 100 to 999; anything else becomes 500.
        status: u16,
        /// The body, sent as JSON.
        body: String,
        /// When to come again.
        retry_after: Option<RetryAfter>,
    },
    /// 502 with a page of HTML, as a proxy sends it.
    Html,
    /// The right answer, cut in half.
    Truncate,
    /// The right answer with its length, then the connection breaks in the middle of it.
    Break,
    /// The connection is closed without an answer, and the service never hears of the request.
    Drop,
    /// The service does what it is asked to, but its answer never comes.
    Lose,
    /// No answer until the network ends.
    Stall,
    /// The right answer, sixteen bytes at a time with this pause between them.
    Drip(Duration),
}

/// The two forms of the header `Retry-After`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RetryAfter {
    /// So many seconds, as a number.
    Seconds(u32),
    /// So many seconds from now by the network's clock, as a date.
    Date(u32),
}

impl Faults {
    /// Adds a rule. For any request the oldest rule that matches it decides.
    pub fn add(&self, rule: Rule) {
        self.with(|rules| rules.push(rule));
    }

    /// Takes all rules back.
    pub fn clear(&self) {
        self.with(Vec::clear);
    }

    /// What happens to a request for this path, which counts as one.
    fn strike(&self, path: &str) -> Option<Fault> {
        self.with(|rules| {
            let rule = rules.iter_mut().find(|rule| path.starts_with(&rule.path) && rule.times != Some(0))?;
            if rule.skip > 0 {
                rule.skip -= 1;
                return None;
            }
            rule.times = rule.times.map(|times| times - 1);
            Some(rule.fault.clone())
        })
    }

    fn with<T>(&self, act: impl FnOnce(&mut Vec<Rule>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Rule {
    /// A rule for all requests whose path starts like this.
    pub fn new(path: impl Into<String>, fault: Fault) -> Self {
        Self { path: path.into(), skip: 0, times: None, fault }
    }

    /// The same for only so many requests.
    #[must_use]
    pub fn times(self, times: u32) -> Self {
        Self { times: Some(times), ..self }
    }

    /// The same after so many requests that are answered well.
    #[must_use]
    pub fn after(self, skip: u32) -> Self {
        Self { skip, ..self }
    }
}
