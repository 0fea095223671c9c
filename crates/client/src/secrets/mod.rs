//! Removes API keys from all server responses. The keys that were sent are in memory only, and no longer than needed;
//! of a dropped key, traces remain that find it in later responses.

mod form;
mod guess;
mod strike;

use std::borrow::Cow;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use api::{Answer, AnyOperation, Failure, Polled, Submit, Submitted};
use guess::{strike_guesses, strike_guesses_in};
use ledger::RawJson;
use secrecy::zeroize::Zeroize as _;
use strike::strike_keys;
use verification::{ApiKey, JobKey};

use self::form::{Salt, Traces};
use crate::call::Call;

/// Removes keys from responses.
#[derive(Clone, Debug, Default)]
pub(super) struct Guard {
    /// What this process has sent, by the time of the response.
    sent: Keys,
    /// Scheme, host and port of the server, which may repeat what was sent to it.
    origin: String,
    /// Whether an earlier process may have sent other keys.
    guesses: bool,
}

impl Guard {
    /// A body without keys.
    pub(super) fn body(&self, mut body: String) -> RawJson {
        if let Some(struck) = self.struck(&body) {
            body.zeroize();
            body = struck;
        }
        let body = RawJson::new(body);
        let guessed = self.guesses.then(|| strike_guesses(&body)).flatten();
        guessed.map_or(body, RawJson::new)
    }

    /// A header without keys.
    pub(super) fn header<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let known = self.struck(text).map_or(Cow::Borrowed(text), Cow::Owned);
        let guessed = self.guesses.then(|| strike_guesses_in(&known)).flatten();
        guessed.map_or(known, Cow::Owned)
    }

    /// A header that may be stored and sent back: `None` if it holds a key or may hold one.
    pub(super) fn token(&self, text: &str) -> Option<String> {
        let clean = !self.guesses && self.struck(text).is_none();
        clean.then(|| text.to_owned())
    }

    /// The text without the keys that the server knows; `None` if none of them is in it.
    fn struck(&self, text: &str) -> Option<String> {
        strike_keys(text, &self.sent.known(&self.origin))
    }
}

/// How many keys are held, the newest, and of how many traces are left.
const MAX_KEYS: usize = 1000;

/// Which job was submitted to which server with which key. Clones are the same.
#[derive(Clone, Debug, Default)]
pub(crate) struct Keys(Arc<Mutex<State>>);

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
struct Known {
    keys: Vec<ApiKey>,
    past: Vec<Arc<Traces>>,
    salt: Salt,
}

impl Keys {
    /// The guard for the response to this call. From now on it also removes the key of a submission.
    pub(crate) fn guard(&self, ask: &AnyOperation, call: &Call) -> Guard {
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
    fn known(&self, origin: &str) -> Known {
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
    pub(crate) fn settle(&self, ask: &AnyOperation, outcome: &Result<Answer, Failure>) {
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
