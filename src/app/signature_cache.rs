//! Names that a signature server told, in this run or an earlier one. They hold on every network: each proves its own
//! hash.

use crate::decode::Interface;
use crate::decode::interface::{Entry, online};
use crate::message::Signatures;

/// The most entries that are kept of what servers answer.
const MOST: usize = 4_096;

/// All names that were told, the first first.
#[derive(Debug, Default)]
pub(super) struct SignatureCache {
    entries: Vec<Entry>,
}

impl SignatureCache {
    /// Takes names, each read anew: all that are known now, if these are more than before.
    pub(super) fn add(&mut self, signatures: &Signatures) -> Option<Interface> {
        let before = self.entries.len();
        let calls = signatures.functions.iter().flat_map(online::call);
        for entry in calls.chain(signatures.events.iter().filter_map(online::event)) {
            if self.entries.len() < MOST && !self.entries.contains(&entry) {
                self.entries.push(entry);
            }
        }
        (self.entries.len() > before).then(|| Interface::of(self.entries.clone()))
    }
}
