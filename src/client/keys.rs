//! The keys that submissions carried, so that a verifier that repeats one when its job is looked at later does
//! not bring it onto the screen or into the store.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use super::call::Call;
use crate::message::Ask;
use crate::verification::{ApiKey, JobKey};

/// How many are remembered, the newest.
const MOST: usize = 1000;

/// Which job was submitted with which key. In memory only.
#[derive(Debug, Default)]
pub(super) struct Keys(Mutex<VecDeque<(JobKey, ApiKey)>>);

impl Keys {
    /// Remembers the key of a submission, and has that of its job kept out of the answer to a look.
    pub(super) fn guard(&self, ask: &Ask, call: &mut Call) {
        let mut keys = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match (ask, &call.secret) {
            (Ask::Submit(job, _), Some(key)) => {
                keys.push_front((*job, key.clone()));
                keys.truncate(MOST);
            }
            (Ask::Job(look), None) => {
                let known = keys.iter().find(|(job, _)| *job == look.key);
                call.secret = known.map(|(_, key)| key.clone());
            }
            _ => {}
        }
    }
}
