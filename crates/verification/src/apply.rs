//! Applies events to a job.

use std::sync::Arc;

use super::{Job, JobEvent, JobId, JobRecord, JobState, PollInterval, Refusal};
use crate::ChainId;
pub(super) use check::ALREADY_VERIFIED;
use ledger::{EvmAddress, RawJson, Text, Timestamp};

/// The longest delay of a poll that a server can request, in milliseconds.
const MAX_POLL_WAIT_MILLIS: u64 = 3_600_000;

/// The largest normal delay of a due action, in milliseconds.
const MAX_LATE_MILLIS: u64 = 60_000;

impl Job {
    /// Applies an event at `now` and plans the next poll.
    ///
    /// Returns whether anything but the times of polls changed, which then must be stored. Only another verdict of the
    /// server replaces a verdict; events of a settled submission are ignored.
    pub fn apply(&mut self, event: JobEvent, now: Timestamp, interval: &PollInterval) -> bool {
        match event {
            JobEvent::Accepted(id) => self.accepted(id, now),
            JobEvent::AcceptedWithoutId(body) => self.accepted_without_id(body, now),
            JobEvent::Refused(refusal, words) => self.refused(refusal, words, now),
            JobEvent::NoAnswer(words) => self.unanswered(JobState::UnknownOutcome, words, now),
            JobEvent::NotSent(words) => self.unanswered(JobState::NotSent, words, now),
            JobEvent::Polled(record, etag) => self.polled(record, etag, now, interval),
            JobEvent::Unchanged => self.unchanged(now, interval),
            JobEvent::PollFailed { words, passing, until } => self.poll_failed(words, passing, until, now),
            JobEvent::Missing => self.missing(now),
            JobEvent::Contract(found) => {
                let moved = self.contract_found(&found, now);
                self.take_name(&found) || moved
            }
            JobEvent::ContractFailed(words) => self.contract_failed(words, now),
        }
    }

    /// Plans a poll at once, because the user asks or sees the job. Returns whether one is possible.
    pub fn poll_now(&mut self, now: Timestamp) -> bool {
        if self.id.is_some() {
            self.next_poll = Some(now);
        }
        self.id.is_some()
    }

    /// Takes the job over from an earlier process. A submission in progress then has an unknown outcome, and a running
    /// job is polled at once. Planned retries are dropped; the user must request them again.
    pub fn resume(&mut self, now: Timestamp) {
        self.failed_polls = 0;
        self.retry_at = None;
        if self.state == JobState::Submitting {
            self.enter(
                JobState::UnknownOutcome,
                Some("the program ended before the answer came".into()),
                now,
            );
        }
        self.next_poll =
            if self.state.is_final() { self.poll_after(now) } else { self.id.as_ref().map(|_| now) };
    }

    /// Continues from another process's version of the job.
    pub(super) fn go_on(&mut self, now: Timestamp) {
        self.retry_at = None;
        self.next_poll = self.poll_after(now);
    }

    fn accepted(&mut self, id: JobId, now: Timestamp) -> bool {
        // Whatever was believed meanwhile: it runs.
        if self.id.is_some() || self.state.is_success() {
            return false;
        }
        let detail = Text::new(id.to_string());
        self.retry_at = None;
        self.id = Some(id);
        (self.words, self.refusal) = (None, None);
        self.enter(JobState::Running, Some(detail), now);
        self.next_poll = self.poll_after(now);
        true
    }

    fn accepted_without_id(&mut self, body: RawJson, now: Timestamp) -> bool {
        if !self.is_unanswered() {
            return false;
        }
        self.retry_at = None;
        self.record = Some(Arc::new(JobRecord { raw: body, ..JobRecord::default() }));
        self.enter(JobState::UnknownOutcome, Some("accepted, but the answer names no job".into()), now);
        true
    }

    fn refused(&mut self, refusal: Refusal, words: Text, now: Timestamp) -> bool {
        if !self.is_unanswered() {
            return false;
        }
        let code = refusal.code.as_ref().and_then(|code| std::str::from_utf8(code.raw()).ok());
        let state = match (code, refusal.status) {
            (Some(ALREADY_VERIFIED), _) => JobState::AlreadyVerified,
            (Some("duplicate_verification_request"), _) => JobState::Locked,
            (Some("etherscan_limit" | "too_many_requests"), _) | (_, 429) => JobState::RateLimited,
            _ if refusal.tells_nothing() => JobState::UnknownOutcome,
            _ => JobState::Refused,
        };
        let detail = refusal.code.clone().unwrap_or_else(|| format!("HTTP {}", refusal.status).into());
        self.refusal = Some(refusal);
        self.words = Some(words);
        if state == JobState::AlreadyVerified {
            self.retry_at = None;
            return self.check_contract(now);
        }
        self.enter(state, Some(detail), now);
        if self.retry_at.take().is_some() {
            self.retry_later(now);
        }
        true
    }

