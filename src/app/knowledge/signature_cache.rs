//! Names from signature servers, of this run and earlier ones. They are valid on every network: each matches its hash.

use decode::Interface;
use decode::interface::{Entry, online};

use crate::message::Signatures;

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
