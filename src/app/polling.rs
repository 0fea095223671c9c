//! Sends what is due of the followed jobs: polls, and submissions once more.

use super::shared::Shared;
use crate::ledger::Timestamp;
use crate::message::{Ask, Command, Request};
use crate::verification::JobKey;

impl Shared {
    /// The submissions that are sent again now.
    pub(super) fn due_retries(&mut self, now: Timestamp) -> Vec<Command> {
        let due = self.followed.due_retries(now);
        due.into_iter().filter_map(|key| self.send_again(key, now)).collect()
    }

    /// Another attempt of a submission, if there may be one.
    pub(super) fn send_again(&mut self, key: JobKey, now: Timestamp) -> Option<Command> {
        let (job, submission) = self.followed.send_again(key, now)?;
        self.records.recording(key);
        let request = Request { network: job.network.clone(), ask: Ask::Submit(key, submission) };
        Some(Command::Submit(Box::new(job), request))
    }

    /// The looks at jobs that are due.
    pub(super) fn due_polls(&mut self, now: Timestamp) -> Vec<Command> {
        let due = self.followed.due_polls(now);
        due.into_iter().filter_map(|key| self.poll(key)).collect()
    }

    /// A poll of one job, or a lookup of its contract, if there is something to ask for.
    fn poll(&self, key: JobKey) -> Option<Command> {
        let job = self.followed.get(key)?;
        Some(Command::Send(Request { network: job.network.clone(), ask: Ask::of_job(job)? }))
    }
}