    fn unanswered(&mut self, state: JobState, words: Text, now: Timestamp) -> bool {
        if self.state != JobState::Submitting {
            return false;
        }
        self.retry_at = None;
        self.words = Some(words);
        self.enter(state, None, now)
    }

    fn polled(
        &mut self,
        record: Arc<JobRecord>,
        etag: Option<String>,
        now: Timestamp,
        interval: &PollInterval,
    ) -> bool {
        if self.id.is_none() {
            return false;
        }
        if let Some(words) = self.other_subject(&record) {
            return self.polled_another(words, now);
        }
        self.saw(now);
        let standing = record.standing();
        let no_better = standing == JobState::AlreadyVerified && self.state.is_success();
        if self.state.is_verdict() && (no_better || !standing.is_verdict()) {
            self.next_poll = self.poll_after(now);
            return false;
        }
        self.etag = etag;
        self.identify(&record);
        let detail = record.error_code().or(record.status_word.as_ref()).cloned();
        let renewed = self.record.as_ref() != Some(&record);
        self.record = Some(record);
        if standing == JobState::AlreadyVerified {
            return self.check_contract(now);
        }
        let moved = self.enter(self.state_by_age(standing, now, interval), detail, now);
        self.next_poll = self.poll_after(now);
        moved || renewed
    }

    fn unchanged(&mut self, now: Timestamp, interval: &PollInterval) -> bool {
        if self.id.is_none() {
            return false;
        }
        self.saw(now);
        let standing = self.record.as_ref().map_or(JobState::Running, |record| record.standing());
        if standing == JobState::AlreadyVerified && !self.state.is_verdict() {
            return self.check_contract(now);
        }
        let moved =
            !self.state.is_verdict() && self.enter(self.state_by_age(standing, now, interval), None, now);
        self.next_poll = self.poll_after(now);
        moved
    }

    fn poll_failed(&mut self, words: Text, passing: bool, until: Option<Timestamp>, now: Timestamp) -> bool {
        if self.id.is_none() {
            return false;
        }
        self.failed_polls = self.failed_polls.saturating_add(1);
        let moved = !self.state.is_final() && self.enter(JobState::Unreachable, Some(words.clone()), now);
        let renewed = self.words.as_ref() != Some(&words);
        self.words = Some(words);
        let next = self.poll_after(now);
        let next = if passing { next } else { next.map(|_| self.slow_poll_at(now)) };
        let latest = now.plus_millis(MAX_POLL_WAIT_MILLIS);
        self.next_poll = next.map(|next| until.map_or(next, |until| next.max(until.min(latest))));
        moved || renewed
    }

    fn missing(&mut self, now: Timestamp) -> bool {
        if self.id.is_none() {
            return false;
        }
        self.saw(now);
        if self.state.is_verdict() {
            self.next_poll = None;
            return false;
        }
        let moved = self.enter(JobState::Lost, Some("job_not_found".into()), now);
        self.next_poll = self.poll_after(now);
        moved || self.next_poll.is_none()
    }

    /// Remembers that the server answered.
    fn saw(&mut self, now: Timestamp) {
        self.seen = Some(now);
        self.failed_polls = 0;
        self.words = None;
    }

    /// Nanoseconds since the start, without the time in which the job was not polled.
    fn watched(&self, now: Timestamp) -> u128 {
        now.since(self.began()).saturating_sub(self.unwatched)
    }

    /// Notes that it is `now` although something was due at `due`: if that is long ago, the clock was put forward, or the
    /// machine slept.
    pub fn woke(&mut self, due: Timestamp, now: Timestamp) {
        if now > due.plus_millis(MAX_LATE_MILLIS) {
            self.unwatched = self.unwatched.saturating_add(now.since(due));
        }
    }

    /// The state that `standing` means for a job of this age.
    fn state_by_age(&self, standing: JobState, now: Timestamp, interval: &PollInterval) -> JobState {
        match standing {
            JobState::Running if interval.is_stalled(self.watched(now)) => JobState::Stalled,
            standing => standing,
        }
    }

    /// Identifies the contract of an adopted job from the record.
    fn identify(&mut self, record: &JobRecord) {
        let Some(contract) = record.contract.known() else { return };
        if self.chain.is_none() {
            self.chain = contract.chain_id.known().and_then(|chain| ChainId::parse(&chain.escaped()));
        }
        if self.address.is_none() {
            self.address =
                contract.address.known().and_then(|text| EvmAddress::parse_any_case(&text.escaped()).ok());
        }
    }
}

mod check;
#[cfg(test)]
mod tests;
