//! The progress of a request.

use ledger::Timestamp;
use ledger::timestamp::span;

use crate::message::{AnswerSource, Failure, Gathering, Request, Response, Retrying};
use crate::panes::kit::ask::retry_time;

/// The state of a request. The owner knows whether there is an earlier answer.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// When the last answer came.
    pub(in crate::panes::kit) answered_at: Option<Timestamp>,
    /// When the last request came to an end, be it an answer or a failure.
    ended_at: Option<Timestamp>,
    url: String,
    /// Whether the last answer was kept on disk.
    pub(in crate::panes::kit) is_cached: bool,
    /// How often in a row it failed.
    failures: u32,
    pub(in crate::panes::kit) phase: Phase,
}

/// What the last request is doing.
#[derive(Clone, Debug, Default)]
pub(in crate::panes::kit) enum Phase {
    #[default]
    Rest,
    Asking {
        request: Request,
        since: Timestamp,
        /// Why it failed before, if it is asked again by itself.
        after: Option<Box<Failure>>,
        /// How many records are there, and how many are needed, if it needs many.
        records: Option<(usize, usize)>,
    },
    Waiting(Box<Retrying>),
    Failed {
        failure: Failure,
        /// When it is asked again by itself.
        heals_at: Option<Timestamp>,
    },
    Stopped,
}

/// Delay before a wait is shown: most answers are faster, and a flash disturbs.
pub(in crate::panes::kit) const SPINNER_DELAY_MILLIS: u64 = 300;
pub(in crate::panes::kit) const SPINNER_FRAME_MILLIS: u64 = 250;

impl Progress {
    /// The state of a request that the user stopped.
    pub fn stopped() -> Self {
        Self { phase: Phase::Stopped, ..Self::default() }
    }

    /// The same if the last request was answered.
    #[must_use]
    pub fn as_answered(&self) -> Self {
        Self { answered_at: self.ended_at, phase: Phase::Rest, ..self.clone() }
    }

    /// Notes that this is asked now.
    pub fn start(&mut self, request: Request, now: Timestamp) {
        self.failures = 0;
        self.phase = Phase::Asking { request, since: now, after: None, records: None };
    }

    /// Notes that this is asked now, again by itself.
    pub fn start_again(&mut self, request: Request, now: Timestamp) {
        let after = self.failure().cloned().map(Box::new);
        self.phase = Phase::Asking { request, since: now, after, records: None };
    }

    /// Notes the answer to what was asked last, and nothing else. `true` if it was for this.
    pub fn finish(&mut self, response: &Response) -> bool {
        if self.asked() != Some(&response.request) {
            return false;
        }
        self.url.clone_from(&response.url);
        self.ended_at = Some(response.at);
        if response.outcome.is_ok() {
            self.answered_at = Some(response.at);
            self.is_cached = response.source != AnswerSource::Server;
        }
        self.phase = match retry_time::failed(response) {
            None => {
                self.failures = 0;
                Phase::Rest
            }
            Some((failure, at)) => {
                self.ended_at = Some(at);
                self.failures = self.failures.saturating_add(1);
                let heals_at = retry_time::heals_at(response, self.failures);
                Phase::Failed { failure: failure.clone(), heals_at }
            }
        };
        true
    }

    /// What failed is not asked again by itself.
    pub fn give_up(&mut self) {
        if let Phase::Failed { heals_at, .. } = &mut self.phase {
            *heals_at = None;
        }
    }

    /// Notes that an answer came that cannot be used.
    pub fn fail(&mut self, failure: Failure) {
        self.phase = Phase::Failed { failure, heals_at: None };
    }

    /// Notes that the request failed in passing and will be repeated. `true` if it was this one.
    pub fn retry(&mut self, retrying: &Retrying) -> bool {
        let mine = self.asked() == Some(&retrying.request);
        if mine {
            self.phase = Phase::Waiting(Box::new(retrying.clone()));
        }
        mine
    }

    /// Notes how many records are there, if it is this request that needs them.
    pub fn gather(&mut self, gathering: &Gathering) {
        if let Phase::Asking { request, records, .. } = &mut self.phase
            && *request == gathering.request
        {
            *records = Some((gathering.done, gathering.of));
        }
    }

