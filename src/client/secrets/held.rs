//! The keys that were sent and that servers may repeat; in memory only, and no longer than needed.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use super::Guard;
use crate::client::call::Call;
use crate::message::{Answer, Ask, Failure};
use crate::verification::{ApiKey, JobKey};

/// How many keys are held, the newest.
const MAX_KEYS: usize = 1000;

/// Which job was submitted to which server with which key.
#[derive(Debug, Default)]
pub(in crate::client) struct Keys(Mutex<VecDeque<Held>>);

#[derive(Debug)]
struct Held {
    job: JobKey,
    /// Scheme, host and port.
    origin: String,
    key: ApiKey,
}

impl Keys {
    /// The guard for the response to this call. From now on it also removes the key of a submission.
    pub(in crate::client) fn guard(&self, ask: &Ask, call: &Call) -> Guard {
        let origin = call.url.origin().ascii_serialization();
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Ask::Submit(job, submission) = ask
            && let Some(key) = submission.body.api_key()
        {
            held.retain(|held| held.job != *job);
            held.push_front(Held { job: *job, origin: origin.clone(), key: key.clone() });
            held.truncate(MAX_KEYS);
        }
        let mut keys: Vec<ApiKey> = Vec::new();
        for held in held.iter().filter(|held| held.origin == origin) {
            if !keys.contains(&held.key) {
                keys.push(held.key.clone());
            }
        }
        let guesses = match ask {
            Ask::Job(poll) => poll.may_repeat_key && !held.iter().any(|held| held.job == poll.key),
            _ => false,
        };
        Guard { keys, guesses }
    }

    /// Lets a job's key go, once it has its answer.
    pub(in crate::client) fn settle(&self, ask: &Ask, outcome: &Result<Answer, Failure>) {
        let done = match (ask, outcome) {
            (Ask::Submit(_, _), Ok(Answer::Submitted(_))) => return,
            (Ask::Submit(job, _), _) => *job,
            (Ask::Job(poll), Ok(Answer::Job(record, _))) if record.standing().is_verdict() => poll.key,
            _ => return,
        };
        self.0.lock().unwrap_or_else(PoisonError::into_inner).retain(|held| held.job != done);
    }
}
