//! When each job is polled, and when each submission is sent again. Polls that the user requested come first, and few
//! run at a time.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use ledger::Timestamp;

use super::Followed;
use crate::{Job, JobKey, JobState, Submission, SubmissionBody};

/// Milliseconds after which a poll that brought nothing counts as gone.
const POLL_TIMEOUT_MILLIS: u64 = 90_000;

/// The most polls begun in [`WINDOW_MILLIS`]: verifiers are shared by many users.
const MAX_POLLS_PER_WINDOW: usize = 10;

/// Milliseconds.
const WINDOW_MILLIS: u64 = 1_000;

/// The most polls in progress at a time.
const MAX_POLLS_UNDER_WAY: usize = 20;

/// The polls that have begun.
#[derive(Clone, Debug, Default)]
pub(super) struct Polls {
    /// Polls in progress, and when each times out.
    under_way: BTreeMap<JobKey, Timestamp>,
    /// Start times of the last [`MAX_POLLS_PER_WINDOW`] polls, oldest first.
    begun: VecDeque<Timestamp>,
    /// The jobs that the user asked to be polled.
    asked: BTreeSet<JobKey>,
}

impl Polls {
    pub(super) fn is_under_way(&self, key: JobKey) -> bool {
        self.under_way.contains_key(&key)
    }

    /// Ends the poll: the job's state has come, or is not awaited any longer.
    pub(super) fn end(&mut self, key: JobKey) {
        self.under_way.remove(&key);
    }

    fn begin(&mut self, key: JobKey, now: Timestamp) {
        self.asked.remove(&key);
        self.under_way.insert(key, now.plus_millis(POLL_TIMEOUT_MILLIS));
        self.begun.push_back(now);
        if self.begun.len() > MAX_POLLS_PER_WINDOW {
            self.begun.pop_front();
        }
    }

    /// When another poll may begin; `None` for at once.
    fn opens_at(&self) -> Option<Timestamp> {
        let full = self.under_way.len() >= MAX_POLLS_UNDER_WAY;
        let place = self.under_way.values().min().filter(|_| full).copied();
        let oldest = self.begun.front().filter(|_| self.begun.len() >= MAX_POLLS_PER_WINDOW);
        place.max(oldest.map(|at| at.plus_millis(WINDOW_MILLIS)))
    }

    /// Moves every time as the clock was moved.
    pub(super) fn shift(&mut self, moved: impl Fn(Timestamp) -> Timestamp) {
        self.under_way.values_mut().for_each(|at| *at = moved(*at));
        self.begun.clear();
    }
}

impl Followed {
    /// The jobs to poll now. Each is returned once, until an event of it arrives or its poll times out; jobs beyond the
    /// limits are returned later.
    pub fn due_polls(&mut self, now: Timestamp) -> Vec<JobKey> {
        self.polls.under_way.retain(|_, gone| *gone > now);
        let polls = &self.polls;
        let due = self.jobs.iter().filter_map(|job| {
            let at = job.next_poll.filter(|at| *at <= now && !polls.is_under_way(job.key))?;
            Some((!polls.asked.contains(&job.key), at, job.key))
        });
        let mut due: Vec<_> = due.collect();
        due.sort_unstable();
        let mut begun = Vec::new();
        for (_, _, key) in due {
            if self.polls.opens_at().is_some_and(|at| at > now) {
                break;
            }
            self.polls.begin(key, now);
            begun.push(key);
        }
        begun
    }

    /// The time of the next due action.
    pub fn next_deadline(&self) -> Option<Timestamp> {
        let deadline = |job: &Job| {
            let due = job.next_poll?;
            Some(self.polls.under_way.get(&job.key).map_or(due, |gone| due.max(*gone)))
        };
        let next = self.jobs.iter().filter_map(deadline).min();
        let poll = next.map(|next| self.polls.opens_at().map_or(next, |at| next.max(at)));
        poll.into_iter().chain(self.next_retry()).chain(self.next_lookup()).min()
    }

    /// Plans a poll at once. Returns whether the job has an id to poll.
    pub fn poll_now(&mut self, key: JobKey, now: Timestamp) -> bool {
        let job = self.jobs.iter_mut().find(|job| job.key == key);
        let can = job.is_some_and(|job| job.poll_now(now));
        if can {
            self.polls.asked.insert(key);
        }
        can
    }

