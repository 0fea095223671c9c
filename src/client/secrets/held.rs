//! The keys that were sent and that servers may repeat; in memory only, and no longer than needed. Of a key that was let
//! go traces are left, by which it is still known where a server repeats it later.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use verification::{ApiKey, JobKey};

use super::Guard;
use super::trace::{Salt, Traces};
use crate::client::call::Call;
use crate::message::{Answer, AnyOperation, Failure, Polled, Submit, Submitted};

/// How many keys are held, the newest, and of how many traces are left.
const MAX_KEYS: usize = 1000;

/// Which job was submitted to which server with which key. Clones are the same.
#[derive(Clone, Debug, Default)]
pub(in crate::client) struct Keys(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    held: VecDeque<Held>,
    past: VecDeque<Past>,
    salt: Salt,
}

#[derive(Debug)]
struct Held {
    job: JobKey,
    /// Scheme, host and port.
    origin: String,
    key: ApiKey,
}

/// A dropped key.
#[derive(Debug)]
struct Past {
    origin: String,
    traces: Arc<Traces>,
}

/// What a server knows now.
#[derive(Debug, Default)]
pub(super) struct Known {
    pub(super) keys: Vec<ApiKey>,
    pub(super) past: Vec<Arc<Traces>>,
    pub(super) salt: Salt,
}

impl Keys {
    /// The guard for the response to this call. From now on it also removes the key of a submission.
    pub(in crate::client) fn guard(&self, ask: &AnyOperation, call: &Call) -> Guard {
        let origin = call.url.origin().ascii_serialization();
        let mut state = self.lock();
        if let AnyOperation::Submit(Submit { job, submission }) = ask
            && let Some(key) = submission.body.api_key()
        {
            state.held.retain(|held| held.job != *job);
            state.held.push_front(Held { job: *job, origin: origin.clone(), key: key.clone() });
            state.held.truncate(MAX_KEYS);
        }
        let guesses = match ask {
            AnyOperation::Job(poll) => {
                poll.may_repeat_key && !state.held.iter().any(|held| held.job == poll.key)
            }
            _ => false,
        };
        drop(state);
        Guard { sent: self.clone(), origin, guesses }
    }

    /// The keys that this server knows, including those sent while its answer was awaited.
    pub(super) fn known(&self, origin: &str) -> Known {
        let state = self.lock();
        let mut keys: Vec<ApiKey> = Vec::new();
        for held in state.held.iter().filter(|held| held.origin == origin) {
            if !keys.contains(&held.key) {
                keys.push(held.key.clone());
            }
        }
        let past = state.past.iter().filter(|past| past.origin == origin);
        let past = past.map(|past| Arc::clone(&past.traces)).collect();
        Known { keys, past, salt: state.salt.clone() }
    }

    /// Lets a job's key go, once it has its answer.
    pub(in crate::client) fn settle(&self, ask: &AnyOperation, outcome: &Result<Answer, Failure>) {
        let done = match (ask, outcome) {
            (AnyOperation::Submit(_), Ok(Answer::Submit(Submitted::As(_)))) => return,
            (AnyOperation::Submit(submit), _) => submit.job,
            (AnyOperation::Job(poll), Ok(Answer::Job(Polled::Record(record, _))))
                if record.standing().is_verdict() =>
            {
                poll.key
            }
            _ => return,
        };
        let mut state = self.lock();
        let Some(at) = state.held.iter().position(|held| held.job == done) else { return };
        let Some(Held { origin, key, .. }) = state.held.remove(at) else { return };
        let traces = Traces::new(&key, &state.salt);
        // Many jobs may have one key.
        if !state.past.iter().any(|past| past.origin == origin && *past.traces == traces) {
            state.past.push_front(Past { origin, traces: Arc::new(traces) });
            state.past.truncate(MAX_KEYS);
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
