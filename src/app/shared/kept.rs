//! Data that outlives the session: jobs, batches, the watch list, and the stored inputs of panes.

use ledger::Timestamp;
use verification::{Followed, JobKey};

use super::remembered::Remembered;
use crate::app::jobs::batches::Batches;
use crate::app::jobs::records::Records;
use crate::message::{Command, Effect, Persist, Watched};
use crate::panes::kit::nouns::watch::Watch;

#[derive(Debug)]
pub(in crate::app) struct Kept {
    pub(in crate::app) followed: Followed,
    pub(in crate::app) batches: Batches,
    /// What became of recording jobs.
    pub(in crate::app) records: Records,
    /// The watch list, oldest first.
    pub(in crate::app) watching: Vec<Watch>,
    pub(in crate::app) remembered: Remembered,
    /// The process that makes job keys.
    pub(in crate::app) process: u32,
}

impl Kept {
    pub(super) fn new(process: u32) -> Self {
        Self {
            followed: Followed::default(),
            batches: Batches::default(),
            records: Records::default(),
            watching: Vec::new(),
            remembered: Remembered::default(),
            process,
        }
    }

    pub(in crate::app) fn save_jobs(&self, keys: &[JobKey]) -> Vec<Command> {
        let jobs = keys.iter().filter_map(|key| self.followed.get(*key));
        jobs.map(|job| Command::Persist(Persist::Job(Box::new(job.clone())))).collect()
    }

    /// The next step of the batches.
    pub(in crate::app) fn step_batches(&mut self, now: Timestamp) -> Option<Vec<Effect>> {
        self.batches.step(&self.followed, now, self.process)
    }

    /// Applies a stored change of the watch list. `true` if the change is about it.
    pub(super) fn keep_watched(&mut self, keep: &Persist) -> bool {
        match keep {
            Persist::Watched(watched) => self.set_watched(watched),
            Persist::ForgetWatched(watched) => self.watching.retain(|known| !known.watched.is(watched)),
            _ => return false,
        }
        true
    }

    fn set_watched(&mut self, watched: &Watched) {
        match self.watching.iter_mut().find(|known| known.watched.is(watched)) {
            Some(known) => known.watched.clone_from(watched),
            None => self.watching.push(Watch::new(watched.clone())),
        }
    }

    /// Restores the stored list; entries added since the start stay unchanged.
    pub(super) fn restore_watched(&mut self, saved: Vec<Watched>) {
        let newer = std::mem::take(&mut self.watching);
        let is_newer = |watched: &Watched| newer.iter().any(|known| known.watched.is(watched));
        let older: Vec<Watch> = saved.into_iter().filter(|it| !is_newer(it)).map(Watch::new).collect();
        self.watching = older.into_iter().chain(newer).collect();
    }
}