    /// Handles the clock moving from `before` to `now`. If it was set back, plans are set back too, to not wait for the
    /// old time; if it was set forward, the ages of jobs stay the same.
    pub fn clock(&mut self, before: Timestamp, now: Timestamp) {
        if now >= before {
            if let Some(due) = self.next_deadline() {
                let due = due.max(before);
                self.jobs.iter_mut().filter(|job| !job.state.is_final()).for_each(|job| job.woke(due, now));
            }
            return;
        }
        let left = |at: Timestamp| u64::try_from(at.since(before) / 1_000_000).unwrap_or(u64::MAX);
        let moved = |at: Timestamp| now.plus_millis(left(at));
        for job in &mut self.jobs {
            job.next_poll = job.next_poll.map(moved);
            job.retry_at = job.retry_at.map(moved);
        }
        self.polls.shift(moved);
    }

    /// Adds a job that is about to be submitted. Its submission, including a key, stays in memory while it may have to
    /// be sent again.
    pub fn submit(&mut self, job: Job, submission: Submission) {
        let key = self.insert(job);
        if matches!(submission.body, SubmissionBody::Import { api_key: Some(_) }) {
            self.with_key.insert(key);
        }
        self.submissions.insert(key, submission);
    }

    /// Whether the job's submission may be sent again and is still in memory.
    pub fn can_send_again(&self, key: JobKey) -> bool {
        let known = |job: &&Job| self.submissions.contains_key(&key) || job.resubmission().is_some();
        let open = |job: &&Job| job.may_be_sent_again() && !self.is_planned_elsewhere(key);
        self.get(key).filter(open).is_some_and(|job| known(&job))
    }

    /// Whether this process sent a key with the job's submission.
    pub fn sent_a_key(&self, key: JobKey) -> bool {
        self.with_key.contains(&key)
    }

    /// Plans to send a job's submission again, and again after that while it is refused for such a reason.
    /// Returns whether that can be done and makes sense: then this instance takes care of the job.
    pub fn retry_later(&mut self, key: JobKey, now: Timestamp) -> bool {
        let can = self.can_send_again(key);
        let planned =
            self.jobs.iter_mut().find(|job| job.key == key).is_some_and(|job| can && job.retry_later(now));
        if planned {
            self.set_elsewhere(key, false);
        }
        planned
    }

    /// Plans nothing any more for a job. Returns whether something was planned here.
    pub fn retry_never(&mut self, key: JobKey) -> bool {
        let there = self.is_elsewhere(key);
        let job = self.jobs.iter_mut().find(|job| job.key == key && !there);
        job.is_some_and(|job| job.retry_at.take().is_some())
    }

    /// The jobs whose submissions are due to be sent again.
    pub fn due_retries(&self, now: Timestamp) -> Vec<JobKey> {
        let due = self.jobs.iter().filter(|job| self.planned(job).is_some_and(|at| at <= now));
        due.map(|job| job.key).collect()
    }

    /// Starts another attempt, planned or not. Returns the job and what to send; `None` if it may not be sent
    /// again.
    pub fn send_again(&mut self, key: JobKey, now: Timestamp) -> Option<(Job, Submission)> {
        if self.is_planned_elsewhere(key) {
            return None;
        }
        self.set_elsewhere(key, false);
        let job = self.jobs.iter_mut().find(|job| job.key == key)?;
        let submission = self.submissions.get(&key).cloned().or_else(|| job.resubmission())?;
        job.begin_attempt(now).then(|| (job.clone(), submission))
    }

    /// When the next submission is due to be sent again.
    fn next_retry(&self) -> Option<Timestamp> {
        self.jobs.iter().filter_map(|job| self.planned(job)).min()
    }

    /// Lets the submission go, once it cannot be sent again.
    pub(super) fn release(&mut self, key: JobKey) {
        let open = |job: &Job| job.may_be_sent_again() || job.state == JobState::Submitting;
        if !self.get(key).is_some_and(open) {
            self.submissions.remove(&key);
        }
    }

    /// When this instance resends the job's submission; `None` while that is in progress.
    fn planned(&self, job: &Job) -> Option<Timestamp> {
        job.retry_at.filter(|_| job.may_be_sent_again() && !self.is_elsewhere(job.key))
    }
}
