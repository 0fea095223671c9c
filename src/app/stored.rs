//! Takes changes that come from outside: other instances and the clock.

use super::App;
use super::shared::Shared;
use crate::ledger::Timestamp;
use crate::message::{Command, Notice, OlderJobs, Stored};
use crate::verification::JobEvent;

/// Why a submission was held back.
const SENT_ELSEWHERE: &str = "another hieroscope has sent the same meanwhile";

impl App {
    /// Hears the time: what was planned moves along with a clock that was put back.
    pub(super) fn clock(&mut self, now: Timestamp) {
        self.shared.kept.followed.clock(self.last_event_at, now);
        self.shared.screen.toasts.clock(self.last_event_at, now);
        self.last_event_at = now;
    }

    /// Takes what other instances have changed.
    pub(super) fn stored(&mut self, stored: Stored, now: Timestamp) -> Vec<Command> {
        let commands = self.shared.stored(stored, now);
        self.rebuild_view(now);
        commands
    }

    /// What loads the next page of the jobs that were left out at the start.
    pub(super) fn load_older_jobs(&mut self) -> Option<Command> {
        self.shared.kept.followed.load_older().map(Command::LoadOlderJobs)
    }

    /// Takes in a page of jobs that were left out at the start.
    pub(super) fn older_jobs(&mut self, older: OlderJobs, now: Timestamp) -> Vec<Command> {
        let changed = self.shared.kept.followed.merge(older.jobs, &older.elsewhere, now);
        self.shared.kept.followed.set_older(older.left, older.older_than);
        self.rebuild_view(now);
        self.shared.kept.save_jobs(&changed)
    }
}

impl Shared {
    /// Takes what other instances have changed.
    fn stored(&mut self, stored: Stored, now: Timestamp) -> Vec<Command> {
        let Stored { mut jobs, elsewhere, forgotten, batches, unsent } = stored;
        let mut commands = Vec::new();
        if let Some(key) = unsent {
            if let Some(at) = jobs.iter().position(|job| job.key == key) {
                let job = jobs.remove(at);
                let there = elsewhere.contains(&key);
                self.kept.followed.give_way(job, there, now);
            } else {
                let event = JobEvent::NotSent(SENT_ELSEWHERE.into());
                commands.extend(self.apply_job_event(key, event, now));
            }
            self.screen.toasts.push(Notice::warning(format!("nothing was sent from here: {SENT_ELSEWHERE}")), now);
        }
        for key in forgotten {
            self.kept.followed.forget(key);
        }
        let changed = self.kept.followed.merge(jobs, &elsewhere, now);
        self.kept.batches.merge(batches);
        commands.extend(self.kept.save_jobs(&changed));
        commands
    }
}
