//! One budget for each host: its request rate, and the order of requests.

mod bucket;
mod host;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use reqwest::Url;

pub use host::Rank;
pub(super) use host::{Held, Host};

use crate::message::RequestBudget;

/// The hosts that were asked, by their origins.
#[derive(Debug)]
pub(super) struct Budgets {
    at_once: usize,
    hosts: Mutex<HashMap<String, Arc<Host>>>,
}

impl Budgets {
    /// Each host is asked so much at once.
    pub(super) fn new(at_once: usize) -> Self {
        Self { at_once, hosts: Mutex::default() }
    }

    /// The host of an address. Where profiles share one, the smaller budget holds.
    pub(super) fn host(&self, url: &Url, budget: RequestBudget) -> Arc<Host> {
        let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        let host = hosts.entry(url.origin().ascii_serialization());
        let host = host.or_insert_with(|| Arc::new(Host::new(budget, self.at_once)));
        host.limit(budget);
        Arc::clone(host)
    }
}
