//! Progress of a request, with its failures and the time of its next retry.

use api::{AnswerSource, Failure};
use ledger::Timestamp;
use ledger::timestamp::span;

use crate::message::{Gathering, Request, Response, Retrying};

/// The state of a request. The owner knows whether there is an earlier answer.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// Time of the last answer.
    pub(in crate::panes::kit) answered_at: Option<Timestamp>,
    /// Time at which the last request ended, in an answer or a failure.
    ended_at: Option<Timestamp>,
    url: String,
    /// Whether the last answer came from the disk cache.
    pub(in crate::panes::kit) is_cached: bool,
    /// Number of consecutive failures.
    failures: u32,
    pub(in crate::panes::kit) phase: Phase,
}

/// The phase of the last request.
#[derive(Clone, Debug, Default)]
pub(in crate::panes::kit) enum Phase {
    #[default]
    Rest,
    Asking {
        request: Request,
        since: Timestamp,
        /// Why the previous attempt failed, if this is an automatic retry.
        after: Option<Box<Failure>>,
        /// Numbers of loaded and required records, if it needs many.
        records: Option<(usize, usize)>,
    },
    Waiting(Box<Retrying>),
    Failed {
        failure: Failure,
        /// Time of the automatic retry; `None` if there will be none.
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

    /// A copy whose last request counts as answered.
    #[must_use]
    pub fn as_answered(&self) -> Self {
        Self { answered_at: self.ended_at, phase: Phase::Rest, ..self.clone() }
    }

    /// Notes the start of a request.
    pub fn start(&mut self, request: Request, now: Timestamp) {
        self.failures = 0;
        self.phase = Phase::Asking { request, since: now, after: None, records: None };
    }

    /// Notes the start of an automatic retry.
    pub fn start_again(&mut self, request: Request, now: Timestamp) {
        let after = self.failure().cloned().map(Box::new);
        self.phase = Phase::Asking { request, since: now, after, records: None };
    }

    /// Applies the answer to the last request. `true` if it was for this request.
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
        self.phase = match failed(response) {
            None => {
                self.failures = 0;
                Phase::Rest
            }
            Some((failure, at)) => {
                self.ended_at = Some(at);
                self.failures = self.failures.saturating_add(1);
                let heals_at = heals_at(response, self.failures);
                Phase::Failed { failure: failure.clone(), heals_at }
            }
        };
        true
    }

    /// Disables the automatic retry of a failure.
    pub fn give_up(&mut self) {
        if let Phase::Failed { heals_at, .. } = &mut self.phase {
            *heals_at = None;
        }
    }

    /// Notes an unusable answer.
    pub fn fail(&mut self, failure: Failure) {
        self.phase = Phase::Failed { failure, heals_at: None };
    }

    /// Notes that the request failed temporarily and will be repeated. `true` if it was this one.
    pub fn retry(&mut self, retrying: &Retrying) -> bool {
        let mine = self.asked() == Some(&retrying.request);
        if mine {
            self.phase = Phase::Waiting(Box::new(retrying.clone()));
        }
        mine
    }

    /// Updates the number of loaded records, if this request needs them.
    pub fn gather(&mut self, gathering: &Gathering) {
        if let Phase::Asking { request, records, .. } = &mut self.phase
            && *request == gathering.request
        {
            *records = Some((gathering.done, gathering.of));
        }
    }

    /// Notes that no subscriber waits. Returns the request that was in progress.
    pub fn stop(&mut self) -> Option<Request> {
        let request = self.asked()?.clone();
        self.phase = Phase::Stopped;
        Some(request)
    }

    /// Time of the last answer, if it is stored.
    pub fn answered_at(&self) -> Option<Timestamp> {
        self.answered_at
    }

    /// Time at which the last request ended, in an answer or a failure.
    pub fn ended_at(&self) -> Option<Timestamp> {
        self.ended_at
    }

    /// The request in progress.
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

    /// Time of the automatic retry: at once if the clock was put back before the failure.
    pub fn heals_at(&self, now: Timestamp) -> Option<Timestamp> {
        match &self.phase {
            Phase::Failed { heals_at, .. } => {
                let is_put_back = self.ended_at.is_some_and(|ended| now < ended);
                heals_at.map(|at| if is_put_back { now } else { at })
            }
            _ => None,
        }
    }

    /// Whether a request is in progress. One that waits for a retry is not.
    pub fn is_under_way(&self) -> bool {
        matches!(self.phase, Phase::Asking { .. })
    }