    /// Notes that nobody waits any more. The request that was in progress.
    pub fn stop(&mut self) -> Option<Request> {
        let request = self.asked()?.clone();
        self.phase = Phase::Stopped;
        Some(request)
    }

    /// When the last answer came, if it is kept.
    pub fn answered_at(&self) -> Option<Timestamp> {
        self.answered_at
    }

    /// When the last request came to an end, be it an answer or a failure.
    pub fn ended_at(&self) -> Option<Timestamp> {
        self.ended_at
    }

    /// The request that is in progress.
    pub fn asked(&self) -> Option<&Request> {
        match &self.phase {
            Phase::Asking { request, .. } => Some(request),
            Phase::Waiting(retrying) => Some(&retrying.request),
            _ => None,
        }
    }

    /// Why the last request failed, unless a newer one is in progress.
    pub fn failure(&self) -> Option<&Failure> {
        match &self.phase {
            Phase::Failed { failure, .. } => Some(failure),
            _ => None,
        }
    }

    /// When what failed is asked again by itself: at once if the clock was put back behind the failure.
    pub fn heals_at(&self, now: Timestamp) -> Option<Timestamp> {
        match &self.phase {
            Phase::Failed { heals_at, .. } => {
                let is_put_back = self.ended_at.is_some_and(|ended| now < ended);
                heals_at.map(|at| if is_put_back { now } else { at })
            }
            _ => None,
        }
    }

    /// Whether an answer is in progress. A request that waits for its next try has none.
    pub fn is_under_way(&self) -> bool {
        matches!(self.phase, Phase::Asking { .. })
    }

    /// Why the request will be repeated and when, in words, while that is waited for.
    pub fn waits(&self, now: Timestamp) -> Option<String> {
        match &self.phase {
            Phase::Waiting(retrying) => Some(waiting_words(retrying, now)),
            _ => None,
        }
    }

    /// Why there is no answer yet, while it is asked for again; without a countdown, for what is drawn once.
    pub fn trouble(&self) -> Option<String> {
        let failure = match &self.phase {
            Phase::Waiting(retrying) => &retrying.failure,
            Phase::Asking { after: Some(failure), .. } => failure,
            Phase::Failed { failure, heals_at: Some(_) } => failure,
            _ => return None,
        };
        Some(format!("{} Trying again.", failure.sentence()))
    }

    /// The address that answered last.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// When something about this moves by itself: a spinner or a countdown.
    pub fn wake_at(&self, now: Timestamp) -> Option<Timestamp> {
        match &self.phase {
            Phase::Asking { since, .. } if now < since.plus_millis(SPINNER_DELAY_MILLIS) => {
                Some(since.plus_millis(SPINNER_DELAY_MILLIS))
            }
            Phase::Waiting(retrying) if now < retrying.at => Some(now.plus_millis(1000)),
            Phase::Asking { .. } | Phase::Waiting(_) => Some(now.plus_millis(SPINNER_FRAME_MILLIS)),
            Phase::Failed { heals_at: Some(at), .. } if now < *at => Some(now.plus_millis(1000).min(*at)),
            Phase::Failed { .. } => self.asked_wait(now).map(|_| now.plus_millis(1000)),
            Phase::Rest | Phase::Stopped => None,
        }
    }

    /// For how long the server still asks to be left alone, nanoseconds.
    pub fn asked_wait(&self, now: Timestamp) -> Option<u128> {
        match &self.phase {
            Phase::Failed { failure: Failure::RateLimited { until: Some(until), .. }, .. }
                if *until > now =>
            {
                Some(until.since(now))
            }
            _ => None,
        }
    }
}

/// Why a request failed, and when it is tried again.
pub(in crate::panes::kit) fn waiting_words(retrying: &Retrying, now: Timestamp) -> String {
    let wait = retrying.at.since(now);
    let (attempt, of) = (retrying.attempt, retrying.of);
    format!("{} Next try in {} (attempt {attempt} of {of}).", retrying.failure.sentence(), span(wait))
}