    /// Why and when the request will be repeated, in words, while a retry is pending.
    pub fn waits(&self, now: Timestamp) -> Option<String> {
        match &self.phase {
            Phase::Waiting(retrying) => Some(waiting_words(retrying, now)),
            _ => None,
        }
    }

    /// Why there is no answer yet, during retries; without a countdown, for text that is drawn once.
    pub fn trouble(&self) -> Option<String> {
        let failure = match &self.phase {
            Phase::Waiting(retrying) => &retrying.failure,
            Phase::Asking { after: Some(failure), .. } => failure,
            Phase::Failed { failure, heals_at: Some(_) } => failure,
            _ => return None,
        };
        Some(format!("{} Trying again.", failure.sentence()))
    }

    /// URL of the last answer.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Time of the next animation step: of a spinner or a countdown.
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

    /// Remaining wait that the server asked for, nanoseconds.
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

/// Why a request failed, and the time of the retry.
pub(in crate::panes::kit) fn waiting_words(retrying: &Retrying, now: Timestamp) -> String {
    let wait = retrying.at.since(now);
    let (attempt, of) = (retrying.attempt, retrying.of);
    format!("{} Next try in {} (attempt {attempt} of {of}).", retrying.failure.sentence(), span(wait))
}

/// The wait after the first failure, in milliseconds; it doubles with each further one.
const FIRST_WAIT_MILLIS: u64 = 5_000;
/// The longest wait, in milliseconds.
const MAX_WAIT_MILLIS: u64 = 60_000;

/// The server's failure and its time, also if an older answer is shown instead.
pub(super) fn failed(response: &Response) -> Option<(&Failure, Timestamp)> {
    match (&response.outcome, &response.source) {
        (Err(failure), _) => Some((failure, response.at)),
        (Ok(_), AnswerSource::CacheAfter(failure, at)) => Some((failure, *at)),
        (Ok(_), _) => None,
    }
}

/// Time of the retry after this number of consecutive failures; `None` if a retry would not help.
pub(super) fn heals_at(response: &Response, failures: u32) -> Option<Timestamp> {
    let (failure, at) = failed(response)?;
    // Without an address, no server was asked: a retry would not help.
    if !failure.is_of_the_connection() || response.url.is_empty() {
        return None;
    }
    let doubled = failures.saturating_sub(1).min(8);
    let wait = (FIRST_WAIT_MILLIS << doubled).min(MAX_WAIT_MILLIS);
    let own = at.plus_millis(wait);
    match failure {
        Failure::RateLimited { until: Some(until), .. } => Some((*until).max(own)),
        _ => Some(own),
    }
}

#[cfg(test)]
mod tests {
    use ledger::Text;

    use super::*;
    use crate::message::Request;
    use api::ChainsQuery;

    const NOW: Timestamp = Timestamp::from_secs(1_795_000_000);

    fn failed(failure: Failure) -> Response {
        let request = Request::new("net", &ChainsQuery);
        let url = "http://127.0.0.1:1/chains".to_owned();
        Response { url, ..Response::here(request, Err(failure), NOW) }
    }

    /// Seconds until it is asked again, after each of ten failures.
    fn waits(failure: &Failure) -> Vec<Option<u128>> {
        let wait = |failures| Some(heals_at(&failed(failure.clone()), failures)?.since(NOW) / 1_000_000_000);
        (1..=6).map(wait).collect()
    }

    #[test]
    fn waits_grow_to_a_minute_or_are_what_the_server_asks_for() {
        let unreachable = Failure::Unreachable { words: Text::from("refused"), sent: false };
        assert_eq!(waits(&unreachable), [5, 10, 20, 40, 60, 60].map(Some));
        assert_eq!(waits(&Failure::TimedOut { after: 20 })[0], Some(5));
        let busy = |until| Failure::RateLimited { until, words: Vec::new(), code: None };
        assert_eq!(waits(&busy(Some(NOW.plus_millis(700_000))))[0], Some(700));
        assert_eq!(waits(&busy(Some(NOW)))[1], Some(10), "a server in a hurry is not hurried");
        assert_eq!(waits(&busy(None))[0], Some(5));
    }

    #[test]
    fn what_would_fail_again_is_not_asked_again() {
        let lasting = Failure::NotFound { words: Vec::new(), code: None };
        assert_eq!(waits(&lasting), [None; 6]);
        let unreachable = Failure::Unreachable { words: Text::from("no verifier"), sent: false };
        let unasked = Response { url: String::new(), ..failed(unreachable) };
        assert_eq!(heals_at(&unasked, 1), None);
    }
}
